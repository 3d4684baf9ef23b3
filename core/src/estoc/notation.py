"""Dice as people write them: `34+1d8`, `1D10+45`, `d20`, `-2d6`.

An expression is a sum of constants and dice. `d` or `D` alike, `d20` is `1d20`, spaces count for
nothing, and only 0 to 9 are digits. There are no parentheses, no other operators, and these limits:

| what                         | limit         |
|------------------------------|---------------|
| length of the text           | `MAX_LENGTH`  |
| dice in the whole expression | `MAX_DICE`    |
| sides of a die               | `MAX_SIDES`   |
| a constant                   | `MAX_NUMBER`  |
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import frozen

from estoc.errors import NotationError
from estoc.totals import Term, Total

if TYPE_CHECKING:
    from estoc.dice import Dice

MAX_LENGTH = 200
MAX_DICE = 999
MAX_SIDES = 10_000
MAX_NUMBER = 10**9
MOST_SHOWN = 20
"""Of more dice thrown at once, only the sum is kept."""

# A sign, a number, a d and the sides, any of them perhaps missing: it matches at every place.
_PART = re.compile("[ \t]*([+-]?)[ \t]*([0-9]*)[ \t]*(?:([dD])[ \t]*([0-9]*))?[ \t]*")


@frozen
class Part:
    """A constant (`sides` is 0) or `number` dice of that many sides, counted `sign` (1 or -1)."""

    sign: int
    number: int
    sides: int = 0

    @property
    def label(self) -> str:
        """The part without its sign, as `34` or `1d8`."""
        return f"{self.number}d{self.sides}" if self.sides else str(self.number)

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the most that the part can be worth."""
        ends = self.sign * self.number, self.sign * self.number * (self.sides or 1)
        return min(ends), max(ends)

    def roll(self, dice: Dice, why: str, who: str | None) -> Term:
        """What the part is worth this time; of up to `MOST_SHOWN` dice, with each face."""
        if not self.sides:
            return Term(self.label, self.sign * self.number)
        if self.number == 1:
            return Term(self.label, self.sign * dice.roll(self.sides, why, who))
        faces = dice.pool(self.number, self.sides, why, who)
        shown = len(faces) <= MOST_SHOWN
        each = Total.of([Term(f"d{self.sides}", face) for face in faces]) if shown else None
        return Term(self.label, self.sign * sum(faces), each)


@frozen
class Expression:
    """A sum of constants and dice, in the order in which it was written."""

    parts: tuple[Part, ...]

    @classmethod
    def parse(cls, text: str) -> Expression:
        """Reads an expression; raises NotationError with the place, or with the limit and what met it."""
        if len(text) > MAX_LENGTH:
            raise NotationError(
                "a dice expression of {met} characters, at most {limit} are read",
                met=len(text),
                limit=MAX_LENGTH,
            )
        expression = cls(tuple(_parts(text)))
        dice = sum(part.number for part in expression.parts if part.sides)
        _check(text, "{text}: {met} dice in all, at most {limit} are rolled", dice, MAX_DICE)
        return expression

    @property
    def minimum(self) -> int:
        """The least that can be rolled."""
        return sum(part.bounds[0] for part in self.parts)

    @property
    def maximum(self) -> int:
        """The most that can be rolled."""
        return sum(part.bounds[1] for part in self.parts)

    def roll(self, dice: Dice, why: str, who: str | None = None) -> Total:
        """Rolls the dice from left to right: a term for each part, labelled as the part is written."""
        return Total.of([part.roll(dice, why, who) for part in self.parts])

    def __str__(self) -> str:
        signed = "".join(f"{'-' if part.sign < 0 else '+'}{part.label}" for part in self.parts)
        return signed.removeprefix("+")


def _parts(text: str) -> Iterator[Part]:
    at = 0
    while at < len(text) or at == 0:
        found = _PART.match(text, at)
        assert found is not None  # the pattern matches the empty text
        if at and not found[1]:
            raise _wrong("{text}: a + or a - was expected at character {position}, found {found}", text, at)
        yield _part(found)
        at = found.end()


def _part(found: re.Match[str]) -> Part:
    text, sign = found.string, -1 if found[1] == "-" else 1
    if found[3]:
        return _dice(found, sign)
    if not found[2]:
        sentence = "{text}: dice or a number were expected at character {position}, found {found}"
        raise _wrong(sentence, text, found.end())
    _check(text, "{text}: the number {met} is too large, the limit is {limit}", int(found[2]), MAX_NUMBER)
    return Part(sign, int(found[2]))


def _dice(found: re.Match[str], sign: int) -> Part:
    text = found.string
    if not found[4]:
        sentence = "{text}: a number of sides was expected at character {position}, found {found}"
        raise _wrong(sentence, text, found.end())
    part = Part(sign, int(found[2] or 1), int(found[4]))
    if not part.number or not part.sides:
        sentence = "{text}: {found} at character {position} is no die: at least 1 die of at least 1 side"
        raise _wrong(sentence, text, found.start(2), text[found.start(2) : found.end(4)])
    _check(text, "{text}: dice of {met} sides, the limit is {limit}", part.sides, MAX_SIDES)
    return part


def _wrong(sentence: str, text: str, at: int, found: str = "") -> NotationError:
    if text[at : at + 1] in ("(", ")"):
        sentence = "{text}: {found} at character {position}: no parentheses, write the sum out"
    return NotationError(sentence, text=repr(text), position=at + 1, found=repr(found or text[at : at + 1]))


def _check(text: str, sentence: str, met: int, limit: int) -> None:
    if met > limit:
        raise NotationError(sentence, text=repr(text), met=met, limit=limit)
