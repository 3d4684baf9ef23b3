"""A second transcription of every number and name of the ruleset's data, held against the first."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from estoc import load, parse_encounter
from estoc.errors import Faults
from estoc_warforum.rules import Armour, Circumstances, Sheet, Weapon

RULES = load("warforum")
BOOK = RULES.book

# name | damage | tags | malus each so many metres | parry
WEAPONS = """
arc long         | 30+1d8 | fired                   | 2 / 30 |  0
arc court        | 26+1d8 | fired                   | 2 / 20 |  0
arbalète         | 34+1d8 | fired                   | 2 / 40 |  0
javelot          | 26+1d8 | thrown melee            | 2 / 10 |  0
épée             | 28+1d8 | melee parrying          | 0 / 1  | 12
épée à deux mains| 34+1d8 | melee parrying          | 0 / 1  | 10
hache            | 30+1d8 | melee parrying          | 0 / 1  |  8
lance            | 28+1d8 | melee parrying          | 0 / 1  | 10
dague            | 20+1d6 | melee parrying          | 0 / 1  |  5
bouclier         | 16+1d6 | melee parrying shield   | 0 / 1  | 20
"""

# name | protection | zones
ARMOUR = """
cotte matelassée | 5 | bras torse
cotte de mailles | 8 | bras torse jambes
casque           | 6 | tête
"""

# name | INI NA ATT TIR PAR END PV
SHEETS = """
soldat | 10 1 10  9 10 8 60
archer | 11 1  8 12  8 7 55
orque  |  8 1 11  6  9 9 70
skaven | 10 1  9  9  8 7 45
"""

# action | what | tags | weapon | circumstances | clause; of a reaction, what it answers and what it can't
ACTIONS = """
strike     | blow    | attack blow | melee    | surprise                    | W20
shoot      | blow    | attack shot | fired    | distance aim malus surprise | W08
throw      | blow    | attack shot | thrown   | distance aim malus surprise | W08
touch      | act     | attack      |          |                             | W04
grapple    | act     | attack      |          |                             | W04
trip       | act     | attack      |          |                             | W04
cast       | act     | attack      |          |                             | W04
martial    | act     | attack      |          |                             | W04
move       | act     |             |          |                             | W03
other      | act     |             |          |                             | W03
parry      | answers | blow        | parrying | surprise                    | W20
parry-shot | stops   | shot        | shield   | surprise                    | W10
deflect    | stops   | shot        |          | surprise                    | W10
"""

# field | clause | least most by default, of a figure
FIELDS: dict[type, str] = {
    Sheet: """
        INI           | W05 | 0 99 -
        NA            | W03 | 0 10 1
        ATT           | W20 | 0 99 10
        TIR           | W08 | 0 99 10
        PAR           | W20 | 0 99 10
        END           | W17 | 0 99 8
        PV            | W20 | 1 10000 60
        tir_precis    | W14 | 0 3 0
        pare_les_tirs | W10 |
    """,
    Weapon: """
        degats   | W17 |
        tags     | W10 |
        malus    | W09 | 0 20 0
        tous_les | W09 | 1 1000 1
        parade   | W20 | 0 99 0
    """,
    Armour: """
        protection | W18 | 0 99 -
        couvre     | W18 |
    """,
    Circumstances: """
        distance | W09 | 0 10000 0
        aim      | W13 |
        malus    | W10 | 0 20 0
        surprise | W20 |
    """,
}


def lines(text: str) -> dict[str, list[str]]:
    rows = ([cell.strip() for cell in line.split("|")] for line in text.strip().splitlines())
    return {name: cells for name, *cells in rows}


def test_weapons() -> None:
    read = {
        name: [str(it.degats), " ".join(it.tags), f"{it.malus} / {it.tous_les}", str(it.parade)]
        for name, it in BOOK.weapons.items()
    }
    assert lines(WEAPONS) == read


def test_armour() -> None:
    read = {name: [str(it.protection), " ".join(it.couvre)] for name, it in BOOK.armour.items()}
    assert lines(ARMOUR) == read


def test_sheets() -> None:
    read = {
        name: [it.INI, it.NA, it.ATT, it.TIR, it.PAR, it.END, it.PV, it.tir_precis, it.pare_les_tirs]
        for name, it in BOOK.sheets.items()
    }
    expected = {name: [*map(int, cells[0].split()), 0, False] for name, cells in lines(SHEETS).items()}
    assert expected == read


def test_actions() -> None:
    read = {}
    for name, it in BOOK.actions.items():
        what = "stops" if it.stops else "answers" if it.answers else "blow" if it.blow else "act"
        tags, said = (it.against, it.unless) if it.answers else (it.tags, it.circumstances)
        read[name] = [what, " ".join(tags), " ".join(it.using), " ".join(said), it.clause]
        assert ({},) if it.answers else ({"action": 1},) == it.cost
        assert () == it.needs + it.grants + it.gives + it.clears
        assert not (it.answers and (it.blow or it.tags or it.circumstances))
    assert lines(ACTIONS) == read


@pytest.mark.parametrize("cls", FIELDS)
def test_fields(cls: type[Any]) -> None:
    read = {}
    for each in attrs.fields(cls):
        told = each.metadata
        default = "-" if each.default is attrs.NOTHING else each.default
        figure = f"{told['at_least']} {told['at_most']} {default}" if "at_least" in told else ""
        if each.name != "name":
            assert told["says"]
            read[each.name] = [told["clause"], figure]
    assert lines(FIELDS[cls]) == read


def test_locations() -> None:
    faces = "head " * 3 + "arms " * 8 + "torso " * 5 + "legs " * 4
    names = {"head": "tête", "arms": "bras", "torso": "torse", "legs": "jambes"}
    read = [BOOK.tables.locations[face] for face in range(1, 21)]
    assert [names[each] for each in faces.split()] == read
    assert 20 == BOOK.tables.locations.die == BOOK.tables.precision.die
    assert [""] * 20 == [BOOK.tables.precision[face] for face in range(1, 21)]


def test_aims_sides_and_zones() -> None:
    limbs = {"bras": "bras droit", "jambes": "jambe droite", "main": "main droite", "pied": "pied droit"}
    left = {"bras": "bras gauche", "jambes": "jambe gauche", "main": "main gauche", "pied": "pied gauche"}
    assert {limb: [left[limb], right] for limb, right in limbs.items()} == BOOK.tables.sides.values
    aims = {"torse": 2, "tête": 4}
    zones = {"torse": "torse", "tête": "tête", "bras": "bras", "jambes": "jambes"}
    for limb, more, part in (
        ("bras", 2, "bras"),
        ("jambes", 2, "jambes"),
        ("main", 4, "bras"),
        ("pied", 4, "jambes"),
    ):
        for zone in (left[limb], limbs[limb]):
            aims[limb] = aims[zone] = more
            zones[zone] = part
    assert aims == BOOK.tables.aim.values
    assert zones == BOOK.tables.zones.values
    assert (0, 1, 2, 4) == BOOK.tables.tir_precis.values


def test_the_rest() -> None:
    assert (("PV",), ()) == (BOOK.health, BOOK.below_zero)
    assert ["hit", "critical", "react", "locate", "damage"] == list(BOOK.blow)
    assert (True, True, 1, "fr") == (BOOK.declares, BOOK.passes, BOOK.interface, BOOK.language)
    assert {"heavy wound"} == set(BOOK.effects)
    wound = BOOK.effects["heavy wound"]
    assert ("round", ("attack",), (), False) == (wound.until, wound.forbids, wound.modifiers, wound.stacks)


def test_rulings() -> None:
    read = {key: [*ruling.choice] for key, ruling in BOOK.open_questions.items()}
    assert {
        "passes": ["NA + 1", "NA"],
        "parry": ["free", "action"],
        "shot_parry": ["with means", "never"],
        "heavy_wound": ["melee", "every blow"],
    } == read
    assert {key: choices[0] for key, choices in read.items()} == dict(BOOK.rulings)
    assert ["W06", "W10", "W10", "W20"] == [ruling.clause for ruling in BOOK.open_questions.values()]


def test_what_is_ours() -> None:
    """The document gives the padded coat, the long bow's malus and the crossbow's damage, and no more."""
    expected = {("weapon", name) for name in BOOK.weapons} | {("sheet", name) for name in BOOK.sheets}
    expected |= {("armour", name) for name in BOOK.armour if name != "cotte matelassée"}
    assert expected == BOOK.ours
    tables = {name: (table.ours, table.clause) for name, table in BOOK.tables.items()}
    assert {
        "locations": (True, "W11"),
        "precision": (True, "W15"),
        "sides": (False, "W12"),
        "aim": (False, "W13"),
        "tir_precis": (False, "W14"),
        "zones": (True, "W18"),
    } == tables


def test_clauses_name_their_hook() -> None:
    hooks = {
        "action_budget": "W03 W04 W06",
        "determine_initiative": "W05 W07",
        "resolve_hit": "W08 W09 W10 W13 W14",
        "locate": "W11 W12 W15 W16",
        "compute_damage": "W17 W18",
        "resolve_hit, compute_damage": "W19 W20",
        "critical": "W21",
        "": "W01 W02",
    }
    expected = {clause: hook for hook, clauses in hooks.items() for clause in clauses.split()}
    assert expected == {key: clause.hook for key, clause in BOOK.clauses.items()}


@pytest.mark.parametrize("values", ["[0, 1]", '{ "2" = 9 }'])
def test_a_table_read_by_level_keeps_every_level(values: str) -> None:
    """A campaign that leaves one out would fail in the middle of a shot, and the rules would be blamed."""
    with pytest.raises(Faults, match=r"2: table.tir_precis.values: expected a list of 4 values"):
        parse_encounter(f'ruleset = "warforum"\ntable.tir_precis.values = {values}\n', RULES, "warforum.toml")
