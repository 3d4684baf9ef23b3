"""A whole fight, decision by decision: by the encounter's steps, and by a tactic where they say nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen

from estoc.combat import GAME_MASTER, Ask, Combat, Decision, Declare
from estoc.dice import Chance
from estoc.encounter import Encounter, Step
from estoc.errors import Faults, Refused
from estoc.events import Event
from estoc.ruleset import Ruleset
from estoc.tactics import choose

Decider = Callable[[Ruleset, Combat], Decision]
"""Says what whoever is awaited does."""

Announcer = Callable[[Decision], None]
"""Says a decision to whoever throws the dice for it."""


@frozen
class Moment:
    """What a decision led to; None for the start of the fight."""

    decision: Decision | None
    combat: Combat
    events: tuple[Event, ...]


def play(
    encounter: Encounter, dice: Chance, decide: Decider = choose, announce: Announcer | None = None
) -> Iterator[Moment]:
    """Play a fight to its end; each decision is announced before its dice fall.

    A step is taken once its round has come and its doer is awaited for such a thing; until then, and after
    the last step, `decide` says what happens.

    Raises Faults for a step that is refused, or whose moment never comes.
    """
    rules = encounter.rules
    combat, events = rules.start(encounter, dice)
    yield Moment(None, combat, events)
    steps = list(encounter.steps)
    while combat.outcome is None:
        step = steps[0] if steps and is_due(rules, combat, steps[0]) else None
        decision = steps.pop(0).decision if step else decide(rules, combat)
        if announce is not None:
            announce(decision)
        try:
            combat, events = rules.decide(combat, decision, dice)
        except Refused as refused:
            if step is None:
                raise
            raise Faults(encounter.file, (step.fault(refused),)) from None
        yield Moment(decision, combat, events)
    if steps:
        never = Refused("over", "the fight was over before this step's moment came")
        raise Faults(encounter.file, tuple(step.fault(never) for step in steps))


def is_due(rules: Ruleset, combat: Combat, step: Step) -> bool:
    """Whether a step's moment has come: its round, and its doer being asked for what it does."""
    decision = step.decision
    if combat.round < step.round:
        return False
    if decision.do == "leave":
        return not isinstance(combat.stack[-1], Ask)  # nobody leaves while a blow is under way
    if decision.by == GAME_MASTER or decision.do == "orders":
        return True
    if decision.by not in combat:
        return True  # nobody of that name will ever be awaited: let it be refused
    if decision.by not in combat.awaited:
        return False
    action = rules.book.actions.get(decision.do)
    top = combat.stack[-1]
    if isinstance(top, Declare):
        return decision.do == "declare"
    if isinstance(top, Ask):
        return decision.do == "pass" or (action is not None and action.answers)
    return decision.do not in ("declare", "pass") and (action is None or not action.answers)
