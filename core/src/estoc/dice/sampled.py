"""Fast dice for sampling, not for play."""

from __future__ import annotations

from random import Random

from estoc.dice.source import Source, check_sides


class Sampled(Source):
    """Faces of the Mersenne Twister: the same seed, the same faces.

    A face is `int(random() * sides) + 1`, three times faster than `randrange`. Its bias is below
    sides / 2**53: far below what any sample can show.
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random

    def roll(self, sides: int, why: str, who: str | None = None) -> int:
        """One face, from 1 to `sides`."""
        check_sides(sides, why)
        return int(self._random() * sides) + 1
