"""Dice that fall every way they can: exact odds from the rule that is played.

The rule is run again for every sequence of faces. It is plain, and slow where dice are many: it is
also what faster ways of finding odds are held against.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TypeVar

from estoc.dice.source import Dice, Source, check_sides
from estoc.errors import DiceError

T = TypeVar("T", bound=Hashable)

LIMIT = 1_000_000


def outcomes(rule: Callable[[Dice], T], limit: int = LIMIT) -> dict[T, Fraction]:
    """The exact chance of each outcome of `rule`, in the order in which counting up the faces meets them.

    Raises DiceError when it takes more than `limit` runs, or when the rule isn't one of the dice alone.
    """
    ways: Counter[tuple[T, int]] = Counter()
    dice = Branching(limit)
    while True:
        ways[rule(dice), dice.end_run()] += 1
        if not dice.turn():
            break
    chances: dict[T, Fraction] = {}
    for (outcome, sequences), count in ways.items():
        chances[outcome] = chances.get(outcome, Fraction(0)) + Fraction(count, sequences)
    return chances


class Branching(Source):
    """The dice of one run after another; like a counter, the last die turns first."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._runs = 0
        self._shown: list[tuple[int, int]] = []
        self._given = 0

    def roll(self, sides: int, why: str, who: str | None = None) -> int:
        """The face whose turn it is."""
        check_sides(sides, why)
        if self._given == len(self._shown):
            self._shown.append((sides, 1))
        known, face = self._shown[self._given]
        if known != sides:
            raise _impure()
        self._given += 1
        return face

    def pool(self, n: int, sides: int, why: str, who: str | None = None) -> tuple[int, ...]:
        """`n` rolls, refused at once where they alone are more than the limit."""
        if sides > 1 and n > 0 and (n >= self._limit.bit_length() or sides**n > self._limit):
            raise _too_many(self._limit)
        return super().pool(n, sides, why, who)

    def end_run(self) -> int:
        """Of how many equally likely sequences of faces the run was one."""
        if self._given < len(self._shown):
            raise _impure()
        self._runs += 1
        sequences = 1
        for sides, _ in self._shown:
            sequences *= sides
        return sequences

    def turn(self) -> bool:
        """Sets the faces of the next run; false when there is none."""
        self._given = 0
        while self._shown and self._shown[-1][0] == self._shown[-1][1]:
            self._shown.pop()
        if not self._shown:
            return False
        if self._runs >= self._limit:
            raise _too_many(self._limit)
        sides, face = self._shown[-1]
        self._shown[-1] = sides, face + 1
        return True


def _too_many(limit: int) -> DiceError:
    return DiceError("the dice can fall in more than {limit} ways, too many to try them all", limit=limit)


def _impure() -> DiceError:
    return DiceError("the same faces led to other dice: a rule may depend on the state and the dice alone")
