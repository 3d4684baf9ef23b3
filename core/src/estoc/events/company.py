"""What becomes of those in the fight, by effects, standing orders and the game master."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from estoc.combat import StandingOrder
from estoc.effects import Effect
from estoc.events.event import Event
from estoc.results import Place


@frozen
class EffectBegan(Event):
    effect: Effect

    @property
    def sentence(self) -> str:
        return {
            "round": "{who}: {effect}, until the round ends.",
            "test": "{who}: {effect}, for the next test.",
        }.get(self.effect.until or "", "{who}: {effect}.")

    @property
    def slots(self) -> dict[str, Any]:
        return {"who": self.effect.on, "effect": self.effect}


@frozen
class EffectEnded(Event):
    SENTENCE = "{who}: {effect} is over."
    effect: Effect

    @property
    def slots(self) -> dict[str, Any]:
        return {"who": self.effect.on, "effect": self.effect.key}


@frozen
class Fell(Event):
    SENTENCE = "{who} is out of the fight: {why}."
    who: str
    why: str


@frozen
class Recovered(Event):
    SENTENCE = "{who} is in the fight again."
    who: str


# -- orders and the game master ----------------------------------------------------------------------
@frozen
class OrdersLeft(Event):
    by: str
    orders: tuple[StandingOrder, ...]

    @property
    def sentence(self) -> str:
        return (
            "{by} leaves standing orders: {orders}."
            if self.orders
            else "{by} takes back all standing orders."
        )


@frozen
class Joined(Event):
    SENTENCE = "{who} joins the fight, on the side {side}. Order of play: {places}."
    who: str
    side: str
    places: tuple[Place, ...]

    @property
    def figures(self) -> dict[str, Any]:
        return {"order": [place.who for place in self.places], "ties": [place.tie for place in self.places]}


@frozen
class LeftTheFight(Event):
    who: str
    reason: str

    @property
    def sentence(self) -> str:
        return "{who} leaves the fight: {reason}." if self.reason else "{who} leaves the fight."


@frozen
class Ruled(Event):
    SENTENCE = "The game master rules on {at}: {reason}."
    at: str
    reason: str


@frozen
class FigureSet(Event):
    SENTENCE = "{who}: {figure} {before} → {after}."
    who: str
    figure: str
    before: int
    after: int
