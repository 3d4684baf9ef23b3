"""A ruleset's data, read from `ruleset.toml` and amended by the fight."""

from estoc.book.model import (
    RESULTS,
    STEPS,
    Action,
    Book,
    Choice,
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
from estoc.book.reading import Classes, read_book

__all__ = [
    "RESULTS",
    "STEPS",
    "Action",
    "Book",
    "Choice",
    "Classes",
    "Clause",
    "FaceTable",
    "Names",
    "Row",
    "Ruling",
    "Source",
    "Table",
    "ValueTable",
    "merged",
    "read_book",
]
