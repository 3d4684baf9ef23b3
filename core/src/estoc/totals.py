"""A figure as the labelled terms that add up to it, so that every number explains itself.

>>> aim = Total("skill", 12).minus("distance", 2)
>>> aim.value
10
>>> [(term.label, term.value) for term in aim.terms]
[('skill', 12), ('distance', -2)]

Terms are exact: `int`, or `Fraction` where a figure isn't whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from attrs import field, frozen

Exact = int | Fraction


class Term(NamedTuple):
    """One labelled figure of a total; `parts` is the total that it sums up, if it is one itself.

    A named tuple, because totals are built several times an attack.
    """

    label: str
    value: Exact
    parts: Total | None = None


@frozen(init=False)
class Total:
    """Labelled terms in the order of calculation, and their sum.

    `Total()` is empty and worth 0; `Total(label, value)` has one term; a `value` that is a total
    becomes the term's `parts`. Raises TypeError for anything but int, Fraction or Total.
    """

    terms: tuple[Term, ...]
    value: Exact = field(eq=False, repr=False)

    def __init__(self, label: str | None = None, value: Exact | Total | None = None) -> None:
        if label is None and value is None:
            _set_terms(self, ())
            _set_value(self, 0)
        else:
            term = _term(label, value)
            _set_terms(self, (term,))
            _set_value(self, term[1])

    @classmethod
    def of(cls, terms: Iterable[Term]) -> Total:
        """The total of terms made elsewhere, kept as they are, those of 0 too."""
        kept = tuple([_new_term(Term, (label, _exact(value), parts)) for label, value, parts in terms])
        return _total(kept, sum([term.value for term in kept]))

    def plus(self, label: str, value: Exact | Total) -> Total:
        """This total with one more term; a term of 0 is left out."""
        return self._with(_term(label, value))

    def minus(self, label: str, value: Exact | Total) -> Total:
        """This total with one more term, `value` taken off; a term of 0 is left out."""
        return self._with(_term(label, value, -1))

    def plus_all(self, terms: Iterable[Term | tuple[str, Exact]]) -> Total:
        """This total with those terms that aren't 0."""
        added = (Term(*term) for term in terms)
        return Total.of((*self.terms, *(term for term in added if term.value)))

    def times(self, label: str, factor: Exact) -> Total:
        """This total with the term that multiplies it: 6 times 7/4 has a term of 9/2 more."""
        return self.plus(label, self.value * (_exact(factor) - 1))

    def rounded_down(self, label: str) -> Total:
        """This total with the term that makes it whole, towards minus infinity."""
        return self._brought_to(floor(self.value), label)

    def rounded_up(self, label: str) -> Total:
        """This total with the term that makes it whole, towards plus infinity."""
        return self._brought_to(ceil(self.value), label)

    def rounded(self, label: str) -> Total:
        """This total with the term that makes it the nearest whole number, halves up."""
        return self._brought_to(floor(self.value + Fraction(1, 2)), label)

    def at_least(self, n: Exact, label: str = "floor") -> Total:
        """This total with the term that lifts it to `n`, where it is lower."""
        return self if self.value >= _exact(n) else self._brought_to(n, label)

    def at_most(self, n: Exact, label: str = "ceiling") -> Total:
        """This total with the term that lowers it to `n`, where it is higher."""
        return self if self.value <= _exact(n) else self._brought_to(n, label)

    def _with(self, term: Term) -> Total:
        return _total((*self.terms, term), self.value + term[1]) if term[1] else self

    def _brought_to(self, n: Exact, label: str) -> Total:
        return self.plus(label, n - self.value)


# Totals are built several times an attack: writing through the slots is the fast way round the lock of
# a frozen class, and `tuple.__new__` the fast way to a named tuple.
_new_total = object.__new__
_new_term = tuple.__new__
_set_terms = Total.__dict__["terms"].__set__
_set_value = Total.__dict__["value"].__set__


def _total(terms: tuple[Term, ...], value: Exact) -> Total:
    total = _new_total(Total)
    _set_terms(total, terms)
    _set_value(total, value if type(value) is int else _exact(value))
    return total


def _term(label: str | None, value: Exact | Total | None, sign: int = 1) -> Term:
    if type(label) is not str:
        raise TypeError(f"a term's label is text, not {label!r}")
    if type(value) is int:
        return _new_term(Term, (label, sign * value, None))
    parts = value if isinstance(value, Total) else None
    return Term(label, sign * _exact(parts.value if parts else value), parts)


def _exact(value: object) -> Exact:
    """The figure itself, as an int where it is whole; raises TypeError for anything inexact, bool too."""
    if type(value) is int:
        return value
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else value
    raise TypeError(f"a term is an int, a Fraction or a Total, not {value!r}")
