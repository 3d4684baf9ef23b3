"""An action and its blow, step by step."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from attrs import frozen

from estoc.combat import Attack, Decision
from estoc.events.event import Event
from estoc.results import Critical, Damage, Hit, Location
from estoc.totals import Total


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


# -- figures -----------------------------------------------------------------------------------------
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
