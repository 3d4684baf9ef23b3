"""How each kind of value is read and written.

| in Python                        | in TOML and JSON                                            |
|----------------------------------|-------------------------------------------------------------|
| `int`, `float`, `bool`, `str`    | the same and nothing else: `true` is no number, `3` no text |
| `Fraction`                       | a whole number, or a text such as `"7/4"`                   |
| `Expression`                     | its text, `"34+1d8"`                                        |
| `Total`                          | a list of terms, `["label", 3]`, with the terms of a nested total third |
| a tuple, a list, a frozenset     | a list                                                      |
| a Mapping                        | a table; keys that are `int` are written as text            |
| an attrs class                   | a table, without unknown keys                               |
| a union with one class of a kind | whichever member fits what was found                        |
| a union of attrs classes         | a table whose key `is` holds the class's name               |

JSON's numbers and texts are kept within what every reader takes: 64 bits, finite, no lone surrogates.
"""

from __future__ import annotations

import math
import re
from collections import abc
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import chain, repeat
from typing import Any, Literal, get_args, get_origin

import attrs
from cattrs import Converter
from cattrs.errors import IterableValidationError, IterableValidationNote

from estoc.converter.classes import class_hook
from estoc.converter.faults import Phrase, not_one_of, unexpected
from estoc.converter.unions import is_union, tagged_out, union_hook
from estoc.errors import Fault
from estoc.notation import Expression
from estoc.totals import Term, Total

Hook = Callable[[Any, Any], Any]

MAX_WHOLE = 2**63 - 1

_LISTS: dict[Any, Callable[[Iterable[Any]], Any]] = {
    tuple: tuple,
    list: list,
    frozenset: frozenset,
    abc.Sequence: tuple,
}
_TABLES = (dict, abc.Mapping, abc.MutableMapping)
_FRACTION = re.compile("(-?[0-9]{1,4000})/([0-9]{1,4000})")
_WHOLE_KEY = re.compile("0|-?[1-9][0-9]{0,17}")


def make(*, omit_defaults: bool = False) -> Converter:
    """A new strict converter; with `omit_defaults` it leaves out what equals its default when it writes."""
    converter = Converter(
        forbid_extra_keys=True,
        omit_if_default=omit_defaults,
        unstruct_collection_overrides={frozenset: sorted},
    )
    for cls, hook in ((int, _whole), (float, _number), (bool, _truth), (str, _text), (Fraction, _fraction)):
        converter.register_structure_hook(cls, hook)
    converter.register_unstructure_hook(Fraction, _fraction_text)
    converter.register_structure_hook_factory(attrs.has, class_hook)
    converter.register_structure_hook_factory(_is_literal, _literal_hook)
    converter.register_structure_hook_factory(_is_list, _list_hook)
    converter.register_structure_hook_factory(_is_table, _table_hook)
    converter.register_structure_hook_factory(is_union, union_hook)
    converter.register_unstructure_hook_factory(is_union, tagged_out)
    _register_dice_and_totals(converter)
    return converter


def _register_dice_and_totals(converter: Converter) -> None:
    converter.register_structure_hook(Expression, _expression)
    converter.register_unstructure_hook(Expression, str)
    converter.register_structure_hook(Term, lambda value, _: _term(converter, value))
    converter.register_structure_hook(Total, lambda value, _: _total(converter, value))
    converter.register_unstructure_hook(Total, _total_rows)


# -- single values -----------------------------------------------------------------------------------
def _whole(value: object, _: object) -> int:
    if type(value) is not int:
        raise unexpected(Phrase("a whole number"), value)
    if not -MAX_WHOLE <= value <= MAX_WHOLE:
        raise unexpected(Phrase("a whole number within {limit}", {"limit": MAX_WHOLE}), value)
    return value


def _number(value: object, _: object) -> float:
    if type(value) is not float or not math.isfinite(value):
        raise unexpected(Phrase("a number with a decimal point"), value)
    return value


def _truth(value: object, _: object) -> bool:
    if type(value) is not bool:
        raise unexpected(Phrase("true or false"), value)
    return value


def _text(value: object, _: object) -> str:
    if type(value) is not str:
        raise unexpected(Phrase("a text"), value)
    if not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
        raise Fault("", "{found} holds half a character, a lone surrogate", found=repr(value))
    return value


def _fraction(value: object, _: object) -> Fraction:
    if type(value) is int:
        return Fraction(value)
    found = _FRACTION.fullmatch(value) if isinstance(value, str) else None
    if not found or not int(found[2]):
        raise unexpected(Phrase("a whole number or a fraction such as '7/4'"), value)
    return Fraction(int(found[1]), int(found[2]))


def _fraction_text(value: Fraction) -> int | str:
    return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def _expression(value: object, _: object) -> Expression:
    if type(value) is not str:
        raise unexpected(Phrase("dice as a text, such as '1d6+2'"), value)
    return Expression.parse(value)


def _is_literal(cls: Any) -> bool:
    return get_origin(cls) is Literal


def _literal_hook(cls: Any) -> Hook:
    valid = get_args(cls)

    def hook(value: object, _: object) -> object:
        for choice in valid:
            if choice == value and type(choice) is type(value):
                return choice
        raise not_one_of(value, valid)

    return hook


# -- totals ------------------------------------------------------------------------------------------
def _total(converter: Converter, value: object) -> Total:
    return Total.of(converter.structure(value, tuple[Term, ...]))


def _term(converter: Converter, value: object) -> Term:
    if not isinstance(value, (list, tuple)) or not 2 <= len(value) <= 3:
        raise unexpected(Phrase("a term: a label and a number"), value)
    label, number, *parts = value
    exact = _whole(number, int) if type(number) is int else _fraction(number, Fraction)
    return Term(_text(label, str), exact, _total(converter, parts[0]) if parts else None)


def _total_rows(total: Total) -> list[list[Any]]:
    return [_row(term) for term in total.terms]


def _row(term: Term) -> list[Any]:
    exact = term.value if isinstance(term.value, int) else _fraction_text(term.value)
    return [term.label, exact, *([_total_rows(term.parts)] if term.parts else [])]


# -- lists and tables --------------------------------------------------------------------------------
def _is_list(cls: Any) -> bool:
    return (get_origin(cls) or cls) in _LISTS


def _list_hook(cls: Any, converter: Converter) -> Hook:
    build, kinds = _LISTS[get_origin(cls) or cls], get_args(cls) or (Any, ...)
    count = len(kinds) if build is tuple and kinds[-1] is not ... else None
    hooks = [converter.get_structure_hook(kind) for kind in kinds if kind is not ...]

    def hook(value: Any, _: object) -> Any:
        if not isinstance(value, (list, tuple)):
            several = "a list, in which each table is written under [[...]] with two brackets"
            raise unexpected(Phrase(several if isinstance(value, dict) else "a list"), value)
        if count is None:
            return build(_each(cls, zip(range(len(value)), value, repeat(hooks[0]), repeat(kinds[0]))))
        if len(value) != count:
            raise Fault(
                "", "expected a list of {expected} values, found {found}", expected=count, found=len(value)
            )
        return build(_each(cls, zip(range(count), value, hooks, kinds, strict=True)))

    return hook


def _is_table(cls: Any) -> bool:
    return (get_origin(cls) or cls) in _TABLES


def _table_hook(cls: Any, converter: Converter) -> Hook:
    key, kind = get_args(cls) or (str, Any)
    key_hook = _whole_key if key is int else converter.get_structure_hook(key)
    one = converter.get_structure_hook(kind)
    raw = key is str and kind is Any

    def hook(value: Any, _: object) -> Any:
        if not isinstance(value, abc.Mapping):
            raise unexpected(Phrase("a table"), value)
        if raw and all(type(name) is str and name.isascii() for name in value):
            return dict(value)  # nothing to look into, and a large encounter has tens of thousands
        keys = zip(value, value, repeat(key_hook), repeat(key))
        done = _each(cls, chain(keys, zip(value, value.values(), repeat(one), repeat(kind))))
        return dict(zip(done[: len(value)], done[len(value) :], strict=True))

    return hook


def _whole_key(value: object, _: object) -> int:
    """A key is always text in TOML and JSON, so a whole number written as one is taken for it."""
    return int(value) if isinstance(value, str) and _WHOLE_KEY.fullmatch(value) else _whole(value, int)


def _each(cls: Any, parts: Iterable[tuple[Any, Any, Hook, Any]]) -> list[Any]:
    """The parts structured, each given by its place, value, hook and type; all their faults at once."""
    done, errors = [], []
    for place, value, hook, kind in parts:
        try:
            done.append(hook(value, kind))
        except Exception as error:
            error.add_note(IterableValidationNote("", place, kind))
            errors.append(error)
    if errors:
        raise IterableValidationError("a list or a table", errors, cls)
    return done
