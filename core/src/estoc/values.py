"""Frozen values made from others, fast.

`attrs.evolve` looks up every field and runs every converter and validator again: a fight makes dozens of
values a decision, and that was most of its time.
"""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")


def but(value: T, **fields: Any) -> T:
    """The value with some fields changed, as they are given: neither converted nor validated.

    For attrs classes without slots, and for fields that the core itself has made.
    """
    other = object.__new__(type(value))
    object.__setattr__(other, "__dict__", value.__dict__ | fields)
    return other
