"""Decisions asked of a person at the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from estoc.cli import typed
from estoc.cli.screen import Screen
from estoc.combat import VERBS, Combat, Decision
from estoc.errors import EstocError, Faults
from estoc.ruleset import Ruleset

HELP = (
    "a number of the list; after it keys and values, as in a file: 1 distance=30",
    'a value with spaces stands in quotes: with="long bow"',
    "after declare, actions parted by commas: 1 ACTION, ACTION at=NAME",
    "a whole step without a number: ACTION at=NAME",
    "ACTION is one of: {actions}; or one of:",
)


class Asking:
    """Asks until a decision is legal: says why another one isn't."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    def __call__(self, rules: Ruleset, combat: Combat) -> Decision:
        """What a person decides for whoever is awaited. Raises EstocError when nobody answers any more."""
        listed = rules.legal(combat)
        self._list(listed)
        while True:
            decision = self._answered(rules, combat, listed)
            if decision is None:
                continue
            if (refused := rules.why_not(combat, decision)) is None:
                return decision
            self.screen.error(refused)

    def _list(self, listed: Sequence[Decision]) -> None:
        for number, decision in enumerate(listed, 1):
            said = self.screen.say("{by}: {decision}", by=decision.by, decision=decision)
            self.screen.note(f"{number:4}  {said}")

    def _answered(self, rules: Ruleset, combat: Combat, listed: Sequence[Decision]) -> Decision | None:
        """What was typed, None where it can't be read."""
        try:
            text = self.screen.ask(self.screen.say("Decision (? for help): "))
        except EOFError:
            raise EstocError("the answers ended before the fight did") from None
        try:
            if text != "?":
                return typed.decision(text, rules, combat, listed)
            self._help(rules)
        except Faults as faults:
            for fault in faults.faults:
                said = self.screen.words.error(fault)
                self.screen.note(f"{fault.path}: {said}" if fault.path else said)
        except EstocError as error:
            self.screen.error(error)
        return None

    def _help(self, rules: Ruleset) -> None:
        for sentence in HELP:
            self.screen.note(self.screen.say(sentence, actions=tuple(rules.book.actions)))
        for verb, says in VERBS.items():
            self.screen.note("  " + self.screen.say("{verb}: {says}", verb=verb, says=says))
