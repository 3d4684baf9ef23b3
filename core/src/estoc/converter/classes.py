"""Tables as attrs classes: unknown and missing keys, wrong types and validators, all in one go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
from cattrs import Converter
from cattrs.errors import AttributeValidationNote, ClassValidationError, ForbiddenExtraKeysError

from estoc.converter.faults import Phrase, unexpected

_WRONG = object()


def class_hook(cls: Any, converter: Converter) -> Callable[[Any, Any], Any]:
    """The hook that reads a table as a `cls`."""
    build = converter.gen_structure_attrs_fromdict(cls)
    reserved = {each.name[:-1]: each.name for each in attrs.fields(cls) if each.name.endswith("_")}

    def hook(value: Any, _: object) -> Any:
        if not isinstance(value, dict):
            raise unexpected(Phrase("a table"), value)
        if reserved:  # `with_` in Python is `with` where it is written
            value = {reserved.get(key, key): each for key, each in value.items()}
        try:
            return build(value, cls)
        except ClassValidationError as error:
            if not any(attribute.validator for attribute in attrs.fields(cls)):
                raise
            raise _with_validators(error, value, cls, converter) from None

    return hook


def _with_validators(
    error: ClassValidationError, table: dict[str, Any], cls: Any, converter: Converter
) -> ClassValidationError:
    """The error with what every validator says: attrs stops at the first, and asks none before that."""
    wrong = {note.name for _, note in error.group_exceptions()[0]}
    said = _said_by_validators(_half_made({**table, **dict.fromkeys(wrong, _WRONG)}, cls, converter))
    kept = [one for one in error.exceptions if _is_placed(one)] if said else list(error.exceptions)
    return ClassValidationError("a table", [*kept, *said], cls)


def _is_placed(error: Exception) -> bool:
    return isinstance(error, ForbiddenExtraKeysError) or hasattr(error, "__notes__")


def _half_made(table: dict[str, Any], cls: Any, converter: Converter) -> Any:
    """A `cls` with those attributes alone that are right in the table, for validators and nobody else."""
    made = object.__new__(cls)
    for attribute in attrs.fields(cls):
        written = table.get(attribute.name, _WRONG)
        if written is not _WRONG:  # not tried again: in tables within tables, that would double at each
            value = converter.get_structure_hook(attribute.type)(written, attribute.type)
            object.__setattr__(made, attribute.name, value)
    return made


def _said_by_validators(made: Any) -> list[Exception]:
    said: list[Exception] = []
    for attribute in attrs.fields(type(made)):
        if attribute.validator and hasattr(made, attribute.name):
            try:
                attribute.validator(made, attribute, getattr(made, attribute.name))
            except AttributeError:  # it looks at another attribute, which isn't there
                continue
            except Exception as error:
                error.add_note(AttributeValidationNote("", attribute.name, attribute.type))
                said.append(error)
    return said
