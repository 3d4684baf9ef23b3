"""The one grammar of encounters, scenarios, journals and chat bots: a step is a decision."""

from estoc.grammar.collecting import Found
from estoc.grammar.names import Known
from estoc.grammar.reading import Reader
from estoc.grammar.tables import CombatantTable, StepTable, step_class
from estoc.grammar.writing import combatant_table, step_table

__all__ = [
    "CombatantTable",
    "Found",
    "Known",
    "Reader",
    "StepTable",
    "combatant_table",
    "step_class",
    "step_table",
]
