"""Warforum's rules, in the order of play. Clauses W01 to W21 are listed in `ruleset.toml`."""

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

CRITICAL_SUCCESS = "critical success"
CRITICAL_FAILURE = "critical failure"


# -- what the game writes down -----------------------------------------------------------------------
@frozen
class Sheet:
    """A character's figures, by the document's abbreviations; a test is a d20 at or under one of them."""

    INI: int = figure(at_least=0, at_most=99, clause="W05", says="initiative")
    NA: int = figure(1, at_least=0, at_most=10, clause="W03", says="number of attacks")
    ATT: int = figure(10, at_least=0, at_most=99, clause="W20", says="melee attack")
    TIR: int = figure(10, at_least=0, at_most=99, clause="W08", says="shooting")
    PAR: int = figure(10, at_least=0, at_most=99, clause="W20", says="parry")
    END: int = figure(8, at_least=0, at_most=99, clause="W17", says="endurance")
    PV: int = figure(60, at_least=1, at_most=10_000, clause="W20", says="points of life")
    tir_precis: int = figure(0, at_least=0, at_most=3, clause="W14", says="level of the skill Tir Précis")
    pare_les_tirs: bool = False
    """Whether a skill or a spell lets the character parry a shot without a shield (W10)."""


@frozen
class Weapon:
    """A weapon or a shield."""

    name: str
    degats: Expression
    tags: tuple[str, ...] = ()
    """`melee`; `missile` with `fired` or `thrown`; `parry`: it parries, `shield`: it parries shots."""
    malus: int = figure(0, at_least=0, at_most=20, clause="W09", says="taken off TIR a step of distance")
    tous_les: int = figure(1, at_least=1, at_most=1000, clause="W09", says="metres of a step of distance")
    parade: int = figure(
        0, at_least=0, at_most=99, clause="W20", says="what a parry with it takes off the damage"
    )


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
    aim: str = named("", table="aim", clause="W13", says="the zone that was announced")
    malus: int = figure(0, at_least=0, at_most=20, clause="W10", says="the game master's, off TIR")
    surprise: bool = False
    """An attack that can't be parried (W20), or a shot for which the game master allows no parry (W10)."""


# -- the round ---------------------------------------------------------------------------------------
@hookimpl
def determine_initiative(combat: Combat) -> TurnOrder:
    """W05, W07: by INI without a die; level, a player comes first, and of two players the first to post."""
    places = []
    for combatant in sorted(combat.combatants, key=lambda each: (not each.player, each.entered)):
        level = [each for each in combat.combatants if each.sheet.INI == combatant.sheet.INI]
        places.append(Place(combatant, Total("INI", combatant.sheet.INI), _tie(combatant, level)))
    return TurnOrder(places)


def _tie(combatant: Combatant, level: list[Combatant]) -> str:
    """W07: what decided among those who are level; non-players alone are left to the order of entry."""
    mixed = len({each.player for each in level}) == 2
    several = sum(each.player == combatant.player for each in level) > 1
    if mixed and several:
        return (
            "players first, then first to post" if combatant.player else "players first, then order of entry"
        )
    if mixed:
        return "players first"
    return "first to post" if several and combatant.player else ""


@hookimpl
def action_budget(combatant: Combatant, book: Book) -> Budget:
    """W03, W04, W06, W10, W20: NA + 1 actions, NA of them attacks; out at 0 PV."""
    if combatant.now.PV <= 0:
        return Budget.out("no PV left")
    attacks = combatant.sheet.NA
    limits = [Limit("attack", attacks, "NA attacks a round, no more")]
    if not may_parry_shots(combatant, book):
        limits.append(Limit("parry-shot", 0, "no credible means to parry a shot"))
    return Budget(action=attacks + 1, limits=limits, passes=attacks if book.rulings.passes == "NA" else 0)


def may_parry_shots(combatant: Combatant, book: Book) -> bool:
    """W10: only with a shield, a skill or a spell, and where the game master allows it at all."""
    means = combatant.sheet.pare_les_tirs or any("shield" in weapon.tags for weapon in combatant.weapons)
    return means and book.rulings.shot_parry == "with means"


# -- the test ----------------------------------------------------------------------------------------
@hookimpl
def resolve_hit(attack: Attack, dice: Dice, book: Book) -> Hit:
    """W08 to W10, W13, W20, W21: a d20 at or under a figure; a natural 1 succeeds, a natural 20 fails."""
    target = target_number(attack).plus_all(attack.modifiers())
    die = dice.roll(20, "test")
    score = Total("d20", die).plus("aim", aim_addition(attack, book))
    if die == 1:
        return Hit.at_most(score, target, landed=True, why="natural 1", marks=[CRITICAL_SUCCESS])
    if die == 20:
        return Hit.at_most(score, target, landed=False, why="natural 20", marks=[CRITICAL_FAILURE])
    return Hit.at_most(score, target)


def target_number(attack: Attack) -> Total:
    """What the die is held against: PAR or half of it, TIR less what is taken off, or ATT."""
    sheet = attack.attacker.sheet
    if attack.action == "parry":
        return Total("PAR", sheet.PAR)
    if attack.action == "parry-shot":
        return Total("PAR / 2", sheet.PAR // 2)
    if "missile" in attack.tags:
        shot = Total("TIR", sheet.TIR).minus("distance", distance_malus(attack))
        return shot.minus("game master's malus", attack.circumstances.malus)
    return Total("ATT", sheet.ATT)


def distance_malus(attack: Attack) -> int:
    """W09: so much a whole step of distance, by the weapon."""
    steps = attack.circumstances.distance // attack.weapon.tous_les
    return int(attack.weapon.malus * steps)


def aim_addition(attack: Attack, book: Book) -> int:
    """W13, W14: what an announced aim adds to the die of a shot, less Tir Précis; 0 at least."""
    if "missile" not in attack.tags or attack.answers is not None:
        return 0
    addition: int = book.tables.aim.get(attack.circumstances.aim, 0)
    skill: int = book.tables.tir_precis[attack.attacker.sheet.tir_precis]
    return max(0, addition - skill)


@hookimpl
def critical(hit: Hit) -> Critical | NotHere:
    """W21: reported; what comes of it is the game master's."""
    return Critical(hit.marks[0]) if hit.marks else NotHere("neither 1 nor 20")


# -- the wound ---------------------------------------------------------------------------------------
@hookimpl
def locate(attack: Attack, dice: Dice, book: Book) -> Location:
    """W11, W12, W15, W16: a d20 on the table, or how precisely the zone aimed at was struck."""
    if aim := attack.circumstances.aim:
        die = dice.roll(20, "precision")
        return Location(sided(aim, die, book), "aimed", die, book.tables.precision[die])
    die = dice.roll(20, "location")
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
    if "missile" in attack.tags:
        total = total.minus("distance, twice", 2 * distance_malus(attack))
    if answer and answer.landed:
        total = total.minus("parry", answer.attack.weapon.parade)
    total = total.at_least(0)
    return Damage(total, gives=["heavy wound"] if is_heavy(total, attack, book) else [])


def protection(armour: Armour, zone: str, book: Book) -> int:
    """W18: what a piece protects where it covers the zone struck, or the part of the body with it."""
    return armour.protection if {zone, book.tables.zones.get(zone, zone)} & set(armour.couvre) else 0


def is_heavy(total: Total, attack: Attack, book: Book) -> bool:
    """W20: more than 3/4 of all PV, rounded up."""
    threshold: int = -(-3 * attack.defender.sheet.PV // 4)
    counts = "melee" in attack.tags or book.rulings.heavy_wound == "every blow"
    return counts and total.value > threshold
