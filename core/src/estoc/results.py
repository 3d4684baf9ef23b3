"""What the hooks return: frozen values, never None."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from attrs import field, frozen

from estoc.effects import Effect, named
from estoc.totals import Total

if TYPE_CHECKING:
    from estoc.combat import Combatant

Counts = tuple[tuple[str, int], ...]
"""How many of what, in the order given."""


def counts(given: Mapping[str, int] | Counts) -> Counts:
    """How many of what, from a mapping or from pairs."""
    return tuple(given.items()) if isinstance(given, Mapping) else tuple(given)


@frozen
class NotHere:
    """The question has no object here, and why. It is falsy."""

    why: str = ""

    def __bool__(self) -> Literal[False]:
        return False


# -- determine_initiative ----------------------------------------------------------------------------
def _name(who: str | Combatant) -> str:
    return who if isinstance(who, str) else who.name


@frozen
class Place:
    """Where somebody stands in the order: the higher the count, the sooner.

    `figures` is what earned the count; `tie` says what broke a tie, empty where none had to be broken.
    """

    who: str = field(converter=_name)
    figures: Total
    tie: str = ""
    count: int | Fraction = field()

    @count.default
    def _count(self) -> int | Fraction:
        return self.figures.value


def _ranked(places: Iterable[Place]) -> tuple[Place, ...]:
    return tuple(sorted(places, key=lambda place: -place.count))


@frozen
class TurnOrder:
    """A place for every combatant, the fallen included, from the highest count to the lowest.

    Level places keep the order in which the rule gave them when it says in `tie` what broke the tie;
    otherwise the core puts them in order of entry, and says so.
    """

    places: tuple[Place, ...] = field(default=(), converter=_ranked)
    surprise: tuple[str, ...] = ()
    """Who acts in a surprise round; empty: there is none."""
    effects: tuple[Effect, ...] = field(default=(), converter=named)
    """What begins with the order; each says whom it is on."""

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody, in the order of play."""
        return tuple(place.who for place in self.places)

    def place(self, who: str) -> Place:
        """Somebody's place. Raises KeyError."""
        for place in self.places:
            if place.who == who:
                return place
        raise KeyError(who)


# -- action_budget -----------------------------------------------------------------------------------
@frozen
class Limit:
    """At most so many actions a round that carry this tag, or are this action; a refusal says `why`."""

    tag: str
    at_most: int
    why: str


@frozen(init=False)
class Budget:
    """What somebody may do: `Budget(action=2, limits=[Limit("attack", 1, "one attack")])`.

    Tokens are what actions cost, 0 or more of each, for a whole round; the core takes off what is spent.
    `passes` is in how many passes of the round they are played, 0: one action a pass.
    """

    tokens: Counts = ()
    limits: tuple[Limit, ...] = ()
    passes: int = 0
    standing: Literal["able", "unable", "out"] = "able"
    why: str = ""

    def __init__(
        self,
        /,
        *,
        limits: Iterable[Limit] = (),
        passes: int = 0,
        standing: Literal["able", "unable", "out"] = "able",
        why: str = "",
        **tokens: int,
    ) -> None:
        self.__attrs_init__(tuple(tokens.items()), tuple(limits), passes, standing, why)

    @classmethod
    def unable(cls, why: str) -> Budget:
        """Somebody who can do nothing now, and why."""
        return cls(standing="unable", why=why)

    @classmethod
    def out(cls, why: str) -> Budget:
        """Somebody who is out of the fight, maybe not for good, and why."""
        return cls(standing="out", why=why)


# -- resolve_hit -------------------------------------------------------------------------------------
@frozen
class Hit:
    """A test: what the dice gave (`score`, the die first) held against `target`.

    Made by `Hit.at_most` or `Hit.at_least`, so that `landed` follows from the figures, or from an
    automatic result that says `why`.
    """

    score: Total
    target: Total
    landed: bool
    rule: Literal["at most", "at least"]
    why: str = ""
    marks: tuple[str, ...] = ()
    gives: tuple[Effect, ...] = field(default=(), converter=named)
    grants: tuple[Effect, ...] = field(default=(), converter=named)

    @classmethod
    def at_most(
        cls,
        score: Total,
        target: Total,
        *,
        landed: bool | None = None,
        why: str = "",
        marks: Iterable[str] = (),
        gives: Iterable[str | Effect] = (),
        grants: Iterable[str | Effect] = (),
    ) -> Hit:
        """A test that succeeds on the target or less, unless `landed` says otherwise for the reason `why`."""
        success = score.value <= target.value if landed is None else landed
        return cls(score, target, success, "at most", why, tuple(marks), gives, grants)

    @classmethod
    def at_least(
        cls,
        score: Total,
        target: Total,
        *,
        landed: bool | None = None,
        why: str = "",
        marks: Iterable[str] = (),
        gives: Iterable[str | Effect] = (),
        grants: Iterable[str | Effect] = (),
    ) -> Hit:
        """A test that succeeds on the target or more, unless `landed` says otherwise for the reason `why`."""
        success = score.value >= target.value if landed is None else landed
        return cls(score, target, success, "at least", why, tuple(marks), gives, grants)

    @property
    def die(self) -> int | Fraction:
        """The natural face: the score's first term; 0 where no die was thrown."""
        return self.score.terms[0].value if self.score.terms else 0


# -- critical, locate, compute_damage ----------------------------------------------------------------
@frozen
class Critical:
    """Something out of the ordinary: what, and how much of it where it has a value."""

    what: str
    value: int = 0
    gives: tuple[Effect, ...] = field(default=(), converter=named)
    grants: tuple[Effect, ...] = field(default=(), converter=named)


@frozen
class Location:
    """Where a blow struck and how that was found (`rolled`, `aimed`), with the die, 0 for none.

    `spot` is a finer place within the zone, where the game has one.
    """

    zone: str
    how: str
    die: int = 0
    spot: str = ""


@frozen
class Damage:
    """What a blow does, as a labelled total in the order of calculation: whole, 0 or more.

    `loses` says what each pool of health loses; left out, the total goes through the pools in their order.
    """

    total: Total
    loses: Counts | None = None
    gives: tuple[Effect, ...] = field(default=(), converter=named)
    grants: tuple[Effect, ...] = field(default=(), converter=named)
