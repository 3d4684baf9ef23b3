"""A made-up game without a test to hit: damage, then what comes of it; four hooks and nothing more."""

from __future__ import annotations

from attrs import frozen

from estoc import (
    Attack,
    Budget,
    Combat,
    Combatant,
    Critical,
    Damage,
    Dice,
    Expression,
    NotHere,
    Place,
    Total,
    TurnOrder,
    hookimpl,
)


@frozen
class Sheet:
    HP: int
    STR: int
    armour: int = 0


@frozen
class Weapon:
    name: str
    damage: Expression


@hookimpl
def determine_initiative(combat: Combat) -> TurnOrder:
    return TurnOrder(Place(c, Total("players first", int(c.player))) for c in combat.combatants)


@hookimpl
def action_budget(combatant: Combatant) -> Budget:
    return Budget.out("critical damage") if combatant.has("out") else Budget(action=1, move=1)


@hookimpl
def compute_damage(attack: Attack, dice: Dice) -> Damage:
    rolled = attack.weapon.damage.roll(dice, "damage")
    return Damage(Total("weapon", rolled).minus("armour", attack.defender.sheet.armour).at_least(0))


@hookimpl
def critical(attack: Attack, damage: Damage, dice: Dice) -> Critical | NotHere:
    left = attack.defender.after(damage).now.STR
    if left == attack.defender.now.STR or dice.roll(20, "STR save") <= left:
        return NotHere("no critical damage")
    return Critical("critical damage", gives=["out"])
