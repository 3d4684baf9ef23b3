"""A fight with its dice and what must come of it: a test that needs no programming."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import attrs
from attrs import field, frozen

from estoc.book.reading import unknown_name
from estoc.combat import Combat, Decision
from estoc.converter import make, structure
from estoc.dice import Scripted
from estoc.encounter import Encounter, EncounterTable, encounter_of, named_in, written
from estoc.errors import AnswerIsNo, DiceError, EstocError, Fault, Faults, Refused
from estoc.events import Event
from estoc.grammar import Found
from estoc.ruleset import Ruleset
from estoc.toml import Toml, read
from estoc.toml_lines import Where


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


EXPECTATION = ("dice", "expect", "refused")
"""The keys of a step that only scenarios have."""

FIGURES = (
    *("order", "ties", "awaited", "round", "pass", "over", "winner", "why", "fallen"),
    *("landed", "die", "score", "target", "target.terms", "marks"),
    *("answer", "answer.by", "answer.landed", "answer.die", "answer.score"),
    *("answer.target", "answer.target.terms", "answer.marks"),
    *("location", "location.how", "location.die", "location.spot"),
    *("critical", "critical.value", "damage", "damage.terms"),
)
"""What of an outcome may be expected, besides `NAME.FIELD`; what hasn't come about is false."""


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
    """The scenario in a file.

    Raises FileError, Faults with all that is wrong in the file, and what loading its ruleset raises.
    """
    toml = read(path)
    found = Found(toml.file)
    table = found.attempt(structure, make(), toml.data, ScenarioTable, toml)
    rules = rules or named_in(toml, found)
    tables = written(toml, "step")
    expectations = {n: found.attempt(_expectation, each, toml, n) for n, each in tables.items()}
    decisions = {n: _without(each, EXPECTATION) for n, each in tables.items()}
    found.add(_faults_of_order(tables, decisions, toml))
    found.add(_faults_of_clauses(toml.data.get("clauses"), rules, toml))
    loose = [n for n, expectation in expectations.items() if expectation and expectation.refused]
    encounter = encounter_of(rules, table, toml, found, decisions, loose)
    taken = {step.number: step.decision for step in encounter.steps}
    steps = tuple((taken.get(n), each or Expectation()) for n, each in expectations.items())
    return Scenario(toml.file, toml, encounter, table.clauses if table else (), steps)


def _expectation(step: dict[str, Any], toml: Toml, number: int) -> Expectation:
    own = {key: value for key, value in step.items() if key in EXPECTATION}
    expectation = structure(make(), own, Expectation, toml, ("step", number))
    faults = list(_faults_of_expectation(expectation, "round" in step, toml, ("step", number)))
    if faults:
        raise Faults(toml.file, tuple(faults))
    return expectation


def _faults_of_expectation(expected: Expectation, in_round: bool, toml: Toml, at: Where) -> Iterator[Fault]:
    if in_round:
        yield toml.fault((*at, "round"), "a scenario's steps come one by one: expect the round instead")
    try:
        Scripted(expected.dice)
    except DiceError as error:
        yield toml.fault((*at, "dice"), error.sentence, **error.figures)
    if expected.refused and (expected.dice or expected.expect):
        yield toml.fault((*at, "refused"), "a refused step has no dice, and nothing comes of it")
    for name in expected.expect:
        if "." not in name and name not in FIGURES:
            yield unknown_name(name, list(FIGURES), toml, (*at, "expect", name))


def _without(step: dict[str, Any], keys: Collection[str]) -> dict[str, Any]:
    return {key: value for key, value in step.items() if key not in keys}


def _faults_of_order(
    tables: Mapping[int, dict[str, Any]], steps: Mapping[int, dict[str, Any]], toml: Toml
) -> Iterator[Fault]:
    """The fight starts with the first step, and never again."""
    starts = [number for number, step in steps.items() if step == {"do": "start"}]
    if 0 not in starts:
        yield toml.fault(("step",), 'the first step of a scenario is do = "start"')
    for number in starts:
        if number:
            yield toml.fault(("step", number, "do"), "the fight has started already")
        if "refused" in tables[number]:
            yield toml.fault(("step", number, "refused"), "the start of a fight is never refused")


def _faults_of_clauses(clauses: Any, rules: Ruleset, toml: Toml) -> Iterator[Fault]:
    for number, clause in enumerate(clauses if isinstance(clauses, list) else ()):
        if isinstance(clause, str) and clause not in rules.book.clauses:
            sentence = "the ruleset has no clause {clause}"
            yield toml.fault(("clauses", number), sentence, clause=repr(clause))


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
