"""What rules are handed (`Dice`), what a fight is played with (`Chance`), and what most sources share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol

from estoc.errors import DiceError, NoSuchDie

MAX_SIDES = 2**256  # what a keyed hash of 256 bits can tell apart


class Dice(Protocol):
    """The dice of one decision: the only chance that a rule knows.

    `why` is a constant short phrase; `who` is whose die it is, by default the one who acts or reacts.
    """

    def roll(self, sides: int, why: str, who: str | None = None) -> int:
        """One face, from 1 to `sides`; raises DiceError for a die of less than 1 side."""

    def pool(self, n: int, sides: int, why: str, who: str | None = None) -> tuple[int, ...]:
        """The faces of `n` rolls, in their order."""


class Chance(Protocol):
    """A source that gives the dice of a decision, once the decisions before it are known."""

    def begin(self, trail: str) -> Dice:
        """The dice of one decision; `trail` stands for it and all those kept before it."""


class Source(ABC):
    """A source whose dice don't depend on the decision that they are rolled for."""

    @abstractmethod
    def roll(self, sides: int, why: str, who: str | None = None) -> int:
        """One face, from 1 to `sides`."""

    def pool(self, n: int, sides: int, why: str, who: str | None = None) -> tuple[int, ...]:
        """The faces of `n` rolls, in their order; raises DiceError for less than none."""
        if type(n) is not int or n < 0:
            sentence = "{count} dice were asked for ({why}): a whole number, 0 or more, is needed"
            raise DiceError(sentence, count=n, why=why)
        return tuple([self.roll(sides, why, who) for _ in range(n)])

    def begin(self, trail: str) -> Dice:
        """The same dice, whatever the decision."""
        return self


def check_sides(sides: int, why: str) -> None:
    """Raises NoSuchDie unless `sides` is a whole number from 1 to `MAX_SIDES`."""
    if type(sides) is not int or not 1 <= sides <= MAX_SIDES:
        sentence = "a die of {sides} sides was asked for ({why}): a whole number from 1 to {limit} is needed"
        raise NoSuchDie(sentence, sides=sides, why=why, limit="2**256")
