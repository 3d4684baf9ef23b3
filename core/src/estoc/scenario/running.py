"""A scenario played, and what comes of each step held against what it expects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import attrs
from attrs import frozen

from estoc.combat import Combat, Decision
from estoc.dice import Scripted
from estoc.errors import AnswerIsNo, DiceError, EstocError, Faults, Refused
from estoc.events import Event
from estoc.ruleset import Ruleset
from estoc.scenario.reading import FIGURES, Expectation, Scenario


@frozen
class Report:
    """What came of a scenario: `failure` is None where everything was as expected."""

    file: str
    clauses: tuple[str, ...]
    steps: int
    events: tuple[Event, ...]
    failure: EstocError | None = None


def run(scenario: Scenario) -> Report:
    """Play the scenario and hold what comes against what it expects. Raises RuleFailed."""
    combat: Combat | None = None
    events: list[Event] = []
    for number, (decision, expectation) in enumerate(scenario.steps):
        try:
            combat, came = _step(scenario, combat, decision, expectation)
        except (AnswerIsNo, DiceError, Refused) as error:
            return _report(scenario, number, events, error)
        events += came
    return _report(scenario, len(scenario.steps), events)


def _report(scenario: Scenario, steps: int, events: list[Event], error: EstocError | None = None) -> Report:
    failure = None if error is None else _placed(scenario, steps, error)
    return Report(scenario.file, scenario.clauses, steps, tuple(events), failure)


def _placed(scenario: Scenario, number: int, error: EstocError) -> EstocError:
    fault = scenario.toml.fault(("step", number), error.sentence, **error.figures)
    return Faults(scenario.file, (fault,))


def _step(
    scenario: Scenario, combat: Combat | None, decision: Decision | None, expectation: Expectation
) -> tuple[Combat, tuple[Event, ...]]:
    rules, dice = scenario.encounter.rules, Scripted(expectation.dice)
    if combat is None or decision is None:
        combat, events = rules.start(scenario.encounter, dice)
    elif expectation.refused:
        _expect_refusal(rules, combat, decision, expectation)
        return combat, ()
    else:
        combat, events = rules.decide(combat, decision, dice)
    dice.done()
    _hold(combat, events, expectation.expect)
    return combat, events


def _expect_refusal(rules: Ruleset, combat: Combat, decision: Decision, expectation: Expectation) -> None:
    refused = rules.why_not(combat, decision)
    if refused is None:
        raise AnswerIsNo(
            "expected a refusal ({refused}), and the decision was taken", refused=expectation.refused
        )
    if refused.key != expectation.refused:
        raise AnswerIsNo(
            "expected the refusal {expected!r}, found {found!r}: {why}",
            expected=expectation.refused,
            found=refused.key,
            why=refused,
        )


def _hold(combat: Combat, events: Iterable[Event], expected: Mapping[str, Any]) -> None:
    """Hold each expected figure against what came. Raises AnswerIsNo."""
    figures = outcome(combat, events)
    for name, value in expected.items():
        found = figures.get(name, False) if name in FIGURES else of_combatant(combat, name)
        if not _same(found, value):
            sentence = "expected {name} = {expected}, found {found}"
            raise AnswerIsNo(sentence, name=name, expected=repr(value), found=repr(_plain(found)))


def outcome(combat: Combat, events: Iterable[Event]) -> dict[str, Any]:
    """Every figure of what came, by name; of several of a kind, the last."""
    figures: dict[str, Any] = {
        "awaited": combat.awaited,
        "round": combat.round,
        "pass": combat.pass_,
        "over": combat.outcome is not None,
        "fallen": sorted(combat.fallen),
    }
    for event in events:
        figures.update(event.figures)
    return figures


def of_combatant(combat: Combat, name: str) -> Any:
    """A figure of somebody, `NAME.FIELD` as it is now or `NAME.effects`. Raises AnswerIsNo for none."""
    who, _, figure = name.rpartition(".")
    if who not in combat:
        people = ", ".join(combat.combatants.names)
        raise AnswerIsNo("{name} is no figure of anybody in the fight: {people}", name=name, people=people)
    if figure == "effects":
        return [effect.key for effect in combat[who].effects]
    if figure not in (known := [each.name for each in attrs.fields(type(combat[who].sheet))]):
        sentence = "{who} has no figure {figure}; known: {known}"
        raise AnswerIsNo(sentence, who=who, figure=repr(figure), known=", ".join([*known, "effects"]))
    return getattr(combat[who].now, figure)


def _same(found: Any, expected: Any) -> bool:
    """Whether a figure is what TOML says; true and 1 are two, and 7/4 is 1.75 or the text `"7/4"`."""
    match found:
        case Fraction():
            return expected in (found, str(found))
        case dict() if isinstance(expected, dict):
            return found.keys() == expected.keys() and all(_same(found[key], expected[key]) for key in found)
        case list() | tuple() if isinstance(expected, list):
            return len(found) == len(expected) and all(map(_same, found, expected))
    return bool(found == expected) and isinstance(found, bool) == isinstance(expected, bool)


def _plain(value: Any) -> Any:
    """A figure as a person reads it."""
    match value:
        case Fraction():
            return str(value)
        case dict():
            return {key: _plain(each) for key, each in value.items()}
        case list() | tuple():
            return [_plain(each) for each in value]
    return value
