"""What a person sees: results on stdout, everything else on stderr, in the person's language."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from estoc.report.plain import plain

if TYPE_CHECKING:
    from estoc.errors import EstocError
    from estoc.words import Words


def flush() -> None:
    """Let go of what is written; a process may have been given no stdout at all."""
    if sys.stdout is not None:
        sys.stdout.flush()


class Screen:
    """The terminal, and the words in which it speaks: the core's until a ruleset is known."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._words: Words | None = None

    @property
    def words(self) -> Words:
        """How everything is said."""
        if self._words is None:
            from estoc.words import Words

            self._words = Words.of(self.language)
        return self._words

    @words.setter
    def words(self, words: Words) -> None:
        self._words = words

    def say(self, sentence: str, /, **slots: object) -> str:
        """A sentence in the person's language."""
        if self.language == "en" and not slots:
            return sentence
        return self.words.sentence(sentence, slots)

    # -- results -------------------------------------------------------------------------------------
    def show(self, lines: Iterable[str]) -> None:
        """Lines of the result, each as soon as it is there."""
        for line in lines:
            print(plain(line))

    def document(self, value: Any) -> None:
        """The result as one JSON document."""
        text = json.dumps(value, ensure_ascii=False, indent=2, default=str)
        self.show(text.split("\n"))

    # -- beside them ---------------------------------------------------------------------------------
    def note(self, text: str) -> None:
        """Something to know that isn't the result."""
        flush()
        for line in text.split("\n") if sys.stderr is not None else ():
            print(plain(line), file=sys.stderr)

    def error(self, error: EstocError) -> None:
        """What went wrong."""
        self.note(self.words.error(error))

    def ask(self, prompt: str) -> str:
        """What a person types in answer to a prompt. Raises EOFError."""
        flush()
        if sys.stderr is not None:
            print(plain(prompt), end="", file=sys.stderr, flush=True)
        if sys.stdin is None or not (line := sys.stdin.readline()):
            self.note("")
            raise EOFError
        return line.strip()
