"""Warforum's rules, in the order of play. Clauses W01 to W21 are listed in `ruleset.toml`."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from attrs import field, frozen

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


# -- what the game writes down -----------------------------------------------------------------------
def told(clause: str, says: str) -> dict[str, str]:
    """What `estoc show` tells of a field that is no figure."""
    return {"clause": clause, "says": says}


@frozen
class Sheet:
    """A character's figures, by the document's abbreviations; a test is a d20 at or under one of them."""

    INI: int = figure(at_least=0, at_most=99, clause="W05", says="initiative")
    NA: int = figure(1, at_least=0, at_most=10, clause="W03", says="number of attacks")
    ATT: int = figure(10, at_least=0, at_most=99, clause="W20", says="skill in melee")
    TIR: int = figure(10, at_least=0, at_most=99, clause="W08", says="skill at shooting")
    PAR: int = figure(10, at_least=0, at_most=99, clause="W20", says="skill at parrying")
    END: int = figure(8, at_least=0, at_most=99, clause="W17", says="endurance")
    PV: int = figure(60, at_least=1, at_most=10_000, clause="W20", says="points of life")
    tir_precis: int = figure(0, at_least=0, at_most=3, clause="W14", says="level of the skill Tir Précis")
    pare_les_tirs: bool = field(default=False, metadata=told("W10", "a skill or a spell that parries shots"))


@frozen
class Weapon:
    """A weapon or a shield."""

    name: str
    degats: Expression = field(metadata=told("W17", "damage"))
    tags: tuple[str, ...] = field(default=(), metadata=told("W10", "what it is for"))
    """`melee`, `fired`, `thrown`, `parrying`; a `shield` parries shots."""
    malus: int = figure(0, at_least=0, at_most=20, clause="W09", says="taken off TIR a step of distance")
    tous_les: int = figure(1, at_least=1, at_most=1000, clause="W09", says="metres of a step of distance")
    parade: int = figure(0, at_least=0, at_most=99, clause="W20", says="taken off the damage by a parry")


@frozen
class Armour:
    """A piece of armour, which protects the zones that it covers and no other (W18)."""

    name: str
    protection: int = figure(at_least=0, at_most=99, clause="W18", says="taken off the damage")
    couvre: tuple[str, ...] = named((), table="zones", clause="W18", says="zones covered")


@frozen
class Circumstances:
    """What a step may say of an attack."""

    distance: int = figure(0, at_least=0, at_most=10_000, clause="W09", says="metres to the target of a shot")
    aim: str = named("", table="aim", clause="W13", says="the zone announced")
    malus: int = figure(0, at_least=0, at_most=20, clause="W10", says="the game master's, off TIR")
    surprise: bool = field(default=False, metadata=told("W20", "no parry, of a blow or of a shot"))


# -- the round ---------------------------------------------------------------------------------------
@hookimpl
def determine_initiative(combat: Combat) -> TurnOrder:
    """W05, W07: by INI without a die; level, a player comes first, and of two players the first to post."""
    level = Counter(each.sheet.INI for each in combat.combatants)
    alike = Counter((each.sheet.INI, each.player) for each in combat.combatants)
    places = []
    for combatant in sorted(combat.combatants, key=lambda each: (not each.player, each.entered)):
        initiative, player = combatant.sheet.INI, combatant.player
        same = alike[initiative, player]
        tie = tie_of(player, rivals=same - 1, others=level[initiative] - same)
        places.append(Place(combatant, Total("INI", initiative), tie))
    return TurnOrder(places)


def tie_of(player: bool, rivals: int, others: int) -> str:
    """W07: what put somebody before or after those level with it, `rivals` of its own kind among them."""
    decided = ["players first"] if others else []
    if rivals:
        decided.append("first to post" if player else "order of entry")
    return ", then ".join(decided)


@hookimpl
def action_budget(combatant: Combatant, book: Book) -> Budget:
    """W03, W04, W06, W10, W20: NA + 1 actions, NA of them attacks; out at 0 PV."""
    if combatant.now.PV <= 0:
        return Budget.out("no PV left")
    attacks = combatant.sheet.NA
    limits = [Limit("attack", attacks, "NA attacks a round, no more")]
    if not combatant.sheet.pare_les_tirs:
        limits.append(Limit("deflect", 0, "no skill or spell that parries shots"))
    return Budget(action=attacks + 1, limits=limits, passes=attacks if book.rulings.passes == "NA" else 0)


# -- the test ----------------------------------------------------------------------------------------
@hookimpl
def resolve_hit(attack: Attack, dice: Dice, book: Book) -> Hit:
    """W08 to W10, W13, W20, W21: a d20 at or under a figure; a natural 1 succeeds, a natural 20 fails."""
    target = target_number(attack).plus_all(attack.modifiers())
    die = dice.roll(20, "test")
    score = Total("d20", die).plus_all(aim_terms(attack, book))
    if die == 1:
        return Hit.at_most(score, target, landed=True, why="natural 1", marks=["critical success"])
    if die == 20:
        return Hit.at_most(score, target, landed=False, why="natural 20", marks=["critical failure"])
    return Hit.at_most(score, target)


def target_number(attack: Attack) -> Total:
    """What the die is held against: PAR or half of it, TIR less what is taken off, or ATT."""
    sheet = attack.attacker.sheet
    if attack.answers:
        return parry_target(sheet, "shot" in attack.answers.attack.tags)
    if "shot" in attack.tags:
        shot = Total("TIR", sheet.TIR).minus("distance", distance_malus(attack))
        return shot.minus("malus", attack.circumstances.malus)
    return Total("ATT", sheet.ATT)


def parry_target(sheet: Sheet, of_a_shot: bool) -> Total:
    """W10, W20: PAR, half of it rounded down against a shot."""
    parry = Total("PAR", sheet.PAR)
    return parry.times("half", Fraction(1, 2)).rounded_down("rounding") if of_a_shot else parry


def distance_malus(attack: Attack) -> int:
    """W09: so much a whole step of distance, by the weapon."""
    steps = attack.circumstances.distance // attack.weapon.tous_les
    return int(attack.weapon.malus * steps)


def aim_terms(attack: Attack, book: Book) -> tuple[tuple[str, int], ...]:
    """W13, W14: what an announced aim adds to the die, and what Tir Précis takes off that, never more."""
    addition: int = book.tables.aim.get(attack.circumstances.aim, 0)
    skill: int = book.tables.tir_precis[attack.attacker.sheet.tir_precis]
    return ("aim", addition), ("Tir Précis", -min(skill, addition))


@hookimpl
def critical(hit: Hit) -> Critical | NotHere:
    """W21: reported; what comes of it is the game master's."""
    return Critical(hit.marks[0]) if hit.marks else NotHere("neither 1 nor 20")


# -- the wound ---------------------------------------------------------------------------------------
@hookimpl
def locate(attack: Attack, dice: Dice, book: Book) -> Location:
    """W11, W12, W15, W16: a d20 on the table, or how precisely the zone aimed at was struck."""
    if aim := attack.circumstances.aim:
        die = dice.roll(book.tables.precision.die, "precision")
        return Location(sided(aim, die, book), "aimed", die, book.tables.precision[die])
    die = dice.roll(book.tables.locations.die, "location")
    return Location(sided(book.tables.locations[die], die, book), "rolled", die)


def sided(zone: str, die: int, book: Book) -> str:
    """W12: of two limbs, the left one on an even die, the right one on an odd die."""
    sides = book.tables.sides.get(zone)
    return str(sides[die % 2]) if sides else zone


@hookimpl
def compute_damage(
    attack: Attack, answer: Answer | NotHere, location: Location, dice: Dice, book: Book
) -> Damage:
    """W17 to W20: the weapon, less END, armour, twice the distance malus or the parry; 0 at least."""
    defender, weapon = attack.defender, attack.weapon
    total = Total(weapon.name, weapon.degats.roll(dice, "damage")).minus("END", defender.sheet.END)
    for armour in defender.armour:
        total = total.minus(armour.name, protection(armour, location.zone, book))
    total = total.minus("distance, twice", 2 * distance_malus(attack))  # none in melee
    if isinstance(answer, Answer) and answer.landed:
        total = total.minus("parried", answer.attack.weapon.parade)
    total = total.at_least(0)
    return Damage(total, gives=["heavy wound"] if is_heavy(total, attack, book) else [])


def protection(armour: Armour, zone: str, book: Book) -> int:
    """W18: what a piece protects where it covers the zone struck, or the part of the body with it."""
    covers = zone in armour.couvre or book.tables.zones.get(zone) in armour.couvre
    return armour.protection if covers else 0


def is_heavy(total: Total, attack: Attack, book: Book) -> bool:
    """W20: more than 3/4 of all PV, rounded up."""
    if "shot" in attack.tags and book.rulings.heavy_wound == "melee":
        return False
    threshold: int = (3 * attack.defender.sheet.PV + 3) // 4
    return total.value > threshold
