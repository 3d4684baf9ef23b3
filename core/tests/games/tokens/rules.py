"""A made-up game of turns without declarations: two kinds of tokens, and a reaction after the damage."""

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
    Effect,
    Hit,
    Limit,
    NotHere,
    Place,
    Total,
    TurnOrder,
    hookimpl,
)


@frozen
class Sheet:
    might: int = 5
    luck: int = 2
    vigour: int = 6
    blood: int = 4
    wary: bool = False


@frozen
class Weapon:
    name: str
    sides: int = 6
    tags: tuple[str, ...] = ()


@hookimpl
def determine_initiative(combat: Combat, reason: str, dice: Dice) -> TurnOrder:
    rolled = [(c, dice.roll(6, "initiative", c.name)) for c in combat.combatants]
    wary = [Effect("wary", on=c.name) for c in combat.combatants if c.sheet.wary and reason == "start"]
    return TurnOrder(
        [Place(c, Total("luck", c.sheet.luck).plus("d6", die)) for c, die in rolled], effects=wary
    )


@hookimpl
def action_budget(combatant: Combatant) -> Budget:
    if combatant.now.blood <= -2:
        return Budget.out("dead")
    if combatant.now.blood <= 0:
        return Budget.unable("dying")
    limits = [Limit("strike", 2, "two strikes a round"), Limit("foul", 0, "no foul play")]
    return Budget(big=1, small=2, guard=1, limits=limits)


@hookimpl
def resolve_hit(attack: Attack, dice: Dice) -> Hit:
    """Who strikes grows warm, who retorts doesn't; a six is marked."""
    die = dice.roll(6, "test")
    score = Total("d6", die).plus("might", attack.attacker.sheet.might).plus_all(attack.modifiers("by"))
    defence = Total("vigour", attack.defender.sheet.vigour).plus_all(attack.modifiers("at"))
    marks = ["six"] if die == 6 else []
    return Hit.at_least(score, defence, marks=marks, grants=[] if attack.answers else ["warm"])


@hookimpl
def critical(hit: Hit) -> Critical | NotHere:
    return Critical("six", 6, gives=["shaken"]) if "six" in hit.marks else NotHere("no six")


@hookimpl
def compute_damage(attack: Attack, critical: Critical | NotHere, dice: Dice) -> Damage:
    total = Total("weapon", dice.roll(attack.weapon.sides if attack.weapon else 2, "damage"))
    if critical:
        return Damage(total.plus("six", 2), loses=(("blood", 2), ("vigour", int(total.value))))
    return Damage(total)
