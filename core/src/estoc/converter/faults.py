"""What is wrong with a value from outside, as faults with their paths, lines and nearest names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, TypeVar

from attrs import field, fields, frozen
from cattrs import Converter
from cattrs.errors import (
    AttributeValidationNote,
    BaseValidationError,
    ForbiddenExtraKeysError,
    IterableValidationNote,
)

from estoc.errors import EstocError, Fault, Faults
from estoc.toml import Toml, written
from estoc.toml_lines import Where

T = TypeVar("T")

JSON = "<json>"
"""What stands for the file's name in the faults of a value that came from no file."""

_LONGEST_SHOWN = 60


@frozen
class Phrase:
    """A part of a sentence, itself with slots and translated like a sentence, such as `a table`."""

    sentence: str
    figures: Mapping[str, object] = field(factory=dict)

    def __str__(self) -> str:
        return self.sentence.format_map(self.figures)


def structure(
    converter: Converter, data: object, cls: type[T], toml: Toml | None = None, at: Where = ()
) -> T:
    """The `cls` that `data`, found at `at` in `toml`, describes; raises Faults with all that is wrong."""
    try:
        return converter.structure(data, cls)
    except (BaseValidationError, ForbiddenExtraKeysError, EstocError, ValueError, TypeError) as error:
        found = faults(error, toml, at)
    raise Faults(toml.file if toml else JSON, found)


def faults(error: Exception, toml: Toml | None, at: Where = ()) -> tuple[Fault, ...]:
    """Every fault in what the converter raised for the value at `at`.

    An exception that no fault of the data explains is raised again.
    """
    return tuple(_placed(path, cause, toml) for path, cause in _causes(error, at))


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The one of `names` that somebody who wrote `name` most likely meant, whatever the case."""
    folded = {known.casefold(): known for known in names}
    near = get_close_matches(name.casefold()[:_LONGEST_SHOWN], folded, n=1)
    return folded[near[0]] if near else None


# -- the sentences -----------------------------------------------------------------------------------
def unexpected(expected: Phrase, value: object) -> Fault:
    """The fault of a value that isn't what `expected` says."""
    return Fault("", "expected {expected}, found {found}", expected=expected, found=_found(value))


def not_one_of(value: object, valid: Iterable[object]) -> Fault:
    """The fault of a value that isn't one of those that are `valid`."""
    choices, found = ", ".join(map(_shown, valid)), _found(value)
    near = (
        nearest(value, [name for name in valid if isinstance(name, str)]) if isinstance(value, str) else None
    )
    if near is None:
        return Fault("", "expected one of {expected}; found {found}", expected=choices, found=found)
    sentence = "expected one of {expected}; found {found}: did you mean {nearest}?"
    return Fault("", sentence, expected=choices, found=found, nearest=_shown(near))


def _unknown_key(key: str, valid: list[str]) -> Fault:
    if near := nearest(key, valid):
        return Fault("", "unknown key {key}; did you mean {nearest}?", key=_shown(key), nearest=_shown(near))
    keys = ", ".join(map(_shown, valid))
    return Fault("", "unknown key {key}; the keys here are {keys}", key=_shown(key), keys=keys)


def _found(value: object) -> Phrase:
    match value:
        case None:
            return Phrase("nothing")
        case bool():
            return Phrase("{value}", {"value": _shown(value)})
        case int() | float():
            return Phrase("the number {value}", {"value": _shown(value)})
        case str():
            return Phrase("the text {value}", {"value": _shown(value)})
        case dict():
            return Phrase("a table")
        case list() | tuple():
            return Phrase("a list")
    return Phrase("the date or time {value}", {"value": _shown(value)})


def _shown(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int() if value.bit_length() > 200:  # thousands of digits, which Python refuses to write
            return f"{hex(value)[:20]}..."
        case str() if len(value) > _LONGEST_SHOWN:
            return f"{value[:_LONGEST_SHOWN]!r}..."
        case str() | int() | float():
            return repr(value)
    return str(value)


# -- out of the exceptions ---------------------------------------------------------------------------
def _causes(error: Exception, at: Where) -> Iterator[tuple[Where, EstocError]]:
    match error:
        case BaseValidationError():
            for inner in error.exceptions:
                yield from _causes(inner, (*at, *_step(inner)))
        case ForbiddenExtraKeysError():
            valid = [attribute.name.rstrip("_") for attribute in fields(error.cl) if attribute.init]
            for key in sorted(error.extra_fields):
                yield (*at, key), _unknown_key(key, valid)
        case KeyError(args=(key,)) if at[-1:] == (key,):
            yield at[:-1], Fault("", "the key {key} is missing", key=_shown(key))
        case EstocError():
            yield at, error
        case ValueError() | TypeError():
            yield at, EstocError(str(error).replace("{", "{{").replace("}", "}}"))
        case _:
            raise error


def _step(error: Any) -> Where:
    for note in getattr(error, "__notes__", ()):
        if isinstance(note, AttributeValidationNote):
            return (note.name.rstrip("_"),)
        if isinstance(note, IterableValidationNote):
            return (note.index,)
    return ()


def _placed(path: Where, cause: EstocError, toml: Toml | None) -> Fault:
    fault = toml.fault(path, cause.sentence) if toml else Fault(written(path), cause.sentence)
    fault.figures.update(cause.figures)
    return fault
