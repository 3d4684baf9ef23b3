"""Dice thrown on a real table and typed in."""

from __future__ import annotations

import sys
from collections.abc import Callable

from attrs import define

from estoc.dice.source import Source, check_sides
from estoc.errors import DiceError


def _ask(prompt: str) -> str:
    """`input`, with its prompt on stderr: stdout holds results only."""
    print(prompt, end="", file=sys.stderr, flush=True)
    return input()


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr)


def _same(phrase: str) -> str:
    return phrase


@define
class Asked(Source):
    """Asks a person for each face until it is one; `phrase` puts a phrase in the person's language."""

    ask: Callable[[str], str] = _ask
    say: Callable[[str], None] = _say
    phrase: Callable[[str], str] = _same

    def roll(self, sides: int, why: str, who: str | None = None) -> int:
        """The face that the person types in; raises DiceError when nobody types any more."""
        check_sides(sides, why)
        sentence = "{who}, d{sides} ({why}): " if who else "d{sides} ({why}): "
        prompt = self.phrase(sentence).format(who=who, sides=sides, why=self.phrase(why))
        while (face := self._typed(prompt)) not in range(1, sides + 1):
            self.say(self.phrase("that is no face of a d{sides}: type 1 to {sides}").format(sides=sides))
        return face

    def _typed(self, prompt: str) -> int:
        """What is typed in as a number, 0 if it is none."""
        try:
            text = self.ask(prompt).strip()
        except EOFError:
            raise DiceError("no more dice were typed in") from None
        return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else 0


def asked(phrase: Callable[[str], str] = _same) -> Asked:
    """Dice typed in at the terminal, prompted for on stderr."""
    return Asked(phrase=phrase)
