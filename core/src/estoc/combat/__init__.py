"""A fight at one moment, as frozen plain values."""

from estoc.combat.combatant import Combatant, Pool, Spent, StandingOrder
from estoc.combat.decision import GAME_MASTER, MASTERS, VERBS, Decision, Verdict
from estoc.combat.frames import Act, Answer, Ask, Attack, Blow, Declare, Frame, Reorder, Turn
from estoc.combat.roster import Roster
from estoc.combat.state import FORM, Amendments, Combat, Declared, Outcome

__all__ = [
    "FORM",
    "GAME_MASTER",
    "MASTERS",
    "VERBS",
    "Act",
    "Amendments",
    "Answer",
    "Ask",
    "Attack",
    "Blow",
    "Combat",
    "Combatant",
    "Decision",
    "Declare",
    "Declared",
    "Frame",
    "Outcome",
    "Pool",
    "Reorder",
    "Roster",
    "Spent",
    "StandingOrder",
    "Turn",
    "Verdict",
]
