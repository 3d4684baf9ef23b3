"""Everybody in the fight, in order of entry, found by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from estoc.combat.combatant import Combatant


class Roster:
    """A frozen row of combatants; another one that differs in one combatant shares its index of names."""

    __slots__ = ("_all", "_index")

    def __init__(self, combatants: Iterable[Combatant] = ()) -> None:
        self._all = tuple(combatants)
        self._index = {combatant.name: number for number, combatant in enumerate(self._all)}

    def __getitem__(self, name: str) -> Combatant:
        """The combatant of this name. Raises KeyError."""
        return self._all[self._index[name]]

    def __contains__(self, name: object) -> bool:
        return name in self._index

    def __iter__(self) -> Iterator[Combatant]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __eq__(self, other: object) -> bool:
        return self._all == other._all if isinstance(other, Roster) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._all)

    def __repr__(self) -> str:
        return f"Roster({self._all!r})"

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody's name, in order of entry."""
        return tuple(self._index)

    def changed(self, combatant: Combatant) -> Roster:
        """The roster with this combatant in the place of the one of the same name."""
        number = self._index[combatant.name]
        roster = Roster.__new__(Roster)
        roster._all = (*self._all[:number], combatant, *self._all[number + 1 :])
        roster._index = self._index
        return roster

    def joined(self, combatant: Combatant) -> Roster:
        """The roster with one more, who comes last."""
        return Roster((*self._all, combatant))

    def without(self, name: str) -> Roster:
        """The roster without the one of this name."""
        return Roster(combatant for combatant in self._all if combatant.name != name)
