"""Decisions and combatants as tables, blanks left out: what `Reader` reads back."""

from __future__ import annotations

from typing import Any

import attrs
from cattrs import Converter

from estoc.combat import Combatant, Decision, StandingOrder, Verdict


def step_table(decision: Decision, converter: Converter) -> dict[str, Any]:
    """A decision as one flat table."""
    verdict = decision.verdict or Verdict()
    table = {
        "by": decision.by,
        "do": decision.do,
        "at": decision.at,
        "with": decision.using,
        **_said(decision.circumstances),
        "actions": [step_table(attrs.evolve(each, by=""), converter) for each in decision.actions],
        "orders": [_order(order) for order in decision.orders],
        "combatant": decision.combatant and combatant_table(decision.combatant, converter),
        "reason": decision.reason,
        "gives": list(verdict.gives),
        "lifts": list(verdict.lifts),
        "set": dict(verdict.sets),
        "heal": dict(verdict.heals),
    }
    table = {key: value for key, value in table.items() if value or key == "do"}
    if verdict.modifier is not None:
        table["modifier"] = verdict.modifier
    return table


def combatant_table(combatant: Combatant, converter: Converter) -> dict[str, Any]:
    """Somebody as in an encounter, with the whole sheet, weapons and armour."""
    table = {
        "name": combatant.name,
        "side": combatant.side,
        "player": combatant.player,
        "sheet": converter.unstructure(combatant.sheet),
        "weapons": [converter.unstructure(weapon) for weapon in combatant.weapons],
        "armour": [converter.unstructure(armour) for armour in combatant.armour],
        "orders": [_order(order) for order in combatant.orders],
    }
    table = {key: value for key, value in table.items() if value or key in ("side", "sheet")}
    return table if combatant.aware else {**table, "aware": False}


def _said(circumstances: Any) -> dict[str, Any]:
    if circumstances is None:
        return {}
    given = ((each, getattr(circumstances, each.name)) for each in attrs.fields(type(circumstances)))
    return {each.name: value for each, value in given if value != each.default}


def _order(order: StandingOrder) -> dict[str, Any]:
    table = {"do": order.do, "with": order.using, "against": order.against, "first": order.first}
    return {key: value for key, value in table.items() if value}
