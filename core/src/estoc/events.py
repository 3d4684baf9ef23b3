"""What happened, in the past tense: each event is one plain sentence in any language.

`sentence` is English with slots, and the key of its translations; `slots` fills it, with phrases,
figures and totals that `estoc.words` writes in the reader's language. `figures` names what a scenario may
hold an event against.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

from attrs import fields, frozen

from estoc.combat import Attack, Decision, StandingOrder
from estoc.effects import Effect
from estoc.results import Critical, Damage, Hit, Location, Place
from estoc.totals import Total


@frozen
class Event:
    """The root of all events."""

    SENTENCE: ClassVar[str] = ""

    @property
    def sentence(self) -> str:
        """The sentence for what came of it, in English with slots."""
        return self.SENTENCE

    @property
    def slots(self) -> dict[str, Any]:
        """What fills the slots: the event's own fields, unless it says otherwise."""
        return {field.name: getattr(self, field.name) for field in fields(type(self))}

    @property
    def figures(self) -> dict[str, Any]:
        """The figures of the outcome, by the names that scenarios use."""
        return {}


# -- the course of the fight -------------------------------------------------------------------------
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


# -- an action and its blow --------------------------------------------------------------------------
@frozen
class ActionTaken(Event):
    SENTENCE = "{by}: {action}."
    decision: Decision

    @property
    def slots(self) -> dict[str, Any]:
        return {"by": self.decision.by, "action": self.decision}


@frozen
class AttackTested(Event):
    """The attacker's test."""

    attack: Attack
    hit: Hit

    @property
    def sentence(self) -> str:
        if self.hit.why:
            return (
                "{target}, {score}, hit ({why})." if self.hit.landed else "{target}, {score}, missed ({why})."
            )
        return "{target}, {score}, hit." if self.hit.landed else "{target}, {score}, missed."

    @property
    def slots(self) -> dict[str, Any]:
        return {"target": self.hit.target, "score": self.hit.score, "why": self.hit.why}

    @property
    def figures(self) -> dict[str, Any]:
        return hit_figures(self.hit)


@frozen
class ReactionTested(Event):
    """The defender's reaction."""

    attack: Attack
    hit: Hit
    stops: bool

    @property
    def sentence(self) -> str:
        if not self.hit.landed:
            return "{by} reacts: {action}; {target}, {score}, failed{remarks}."
        if self.stops:
            return "{by} reacts: {action}; {target}, {score}, succeeded, the blow is stopped{remarks}."
        return "{by} reacts: {action}; {target}, {score}, succeeded{remarks}."

    @property
    def slots(self) -> dict[str, Any]:
        remarks = [*self.hit.marks, *([self.hit.why] if self.hit.why else [])]
        action = Decision(self.attack.by, self.attack.action, using=self.attack.using)
        return {
            "by": self.attack.by,
            "action": action,
            "target": self.hit.target,
            "score": self.hit.score,
            "remarks": tuple(remarks),
        }

    @property
    def figures(self) -> dict[str, Any]:
        ours = {f"answer.{name}": figure for name, figure in hit_figures(self.hit).items()}
        return {"answer": self.attack.action, "answer.by": self.attack.by, **ours}


@frozen
class CriticalStruck(Event):
    by: str
    critical: Critical

    @property
    def sentence(self) -> str:
        return "{by}: {what} {value}." if self.critical.value else "{by}: {what}."

    @property
    def slots(self) -> dict[str, Any]:
        return {"by": self.by, "what": self.critical.what, "value": self.critical.value}

    @property
    def figures(self) -> dict[str, Any]:
        return {"critical": self.critical.what, "critical.value": self.critical.value}


@frozen
class Located(Event):
    """Where the blow struck."""

    on: str
    location: Location

    @property
    def sentence(self) -> str:
        if self.location.spot:
            return (
                "Location: {zone}, {spot} ({how}: {die})."
                if self.location.die
                else "Location: {zone}, {spot} ({how})."
            )
        return "Location: {zone} ({how}: {die})." if self.location.die else "Location: {zone} ({how})."

    @property
    def slots(self) -> dict[str, Any]:
        at = self.location
        return {"zone": at.zone, "how": at.how, "die": at.die, "spot": at.spot}

    @property
    def figures(self) -> dict[str, Any]:
        at = self.location
        return {
            "location": at.zone,
            "location.how": at.how,
            "location.die": at.die,
            "location.spot": at.spot,
        }


@frozen
class DamageDealt(Event):
    SENTENCE = "Damage to {at}: {damage}."
    by: str
    at: str
    damage: Damage

    @property
    def slots(self) -> dict[str, Any]:
        return {"at": self.at, "damage": self.damage.total}

    @property
    def figures(self) -> dict[str, Any]:
        return {"damage": self.damage.total.value, "damage.terms": _terms(self.damage.total)}


@frozen
class HealthChanged(Event):
    SENTENCE = "{who}: {pool} {before} → {after}."
    who: str
    pool: str
    before: int
    after: int


# -- what is on a combatant --------------------------------------------------------------------------
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


def hit_figures(hit: Hit) -> dict[str, Any]:
    """A test's figures, by the names that scenarios use."""
    return {
        "landed": hit.landed,
        "die": hit.die,
        "score": hit.score.value,
        "target": hit.target.value,
        "target.terms": _terms(hit.target),
        "marks": list(hit.marks),
    }


def _terms(total: Total) -> dict[str, int | Fraction]:
    """Each label's figure; terms that have one label in common are added up."""
    terms: dict[str, int | Fraction] = {}
    for term in total.terms:
        terms[term.label] = terms.get(term.label, 0) + term.value
    return terms


AnyEvent = (
    FightBegan
    | RoundBegan
    | PassBegan
    | ActionsDeclared
    | TurnLost
    | ActionsGivenUp
    | FightEnded
    | ActionTaken
    | AttackTested
    | ReactionTested
    | CriticalStruck
    | Located
    | DamageDealt
    | HealthChanged
    | EffectBegan
    | EffectEnded
    | Fell
    | Recovered
    | OrdersLeft
    | Joined
    | LeftTheFight
    | Ruled
    | FigureSet
)
"""Every kind of event there is."""
