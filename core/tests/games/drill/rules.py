"""A made-up game played in passes: what is done is declared, and a reaction comes before the damage."""

from __future__ import annotations

from attrs import frozen

from estoc import (
    Answer,
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
    speed: int = figure(at_least=0, at_most=20)
    deeds: int = figure(1, at_least=0, at_most=4)
    skill: int = figure(5, at_least=0, at_most=10)
    HP: int = figure(10, at_least=1, at_most=100)
    passes: int = figure(0, at_least=0, at_most=4)
    quick: bool = False


@frozen
class Weapon:
    name: str
    damage: Expression
    tags: tuple[str, ...] = ()
    guard: int = figure(0, at_least=0, at_most=9)


@frozen
class Armour:
    name: str
    protection: int = figure(at_least=0, at_most=9)
    covers: tuple[str, ...] = named((), table="zones")


@frozen
class Circumstances:
    distance: int = figure(0, at_least=0, at_most=100)
    aim: str = named("", table="aim")
    hidden: bool = False


@hookimpl
def determine_initiative(combat: Combat) -> TurnOrder:
    quick = [each.name for each in combat.combatants if each.sheet.quick]
    places = (
        Place(c, Total("speed", c.sheet.speed), "quick" if c.name in quick else "")
        for c in sorted(combat.combatants, key=lambda each: each.name not in quick)
    )
    return TurnOrder(places)


@hookimpl
def action_budget(combatant: Combatant, book: Book) -> Budget:
    if combatant.now.HP < int(book.rulings.death) or combatant.has("asleep"):
        return Budget.out("asleep" if combatant.has("asleep") else "dead")
    if combatant.now.HP < 0 or combatant.has("stunned"):
        return Budget.unable("dying" if combatant.now.HP < 0 else "stunned")
    deeds = combatant.sheet.deeds
    limits = [Limit("attack", deeds, "no more attacks than deeds"), Limit("pray", 1, "one prayer")]
    return Budget(deed=deeds + 1, guard=1, limits=limits, passes=combatant.sheet.passes)


@hookimpl
def resolve_hit(attack: Attack, dice: Dice) -> Hit:
    die = dice.roll(10, "test")
    target = Total("skill", attack.attacker.sheet.skill).minus(
        "distance", attack.circumstances.distance // 10
    )
    if attack.answers:
        target = target.plus("guard", attack.weapon.guard if attack.weapon else 0)
    target = target.plus_all(attack.modifiers())
    if die == 1:
        return Hit.at_most(Total("d10", die), target, landed=True, why="a natural 1", marks=["perfect"])
    if die == 10:
        return Hit.at_most(Total("d10", die), target, landed=False, why="a natural 10", marks=["fumble"])
    return Hit.at_most(Total("d10", die), target)


@hookimpl
def locate(attack: Attack, dice: Dice, book: Book) -> Location:
    if aim := attack.circumstances.aim:
        return Location(aim, "aimed", spot=book.tables.aim[aim])
    die = dice.roll(book.tables.zones_by_die.die, "zone")
    return Location(book.tables.zones_by_die[die], "rolled", die)


@hookimpl
def compute_damage(
    attack: Attack, answer: Answer | NotHere, location: Location, dice: Dice, book: Book
) -> Damage:
    total = Total(attack.weapon.name, attack.weapon.damage.roll(dice, "damage"))
    for piece in attack.defender.armour:
        total = total.minus(piece.name, piece.protection if location.zone in piece.covers else 0)
    if isinstance(answer, Answer) and answer.landed and answer.attack.weapon:
        total = total.minus("guard", answer.attack.weapon.guard)
    total = total.times("zone", book.tables.zones[location.zone]).at_least(0)
    return Damage(total, gives=["bleeding"] if total.value >= 6 else [])


@hookimpl
def critical(attack: Attack, hit: Hit, location: Location | NotHere) -> Critical | NotHere:
    if "fumble" in hit.marks:
        return Critical("fumble", grants=["off balance"])
    if "perfect" in hit.marks and isinstance(location, Location) and location.zone == "head":
        return Critical("knock", 2, gives=["stunned"])
    return NotHere("nothing out of the ordinary")
