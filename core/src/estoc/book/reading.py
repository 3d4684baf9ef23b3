"""A book made from the data of `ruleset.toml`, with every fault of the file at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs
from attrs import field, frozen
from cattrs import Converter

from estoc.book.model import (
    STEPS,
    Action,
    Book,
    Clause,
    FaceTable,
    Names,
    Row,
    Ruling,
    Source,
    Table,
    ValueTable,
    merged,
)
from estoc.combat import VERBS
from estoc.converter import nearest, structure
from estoc.effects import Effect
from estoc.errors import Fault, Faults
from estoc.toml import Toml
from estoc.toml_lines import Where


@frozen
class Classes:
    """The ruleset's own classes, found by these names beside its rules."""

    Sheet: type
    Weapon: type
    Armour: type
    Circumstances: type


@frozen
class _Rows:
    """A table as the file gives it."""

    die: int = 0
    rows: tuple[dict[str, Any], ...] = ()
    values: Any = None
    clause: str = ""
    says: str = ""
    ours: bool = False


@frozen
class _Data:
    """What `ruleset.toml` may hold."""

    interface: int
    title: str
    language: str
    health: tuple[str, ...]
    blow: tuple[str, ...]
    below_zero: tuple[str, ...] = ()
    declares: bool = False
    passes: bool = False
    round_lasts: str = ""
    leaves_out: tuple[str, ...] = ()
    source: Source = Source()
    action: Mapping[str, Action] = field(factory=dict)
    effect: Mapping[str, Effect] = field(factory=dict)
    table: Mapping[str, _Rows] = field(factory=dict)
    ruling: Mapping[str, Ruling] = field(factory=dict)
    clause: Mapping[str, Clause] = field(factory=dict)
    weapon: Mapping[str, dict[str, Any]] = field(factory=dict)
    armour: Mapping[str, dict[str, Any]] = field(factory=dict)
    sheet: Mapping[str, dict[str, Any]] = field(factory=dict)


def read_book(
    name: str,
    data: Mapping[str, Any],
    classes: Classes,
    converter: Converter,
    toml: Toml,
    rulings: Mapping[str, str] | None = None,
    amendment: Mapping[str, Any] | None = None,
) -> Book:
    """The book of a ruleset, with these rulings chosen and this amendment over its data.

    Raises Faults with everything that is wrong in the data.
    """
    chosen = _chosen(data, rulings or {})
    for key, choice in chosen.items():
        amends = data["ruling"][key].get("choice", {}).get(choice, {}).get("amends", {})
        data = merged(data, amends)
    data = merged(data, amendment or {})
    read = structure(converter, _keyed(data), _Data, toml)
    faults = list(_faults(read, toml))
    catalogues = {}
    for kind, cls in (("weapon", classes.Weapon), ("armour", classes.Armour), ("sheet", classes.Sheet)):
        catalogues[kind] = Names(_entries(getattr(read, kind), kind, cls, converter, toml, faults))
    named_tables = Names(dict(_tables(read.table, toml, faults)))
    for kind, entries in catalogues.items():
        for key, entry in entries.items():
            faults += dangling(entry, named_tables, toml, (kind, key))
    if faults:
        raise Faults(toml.file, tuple(faults))
    return Book(
        name=name,
        title=read.title,
        interface=read.interface,
        language=read.language,
        health=read.health,
        below_zero=read.below_zero,
        blow=read.blow,
        declares=read.declares,
        passes=read.passes,
        actions=read.action,
        effects=read.effect,
        weapons=catalogues["weapon"],
        armour=catalogues["armour"],
        sheets=catalogues["sheet"],
        tables=named_tables,
        rulings=Names({key: chosen.get(key, ruling.default) for key, ruling in read.ruling.items()}),
        open_questions=read.ruling,
        clauses=read.clause,
        leaves_out=read.leaves_out,
        source=read.source,
        ours=frozenset(
            (kind, key) for kind in catalogues for key in getattr(read, kind) if _is_ours(read, kind, key)
        ),
        round_lasts=read.round_lasts,
        circumstances=classes.Circumstances(),
    )


def likened(
    table: Mapping[str, Any], catalogue: Mapping[str, Mapping[str, Any]], seen: tuple[str, ...] = ()
) -> dict[str, Any]:
    """An entry over the one that it is `like`; marks of the catalogue aside."""
    own = {key: value for key, value in table.items() if key not in ("like", "ours")}
    like = str(table.get("like", ""))
    if like not in catalogue or like in seen:
        return own
    return {**likened(catalogue[like], catalogue, (*seen, like)), **own}


def dangling(value: Any, tables: Names, toml: Toml, at: Where) -> Iterator[Fault]:
    """The faults of fields that should hold a name of one of the ruleset's tables, and don't."""
    for each in attrs.fields(type(value)):
        if (table := each.metadata.get("table")) is None:
            continue
        held = getattr(value, each.name)
        names = [str(name) for name in tables[table].names()]
        for text in (held,) if isinstance(held, str) else tuple(held):
            if text and text not in names:
                yield unknown_name(text, names, toml, (*at, each.name))


def unknown_name(text: str, names: list[str], toml: Toml, at: Where) -> Fault:
    """The fault of a name that stands for nothing, with the nearest there is."""
    if near := nearest(text, names):
        return toml.fault(
            at, "unknown name {name}; did you mean {nearest}?", name=repr(text), nearest=repr(near)
        )
    return toml.fault(
        at, "unknown name {name}; known: {known}", name=repr(text), known=", ".join(names) or "-"
    )


# -- the parts ---------------------------------------------------------------------------------------
def _chosen(data: Mapping[str, Any], rulings: Mapping[str, str]) -> dict[str, str]:
    asked = data.get("ruling", {})
    defaults = {key: table.get("default", "") for key, table in asked.items() if isinstance(table, Mapping)}
    return {**defaults, **{key: choice for key, choice in rulings.items() if key in asked}}


def _keyed(data: Mapping[str, Any]) -> dict[str, Any]:
    keyed = dict(data)
    for kind in ("action", "effect", "ruling", "clause"):
        if isinstance(tables := data.get(kind), Mapping):
            keyed[kind] = {k: {"key": k, **t} if isinstance(t, Mapping) else t for k, t in tables.items()}
    return keyed


def _is_ours(read: _Data, kind: str, key: str) -> bool:
    return bool(getattr(read, kind)[key].get("ours"))


def _entries(
    tables: Mapping[str, dict[str, Any]],
    kind: str,
    cls: type,
    converter: Converter,
    toml: Toml,
    faults: list[Fault],
) -> dict[str, Any]:
    entries = {}
    for key, table in tables.items():
        if (like := table.get("like")) is not None and like not in tables:
            faults.append(unknown_name(str(like), list(tables), toml, (kind, key, "like")))
        try:
            entries[key] = entry_of(key, likened(table, tables), cls, converter, toml, (kind, key))
        except Faults as found:
            faults.extend(found.faults)
    return entries


def entry_of(key: str, table: dict[str, Any], cls: type, converter: Converter, toml: Toml, at: Where) -> Any:
    """A catalogue's entry, its key as its name where its class has one. Raises Faults."""
    named = {"name": key, **table} if "name" in attrs.fields_dict(cls) else table
    return structure(converter, named, cls, toml, at)


def _tables(given: Mapping[str, _Rows], toml: Toml, faults: list[Fault]) -> Iterator[tuple[str, Table]]:
    for name, table in given.items():
        if table.values is not None:
            values = tuple(table.values) if isinstance(table.values, list) else table.values
            yield name, ValueTable(name, values, table.clause, table.ours)
            continue
        rows = []
        for number, row in enumerate(table.rows):
            faces = row.get("faces")
            if set(row) != {"faces", "result"} or faces is None or not _are_faces(faces):
                sentence = "a row is {{ faces = [first, last], result = ... }}"
                faults.append(toml.fault(("table", name, "rows", number), sentence))
            else:
                rows.append(Row((faces[0], faces[-1]), row["result"]))
        faults += _gaps(name, table.die, rows, toml)
        yield name, FaceTable(name, table.die, tuple(rows), table.clause, table.ours)


def _are_faces(faces: Any) -> bool:
    return isinstance(faces, list) and len(faces) in (1, 2) and all(type(face) is int for face in faces)


def _gaps(name: str, die: int, rows: list[Row], toml: Toml) -> Iterator[Fault]:
    at = ("table", name)
    if die < 1:
        yield toml.fault(at, "a table needs a die of 1 face or more and rows, or values")
        return
    met = sorted(face for row in rows for face in range(row.faces[0], row.faces[1] + 1))
    if len(met) > 100_000:
        yield toml.fault(at, "the rows cover {count} faces, expected {die}", count=len(met), die=die)
        return
    for face in sorted(set(range(1, die + 1)) - set(met)):
        yield toml.fault(at, "no row has face {face} of the d{die}", face=face, die=die)
    for face in sorted(set(met)):
        if met.count(face) > 1:
            yield toml.fault(at, "face {face} is in more than one row", face=face)
        if not 1 <= face <= die:
            yield toml.fault(at, "face {face} isn't on a d{die}", face=face, die=die)


def _faults(read: _Data, toml: Toml) -> Iterator[Fault]:
    """What no single value shows: names that must stand for something, and what doesn't go together."""
    for number, step in enumerate(read.blow):
        if step not in STEPS or step in read.blow[:number]:
            yield toml.fault(("blow",), "{step} is no step, or there twice; the steps are {steps}",
                             step=repr(step), steps=", ".join(STEPS))  # fmt: skip
    if read.passes and not read.declares:
        yield toml.fault(
            ("passes",), "passes are only for games in which actions are declared: set declares too"
        )
    for key, action in read.action.items():
        if key in VERBS or key in ("start",):
            yield toml.fault(
                ("action", key), "{key} is a decision of the core: name the action otherwise", key=repr(key)
            )
        for part in ("grants", "gives", "clears"):
            for effect in getattr(action, part):
                if effect not in read.effect:
                    yield unknown_name(effect, list(read.effect), toml, ("action", key, part))
    for key, ruling in read.ruling.items():
        if ruling.default not in ruling.choice:
            yield unknown_name(ruling.default, list(ruling.choice), toml, ("ruling", key, "default"))
    for name in read.below_zero:
        if name not in read.health:
            yield unknown_name(name, list(read.health), toml, ("below_zero",))
