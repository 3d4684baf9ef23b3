"""A scenario read from its file, with all that is wrong in it told at once."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from attrs import field, frozen

from estoc.book.reading import unknown_name
from estoc.combat import Decision
from estoc.converter import make, structure
from estoc.dice import Scripted
from estoc.encounter import Encounter, EncounterTable, encounter_of, named_in, written
from estoc.errors import DiceError, Fault, Faults
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
