"""A ruleset's data: what `ruleset.toml` says, as house rules and one fight amend it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import Factory, evolve, frozen

from estoc.effects import Effect
from estoc.errors import Refused

STEPS = ("hit", "critical", "react", "locate", "damage")
"""The steps that a blow may go through, in whatever order the ruleset's data give."""

RESULTS = {"hit": "hit", "critical": "critical", "answer": "react", "location": "locate", "damage": "damage"}
"""The argument of a hook by which it gets the result of a step."""


class Names(Mapping[str, Any]):
    """A mapping whose keys can be read as attributes too: `book.tables.locations`."""

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, Any] = {}) -> None:  # never changed
        self._items = dict(items)

    def __getitem__(self, key: str) -> Any:
        return self._items[key]

    def __getattr__(self, name: str) -> Any:
        try:
            return self._items[name]
        except KeyError:
            raise AttributeError(f"the ruleset's data have no {name!r}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)


@frozen
class Row:
    """A row of a table keyed by the faces of a die: from the first to the last face, both included."""

    faces: tuple[int, int]
    result: Any


@frozen
class FaceTable:
    """A table read with a die: `table[face]` is the result of the row that holds the face."""

    name: str
    die: int
    rows: tuple[Row, ...]
    clause: str = ""
    ours: bool = False
    """True: the source doesn't give it."""

    def __getitem__(self, face: int) -> Any:
        for row in self.rows:
            if row.faces[0] <= face <= row.faces[1]:
                return row.result
        raise KeyError(face)

    def names(self) -> tuple[Any, ...]:
        """The results, in the order of the rows."""
        return tuple(row.result for row in self.rows)


@frozen
class ValueTable:
    """A table read by a name, or by a number from 0: `table["head"]`, `table[2]`."""

    name: str
    values: Mapping[str, Any] | tuple[Any, ...]
    clause: str = ""
    ours: bool = False

    def __getitem__(self, key: Any) -> Any:
        return self.values[key]

    def get(self, key: str, default: Any = None) -> Any:
        """The value under a name, or the default."""
        return self.values.get(key, default) if isinstance(self.values, Mapping) else default

    def names(self) -> tuple[Any, ...]:
        """What it can be read by."""
        return tuple(self.values) if isinstance(self.values, Mapping) else tuple(range(len(self.values)))


Table = FaceTable | ValueTable


@frozen
class Action:
    """Something that can be done, as the data describe it."""

    key: str
    cost: tuple[Mapping[str, int], ...] = Factory(lambda: ({},))
    """Alternatives, each so many tokens of the budget; the first that can be paid is."""
    tags: tuple[str, ...] = ()
    blow: bool = False
    """Whether it goes through the steps of a blow."""
    answers: bool = False
    """Whether it is a reaction, tested within the blow that it answers."""
    against: tuple[str, ...] = ()
    """An answer: tags that the blow must all carry."""
    unless: tuple[str, ...] = ()
    """An answer: tags of which the blow may carry none."""
    stops: bool = False
    """An answer: whether success ends the blow."""
    using: tuple[str, ...] = ()
    """Tags that the weapon used must all carry; none: a blow takes any, or none where one has none."""
    circumstances: tuple[str, ...] = ()
    """Which circumstances may be given; a step that gives another is refused."""
    needs: tuple[str, ...] = ()
    """Circumstances that must be given."""
    grants: tuple[str, ...] = ()
    """Effects on the one who acts."""
    gives: tuple[str, ...] = ()
    """Effects on the target."""
    clears: tuple[str, ...] = ()
    """Effects that the one who acts is rid of."""
    clause: str = ""


@frozen
class Choice:
    """One way to read an open question, and the data that it amends."""

    says: str
    amends: Mapping[str, Any] = Factory(dict)


@frozen
class Ruling:
    """An open question of the source: the choices, and the one taken where nobody says otherwise."""

    key: str
    says: str
    default: str
    choice: Mapping[str, Choice]
    clause: str = ""

    def amends(self, choice: str) -> Mapping[str, Any]:
        """What a choice amends in the data; one that isn't there amends nothing."""
        return self.choice[choice].amends if choice in self.choice else {}


@frozen
class Clause:
    """What the source rules, in a sentence of ours; `shown` by scenarios, or by `estoc show`."""

    key: str
    says: str
    hook: str = ""
    shown: str = "scenario"


@frozen
class Source:
    """Where the rules come from, and under which terms."""

    title: str = ""
    author: str = ""
    url: str = ""
    licence: str = ""


@frozen
class Book:
    """The whole of it; hooks that name `book` get it as their fight amends it."""

    name: str
    title: str
    interface: int
    language: str
    health: tuple[str, ...]
    below_zero: tuple[str, ...]
    blow: tuple[str, ...]
    declares: bool
    passes: bool
    actions: Mapping[str, Action]
    effects: Mapping[str, Effect]
    weapons: Mapping[str, Any]
    armour: Mapping[str, Any]
    sheets: Mapping[str, Any]
    tables: Names
    """`book.tables.locations[7]`"""
    rulings: Names
    """`book.rulings.ties`: the choice taken."""
    open_questions: Mapping[str, Ruling]
    clauses: Mapping[str, Clause]
    leaves_out: tuple[str, ...]
    source: Source
    ours: frozenset[tuple[str, str]]
    """(catalogue, name) of what the source doesn't give."""
    round_lasts: str = ""
    circumstances: Any = None
    """The ruleset's `Circumstances` when nothing is said."""
    catalogues: Mapping[str, Mapping[str, Mapping[str, Any]]] = Factory(dict)
    """Raw entries of each catalogue, for what is `like` one of them."""

    def effect(self, effect: Effect, on: str, by: str) -> Effect:
        """An effect as it begins on somebody: what the rule left open comes from the data.

        Raises Refused where the data know no such effect.
        """
        if effect.until is not None:
            return evolve(effect, on=effect.on or on, by=effect.by or by)
        if (known := self.effects.get(effect.key)) is None:
            raise Refused("effect", "the ruleset has no effect {effect!r}", effect=effect.key)
        return evolve(known, until=known.until or "fight", on=effect.on or on, by=effect.by or by)


def merged(data: Mapping[str, Any], amendment: Mapping[str, Any]) -> dict[str, Any]:
    """Data with an amendment over it: tables are merged key by key, everything else is replaced."""
    result = dict(data)
    for key, value in amendment.items():
        old = result.get(key)
        both = isinstance(value, Mapping) and isinstance(old, Mapping)
        result[key] = merged(old, value) if both else value  # type: ignore[arg-type]  # narrowed by `both`
    return result
