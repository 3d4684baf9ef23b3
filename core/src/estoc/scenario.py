"""A fight with its dice and what must come of it: a test that needs no programming."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import attrs
from attrs import field, frozen

from estoc.combat import Combat, Decision
from estoc.converter import make, structure
from estoc.dice import Scripted
from estoc.encounter import Encounter, EncounterTable, beside, encounter_of
from estoc.errors import AnswerIsNo, DiceError, EstocError, Fault, Faults, Refused
from estoc.events import Event
from estoc.ruleset import Ruleset, load
from estoc.toml import Toml, read


@frozen(kw_only=True)
class ScenarioTable(EncounterTable):
    """What a scenario's file may hold: an encounter's keys, and the clauses that it shows."""

    clauses: tuple[str, ...] = ()


@frozen
class Expectation:
    """A step's dice and what must come of it."""

    dice: tuple[tuple[int, int], ...] = ()
    expect: Mapping[str, Any] = field(factory=dict)
    refused: str = ""


@frozen(eq=False)
class Scenario:
    """A scenario read and ready to be run."""

    file: str
    toml: Toml
    encounter: Encounter
    clauses: tuple[str, ...]
    steps: tuple[tuple[Decision | None, Expectation], ...]
    """None: the start of the fight."""


@frozen
class Report:
    """What came of a scenario: `failure` is None where everything was as expected."""

    file: str
    clauses: tuple[str, ...]
    steps: int
    events: tuple[Event, ...]
    failure: EstocError | None = None


def read_scenario(path: str | os.PathLike[str], rules: Ruleset | None = None) -> Scenario:
    """The scenario in a file. Raises FileError, Faults and what loading its ruleset raises."""
    toml = read(path)
    table = structure(make(), toml.data, ScenarioTable, toml)
    rules = rules or load(beside(path, table.ruleset))
    found: list[Fault] = []
    expectations, bare = [], []
    for number, step in enumerate(table.step):
        try:
            expectation, rest = _split(step, toml, number)
            expectations.append((rest == {"do": "start"}, expectation))
            bare.append(rest)
        except Faults as faults:
            found += faults.faults
    try:
        encounter = encounter_of(rules, attrs.evolve(table, step=tuple(bare)), toml)
    except Faults as faults:
        found += faults.faults
    found += [
        toml.fault(("clauses", number), "the ruleset has no clause {clause}", clause=repr(clause))
        for number, clause in enumerate(table.clauses)
        if clause not in rules.book.clauses
    ]
    if not expectations or not expectations[0][0]:
        found.append(
            toml.fault(("step",), 'the first step of a scenario is {{ do = "start" }}'.replace("{{", "{{"))
        )
    if found:
        raise Faults(toml.file, tuple(found))
    decisions = iter(encounter.steps)
    steps = tuple(
        (None if starts else next(decisions).decision, expectation) for starts, expectation in expectations
    )
    return Scenario(toml.file, toml, encounter, table.clauses, steps)


def _split(step: Any, toml: Toml, number: int) -> tuple[Expectation, Any]:
    if not isinstance(step, dict):
        return Expectation(), step
    own = {key: step[key] for key in ("dice", "expect", "refused") if key in step}
    expectation = structure(make(), own, Expectation, toml, ("step", number))
    return expectation, {key: value for key, value in step.items() if key not in own}


# -- running it --------------------------------------------------------------------------------------
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
            why=str(refused),
        )


def _hold(combat: Combat, events: Iterable[Event], expected: Mapping[str, Any]) -> None:
    """Hold each expected figure against what came. Raises AnswerIsNo."""
    figures = outcome(combat, events)
    for name, value in expected.items():
        found = figures[name] if name in figures else of_combatant(combat, name)
        if _plain(found) != value:
            raise AnswerIsNo(
                "expected {name} = {expected}, found {found}",
                name=name,
                expected=repr(value),
                found=repr(_plain(found)),
            )


def outcome(combat: Combat, events: Iterable[Event]) -> dict[str, Any]:
    """Every figure of what came, by name; of several of a kind, the last."""
    figures: dict[str, Any] = {
        "awaited": list(combat.awaited),
        "round": combat.round,
        "pass": combat.pass_,
        "over": combat.outcome is not None,
        "fallen": sorted(combat.fallen),
    }
    for event in events:
        figures.update(event.figures)
    return figures


def of_combatant(combat: Combat, name: str) -> Any:
    """A figure of somebody, `NAME.FIELD` as it is now or `NAME.effects`; False where there is none."""
    who, _, field_name = name.rpartition(".")
    if who not in combat:
        return False
    if field_name == "effects":
        return [effect.key for effect in combat[who].effects]
    return getattr(combat[who].now, field_name, False)


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Fraction) else value
