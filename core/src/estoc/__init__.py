"""Estoc, a rules framework for tabletop combat.

| who            | names                                                                          |
|----------------|--------------------------------------------------------------------------------|
| ruleset author | `hookimpl`, `figure`, `named`, `Expression`, `Total`, and what hooks return:   |
|                | `Budget Critical Damage Effect Hit Limit Location NotHere Place TurnOrder`     |
|                | in annotations `Answer Attack Book Combat Combatant Dice`                      |
| host           | `load rulesets read_encounter play choose Decision Event seeded asked`         |
|                | `Refused EstocError`                                                           |
"""

from __future__ import annotations

TYPE_CHECKING = False  # as `typing` says it, whose import alone takes longer than `estoc --version` may

if TYPE_CHECKING:
    from estoc.book import Book as Book
    from estoc.combat import Answer as Answer
    from estoc.combat import Attack as Attack
    from estoc.combat import Combat as Combat
    from estoc.combat import Combatant as Combatant
    from estoc.combat import Decision as Decision
    from estoc.dice import Dice as Dice
    from estoc.dice import asked as asked
    from estoc.dice import seeded as seeded
    from estoc.effects import Effect as Effect
    from estoc.effects import Modifier as Modifier
    from estoc.encounter import Encounter as Encounter
    from estoc.encounter import parse_encounter as parse_encounter
    from estoc.encounter import read_encounter as read_encounter
    from estoc.errors import EstocError as EstocError
    from estoc.errors import Refused as Refused
    from estoc.events import Event as Event
    from estoc.figures import figure as figure
    from estoc.figures import named as named
    from estoc.hookspecs import hookimpl as hookimpl
    from estoc.hookspecs import hookspec as hookspec
    from estoc.notation import Expression as Expression
    from estoc.playing import play as play
    from estoc.results import Budget as Budget
    from estoc.results import Critical as Critical
    from estoc.results import Damage as Damage
    from estoc.results import Hit as Hit
    from estoc.results import Limit as Limit
    from estoc.results import Location as Location
    from estoc.results import NotHere as NotHere
    from estoc.results import Place as Place
    from estoc.results import TurnOrder as TurnOrder
    from estoc.ruleset import Ruleset as Ruleset
    from estoc.ruleset import load as load
    from estoc.ruleset import rulesets as rulesets
    from estoc.tactics import choose as choose
    from estoc.totals import Term as Term
    from estoc.totals import Total as Total

__version__ = "0.1.0"

_ROOMS = {
    "book": ("Book",),
    "combat": ("Answer", "Attack", "Combat", "Combatant", "Decision"),
    "dice": ("Dice", "asked", "seeded"),
    "effects": ("Effect", "Modifier"),
    "encounter": ("Encounter", "parse_encounter", "read_encounter"),
    "errors": ("EstocError", "Refused"),
    "events": ("Event",),
    "figures": ("figure", "named"),
    "hookspecs": ("hookimpl", "hookspec"),
    "notation": ("Expression",),
    "results": ("Budget", "Critical", "Damage", "Hit", "Limit", "Location", "NotHere", "Place", "TurnOrder"),
    "playing": ("play",),
    "ruleset": ("Ruleset", "load", "rulesets"),
    "tactics": ("choose",),
    "totals": ("Term", "Total"),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = [*sorted(_ROOM_OF)]  # names, all of them text


def __getattr__(name: str) -> object:
    """Load a public name from its room on first use, so that `import estoc` costs next to nothing."""
    from importlib import import_module

    if (room := _ROOM_OF.get(name)) is None:
        raise AttributeError(f"module 'estoc' has no attribute {name!r}")
    value: object = getattr(import_module(f"estoc.{room}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_ROOM_OF})
