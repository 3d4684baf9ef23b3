"""Dice from a seed: each face can be verified by anyone who knows the seed, foreseen by nobody else.

A face of a die with `sides` sides is derived so, on every platform alike:

    message = players' words, trail, index, attempt    joined by line feeds, in UTF-8
    v       = HMAC-SHA256(seed in UTF-8, message)      as a big-endian integer
    face    = v % sides + 1, if v is below the largest multiple of sides up to 2**256

and with the next attempt if it isn't, so that no face is favoured. `index` counts the rolls of the
decision and `attempt` the tries of a roll, both from 0. `openssl dgst -sha256 -hmac SEED` does the same.
"""

from __future__ import annotations

import hmac
import secrets

from attrs import field, frozen

from estoc.dice.source import MAX_SIDES, Dice, Source, check_sides
from estoc.errors import DiceError


def _one_line(text: str) -> None:
    """Line feeds part a message, so that none can stand in a word; lone surrogates have no UTF-8."""
    if "\n" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise DiceError("a seed or a player's words must be one line of text: {text}", text=ascii(text))


@frozen
class Seeded:
    """A seed and what the players said to it; `chosen` if a person gave the seed.

    Seeds are text: 0, -5 and 5 are three, and 5 is "5". Raises DiceError for text of several lines.
    The seed may be a secret, so that `repr` keeps it to itself.
    """

    seed: str = field(converter=str, repr=False)
    words: tuple[str, ...] = ()
    chosen: bool = True

    def __attrs_post_init__(self) -> None:
        for text in (self.seed, *self.words):
            _one_line(text)

    @classmethod
    def secret(cls, words: tuple[str, ...] = ()) -> Seeded:
        """A seed of 256 bits that nobody chose."""
        return cls(secrets.token_hex(32), words, chosen=False)

    def begin(self, trail: str) -> Dice:
        """The dice of the decision that `trail` stands for: the same trail, the same faces."""
        return _Begun(self.seed.encode(), "\n".join([*self.words, trail]))


def seeded(seed: str | int, words: tuple[str, ...] = ()) -> Seeded:
    """Dice from a seed that a person chose, any text or number."""
    return Seeded(str(seed), words)


class _Begun(Source):
    """The dice of one decision; it counts the rolls."""

    def __init__(self, key: bytes, prefix: str) -> None:
        self._key = key
        self._prefix = prefix
        self._index = 0

    def roll(self, sides: int, why: str, who: str | None = None) -> int:
        check_sides(sides, why)
        limit = MAX_SIDES - MAX_SIDES % sides
        index, self._index = self._index, self._index + 1
        attempt = 0
        while (v := self._draw(index, attempt)) >= limit:
            attempt += 1
        return v % sides + 1

    def _draw(self, index: int, attempt: int) -> int:
        message = f"{self._prefix}\n{index}\n{attempt}".encode()
        return int.from_bytes(hmac.digest(self._key, message, "sha256"), "big")
