"""Dice that keep what they showed."""

from __future__ import annotations

from attrs import define, field, frozen

from estoc.dice.source import Dice


@frozen
class Die:
    """A die that fell: its sides, its face, what it was for and whose it was."""

    sides: int
    face: int
    why: str
    who: str | None = None


@define
class Recorded:
    """Hands on the faces of other dice and keeps them; `who` is whose die it is where no rule says."""

    dice: Dice
    who: str | None = None
    faces: list[Die] = field(init=False, factory=list)

    def roll(self, sides: int, why: str, who: str | None = None) -> int:
        """One face of the other dice."""
        who = who or self.who
        face = self.dice.roll(sides, why, who)
        self.faces.append(Die(sides, face, why, who))
        return face

    def pool(self, n: int, sides: int, why: str, who: str | None = None) -> tuple[int, ...]:
        """A pool of the other dice."""
        who = who or self.who
        faces = self.dice.pool(n, sides, why, who)
        self.faces.extend(Die(sides, face, why, who) for face in faces)
        return faces
