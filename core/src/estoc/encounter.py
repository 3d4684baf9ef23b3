"""A fight as a game master writes it down: who meets whom, under which rulings, and what they do."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from attrs import field, frozen

from estoc.book.reading import unknown_name
from estoc.combat import Amendments, Combat, Combatant, Decision
from estoc.converter import make, structure
from estoc.errors import EstocError, Fault, Faults
from estoc.figures import figure
from estoc.grammar import Reader
from estoc.ruleset import Ruleset, load
from estoc.toml import Toml, read

CATALOGUES = ("weapon", "armour", "sheet")
MAX_COMBATANTS = 100_000


@frozen(kw_only=True)
class EncounterTable:
    """What the file may hold."""

    ruleset: str
    title: str = ""
    seed: int | str | None = None
    rounds: int = figure(100, at_least=1, at_most=10_000)
    rulings: Mapping[str, str] = field(factory=dict)
    combatant: tuple[Any, ...] = ()
    step: tuple[Any, ...] = ()
    weapon: Mapping[str, dict[str, Any]] = field(factory=dict)
    armour: Mapping[str, dict[str, Any]] = field(factory=dict)
    sheet: Mapping[str, dict[str, Any]] = field(factory=dict)
    table: Mapping[str, dict[str, Any]] = field(factory=dict)


@frozen
class When:
    """When a step is taken: from this round on, 0 for as soon as its doer is awaited."""

    round: int = figure(0, at_least=0)


@frozen(eq=False)
class Step:
    """A decision written down, where it stands in the file, and from which round on it is taken."""

    decision: Decision
    round: int
    toml: Toml
    number: int

    def fault(self, error: EstocError) -> Fault:
        """Something wrong with this step, as a fault of the file."""
        return self.toml.fault(("step", self.number), error.sentence, **error.figures)


@frozen(eq=False)
class Encounter:
    """A fight ready to begin, and its steps where they are written down."""

    rules: Ruleset
    combatants: tuple[Combatant, ...]
    steps: tuple[Step, ...] = ()
    file: str = ""
    title: str = ""
    seed: int | str | None = None
    rounds: int = 100
    amendments: Amendments = Amendments()

    def combat(self) -> Combat:
        """The fight before its first die."""
        return Combat(self.combatants, cap=self.rounds, amendments=self.amendments)


def read_encounter(path: str | os.PathLike[str], rules: Ruleset | None = None) -> Encounter:
    """The encounter in a file, by the ruleset that it names. Raises FileError, Faults, RulesetNotFound."""
    toml = read(path)
    table = structure(make(), toml.data, EncounterTable, toml)
    return encounter_of(rules or load(beside(path, table.ruleset)), table, toml)


def encounter_of(rules: Ruleset, table: EncounterTable, toml: Toml) -> Encounter:
    """The encounter of a file's table. Raises Faults."""
    amendments = amendments_of(rules, table, toml)
    reader = rules.reader(amendments, toml)
    found: list[Fault] = []
    combatants: list[Combatant] = []
    for number, each in enumerate(table.combatant):
        try:
            combatants += reader.combatants(each, ("combatant", number), len(combatants))
        except Faults as faults:
            found += faults.faults
    if not found:
        found += _faults_of_company(combatants, toml)
    steps = _steps(reader, table.step, found)
    if found:
        raise Faults(toml.file, tuple(found))
    return Encounter(
        rules, tuple(combatants), steps, toml.file, table.title, table.seed, table.rounds, amendments
    )


def amendments_of(rules: Ruleset, table: EncounterTable, toml: Toml) -> Amendments:
    """What the file changes in the ruleset's data. Raises Faults."""
    found = []
    for key, choice in table.rulings.items():
        if (ruling := rules.book.open_questions.get(key)) is None:
            found.append(unknown_name(key, list(rules.book.open_questions), toml, ("rulings", key)))
        elif choice not in ruling.choice:
            found.append(unknown_name(choice, list(ruling.choice), toml, ("rulings", key)))
    if found:
        raise Faults(toml.file, tuple(found))
    data = {kind: toml.data[kind] for kind in (*CATALOGUES, "table") if toml.data.get(kind)}
    text = json.dumps(data, ensure_ascii=False, sort_keys=True) if data else ""
    amendments = Amendments(tuple(sorted(table.rulings.items())), text)
    rules.amended(amendments, toml)
    return amendments


def _steps(reader: Reader, tables: Iterable[Any], found: list[Fault]) -> tuple[Step, ...]:
    steps = []
    for number, table in enumerate(tables):
        if table == {"do": "start"}:
            continue
        try:
            steps.append(_step(reader, table, number))
        except Faults as faults:
            found += faults.faults
    return tuple(steps)


def _step(reader: Reader, table: Any, number: int) -> Step:
    at = ("step", number)
    if not isinstance(table, dict):
        return Step(reader.decision(table, at), 0, reader.toml, number)
    own = {key: value for key, value in table.items() if key == "round"}
    when = structure(reader.converter, own, When, reader.toml, at)
    rest = {key: value for key, value in table.items() if key != "round"}
    return Step(reader.decision(rest, at), when.round, reader.toml, number)


def _faults_of_company(combatants: list[Combatant], toml: Toml) -> Iterable[Fault]:
    """What is wrong with the company as a whole: names, sides, numbers."""
    if not combatants:
        yield toml.fault((), "nobody fights: write a [[combatant]] for each")
        return
    if len(combatants) > MAX_COMBATANTS:
        yield toml.fault(
            (), "{count} combatants, at most {limit}", count=len(combatants), limit=MAX_COMBATANTS
        )
    if len({each.side for each in combatants}) < 2:
        yield toml.fault(
            (), "all are on the side {side}: a fight needs two sides", side=repr(combatants[0].side)
        )
    for name, times in Counter(each.name for each in combatants).items():
        if times > 1:
            number = [n for n, each in enumerate(toml.data["combatant"]) if each.get("name") == name][-1:]
            yield toml.fault(
                ("combatant", *number, "name"),
                "{times} combatants are called {name}: names must differ; count = {times} numbers them",
                times=times,
                name=repr(name),
            )


def beside(path: str | os.PathLike[str], ruleset: str) -> str:
    """A ruleset's name, or the folder that it names relative to the file."""
    if "/" not in ruleset and os.sep not in ruleset:
        return ruleset
    return os.path.join(os.path.dirname(os.fspath(path)), ruleset)
