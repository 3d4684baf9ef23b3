"""A fight as JSON: one object a line, or one document.

| `is`             | the line                                                                     |
|------------------|------------------------------------------------------------------------------|
| `Head`           | the first: versions, the ruleset, its rulings as chosen, the seed if it was chosen |
| an event's class | an event, which `ruleset.from_json(line, AnyEvent)` reads back               |
| `Tail`           | the last: who won, who stands with how much health left, the seed            |
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from estoc import __version__
from estoc.combat import FORM, Combat
from estoc.converter.unions import TAG
from estoc.dice import Seeded
from estoc.encounter import Encounter
from estoc.playing import Moment
from estoc.report.plain import plain


def json_lines(encounter: Encounter, moments: Iterable[Moment], dice: Seeded | None) -> Iterator[str]:
    """The fight line by line, as it goes on; `dice` are None where a person throws them."""
    yield _line({TAG: "Head", **_head(encounter, dice)})
    for moment in moments:
        for event in moment.events:
            yield plain(encounter.rules.to_json(event))
        combat = moment.combat
    yield _line({TAG: "Tail", **_tail(combat, dice)})


def document(encounter: Encounter, moments: Iterable[Moment], dice: Seeded | None) -> dict[str, Any]:
    """The whole fight as one document: the head's keys, `events`, and the tail's keys."""
    events: list[Any] = []
    for moment in moments:
        events += [json.loads(encounter.rules.to_json(event)) for event in moment.events]
        combat = moment.combat
    return {**_head(encounter, dice), "events": events, **_tail(combat, dice)}


def _head(encounter: Encounter, dice: Seeded | None) -> dict[str, Any]:
    """What is known as the fight begins; a seed that nobody chose stays secret until the end."""
    rules = encounter.rules
    return {
        "estoc": __version__,
        "form": FORM,
        "ruleset": rules.name,
        "version": rules.plugin.version,
        "title": encounter.title,
        "rulings": dict(rules.amended(encounter.amendments).rulings),
        "seed": dice.seed if dice and dice.chosen else None,
    }


def _tail(combat: Combat, dice: Seeded | None) -> dict[str, Any]:
    return {
        "winner": combat.outcome.winner if combat.outcome else "",
        "why": combat.outcome.why if combat.outcome else "",
        "round": combat.round,
        "left": [
            {
                "name": each.name,
                "side": each.side,
                "standing": each.name not in combat.fallen,
                "health": {pool.name: getattr(each.sheet, pool.name) - pool.lost for pool in each.health},
            }
            for each in combat.combatants
        ],
        "seed": dice.seed if dice else None,
        "chosen": bool(dice and dice.chosen),
    }


def _line(value: dict[str, Any]) -> str:
    return plain(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
