"""The course of the fight: step by step, until the next decision is awaited."""

from __future__ import annotations

from attrs import evolve

from estoc.combat import Act, Ask, Blow, Combat, Decision, Declare, Reorder, StandingOrder, Turn
from estoc.engine import blows, effects
from estoc.engine.legal import attack_of, reactions
from estoc.engine.rounds import advance, begin_round, begin_turn, end_turn, settle
from estoc.engine.take import react
from estoc.engine.view import Run
from estoc.errors import RuleFailed
from estoc.events import FightBegan, Joined
from estoc.results import Place, TurnOrder


def begin(run: Run) -> None:
    """The fight begins: the order is determined, then the first decision is awaited."""
    run.push(Reorder("start"))
    resolve(run)


def resolve(run: Run) -> None:
    """Go on until a decision is awaited or the fight is over."""
    while run.combat.outcome is None and not _awaits(run):
        _step(run)


def _awaits(run: Run) -> bool:
    match run.top:
        case Declare():
            return True
        case Turn(who, begun):
            return begun and run.able(who)
        case Ask(who):
            return run.able(who) and bool(reactions(run, who)) and not run.combat[who].orders
    return False


def _step(run: Run) -> None:
    match run.top:
        case None:
            advance(run)
        case Reorder(reason, who):
            reorder(run, reason, who)
        case Turn(who, begun):
            end_turn(run, who) if begun else begin_turn(run, who)
        case Act() as act:
            go_on(run, act)
        case Blow() as blow:
            blows.step(run, blow)
        case Ask(who):
            answer_for(run, who)


# -- the order of play -------------------------------------------------------------------------------
def reorder(run: Run, reason: str, who: str) -> None:
    """Determine the order of play; at the start, the first round begins with it."""
    run.pop()
    order = settled(run.combat, run.ask("determine_initiative", TurnOrder, run.combat, reason, run.dice))
    run.change(order=evolve(order, effects=()))
    if reason == "start":
        run.say(FightBegan(order.places))
    else:
        run.say(Joined(who, run.combat[who].side, order.places))
    for effect in order.effects:
        effects.start(run, [effect], effect.on, effect.by)
    settle(run, *order.names)
    if run.combat.outcome is not None:
        return
    if reason == "start":
        begin_round(run)
    elif isinstance(top := run.top, Declare) and run.able(who):
        run.swap(Declare((*top.left, who)))


def settled(combat: Combat, order: TurnOrder) -> TurnOrder:
    """The order with what is still level put in order of entry, and saying so.

    Raises RuleFailed where it doesn't hold everybody once.
    """
    if sorted(order.names) != sorted(each.name for each in combat.combatants):
        raise RuleFailed(
            "determine_initiative gave an order of {found}, expected everybody in the fight once: {expected}",
            found=order.names,
            expected=tuple(each.name for each in combat.combatants),
        )
    places: list[Place] = []
    for count in dict.fromkeys(place.count for place in order.places):
        level = [place for place in order.places if place.count == count]
        if len(level) > 1 and not any(place.tie for place in level):
            level.sort(key=lambda place: combat[place.who].entered)
            level = [evolve(place, tie="order of entry") for place in level]
        places += level
    return evolve(order, places=tuple(places))


# -- actions and questions ---------------------------------------------------------------------------
def go_on(run: Run, act: Act) -> None:
    """An action under way: its next blow, or its end."""
    decision = act.decision
    if act.blows and run.able(decision.by):
        run.swap(evolve(act, blows=act.blows - 1))
        action = run.book.actions[decision.do]
        return run.push(Blow(attack_of(run, decision, action)))
    run.pop()
    if run.book.passes and isinstance(top := run.top, Turn) and _all_played(run, top.who):
        end_turn(run, top.who)


def _all_played(run: Run, who: str) -> bool:
    declared = run.combat.declaration(who)
    return declared is None or declared.played >= declared.due(run.combat.pass_)


def answer_for(run: Run, who: str) -> None:
    """A question to which nobody need answer: a standing order does, or the blow comes."""
    if run.able(who):
        possible = reactions(run, who)
        for order in run.combat[who].orders:
            for decision in possible:
                if _follows(run, order, decision):
                    react(run, decision)
                    return
    run.pop()


def _follows(run: Run, order: StandingOrder, decision: Decision) -> bool:
    times = dict(run.combat[decision.by].spent.uses).get(order.do, 0)
    return (
        order.do == decision.do
        and order.using in ("", decision.using)
        and order.against in ("", decision.at)
        and (not order.first or times < order.first)
    )
