"""What the game master decides, and what an action does besides its blows."""

from __future__ import annotations

from typing import Any

import attrs
from attrs import evolve

from estoc.book import Action
from estoc.combat import Act, Ask, Blow, Combatant, Decision, Declare, Outcome, Reorder, Turn, Verdict
from estoc.effects import Effect, Modifier
from estoc.engine import effects
from estoc.engine.checking import unknown
from estoc.engine.orders import check_orders
from estoc.engine.rounds import ask_to_declare, finish, see_who_is_left, settle
from estoc.engine.view import Run
from estoc.errors import Refused
from estoc.events import FigureSet, HealthChanged, LeftTheFight, Ruled
from estoc.results import Counts

RULING = "game master's ruling"
"""The key of the effect that a game master's bonus or malus is."""


def begin_action(run: Run, decision: Decision, action: Action) -> None:
    """An action clears, grants and gives effects as it is taken."""
    effects.end(run, [run.combat[decision.by]], lambda effect: effect.key in action.clears)
    effects.start(run, map(Effect, action.grants), decision.by, decision.by)
    if decision.at:
        effects.start(run, map(Effect, action.gives), decision.at, decision.by)


def join(run: Run, decision: Decision) -> None:
    """Somebody enters the fight; the order of play is determined anew."""
    joiner = decision.combatant
    if joiner is None:
        raise Refused("combatant", "say who joins: a combatant is missing")
    if not joiner.name.strip():
        raise Refused("combatant", "a name is missing: everybody needs one")
    if joiner.name in run.combat:
        raise Refused("combatant", "{who} is in the fight already: names must differ", who=joiner.name)
    check_orders(run, joiner)
    entered = 1 + max(each.entered for each in run.combat.combatants)
    run.change(combatants=run.combat.combatants.joined(evolve(joiner, entered=entered)))
    run.push(Reorder("join", joiner.name))


def leave(run: Run, decision: Decision) -> None:
    """Somebody leaves the fight, between two blows."""
    who = _concerned(run, decision).name
    for frame in run.combat.stack:
        if isinstance(frame, Act | Blow | Ask):
            raise Refused("moment", "a blow is under way: {who} can leave once it is done", who=who)
    combat = run.combat
    run.become(
        evolve(
            combat,
            combatants=combat.combatants.without(who),
            order=evolve(combat.order, places=tuple(each for each in combat.order.places if each.who != who)),
            declared=combat.declared and tuple(each for each in combat.declared if each.who != who),
            fallen=combat.fallen - {who},
            stack=tuple(
                frame for frame in (_without(each, who) for each in combat.stack) if frame is not None
            ),
        )
    )
    run.say(LeftTheFight(who, decision.reason))
    see_who_is_left(run)


def _without(frame: Any, who: str) -> Any:
    if isinstance(frame, Declare):
        left = tuple(each for each in frame.left if each != who)
        return Declare(left) if left else None
    return None if isinstance(frame, Turn) and frame.who == who else frame


def rule(run: Run, decision: Decision) -> None:
    """The game master settles something about somebody, for a reason."""
    at = _concerned(run, decision).name
    verdict = decision.verdict or Verdict()
    if not decision.reason.strip():
        raise Refused("reason", "a ruling needs a reason")
    if verdict == Verdict():
        raise Refused("ruling", "a ruling settles something: modifier, gives, lifts, set or heal")
    run.say(Ruled(at, decision.reason))
    if verdict.modifier is not None:
        ruling = Effect(RULING, "test", modifiers=(Modifier(verdict.modifier),), stacks=True)
        effects.start(run, [ruling], at, decision.by)
    effects.start(run, map(Effect, verdict.gives), at, decision.by)
    for key in verdict.lifts:
        lift(run, at, key)
    for name, value in verdict.sets:
        set_right(run, at, name, value)
    heal(run, at, verdict.heals)
    settle(run)
    ask_to_declare(run, at)


def stop(run: Run, decision: Decision) -> None:
    """The game master ends the fight; nobody has won."""
    if not decision.reason.strip():
        raise Refused("reason", "say for what reason the fight is stopped")
    finish(run, Outcome("", decision.reason))


def lift(run: Run, at: str, key: str) -> None:
    """An effect ends. Raises Refused where it isn't there."""
    bearer = run.combat[at]
    if not bearer.has(key):
        raise Refused("effect", "{who} isn't under this effect: {effect}", who=at, effect=key)
    effects.end(run, [bearer], lambda effect: effect.key == key)


def set_right(run: Run, at: str, name: str, value: int) -> None:
    """A figure of the sheet is set right; a pool of health is set to what it is now."""
    bearer = run.combat[at]
    known = [
        field.name
        for field in attrs.fields(type(bearer.sheet))
        if type(getattr(bearer.sheet, field.name)) is int
    ]
    if name not in known:
        raise unknown("figure", name, known)
    before = getattr(bearer.now, name)
    pool = next((pool for pool in bearer.health if pool.name == name), None)
    whole = getattr(bearer.sheet, name)
    if pool is not None and value < 0 and not pool.below_zero:
        raise Refused("figure", "{figure} of {who} doesn't go below 0", figure=name, who=at)
    if pool is not None and value <= whole:
        run.put(bearer.losing(((name, whole - value - pool.lost),)))
    else:
        restored = bearer if pool is None else bearer.losing(((name, -pool.lost),))
        run.put(evolve(restored, sheet=_with(bearer, name, value)))
    run.say(FigureSet(at, name, before, getattr(run.combat[at].now, name)))


def _with(bearer: Combatant, name: str, value: int) -> Any:
    try:
        return evolve(bearer.sheet, **{name: value})
    except ValueError as error:
        raise Refused("figure", "{figure} of {who} can't be {value}: {why}", figure=name, who=bearer.name,
                      value=value, why=error) from None  # fmt: skip


def heal(run: Run, at: str, heals: Counts) -> None:
    """Pools of health get points back, never above the sheet's figure."""
    for name, points in heals:
        bearer = run.combat[at]
        pool = next((pool for pool in bearer.health if pool.name == name), None)
        if pool is None:
            raise unknown("pool of health", name, [pool.name for pool in bearer.health])
        if points < 0:
            raise Refused("figure", "healing takes 0 points or more, not {points}", points=points)
        run.put(bearer.losing(((name, -points),)))
        run.say(HealthChanged(at, name, getattr(bearer.now, name), getattr(run.combat[at].now, name)))


def _concerned(run: Run, decision: Decision) -> Combatant:
    if not decision.at:
        raise Refused("combatant", "say whom it is about: at is missing")
    if decision.at not in run.combat:
        raise unknown("combatant", decision.at, run.combat.combatants.names)
    return run.combat[decision.at]
