"""`estoc roll EXPR`: dice."""

from __future__ import annotations

from argparse import Namespace

import attrs

from estoc.cli.screen import Screen
from estoc.dice import Recorded, Seeded
from estoc.notation import MOST_SHOWN, Expression
from estoc.totals import Total


def run(options: Namespace, screen: Screen) -> int:
    """Roll dice, and show each face."""
    expression = Expression.parse(" ".join(options.dice).strip())
    seed = Seeded.secret() if options.seed is None else Seeded(options.seed)
    dice = Recorded(seed.begin("roll"))
    total = expression.roll(dice, "roll")
    if options.json:
        screen.document(_document(expression, total, dice, options.seed))
        return 0
    line = screen.words.total(total)
    if any(part.sides and part.number > MOST_SHOWN for part in expression.parts):
        faces = ", ".join(str(die.face) for die in dice.faces)
        line += " " + screen.say("(faces: {faces})", faces=faces)
    screen.show([line])
    return 0


def _document(expression: Expression, total: Total, dice: Recorded, seed: str | None) -> dict[str, object]:
    return {
        "expression": str(expression),
        "total": total.value,
        "terms": [[term.label, term.value] for term in total.terms],
        "dice": [attrs.asdict(die, filter=attrs.filters.include("sides", "face")) for die in dice.faces],
        "seed": seed,
    }
