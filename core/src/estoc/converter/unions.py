"""Unions: the member that fits what was found, and between classes the one that the key `is` names."""

from __future__ import annotations

from collections import abc
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import attrs
from cattrs import Converter
from cattrs.errors import AttributeValidationNote, ClassValidationError

from estoc.converter.faults import Phrase, not_one_of, unexpected
from estoc.notation import Expression
from estoc.totals import Term, Total

Hook = Callable[[Any, Any], Any]

TAG = "is"
"""The key that names the class of a table in a union; a Python keyword, so no attribute has this name."""

_TABLE, _LIST = Phrase("a table"), Phrase("a list")
_FOUND_AS: dict[Any, tuple[tuple[type, ...], Phrase]] = {
    int: ((int,), Phrase("a whole number")),
    float: ((float,), Phrase("a number with a decimal point")),
    bool: ((bool,), Phrase("true or false")),
    str: ((str,), Phrase("a text")),
    Fraction: ((int, str), Phrase("a whole number or a fraction such as '7/4'")),
    Expression: ((str,), Phrase("dice as a text, such as '1d6+2'")),
    **dict.fromkeys((Total, Term, tuple, list, frozenset, abc.Sequence), ((list, tuple), _LIST)),
    **dict.fromkeys((dict, abc.Mapping, abc.MutableMapping), ((dict,), _TABLE)),
}


def is_union(cls: Any) -> bool:
    """Whether a type is a union, an optional one too."""
    return get_origin(cls) in (Union, UnionType)


def union_hook(cls: Any, converter: Converter) -> Hook:
    """The hook that reads whichever member of the union `cls` fits."""
    members = [member for member in get_args(cls) if member is not NoneType]
    hooks = [(_found_as(member)[0], converter.get_structure_hook(member), member) for member in members]
    if len(classes := _classes(cls)) > 1:
        hooks.insert(0, ((dict,), _tagged_hook(cls, classes, converter), cls))
    optional = len(members) < len(get_args(cls))

    def hook(value: Any, _: object) -> Any:
        if value is None and optional:
            return None
        for found_as, one, member in hooks:
            if type(value) in found_as or len(members) == 1:
                return one(value, member)
        raise unexpected(_either(members), value)

    return hook


def tagged_out(cls: Any, converter: Converter) -> Callable[[Any], Any]:
    """The hook that writes a member of the union `cls`, with its tag where it needs one."""
    tags = {member: tag for tag, member in _classes(cls).items()}
    match [member for member in get_args(cls) if member is not NoneType]:
        case [only]:  # looked up when needed, because it may hold the class that is being looked up
            return lambda value: None if value is None else converter.unstructure(value, only)
    if len(tags) < 2:
        return converter.unstructure

    def hook(value: Any) -> Any:
        written = converter.unstructure(value)
        return {TAG: tags[type(value)], **written} if type(value) in tags else written

    return hook


def _classes(cls: Any) -> dict[str, Any]:
    """The members that are tables with attributes, by their tags."""
    return {one.__name__: one for one in get_args(cls) if attrs.has(one) and one not in _FOUND_AS}


def _tagged_hook(cls: Any, classes: Mapping[str, Any], converter: Converter) -> Hook:
    hooks = {tag: converter.get_structure_hook(member) for tag, member in classes.items()}

    def hook(value: Any, _: object) -> Any:
        tag = value.get(TAG)
        if not isinstance(tag, str) or tag not in hooks:
            error = not_one_of(tag, hooks) if TAG in value else KeyError(TAG)
            error.add_note(AttributeValidationNote("", TAG, str))
            raise ClassValidationError("a tagged table", [error], cls)
        return hooks[tag]({key: part for key, part in value.items() if key != TAG}, classes[tag])

    return hook


def _found_as(member: Any) -> tuple[tuple[type, ...], Phrase]:
    """As which types of TOML and JSON a member of a union may be found, and in words."""
    if get_origin(member) is Literal:
        choices = get_args(member)
        phrase = Phrase("one of {choices}", {"choices": ", ".join(map(repr, choices))})
        return tuple(map(type, choices)), phrase
    kind = get_origin(member) or member
    return _FOUND_AS.get(kind) or ((dict,) if attrs.has(kind) else (object,), _TABLE)


def _either(members: list[Any]) -> Phrase:
    phrases = {phrase.sentence: phrase for _, phrase in map(_found_as, members)}.values()
    return reduce(lambda one, other: Phrase("{first} or {second}", {"first": one, "second": other}), phrases)
