"""What people decide: one form for files, journals, chat bots and the terminal."""

from __future__ import annotations

from attrs import frozen

from estoc.combat.combatant import Combatant, StandingOrder
from estoc.combat.own import Circumstances
from estoc.results import Counts

GAME_MASTER = ""
"""Whose decision it is when it is nobody's in the fight."""

VERBS: dict[str, str] = {
    "declare": "say all that one will do this round (`actions`)",
    "end": "end one's turn; where actions were declared, give up those whose turn it is",
    "pass": "let a blow come without reacting",
    "orders": "leave standing orders (`orders`); none takes them back",
    "join": "the game master brings somebody in (`combatant`)",
    "leave": "the game master takes somebody (`at`) out of the fight",
    "rule": "the game master settles something about somebody (`at`), for a `reason`",
    "stop": "the game master ends the fight, for a `reason`",
}
"""What can be decided besides the ruleset's own actions; no ruleset may call an action by one of these."""

MASTERS = frozenset({"join", "leave", "rule", "stop"})
"""Those that are the game master's."""


@frozen
class Verdict:
    """What the game master settles about somebody."""

    modifier: int | None = None
    """A bonus or malus to the next test of the one it is about."""
    gives: tuple[str, ...] = ()
    """Effects that begin."""
    lifts: tuple[str, ...] = ()
    """Effects that end."""
    sets: Counts = ()
    """Figures of the sheet set right; a pool of health is set as it is now."""
    heals: Counts = ()
    """Points that pools of health get back."""


@frozen(slots=False)
class Decision:
    """Who does what: an action of the ruleset, or one of `VERBS`."""

    by: str
    do: str
    at: str = ""
    using: str = ""
    """A weapon's name; in files the key is `with`."""
    circumstances: Circumstances | None = None
    """The ruleset's own `Circumstances`, None where nothing is to be said; in files its keys stand beside
    the others."""
    actions: tuple[Decision, ...] = ()
    orders: tuple[StandingOrder, ...] = ()
    combatant: Combatant | None = None
    verdict: Verdict | None = None
    reason: str = ""
