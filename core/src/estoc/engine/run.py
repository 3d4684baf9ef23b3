"""The course of the fight: step by step, until the next decision is awaited."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from attrs import evolve

from estoc.combat import Act, Ask, Blow, Combat, Declare, Reorder, Turn
from estoc.engine import blows, effects
from estoc.engine.legal import attack_of, due_now, reactions
from estoc.engine.orders import ordered
from estoc.engine.rounds import (
    advance,
    ask_to_declare,
    begin_round,
    begin_turn,
    end_turn,
    settle,
    settle_everybody,
)
from estoc.engine.take import react
from estoc.engine.view import Run
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
            return run.able(who) and not run.combat[who].orders and bool(reactions(run, who))
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
    order = determined(run, reason)
    run.change(order=evolve(order, effects=()))
    if reason == "start":
        run.say(FightBegan(order.places))
    else:
        run.say(Joined(who, run.combat[who].side, order.places))
    effects.start_by_rule(run, "determine_initiative", order.effects)
    settle_everybody(run)
    if run.combat.outcome is not None:
        return
    if reason == "start":
        begin_round(run)
    for each in (who, *(effect.on for effect in order.effects)):
        ask_to_declare(run, each)


def determined(run: Run, reason: str) -> TurnOrder:
    """The order as the rules determine it, what is still level in order of entry.

    Raises RuleFailed where it doesn't hold everybody once.
    """
    order = run.ask("determine_initiative", TurnOrder, run.combat, reason, run.dice)
    if sorted(order.names) != sorted(run.combat.combatants.names):
        raise run.strange("determine_initiative", order.names, "everybody in the fight, each once")
    return evolve(order, places=tuple(_settled(run.combat, order)))


def _settled(combat: Combat, order: TurnOrder) -> Iterator[Place]:
    """Places of one count are level where the rule doesn't say what broke their tie."""
    for (_, broken), group in groupby(order.places, lambda place: (place.count, bool(place.tie))):
        level = sorted(group, key=lambda place: 0 if broken else combat[place.who].entered)
        tie = "" if broken or len(level) == 1 else "order of entry"
        yield from (evolve(place, tie=place.tie or tie) for place in level)


# -- actions and questions ---------------------------------------------------------------------------
def go_on(run: Run, act: Act) -> None:
    """An action under way: its next blow, or its end."""
    settle(run)
    if run.combat.outcome is not None:
        return
    decision = act.decision
    if act.blows and run.able(decision.by):
        run.swap(Act(decision, act.blows - 1))
        action = run.book.actions[decision.do]
        return run.push(Blow(attack_of(run, decision, action)))
    run.pop()
    if run.book.declares and isinstance(top := run.top, Turn) and not due_now(run, top.who):
        end_turn(run, top.who)


def answer_for(run: Run, who: str) -> None:
    """A question to which nobody need answer: a standing order does, or the blow comes."""
    decision = ordered(run, who) if run.able(who) else None
    if decision is None:
        run.pop()
    else:
        react(run, decision)
