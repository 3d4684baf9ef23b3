"""Dice listed beforehand, as in a scenario or a journal: nothing is missing, other or left over unnoticed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from estoc.dice.source import Source, check_sides
from estoc.errors import DiceError, LeftOverDice, MissingDie, WrongDie


class Scripted(Source):
    """Gives the faces of a list of `[sides, face]`, in its order.

    Raises DiceError for a face that its die hasn't, MissingDie and WrongDie as dice are asked for.
    """

    def __init__(self, faces: Iterable[Sequence[int]]) -> None:
        self._faces = tuple([_die(*pair) for pair in faces])
        self._given = 0

    @property
    def left(self) -> tuple[tuple[int, int], ...]:
        """The dice that no rule has asked for yet."""
        return self._faces[self._given :]

    def roll(self, sides: int, why: str, who: str | None = None) -> int:
        """The next face, of a die that must have `sides` sides."""
        check_sides(sides, why)
        if self._given == len(self._faces):
            raise MissingDie("a d{sides} was asked for ({why}), and no die is left", sides=sides, why=why)
        listed, face = self._faces[self._given]
        if listed != sides:
            raise WrongDie(
                "a d{sides} was asked for ({why}), and the next die is a d{listed} that shows {face}",
                sides=sides,
                why=why,
                listed=listed,
                face=face,
            )
        self._given += 1
        return face

    def done(self) -> None:
        """Raises LeftOverDice if a die is left."""
        if self.left:
            listed = ", ".join(f"d{sides} {face}" for sides, face in self.left)
            raise LeftOverDice("dice that no rule asked for are left over: {dice}", dice=listed)


def _die(sides: int, face: int) -> tuple[int, int]:
    check_sides(sides, "listed")
    if type(face) is not int or not 1 <= face <= sides:
        raise DiceError("a d{sides} can't show {face}: from 1 to {sides}", sides=sides, face=face)
    return sides, face
