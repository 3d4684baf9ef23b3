"""The course of the fight: rounds, passes, turns, and how it ends."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from estoc.combat import Decision
from estoc.events.event import Event
from estoc.results import Place


@frozen
class FightBegan(Event):
    SENTENCE = "Order of play: {places}."
    places: tuple[Place, ...]

    @property
    def figures(self) -> dict[str, Any]:
        return {"order": [place.who for place in self.places], "ties": [place.tie for place in self.places]}


@frozen
class RoundBegan(Event):
    SENTENCE = "Round {round}"
    round: int


@frozen
class PassBegan(Event):
    SENTENCE = "Round {round}, pass {pass_}"
    round: int
    pass_: int


@frozen
class ActionsDeclared(Event):
    by: str
    actions: tuple[Decision, ...]

    @property
    def sentence(self) -> str:
        return "{by} declares: {actions}." if self.actions else "{by} declares nothing."


@frozen
class TurnLost(Event):
    SENTENCE = "{who} can't act: {why}."
    who: str
    why: str


@frozen
class ActionsGivenUp(Event):
    SENTENCE = "{who} gives up: {actions}."
    who: str
    actions: tuple[Decision, ...]


@frozen
class FightEnded(Event):
    winner: str
    why: str
    round: int

    @property
    def sentence(self) -> str:
        if self.winner:
            return "The fight is over in round {round}: {winner} won ({why})."
        return "The fight is over in round {round}: nobody won ({why})."

    @property
    def figures(self) -> dict[str, Any]:
        return {"over": True, "winner": self.winner, "why": self.why}
