"""The rules of the made-up duel."""

from __future__ import annotations

from attrs import frozen

from estoc import (
    Attack,
    Book,
    Budget,
    Combat,
    Combatant,
    Critical,
    Damage,
    Dice,
    Expression,
    Hit,
    Limit,
    Location,
    NotHere,
    Place,
    Total,
    TurnOrder,
    figure,
    hookimpl,
    named,
)


@frozen
class Sheet:
    AIM: int = figure(at_least=0, at_most=20, clause="D2", says="aim")
    DODGE: int = figure(5, at_least=0, at_most=20, clause="D3", says="dodging")
    HP: int = figure(10, at_least=1, at_most=100, says="health")


@frozen
class Weapon:
    name: str
    harm: Expression
    tags: tuple[str, ...] = ()


@frozen
class Armour:
    name: str
    stops: int = figure(at_least=0, at_most=9)


@frozen
class Circumstances:
    distance: int = figure(0, at_least=0, at_most=99, says="paces")
    aim: str = named("", table="zones")
    hidden: bool = False


@hookimpl
def determine_initiative(combat: Combat) -> TurnOrder:
    return TurnOrder(Place(each, Total("AIM", each.sheet.AIM)) for each in combat.combatants)


@hookimpl
def action_budget(combatant: Combatant) -> Budget:
    if combatant.now.HP <= 0:
        return Budget.out("no HP left")
    return Budget(action=2, limits=[Limit("attack", 1, "one attack a round")])


@hookimpl
def resolve_hit(attack: Attack, dice: Dice) -> Hit:
    sheet = attack.attacker.sheet
    if attack.action == "dodge":
        return Hit.at_most(Total("d20", dice.roll(20, "dodge")), Total("DODGE", sheet.DODGE))
    target = Total("AIM", sheet.AIM).minus("distance", attack.circumstances.distance)
    die = dice.roll(20, "test")
    if die == 1:
        return Hit.at_most(Total("d20", die), target, landed=True, why="natural 1", marks=["lucky"])
    return Hit.at_most(Total("d20", die), target)


@hookimpl
def critical(hit: Hit) -> Critical | NotHere:
    return Critical("lucky blow") if hit.marks else NotHere("no luck")


@hookimpl
def locate(attack: Attack, dice: Dice, book: Book) -> Location:
    if attack.circumstances.aim:
        return Location(attack.circumstances.aim, "aimed")
    die = dice.roll(6, "location")
    return Location(book.tables.zones[die], "rolled", die)


@hookimpl
def compute_damage(attack: Attack, dice: Dice) -> Damage:
    total = Total(attack.weapon.name, attack.weapon.harm.roll(dice, "damage"))
    for armour in attack.defender.armour:
        total = total.minus(armour.name, armour.stops)
    return Damage(total.at_least(0), gives=["stunned"] if total.value >= 6 else [])
