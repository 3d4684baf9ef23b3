"""A book made from the data of `ruleset.toml`, with every fault of the file at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from typing import Any

import attrs
from attrs import field, frozen
from cattrs import Converter

from estoc.book.model import STEPS, Action, Book, Clause, Names, Ruling, Source, merged
from estoc.book.tables import TableTable, read_tables, table_faults
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
    table: Mapping[str, TableTable] = field(factory=dict)
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
    read = structure(converter, _keyed(data), _Data, toml)
    chosen = {key: (rulings or {}).get(key, ruling.default) for key, ruling in read.ruling.items()}
    amends = [read.ruling[key].amends(choice) for key, choice in chosen.items()]
    if any((*amends, amendment)):
        data = reduce(merged, [each for each in (*amends, amendment) if each], data)
        read = structure(converter, _keyed(data), _Data, toml)
    faults = list(_faults(read, classes, toml))
    catalogues = {}
    for kind, cls in (("weapon", classes.Weapon), ("armour", classes.Armour), ("sheet", classes.Sheet)):
        catalogues[kind] = Names(_entries(getattr(read, kind), kind, cls, converter, toml, faults))
    named_tables = Names(read_tables(read.table))
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
        rulings=Names(chosen),
        open_questions=read.ruling,
        clauses=read.clause,
        leaves_out=read.leaves_out,
        source=read.source,
        ours=frozenset(
            (kind, key) for kind in catalogues for key in getattr(read, kind) if _is_ours(read, kind, key)
        ),
        round_lasts=read.round_lasts,
        circumstances=classes.Circumstances(),
        catalogues={kind: getattr(read, kind) for kind in catalogues},
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


def like_faults(
    table: Mapping[str, Any], catalogue: Mapping[str, Mapping[str, Any]], toml: Toml, at: Where
) -> Iterator[Fault]:
    """The faults of an entry that is `like` nothing in the catalogue, or like itself in the end."""
    seen: list[str] = []
    while (like := table.get("like")) is not None:
        if not isinstance(like, str) or like not in catalogue:
            yield unknown_name(str(like), list(catalogue), toml, (*at, "like"))
            return
        if like in seen:
            yield toml.fault((*at, "like"), "{name} is like itself in the end", name=repr(like))
            return
        seen.append(like)
        table = catalogue[like]


def dangling(value: Any, tables: Names, toml: Toml, at: Where) -> Iterator[Fault]:
    """The faults of fields that should hold a name of one of the ruleset's tables, and don't."""
    for each in attrs.fields(type(value)):
        if (table := each.metadata.get("table")) is None:
            continue
        held = getattr(value, each.name)
        names = [str(name) for name in tables[table].names()] if table in tables else []
        for text in (held,) if isinstance(held, str) else tuple(held):
            if text and text not in names:
                yield unknown_name(text, names, toml, (*at, each.name))


def unknown_name(text: str, names: list[str], toml: Toml, at: Where) -> Fault:
    """The fault of a name that stands for nothing, with the nearest there is."""
    if near := nearest(text, names):
        return toml.fault(
            at, "unknown name {name}; did you mean {nearest}?", name=repr(text), nearest=repr(near)
        )
    return toml.fault(at, "unknown name {name}; known: {known}", name=repr(text), known=tuple(names) or "-")


# -- the parts ---------------------------------------------------------------------------------------
def _keyed(data: Mapping[str, Any]) -> dict[str, Any]:
    keyed = dict(data)
    for kind in ("action", "effect", "ruling", "clause"):
        if isinstance(tables := data.get(kind), Mapping):
            keyed[kind] = {k: {**t, "key": k} if isinstance(t, Mapping) else t for k, t in tables.items()}
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
        faults += like_faults(table, tables, toml, (kind, key))
        try:
            entries[key] = entry_of(key, likened(table, tables), cls, converter, toml, (kind, key))
        except Faults as found:
            faults.extend(found.faults)
    return entries


def entry_of(key: str, table: dict[str, Any], cls: type, converter: Converter, toml: Toml, at: Where) -> Any:
    """A catalogue's entry, its key as its name where its class has one. Raises Faults."""
    named = {"name": key, **table} if key and "name" in attrs.fields_dict(cls) else table
    return structure(converter, named, cls, toml, at)


def _faults(read: _Data, classes: Classes, toml: Toml) -> Iterator[Fault]:
    """What no single value shows: names that must stand for something, and what doesn't go together."""
    for number, step in enumerate(read.blow):
        if step not in STEPS or step in read.blow[:number]:
            sentence = "{step} is no step, or there twice; the steps are {steps}"
            yield toml.fault(("blow", number), sentence, step=repr(step), steps=", ".join(STEPS))
    if read.passes and not read.declares:
        sentence = "passes are only for games in which actions are declared: set declares too"
        yield toml.fault(("passes",), sentence)
    yield from _dangling_names("health", read.health, _names(classes.Sheet), toml)
    yield from _dangling_names("below_zero", read.below_zero, read.health, toml)
    for key, action in read.action.items():
        yield from _action_faults(key, action, read, classes, toml)
    for key, effect in read.effect.items():
        for part in ("on", "by"):
            if getattr(effect, part):
                sentence = "an effect's {part} is said when it begins, not in the data"
                yield toml.fault(("effect", key, part), sentence, part=part)
    for key, ruling in read.ruling.items():
        if ruling.default not in ruling.choice:
            yield unknown_name(ruling.default, list(ruling.choice), toml, ("ruling", key, "default"))
    for key, table in read.table.items():
        yield from table_faults(key, table, toml)
    for cls in attrs.astuple(classes, recurse=False):
        tables = [each.metadata["table"] for each in attrs.fields(cls) if "table" in each.metadata]
        yield from _dangling_names("table", tables, read.table, toml)


def _action_faults(key: str, action: Action, read: _Data, classes: Classes, toml: Toml) -> Iterator[Fault]:
    at = ("action", key)
    if key in (*VERBS, "start"):
        sentence = "{key} is a decision of the core: name the action otherwise"
        yield toml.fault(at, sentence, key=repr(key))
    for part in ("grants", "gives", "clears"):
        yield from _dangling_names((*at, part), getattr(action, part), read.effect, toml)
    yield from _dangling_names(
        (*at, "circumstances"), action.circumstances, _names(classes.Circumstances), toml
    )
    yield from _dangling_names((*at, "needs"), action.needs, action.circumstances, toml)
    if not action.cost:
        yield toml.fault((*at, "cost"), "no way to pay: leave the cost out where there is none")
    for number, cost in enumerate(action.cost):
        for token, count in cost.items():
            if count < 0:
                yield toml.fault((*at, "cost", number, token), "expected at least {at_least}, found {value}",
                                 at_least=0, value=count)  # fmt: skip


def _names(cls: type) -> list[str]:
    return [each.name for each in attrs.fields(cls)]


def _dangling_names(
    at: str | Where, names: Iterable[str], known: Iterable[str], toml: Toml
) -> Iterator[Fault]:
    where = (at,) if isinstance(at, str) else at
    for number, name in enumerate(names):
        if name not in known:
            yield unknown_name(name, list(known), toml, (*where, number))
