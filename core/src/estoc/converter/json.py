"""Values as JSON and back, by the strict converter."""

from __future__ import annotations

import json
from typing import Any, NoReturn, TypeVar

from cattrs import Converter

from estoc.converter.faults import JSON, structure
from estoc.errors import Fault, Faults
from estoc.toml import MAX_DEPTH, nested_deeper

T = TypeVar("T")

_WRITER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def to_json(converter: Converter, value: object, cls: Any = None) -> str:
    """A value as compact JSON on one line; `cls` is its declared type, where that is a union."""
    return _WRITER.encode(converter.unstructure(value, unstructure_as=cls))


def from_json(converter: Converter, text: str, cls: type[T]) -> T:
    """The `cls` that a JSON text describes; raises Faults for bad JSON and for a bad shape alike."""
    return structure(converter, _loaded(text), cls)


def _loaded(text: str) -> object:
    try:
        data = json.loads(text, object_pairs_hook=_table, parse_constant=_no_number)
        if nested_deeper(data, MAX_DEPTH):
            raise RecursionError
    except RecursionError:
        fault = Fault("", "nested more than {limit} deep", limit=MAX_DEPTH)
    except json.JSONDecodeError as error:
        sentence = "not JSON: {reason} (column {column})"
        fault = Fault("", sentence, line=error.lineno, reason=error.msg, column=error.colno)
    except Fault as error:
        fault = error
    except ValueError as error:  # a number of thousands of digits
        fault = Fault("", "not JSON: {reason}", reason=str(error))
    else:
        return data
    raise Faults(JSON, (fault,))


def _table(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Fault("", "the key {key} stands twice in one table", key=repr(twice))
    return table


def _no_number(name: str) -> NoReturn:
    raise Fault("", "{found} is no number", found=name)
