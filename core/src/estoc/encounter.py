"""A fight as a game master writes it down: who meets whom, under which rulings, and what they do."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from attrs import field, frozen

from estoc.amending import amended
from estoc.combat import Amendments, Combat, Combatant, Decision
from estoc.converter import make, structure
from estoc.errors import EstocError, Fault, RulesetNotFound
from estoc.figures import figure
from estoc.grammar import Found, Known, Reader
from estoc.ruleset import Ruleset, load
from estoc.toml import Toml, parse, read

MAX_COMBATANTS = 100_000


@frozen(kw_only=True)
class EncounterTable:
    """What the file may hold."""

    ruleset: str
    title: str = ""
    seed: int | str | None = None
    rounds: int = figure(100, at_least=1, at_most=10_000)
    rulings: Mapping[str, str] = field(factory=dict)
    combatant: tuple[dict[str, Any], ...] = ()
    step: tuple[dict[str, Any], ...] = ()
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
    """The encounter in a file, by the ruleset that it names.

    Raises FileError, Faults with all that is wrong in the file, and what loading a ruleset raises.
    """
    return _encounter(read(path), rules)


def parse_encounter(text: str, rules: Ruleset | None = None, file: str = "encounter") -> Encounter:
    """The encounter that a text describes; `file` is how faults call it. Raises as `read_encounter` does."""
    return _encounter(parse(text.encode("utf-8", "surrogatepass"), file), rules)


def _encounter(toml: Toml, rules: Ruleset | None) -> Encounter:
    found = Found(toml.file)
    table = found.attempt(structure, make(), toml.data, EncounterTable, toml)
    rules = rules or named_in(toml, found)
    return encounter_of(rules, table, toml, found, written(toml, "step"))


def named_in(toml: Toml, found: Found) -> Ruleset:
    """The ruleset that a file names, or the folder that it names relative to itself. Raises Faults."""
    name = toml.data.get("ruleset")
    if not isinstance(name, str):
        found.done()
    try:
        return load(beside(toml.file, str(name)))
    except RulesetNotFound as error:
        found.add([toml.fault(("ruleset",), error.sentence, **error.figures)])
        found.done()
        raise


def beside(path: str, ruleset: str) -> str:
    """A ruleset's name, or the folder that it names relative to the file."""
    if "/" not in ruleset and os.sep not in ruleset:
        return ruleset
    return os.path.join(os.path.dirname(path), ruleset)


def encounter_of(
    rules: Ruleset,
    table: EncounterTable | None,
    toml: Toml,
    found: Found,
    steps: Mapping[int, dict[str, Any]],
    loose: Collection[int] = (),
) -> Encounter:
    """The encounter of a file, whose table is None where it is at fault as a whole; of its steps, the names
    in those that are `loose` may stand for nothing. Raises Faults with those found before, too."""
    amendments, reader = amended(rules, toml, found)
    company = list(_company(reader, written(toml, "combatant"), found))
    read_steps = list(_steps(reader, steps, found))
    joiners = [step.decision.combatant for step in read_steps if step.decision.combatant is not None]
    everybody = [*(combatant for _, combatant in company), *joiners]
    known = Known.of(everybody, reader.book, rules.classes.Sheet, toml)
    for number, combatant in company:
        found.add(known.in_orders(combatant.orders, ("combatant", number)))
    for step in read_steps:
        found.add(() if step.number in loose else known.in_step(step.decision, ("step", step.number)))
    found.add(_faults_of_company(company, toml, complete=not found.faults))
    found.done()
    assert table is not None  # or there would be faults
    fighters = tuple(combatant for _, combatant in company)
    return Encounter(
        rules, fighters, tuple(read_steps), toml.file, table.title, table.seed, table.rounds, amendments
    )


def written(toml: Toml, key: str) -> dict[int, dict[str, Any]]:
    """What a list holds that are tables, by their numbers: what else is there is said of the list."""
    tables = toml.data.get(key)
    listed = enumerate(tables if isinstance(tables, list) else ())
    return {number: table for number, table in listed if isinstance(table, dict)}


# -- its tables ----------------------------------------------------------------------------------------
def _company(
    reader: Reader, tables: Mapping[int, dict[str, Any]], found: Found
) -> Iterator[tuple[int, Combatant]]:
    """Everybody, with the number of their table."""
    entered = 0
    for number, table in tables.items():
        for combatant in found.attempt(reader.combatants, table, ("combatant", number), entered) or ():
            entered += 1
            yield number, combatant


def _steps(reader: Reader, tables: Mapping[int, dict[str, Any]], found: Found) -> Iterator[Step]:
    for number, table in tables.items():
        if table != {"do": "start"} and (step := found.attempt(_step, reader, table, number)):
            yield step


def _step(reader: Reader, table: dict[str, Any], number: int) -> Step:
    at = ("step", number)
    own = {key: value for key, value in table.items() if key == "round"}
    when = structure(reader.converter, own, When, reader.toml, at)
    rest = {key: value for key, value in table.items() if key != "round"}
    return Step(reader.decision(rest, at), when.round, reader.toml, number)


def _faults_of_company(
    company: list[tuple[int, Combatant]], toml: Toml, *, complete: bool
) -> Iterator[Fault]:
    """What is wrong with the company as a whole: names, and, where all of it could be read, sides."""
    if len(company) > MAX_COMBATANTS:
        yield toml.fault((), "{count} combatants, at most {limit}", count=len(company), limit=MAX_COMBATANTS)
    if complete and not company:
        yield toml.fault((), "nobody fights: write a [[combatant]] for each")
    elif complete and len({each.side for _, each in company}) < 2:
        side = repr(company[0][1].side)
        yield toml.fault((), "all are on the side {side}: a fight needs two sides", side=side)
    tables = {each.name: number for number, each in company}
    for name, times in Counter(each.name for _, each in company).items():
        if times > 1:
            sentence = "{times} combatants are called {name}: names must differ; count = {times} numbers them"
            yield toml.fault(("combatant", tables[name], "name"), sentence, times=times, name=repr(name))
