"""Titled tables: drawn at a terminal, in plain columns elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from estoc.report.plain import plain

Row = tuple[str, ...]


@frozen
class Section:
    """A title and rows beneath it, with a header unless that is empty."""

    title: str
    header: Row
    rows: tuple[Row, ...]


def lines(sections: Iterable[Section]) -> Iterator[str]:
    """Sections as plain lines, an empty line after each."""
    for section in sections:
        yield from columns(section)
        yield ""


def columns(section: Section) -> Iterator[str]:
    """The title, then columns as wide as what they hold; a column with nothing in it is left out."""
    yield section.title
    rows = [tuple(map(plain, row)) for row in (section.header, *section.rows) if row]
    used = [
        number for number in range(len(rows[0])) if any(row[number] for row in rows[-len(section.rows) :])
    ]
    widths = {number: max(len(row[number]) for row in rows) for number in used}
    for row in rows:
        yield ("  " + "  ".join(row[number].ljust(widths[number]) for number in used)).rstrip()


def draw(sections: Iterable[Section]) -> None:
    """Draw sections on the terminal, as wide as it is."""
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    for section in sections:
        console.print(Text(plain(section.title), style="bold"))
        table = Table(box=SIMPLE, show_header=bool(section.header))
        for name in section.header or section.rows[0]:
            table.add_column(Text(plain(name)))
        for row in section.rows:
            table.add_row(*(Text(plain(cell)) for cell in row))
        console.print(table)
