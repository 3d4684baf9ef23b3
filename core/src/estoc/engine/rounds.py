"""Rounds, passes and turns: whose turn it is, and when a round or the fight is over."""

from __future__ import annotations

from attrs import evolve

from estoc.combat import Declare, Outcome, Roster, Spent, Turn
from estoc.engine import effects
from estoc.engine.legal import due_now
from estoc.engine.view import Run
from estoc.events import ActionsGivenUp, Fell, FightEnded, PassBegan, Recovered, RoundBegan, TurnLost
from estoc.values import but


def advance(run: Run) -> None:
    """Nothing is going on: ask for declarations, give somebody its turn, or end the pass or the round."""
    combat = run.combat
    if run.book.declares and combat.declared is None:
        return ask_for_declarations(run)
    for who in combat.order.names:
        if who not in combat.acted and _has_a_turn(run, who):
            return run.push(Turn(who))
    if any(each.last_pass > combat.pass_ for each in combat.declared or ()):
        run.change(pass_=combat.pass_ + 1, acted=frozenset())
        return run.say(PassBegan(combat.round, combat.pass_ + 1))
    end_round(run)


def ask_for_declarations(run: Run) -> None:
    """Everybody who is able says what it will do this round, in whatever order they answer."""
    able = tuple(who for who in run.combat.order.names if run.able(who))
    run.change(declared=())
    if able:
        run.push(Declare(able))


def ask_to_declare(run: Run, who: str) -> None:
    """While declarations are awaited, somebody's too if it can act now, and not if it can't."""
    if not isinstance(run.top, Declare) or run.combat.declaration(who) is not None:
        return
    left = run.top.left
    if run.able(who) and who not in left:
        declare_next(run, (*left, who))
    elif not run.able(who):
        declare_next(run, tuple(each for each in left if each != who))


def declare_next(run: Run, left: tuple[str, ...]) -> None:
    """Those left have yet to declare; once nobody is, the round goes on."""
    if left:
        run.swap(Declare(left))
    else:
        run.pop()


def _has_a_turn(run: Run, who: str) -> bool:
    return not run.out(who) and (not run.book.declares or bool(due_now(run, who)))


def begin_turn(run: Run, who: str) -> None:
    """Somebody's turn has come; one who can't act loses it."""
    budget = run.budget(who)
    if budget.standing == "able":
        return run.swap(Turn(who, begun=True))
    if budget.standing == "unable":
        run.say(TurnLost(who, budget.why))
    end_turn(run, who)


def end_turn(run: Run, who: str, *, given_up: bool = False) -> None:
    """Somebody's turn of this pass is over; what it declared for it and hasn't done is gone."""
    if given_up and (left := due_now(run, who)):
        run.say(ActionsGivenUp(who, left))
    run.pop()
    run.change(
        acted=run.combat.acted | {who},
        declared=run.combat.declared
        and tuple(
            evolve(each, played=each.due(run.combat.pass_)) if each.who == who else each
            for each in run.combat.declared
        ),
    )


def end_round(run: Run) -> None:
    """What lasts a round ends, what was spent comes back, and the next round begins."""
    effects.end(run, run.combat.combatants, lambda effect: effect.until == "round")
    run.change(
        combatants=Roster(
            but(each, spent=Spent()) if each.spent.uses else each for each in run.combat.combatants
        )
    )
    settle_everybody(run)
    if run.combat.outcome is not None:
        return
    if run.combat.round >= run.combat.cap:
        return finish(run, Outcome("", "the last round allowed is over"))
    if not any(run.able(who) for who in run.combat.order.names):
        return finish(run, Outcome("", "nobody can act any more"))
    begin_round(run)


def begin_round(run: Run) -> None:
    """The next round begins."""
    run.change(round=run.combat.round + 1, pass_=1, acted=frozenset(), declared=None)
    run.say(RoundBegan(run.combat.round))


def settle(run: Run) -> None:
    """See who has fallen or recovered of those whose state has changed, and whether the fight is over."""
    names = [who for who in run.touched if run.out(who) != (who in run.combat.fallen)]
    run.touched.clear()
    for who in names:
        run.say(Recovered(who) if who in run.combat.fallen else Fell(who, run.budget(who).why))
    if names:
        run.change(fallen=run.combat.fallen ^ frozenset(names))
        see_who_is_left(run)


def settle_everybody(run: Run) -> None:
    """The same, as seldom as a round: somebody's standing may depend on others."""
    run.touched = dict.fromkeys(run.combat.order.names)
    settle(run)
    see_who_is_left(run)


def see_who_is_left(run: Run) -> None:
    """The fight is over once all but one side have fallen."""
    fallen = run.combat.fallen
    sides = list(dict.fromkeys(each.side for each in run.combat.combatants if each.name not in fallen))
    if len(sides) < 2:
        why = "no other side has anybody left" if sides else "no side has anybody left"
        finish(run, Outcome(sides[0] if sides else "", why))


def finish(run: Run, outcome: Outcome) -> None:
    """The fight is over."""
    if run.combat.outcome is None:
        run.change(outcome=outcome, stack=())
        run.say(FightEnded(outcome.winner, outcome.why, run.combat.round))
