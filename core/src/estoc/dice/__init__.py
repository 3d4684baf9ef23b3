"""Dice: the one primitive `roll(sides, why, who=None)`, and the sources of faces."""

from estoc.dice.asked import Asked, asked
from estoc.dice.branching import Branching, outcomes
from estoc.dice.recorded import Die, Recorded
from estoc.dice.sampled import Sampled
from estoc.dice.scripted import Scripted
from estoc.dice.seeded import Seeded, seeded
from estoc.dice.source import Chance, Dice, Source

__all__ = [
    "Asked",
    "Branching",
    "Chance",
    "Dice",
    "Die",
    "Recorded",
    "Sampled",
    "Scripted",
    "Seeded",
    "Source",
    "asked",
    "outcomes",
    "seeded",
]
