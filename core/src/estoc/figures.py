"""What a ruleset says of its sheets' and weapons' fields: the range of a whole number, the table of a name.

>>> from attrs import frozen
>>> @frozen
... class Sheet:
...     HP: int = figure(at_least=0, at_most=99, clause="p. 4", says="hit points")
...     size: str = named("medium", table="sizes")
>>> Sheet(HP=-3)
Traceback (most recent call last):
estoc.errors.Fault: expected at least 0, found -3
"""

from __future__ import annotations

from typing import Any

from attrs import NOTHING, Attribute, field

from estoc.errors import Fault


def figure(
    default: Any = NOTHING,
    *,
    at_least: int | None = None,
    at_most: int | None = None,
    clause: str = "",
    says: str = "",
) -> Any:
    """A whole number from `at_least` to `at_most`, both included; `says` is what it is, for display.

    A value out of the range, or that is no whole number, raises Fault, whose path is the field's name.
    """

    def check(_: object, attribute: Attribute[Any], value: object) -> None:
        if not isinstance(value, int) or isinstance(value, bool):
            raise Fault(attribute.name, "expected a whole number, found {value}", value=repr(value))
        if at_least is not None and value < at_least:
            sentence = "expected at least {at_least}, found {value}"
            raise Fault(attribute.name, sentence, at_least=at_least, value=value)
        if at_most is not None and value > at_most:
            sentence = "expected at most {at_most}, found {value}"
            raise Fault(attribute.name, sentence, at_most=at_most, value=value)

    metadata = {"at_least": at_least, "at_most": at_most, "clause": clause, "says": says}
    return field(default=default, validator=check, metadata=metadata)


def named(default: Any = NOTHING, *, table: str, clause: str = "", says: str = "") -> Any:
    """A text, or a tuple of texts, that must be a key of the ruleset's table of this name.

    Nothing is checked here, where no ruleset is known, but when the ruleset reads the value.
    """
    return field(default=default, metadata={"table": table, "clause": clause, "says": says})
