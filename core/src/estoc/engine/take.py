"""A decision alone, before any die: it is taken, or refused and nothing has changed."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from estoc.combat import GAME_MASTER, Act, Answer, Ask, Attack, Combatant, Decision, Declare, Declared, Spent
from estoc.engine import master
from estoc.engine.legal import (
    asked_about,
    attack_of,
    checked,
    circumstances_filled,
    due_now,
    known_action,
    unknown,
)
from estoc.engine.rounds import end_turn
from estoc.engine.view import Run
from estoc.errors import Refused
from estoc.events import ActionsDeclared, ActionTaken, OrdersLeft
from estoc.values import but


def take(run: Run, decision: Decision) -> Decision:
    """Take a decision; gives it as understood, with what was left blank filled in. Raises Refused."""
    if run.combat.outcome is not None:
        raise Refused("over", "the fight is over")
    if settle := MASTER.get(decision.do):
        _by_game_master(decision)
        settle(run, decision)
        return decision
    if decision.by not in run.combat:
        raise unknown("combatant", decision.by, run.combat.combatants.names)
    if decision.do == "orders":
        return leave_orders(run, decision)
    if decision.by not in run.combat.awaited:
        raise Refused(
            "turn", "{who} isn't awaited; awaited: {awaited}", who=decision.by, awaited=run.combat.awaited
        )
    match run.top:
        case Declare(left):
            return declare(run, decision, left)
        case Ask():
            return react(run, decision)
    return play(run, decision)


def declare(run: Run, decision: Decision, left: tuple[str, ...]) -> Decision:
    """Say all that one will do this round; each action must be payable after those before it."""
    if decision.do != "declare":
        raise Refused("moment", "{who} is to declare its actions first", who=decision.by)
    actions, spent = [], Spent()
    for action in decision.actions:
        if known_action(run, action).answers:
            raise Refused("moment", "{action} only answers a blow", action=action.do)
        each, spent = checked(run, but(action, by=decision.by), spent, open_target=True)
        actions.append(each)
    declared = Declared(decision.by, tuple(actions), run.budget(decision.by).passes)
    run.change(declared=(*(run.combat.declared or ()), declared))
    rest = tuple(who for who in left if who != decision.by)
    if rest:
        run.swap(Declare(rest))
    else:
        run.pop()
    run.say(ActionsDeclared(decision.by, declared.actions))
    return but(decision, actions=declared.actions)


def play(run: Run, decision: Decision) -> Decision:
    """Act on one's turn, or end it."""
    if decision.do == "end":
        end_turn(run, decision.by, given_up=True)
        return decision
    if decision.do in ("declare", "pass"):
        raise Refused("moment", "nothing like that is asked of {who} now", who=decision.by)
    if known_action(run, decision).answers:
        raise Refused("moment", "{action} only answers a blow", action=decision.do)
    if run.book.declares:
        decision = as_declared(run, decision)
    decision, spent = checked(run, decision, run.combat[decision.by].spent)
    if run.book.declares:
        _played(run, decision.by)
    action = known_action(run, decision)
    run.put(but(run.combat[decision.by], spent=spent))
    run.push(Act(decision, blows=1 if action.blow else 0))
    run.say(ActionTaken(decision))
    master.begin_action(run, decision, action)
    return decision


def as_declared(run: Run, decision: Decision) -> Decision:
    """The decision, with what it leaves blank as declared. Raises Refused where it differs."""
    due = due_now(run, decision.by)
    if not due:
        raise Refused("declared", "{who} has declared nothing for now", who=decision.by)
    said = due[0]
    for before, now in ((said.do, decision.do), (said.at, decision.at), (said.using, decision.using)):
        if before and now not in ("", before):
            raise Refused(
                "declared",
                "{who} has declared {declared}: do that, or give it up",
                who=decision.by,
                declared=said,
            )
    return but(
        decision,
        at=decision.at or said.at,
        using=decision.using or said.using,
        circumstances=circumstances_filled(said.circumstances, decision.circumstances),
    )


def _played(run: Run, who: str) -> None:
    run.change(
        declared=tuple(
            evolve(each, played=each.played + 1) if each.who == who else each
            for each in run.combat.declared or ()
        )
    )


def react(run: Run, decision: Decision) -> Decision:
    """Answer the blow that one is asked about, or let it come."""
    if decision.do == "pass":
        run.pop()
        return decision
    blow = asked_about(run)
    if not known_action(run, decision).answers:
        raise Refused("moment", "{action} is no answer to a blow", action=decision.do)
    if decision.at not in ("", blow.attack.by):
        raise Refused("target", "the blow to answer is {at}'s", at=blow.attack.by)
    decision, spent = checked(run, but(decision, at=blow.attack.by), run.combat[decision.by].spent)
    action = known_action(run, decision)
    run.put(but(run.combat[decision.by], spent=spent))
    attack: Attack = but(attack_of(run, decision, action), answers=blow)
    run.pop()
    run.swap(but(blow, answer=Answer(attack, stops=action.stops)))
    return decision


def leave_orders(run: Run, decision: Decision) -> Decision:
    """Leave standing orders, or take them back with none."""
    bearer = run.combat[decision.by]
    check_orders(run, but(bearer, orders=decision.orders))
    run.put(but(bearer, orders=decision.orders))
    run.say(OrdersLeft(decision.by, decision.orders))
    return decision


def check_orders(run: Run, bearer: Combatant) -> None:
    """Whether each standing order is something that one can do. Raises Refused."""
    for order in bearer.orders:
        if order.do == "pass":
            continue
        if not known_action(run, Decision(bearer.name, order.do)).answers:
            raise Refused("moment", "{action} is no answer to a blow", action=order.do)
        weapons = [weapon.name for weapon in bearer.weapons]
        if order.using and order.using not in weapons:
            raise unknown("weapon", order.using, weapons)
        if order.against and order.against not in run.combat:
            raise unknown("combatant", order.against, run.combat.combatants.names)


def _by_game_master(decision: Decision) -> None:
    if decision.by != GAME_MASTER:
        raise Refused("game master", "only the game master decides: {action}", action=decision.do)


MASTER: dict[str, Callable[[Run, Decision], None]] = {
    "join": master.join,
    "leave": master.leave,
    "rule": master.rule,
    "stop": master.stop,
}
