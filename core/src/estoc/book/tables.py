"""Tables of `ruleset.toml`: read with a die, whose every face is in one row, or by a name or a number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from attrs import field, frozen

from estoc.book.model import FaceTable, Row, Table, ValueTable
from estoc.errors import Fault
from estoc.figures import figure
from estoc.notation import MAX_SIDES
from estoc.toml import Toml


@frozen
class RowTable:
    """A row as the file gives it."""

    faces: tuple[int, ...] = field()
    result: Any

    @faces.validator
    def _one_or_two(self, _: object, faces: tuple[int, ...]) -> None:
        if len(faces) not in (1, 2) or faces[0] > faces[-1]:
            raise Fault("faces", "faces are [first, last], or [face] alone; found {found}", found=[*faces])


@frozen
class TableTable:
    """A table as the file gives it."""

    die: int = figure(0, at_least=0, at_most=MAX_SIDES)
    rows: tuple[RowTable, ...] = ()
    values: list[Any] | dict[str, Any] | None = None
    clause: str = ""
    says: str = ""
    ours: bool = False


def read_tables(given: Mapping[str, TableTable]) -> dict[str, Table]:
    """The tables that a file gives, by name."""
    return {name: _read(name, table) for name, table in given.items()}


def _read(name: str, table: TableTable) -> Table:
    if table.values is not None:
        values = tuple(table.values) if isinstance(table.values, list) else table.values
        return ValueTable(name, values, table.clause, table.ours)
    rows = tuple(Row((row.faces[0], row.faces[-1]), row.result) for row in table.rows)
    return FaceTable(name, table.die, rows, table.clause, table.ours)


def table_faults(name: str, table: TableTable, toml: Toml) -> Iterator[Fault]:
    """What is wrong with a table as a whole: each face of its die must be in one row."""
    at = ("table", name)
    if (table.values is not None) == bool(table.die):
        yield toml.fault(at, "a table needs either a die of 1 face or more and rows, or values")
    elif table.values is None:
        yield from _face_faults(name, table, toml)


def _face_faults(name: str, table: TableTable, toml: Toml) -> Iterator[Fault]:
    met: Counter[int] = Counter()
    for number, row in enumerate(table.rows):
        at = ("table", name, "rows", number)
        first, last = row.faces[0], row.faces[-1]
        for face in (first, last):
            if not 1 <= face <= table.die:
                yield toml.fault(at, "face {face} isn't on a d{die}", face=face, die=table.die)
        met.update(range(max(first, 1), min(last, table.die) + 1))
    for faces in _runs(face for face in range(1, table.die + 1) if face not in met):
        yield toml.fault(("table", name), "no row has face {face} of the d{die}", face=faces, die=table.die)
    for faces in _runs(sorted(face for face in met if met[face] > 1)):
        yield toml.fault(("table", name), "face {face} is in more than one row", face=faces)


def _runs(faces: Iterable[int]) -> Iterator[str]:
    """Rising numbers, neighbours as one: `3`, `5-8`."""
    for _, run in groupby(enumerate(faces), lambda pair: pair[1] - pair[0]):
        numbers = [number for _, number in run]
        yield str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"
