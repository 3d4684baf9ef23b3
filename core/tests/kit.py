"""A table at which made-up games are played: say decisions, and the dice that fall."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from estoc import Combat, Decision, Event, Refused, load
from estoc.converter import make, structure
from estoc.dice import Scripted
from estoc.encounter import Encounter, EncounterTable, encounter_of, written
from estoc.events import AnyEvent
from estoc.grammar import Found
from estoc.ruleset import Ruleset
from estoc.toml import Toml

GAMES = Path(__file__).parent / "games"

Dice = tuple[int, int]
"""Sides and face."""


@cache
def game(name: str) -> Ruleset:
    """One of the made-up games."""
    return load(GAMES / name)


def encounter(name: str | Ruleset, *combatants: dict[str, Any], **others: Any) -> Encounter:
    """An encounter of a game, from tables such as a file would hold."""
    rules = game(name) if isinstance(name, str) else name
    toml = Toml({"ruleset": rules.name, "combatant": list(combatants), **others}, "fight")
    found = Found(toml.file)
    table = found.attempt(structure, make(), toml.data, EncounterTable, toml)
    return encounter_of(rules, table, toml, found, written(toml, "step"))


def check_round_trip(rules: Ruleset, combat: Combat, events: tuple[Event, ...]) -> None:
    """Whatever the moment, a fight and its events come back from JSON equal."""
    assert combat == rules.from_json(rules.to_json(combat))
    for event in events:
        assert event == rules.from_json(rules.to_json(event), AnyEvent)


class Table:
    """A fight under way; every decision is checked to change nothing that it is handed."""

    def __init__(self, fight: Encounter, *dice: Dice) -> None:
        self.rules = fight.rules
        script = Scripted(dice)
        self.combat, self.events = self.rules.start(fight, script)
        self.log = self.events
        script.done()
        check_round_trip(self.rules, self.combat, self.events)

    def do(self, by: str, do: str, *dice: Dice, **step: Any) -> tuple[Event, ...]:
        """Take a decision with exactly these dice; gives what came of it."""
        before, script = self.rules.to_json(self.combat), Scripted(dice)
        was = self.combat
        self.combat, self.events = self.rules.decide(was, self.decision(by, do, **step), script)
        script.done()
        assert before == self.rules.to_json(was)
        check_round_trip(self.rules, self.combat, self.events)
        self.log += self.events
        return self.events

    def refused(self, by: str, do: str, **step: Any) -> str:
        """The key of the refusal that a decision meets, which leaves the fight as it is."""
        before, decision = self.rules.to_json(self.combat), self.decision(by, do, **step)
        with pytest.raises(Refused) as refused:
            self.rules.decide(self.combat, decision, Scripted([]))
        assert before == self.rules.to_json(self.combat)
        why = self.rules.why_not(self.combat, decision)
        assert why is not None
        assert str(why) == str(refused.value)
        return why.key

    def decision(self, by: str, do: str, **step: Any) -> Decision:
        """The decision of a table; `using` stands for the key `with`."""
        table = {
            "by": by,
            "do": do,
            **{"with" if key == "using" else key: each for key, each in step.items()},
        }
        return self.rules.decision(json.loads(json.dumps(table)), self.combat)

    @property
    def awaited(self) -> tuple[str, str]:
        """What is awaited of whom: `("Turn", "Ann")`."""
        frame = self.combat.stack[-1] if self.combat.stack else None
        return (type(frame).__name__, " ".join(self.combat.awaited)) if frame else ("", "")

    @property
    def options(self) -> set[tuple[str, ...]]:
        """The legal decisions, what is blank left out."""
        return {
            tuple(part for part in (each.by, each.do, each.at, each.using) if part)
            for each in self.rules.legal(self.combat)
        }

    @property
    def said(self) -> list[str]:
        """The events of the last decision in English."""
        return [self.rules.words("en").event(event) for event in self.events]
