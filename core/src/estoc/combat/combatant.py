"""Somebody in the fight: the sheet as written, and what the fight has done to it."""

from __future__ import annotations

from math import floor
from typing import Any

from attrs import evolve, field, frozen

from estoc.combat.own import Armour, Sheet, Weapon
from estoc.effects import Effect
from estoc.results import Counts, Damage
from estoc.values import but


@frozen
class Pool:
    """A pool of health: a figure of the sheet, and how much of it is lost (0 or more)."""

    name: str
    lost: int = 0
    below_zero: bool = False
    """False: what is lost stops at the figure on the sheet."""


@frozen
class Spent:
    """What somebody has spent this round: tokens, and how often each tag and action was used, `pass` too."""

    tokens: Counts = ()
    uses: Counts = ()


@frozen
class StandingOrder:
    """What answers a question when nobody is there: react so, to the first blows of a round that allow it."""

    do: str
    using: str = ""
    """The weapon's name; empty: the first that will do."""
    against: str = ""
    """Whose blows; empty: anybody's."""
    first: int = field(default=0)
    """To how many blows of a round, 0: to every one."""

    @first.validator
    def _not_negative(self, _: object, value: int) -> None:
        if value < 0:
            raise ValueError(f"expected at least 0, found {value}")


class Now:
    """A sheet's figures as they are now: what is lost is taken off; the rest is as on the sheet."""

    __slots__ = ("_lost", "_sheet")

    def __init__(self, sheet: object, health: tuple[Pool, ...]) -> None:
        self._sheet = sheet
        self._lost = {pool.name: pool.lost for pool in health}

    def __getattr__(self, name: str) -> Any:
        figure = getattr(self._sheet, name)
        lost = self._lost.get(name)
        return figure - lost if lost else figure


@frozen(slots=False)
class Combatant:
    """Somebody in the fight, known by a name that nobody else has."""

    name: str
    side: str
    sheet: Sheet
    """The ruleset's own `Sheet`, as written."""
    player: bool = False
    aware: bool = True
    entered: int = 0
    """The rank of entry into the fight; level ranks entered together."""
    weapons: tuple[Weapon, ...] = ()
    """The ruleset's own `Weapon`s; the first is the one used when none is named."""
    armour: tuple[Armour, ...] = ()
    health: tuple[Pool, ...] = ()
    effects: tuple[Effect, ...] = ()
    spent: Spent = Spent()
    orders: tuple[StandingOrder, ...] = ()

    @property
    def now(self) -> Any:
        """The sheet with what is lost taken off."""
        return Now(self.sheet, self.health)

    def has(self, effect: str) -> bool:
        """Whether an effect of this key is on the combatant."""
        return any(each.key == effect for each in self.effects)

    def weapon(self, name: str) -> Any:
        """The weapon of this name, among those the combatant has. Raises KeyError."""
        for weapon in self.weapons:
            if weapon.name == name:
                return weapon
        raise KeyError(name)

    def after(self, damage: Damage) -> Combatant:
        """The combatant once this damage is taken off its pools of health."""
        return (
            self.losing(damage.loses)
            if damage.loses is not None
            else self._overflowing(floor(damage.total.value))
        )

    def losing(self, loses: Counts) -> Combatant:
        """The combatant once each pool has lost so much (a negative figure heals). Raises KeyError on a pool
        that the game hasn't."""
        unknown = dict(loses).keys() - {pool.name for pool in self.health}
        if unknown:
            raise KeyError(sorted(unknown)[0])
        points: dict[str, int] = {}
        for name, figure in loses:
            points[name] = points.get(name, 0) + figure
        health = tuple(
            evolve(pool, lost=self._bounded(pool, pool.lost + points[pool.name]))
            if pool.name in points
            else pool
            for pool in self.health
        )
        return but(self, health=health)

    def _overflowing(self, points: int) -> Combatant:
        health = []
        for pool in self.health:
            last = pool is self.health[-1]
            lost = pool.lost + points
            whole = self._bounded(Pool(pool.name), lost)
            kept = lost if last and pool.below_zero else max(pool.lost, whole)
            points = lost - kept
            health.append(Pool(pool.name, kept, pool.below_zero))
        return but(self, health=tuple(health))

    def _bounded(self, pool: Pool, lost: int) -> int:
        return max(0, lost if pool.below_zero else min(lost, getattr(self.sheet, pool.name)))
