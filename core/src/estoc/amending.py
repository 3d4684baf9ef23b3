"""What a file changes in a ruleset's data: rulings chosen, and entries and tables over the ruleset's own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve

from estoc.book import FaceTable, Names, Table, ValueTable
from estoc.book.reading import unknown_name
from estoc.combat import Amendments
from estoc.converter import Phrase
from estoc.errors import Fault
from estoc.grammar import Found, Reader
from estoc.ruleset import Ruleset
from estoc.toml import Toml
from estoc.toml_lines import Where

CATALOGUES = {"weapon": "weapons", "armour": "armour", "sheet": "sheets"}
"""Tables of a file that add to a catalogue, and the field of the book that holds it."""

OTHER_KIND = "expected the same kind of value as in the ruleset's table, such as {example}; found {found}"


def amended(rules: Ruleset, toml: Toml, found: Found) -> tuple[Amendments, Reader]:
    """What the file changes in the ruleset's data, and what reads its tables by those data."""
    rulings = toml.data.get("rulings")
    rulings = rulings if isinstance(rulings, dict) else {}
    chosen = {key: choice for key, choice in rulings.items() if isinstance(choice, str)}
    found.add(_faults_of_rulings(rules, chosen, toml))
    known = rules.book.open_questions
    right = {key: choice for key, choice in chosen.items() if key in known and choice in known[key].choice}
    data = {kind: toml.data[kind] for kind in (*CATALOGUES, "table") if isinstance(toml.data.get(kind), dict)}
    unwritable = [*_unwritable(data, toml), *_faults_of_tables(rules, data.get("table", {}), toml)]
    found.add(unwritable)
    if not unwritable:
        text = json.dumps(data, ensure_ascii=False, sort_keys=True) if any(data.values()) else ""
        amendments = Amendments(tuple(sorted(right.items())), text)
        if reader := found.attempt(rules.reader, amendments, toml):
            return amendments, reader
    return Amendments(), _indulgent(rules.reader(Amendments(), toml), data)


def _faults_of_rulings(rules: Ruleset, chosen: Mapping[str, str], toml: Toml) -> Iterator[Fault]:
    for key, choice in chosen.items():
        if (ruling := rules.book.open_questions.get(key)) is None:
            yield unknown_name(key, list(rules.book.open_questions), toml, ("rulings", key))
        elif choice not in ruling.choice:
            yield unknown_name(choice, list(ruling.choice), toml, ("rulings", key))


def _faults_of_tables(rules: Ruleset, tables: Mapping[str, Any], toml: Toml) -> Iterator[Fault]:
    """A table over the ruleset's own is read as that one is, and holds the same kind of things."""
    for name, table in tables.items():
        base = rules.book.tables.get(name)
        if base is None or not isinstance(table, dict):
            continue
        by_die = isinstance(base, FaceTable)
        for key in ("values",) if by_die else ("die", "rows"):
            if key in table:
                sentence = "the ruleset reads this table by {how}: {key} has no place here"
                how = Phrase("a die") if by_die else Phrase("its values")
                yield toml.fault(("table", name, key), sentence, how=how, key=key)
        if isinstance(base, ValueTable) and isinstance(base.values, tuple) and "values" in table:
            yield from _faults_of_row(base.values, table["values"], toml, ("table", name, "values"))
        kinds = {type(each) for each in _held(base)}
        for where, value in _given(table):
            if kinds and type(value) not in kinds:
                example = repr(_held(base)[0])
                yield toml.fault(("table", name, *where), OTHER_KIND, example=example, found=repr(value))


def _faults_of_row(base: tuple[Any, ...], values: Any, toml: Toml, at: Where) -> Iterator[Fault]:
    """Values read by a number from 0 on: one in the place of each that the ruleset has, at the least."""
    if not isinstance(values, list) or len(values) < len(base):
        yield toml.fault(at, "expected a list of {count} values or more", count=len(base))


def _held(table: Table) -> list[Any]:
    if isinstance(table, FaceTable):
        return list(table.names())
    return list(table.values.values() if isinstance(table.values, Mapping) else table.values)


def _given(table: Mapping[str, Any]) -> Iterator[tuple[Where, Any]]:
    """What a table of the file holds, with where."""
    rows, values = table.get("rows"), table.get("values")
    for number, row in enumerate(rows if isinstance(rows, list) else ()):
        if isinstance(row, dict) and "result" in row:
            yield ("rows", number, "result"), row["result"]
    pairs = (
        values.items() if isinstance(values, dict) else enumerate(values if isinstance(values, list) else ())
    )
    for key, value in pairs:
        yield ("values", key), value


def _unwritable(value: Any, toml: Toml, at: Where = ()) -> Iterator[Fault]:
    """The faults of values that TOML has and a ruleset's data haven't: dates, times, and infinity."""
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _unwritable(each, toml, (*at, key))
    elif not isinstance(value, str | int) and not (isinstance(value, float) and abs(value) < float("inf")):
        yield toml.fault(at, "{found} can't be part of a ruleset's data", found=str(value))


def _indulgent(reader: Reader, data: Mapping[str, Any]) -> Reader:
    """A reader that knows the names of the file's own entries, which are at fault: each is told of once."""
    book = reader.book
    fields: dict[str, Any] = {
        field: Names({**getattr(book, field), **dict.fromkeys(data.get(kind, {}))})
        for kind, field in CATALOGUES.items()
    }
    raw = {kind: {**entries, **data.get(kind, {})} for kind, entries in book.catalogues.items()}
    return evolve(reader, book=evolve(book, **fields, catalogues=raw))
