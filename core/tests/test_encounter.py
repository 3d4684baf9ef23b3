"""Encounter files: who meets whom, and everything that can be wrong in one, told all at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit import GAMES, game

from estoc import parse_encounter, read_encounter
from estoc.encounter import Encounter
from estoc.errors import Faults, FileError

RULESET = 'ruleset = "drill"\n'

HEAD = """\
ruleset = "drill"

[[combatant]]
name = "Ann"
side = "x"
sheet = "captain"
weapons = ["blade", { name = "Biter", like = "cleaver", guard = 2 }]
armour = ["jack"]

[[combatant]]
name = "Bob"
side = "y"
sheet = { speed = 5 }
"""


def encountered(folder: Path, text: str) -> Encounter:
    (folder / "fight.toml").write_text(text, encoding="utf-8")
    return read_encounter(folder / "fight.toml", game("drill"))


def said(folder: Path, text: str) -> list[str]:
    """The faults of a file, without its name."""
    with pytest.raises(Faults) as faults:
        encountered(folder, text)
    assert str(folder / "fight.toml") == faults.value.file
    return [line.partition("fight.toml:")[2] for line in str(faults.value).splitlines()]


# -- what it says --------------------------------------------------------------------------------------
def test_sheets_weapons_and_armour_come_from_the_catalogues_or_are_written_out(tmp_path: Path) -> None:
    ann, bob = encountered(tmp_path, HEAD).combatants
    assert (8, 3, 5) == (ann.sheet.speed, ann.sheet.deeds, bob.sheet.speed)
    assert ["blade", "Biter"] == [weapon.name for weapon in ann.weapons]
    assert ("1d6+3", 2) == (str(ann.weapons[1].damage), ann.weapons[1].guard)
    assert ["jack"] == [piece.name for piece in ann.armour]
    assert [("HP", 0, True)] == [(pool.name, pool.lost, pool.below_zero) for pool in bob.health]


def test_several_of_one_kind_are_numbered_and_keep_apart_from_names_like_theirs(tmp_path: Path) -> None:
    """R4: three rats, and one whose name begins theirs."""
    more = '[[combatant]]\nname = "Rat"\ncount = 3\nside = "y"\nsheet = "guard"\n'
    more += '[[combatant]]\nname = "Rat"\nside = "y"\nsheet = "guard"\n'
    names = [(each.name, each.entered) for each in encountered(tmp_path, HEAD + more).combatants]
    assert [("Ann", 0), ("Bob", 1), ("Rat 1", 2), ("Rat 2", 3), ("Rat 3", 4), ("Rat", 5)] == names


def test_the_rank_of_entry_can_be_given(tmp_path: Path) -> None:
    more = '[[combatant]]\nname = "Rat"\ncount = 2\nentered = 7\nside = "y"\nsheet = "guard"\n'
    assert [7, 7] == [each.entered for each in encountered(tmp_path, HEAD + more).combatants[2:]]


def test_a_file_adds_to_the_catalogues_and_changes_what_is_there(tmp_path: Path) -> None:
    more = '[weapon.club]\ndamage = "1d4"\n[weapon.blade]\nguard = 3\n[sheet.guard]\nspeed = 2\n'
    more += '[[combatant]]\nname = "Cy"\nside = "y"\nsheet = "captain"\nweapons = ["club"]\n'
    ann, _, cy = encountered(tmp_path, HEAD + more).combatants
    assert ("1d4", 3) == (str(cy.weapons[0].damage), ann.weapons[0].guard)
    assert (2, 3) == (cy.sheet.speed, cy.sheet.deeds)  # a captain is like a guard
    assert 8 == game("drill").book.sheets["guard"].speed


def test_a_file_can_replace_a_table(tmp_path: Path) -> None:
    more = '[table.zones_by_die]\nrows = [{ faces = [1, 6], result = "leg" }]\n'
    fight = encountered(tmp_path, HEAD + more)
    assert "leg" == fight.rules.amended(fight.amendments).tables.zones_by_die[1]


def test_steps_are_decisions_with_a_round_to_wait_for(tmp_path: Path) -> None:
    more = '[[step]]\nby = "Ann"\ndo = "bloquer"\nround = 3\n[[step]]\ndo = "stop"\nreason = "dawn"\n'
    steps = encountered(tmp_path, HEAD + more).steps
    assert [("block", 3, 0), ("stop", 0, 1)] == [(s.decision.do, s.round, s.number) for s in steps]


def test_the_ruleset_may_be_a_folder_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "fight.toml").write_text(HEAD.replace('"drill"', f"'{GAMES / 'drill'}'"), encoding="utf-8")
    assert "drill" == read_encounter(tmp_path / "fight.toml").rules.name


def test_a_seed_is_a_number_or_a_text(tmp_path: Path) -> None:
    for seed, expected in (("0", 0), ("-5", -5), ('"abc"', "abc")):
        assert expected == encountered(tmp_path, f"seed = {seed}\n{HEAD}").seed
    assert encountered(tmp_path, HEAD).seed is None


# -- what can be wrong in it ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        # the head
        (RULESET, RULESET + "roundz = 3\n", "2: roundz: unknown key 'roundz'; did you mean 'rounds'?"),
        (RULESET, RULESET + "rounds = 0\n", "2: rounds: expected at least 1, found 0"),
        (RULESET, RULESET + "rounds = 99999\n", "2: rounds: expected at most 10000, found 99999"),
        (RULESET, RULESET + 'rounds = "3"\n', "2: rounds: expected a whole number, found the text '3'"),
        (RULESET, RULESET + "seed = 1.5\n", "2: seed: expected"),
        (RULESET, RULESET + "step = 5\n", "2: step: expected a list, found the number 5"),
        (RULESET, RULESET + 'step = ["hew"]\n', "2: step[0]: expected a table, found the text 'hew'"),
        (RULESET, RULESET + "title = true\n", "2: title: expected a text, found true"),
        (
            RULESET,
            RULESET + 'rulings = { deth = "0" }\n',
            "2: rulings.deth: unknown name 'deth'; did you mean 'death'?",
        ),
        (
            RULESET,
            RULESET + 'rulings = { dodging = "fre" }\n',
            "2: rulings.dodging: unknown name 'fre'; did you mean 'free'?",
        ),
        (
            RULESET,
            RULESET + "rulings = { dodging = 5 }\n",
            "2: rulings.dodging: expected a text, found the number 5",
        ),
        (RULESET, RULESET + 'weapon = { stick = { damage = "d0" } }\n', "2: weapon.stick.damage: 'd0'"),
        (
            RULESET,
            RULESET + "weapon = { stick = { damage = 1, day = 2020-01-01 } }\n",
            "2: weapon.stick.day: 2020-01-01 can't be part of a ruleset's data",
        ),
        (
            RULESET,
            RULESET + "weapon = { stick = 3 }\n",
            "2: weapon.stick: expected a table, found the number 3",
        ),
        (
            RULESET,
            RULESET + "table = { zones_by_die = { die = 8 } }\n",
            "2: table.zones_by_die: no row has face 7-8 of the d8",
        ),
        (
            RULESET,
            RULESET + "table = { zones = { values = inf } }\n",
            "2: table.zones.values: inf can't be part of a ruleset's data",
        ),
        # a combatant
        ('name = "Bob"', 'nmae = "Bob"', "11: combatant[1].nmae: unknown key 'nmae'; did you mean 'name'?"),
        ('name = "Bob"', "name = 5", "11: combatant[1].name: expected a text, found the number 5"),
        ('name = "Bob"', 'name = " "', "11: combatant[1].name: a name is missing: everybody needs one"),
        ('name = "Bob"', 'name = "Ann"', "11: combatant[1].name: 2 combatants are called 'Ann'"),
        ('side = "y"', 'side = ""', "12: combatant[1].side: a side is missing: everybody is on one"),
        ('side = "y"', 'side = "x"', "1: all are on the side 'x': a fight needs two sides"),
        ('side = "y"', 'side = "y"\ncount = 0', "13: combatant[1].count: expected at least 1, found 0"),
        ('side = "y"', 'side = "y"\ncount = 201', "13: combatant[1].count: expected at most 200, found 201"),
        (
            'side = "y"',
            'side = "y"\nplayer = 1',
            "13: combatant[1].player: expected true or false, found the number 1",
        ),
        ("{ speed = 5 }", '"gaurd"', "13: combatant[1].sheet: unknown name 'gaurd'; did you mean 'guard'?"),
        ("{ speed = 5 }", "5", "13: combatant[1].sheet: expected"),
        (
            "{ speed = 5 }",
            "{ sped = 5 }",
            "13: combatant[1].sheet.sped: unknown key 'sped'; did you mean 'speed'?",
        ),
        ("{ speed = 5 }", "{ speed = -1 }", "13: combatant[1].sheet.speed: expected at least 0, found -1"),
        (
            "{ speed = 5 }",
            "{ speed = 99999999999999999999 }",
            "13: combatant[1].sheet.speed: expected a whole number within",
        ),
        (
            "{ speed = 5 }",
            '{ like = "gaurd" }',
            "13: combatant[1].sheet.like: unknown name 'gaurd'; did you mean 'guard'?",
        ),
        ("{ speed = 5 }", '{ like = ["guard"] }', "13: combatant[1].sheet.like: unknown name"),
        (
            "{ speed = 5 }",
            '{ speed = 5 }\nweapons = ["blad"]',
            "14: combatant[1].weapons[0]: unknown name 'blad'; did you mean 'blade'?",
        ),
        (
            "{ speed = 5 }",
            '{ speed = 5 }\nweapons = "blade"',
            "14: combatant[1].weapons: expected a list, found the text 'blade'",
        ),
        (
            "{ speed = 5 }",
            '{ speed = 5 }\nweapons = [{ damage = "1d6" }]',
            "14: combatant[1].weapons[0]: the key 'name' is missing",
        ),
        (
            "{ speed = 5 }",
            '{ speed = 5 }\narmour = [{ name = "hat", protection = 1, covers = ["haed"] }]',
            "14: combatant[1].armour[0].covers: unknown name 'haed'; did you mean 'head'?",
        ),
        (
            "{ speed = 5 }",
            '{ speed = 5 }\norders = [{ do = "bloc" }]',
            "14: combatant[1].orders[0].do: unknown name 'bloc'; did you mean 'block'?",
        ),
        (
            "{ speed = 5 }",
            '{ speed = 5 }\norders = [{ do = "hew" }]',
            "14: combatant[1].orders[0].do: unknown name 'hew'",
        ),
        (
            "{ speed = 5 }",
            '{ speed = 5 }\norders = [{ do = "block", against = "Anne" }]',
            "14: combatant[1].orders[0].against: unknown name 'Anne'; did you mean 'Ann'?",
        ),
        (
            "{ speed = 5 }",
            '{ speed = 5 }\norders = [{ do = "block", first = -1 }]',
            "14: combatant[1].orders[0].first: expected at least 0, found -1",
        ),
    ],
)
def test_a_fault_is_told_with_its_line_and_path(tmp_path: Path, old: str, new: str, fault: str) -> None:
    found = said(tmp_path, HEAD.replace(old, new))
    assert any(line.startswith(fault) for line in found), found


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        ('by = "Anne"\ndo = "hew"', "16: step[0].by: unknown name 'Anne'; did you mean 'Ann'?"),
        ('do = "hew"\nat = "Bob"', "15: step[0]: say who does it: the key 'by' is missing"),
        ('by = "Ann"\ndo = "hwe"', "17: step[0].do: unknown name 'hwe'; did you mean 'hew'?"),
        ('by = "Ann"', "15: step[0]: the key 'do' is missing"),
        ('by = "Ann"\ndo = "hew"\nat = "Bab"', "18: step[0].at: unknown name 'Bab'; did you mean 'Bob'?"),
        (
            'by = "Ann"\ndo = "hew"\nwith = "Bitter"',
            "18: step[0].with: unknown name 'Bitter'; did you mean 'Biter'?",
        ),
        (
            'by = "Ann"\ndo = "hew"\naim = "haed"',
            "18: step[0].aim: unknown name 'haed'; did you mean 'head'?",
        ),
        (
            'by = "Ann"\ndo = "hew"\ndistanse = 5',
            "18: step[0].distanse: unknown key 'distanse'; did you mean 'distance'?",
        ),
        ('by = "Ann"\ndo = "hew"\ndice = [[6, 1]]', "18: step[0].dice: unknown key 'dice'"),
        ('by = "Ann"\ndo = "hew"\nround = -1', "18: step[0].round: expected at least 0, found -1"),
        (
            'by = "Ann"\ndo = "declare"\nactions = [{ do = "hew" }, { do = "hwe" }]',
            "18: step[0].actions[1].do: unknown name 'hwe'; did you mean 'hew'?",
        ),
        (
            'by = "Ann"\ndo = "declare"\nactions = [{ do = "hew", at = "Bab" }]',
            "18: step[0].actions[0].at: unknown name 'Bab'; did you mean 'Bob'?",
        ),
        (
            'by = "Ann"\ndo = "orders"\norders = [{ do = "block", with = "straw" }]',
            "18: step[0].orders[0].with: unknown name 'straw'",
        ),
        (
            'do = "rule"\nat = "Ann"\nreason = "r"\ngives = ["stuned"]',
            "19: step[0].gives: unknown name 'stuned'; did you mean 'stunned'?",
        ),
        (
            'do = "rule"\nat = "Ann"\nreason = "r"\nset = { skil = 3 }',
            "19: step[0].set: unknown name 'skil'; did you mean 'skill'?",
        ),
        (
            'do = "rule"\nat = "Ann"\nreason = "r"\nheal = { hp = 3 }',
            "19: step[0].heal: unknown name 'hp'; did you mean 'HP'?",
        ),
        (
            'do = "join"\ncombatant = { name = "Cy", side = "y", sheet = "gaurd" }',
            "17: step[0].combatant.sheet: unknown name 'gaurd'; did you mean 'guard'?",
        ),
    ],
)
def test_a_fault_of_a_step_is_told_before_the_fight(tmp_path: Path, step: str, fault: str) -> None:
    found = said(tmp_path, f"{HEAD}\n[[step]]\n{step}\n")
    assert any(line.startswith(fault) for line in found), found


def test_a_step_may_speak_of_somebody_who_joins_later(tmp_path: Path) -> None:
    more = '[[step]]\ndo = "join"\n[step.combatant]\nname = "Cy"\nside = "y"\nsheet = "guard"\n'
    more += 'weapons = [{ name = "Sting", damage = "1" }]\n'
    more += '[[step]]\nby = "Cy"\ndo = "hew"\nat = "Ann"\nwith = "Sting"\n'
    assert ["join", "hew"] == [step.decision.do for step in encountered(tmp_path, HEAD + more).steps]


def test_nobody_fights(tmp_path: Path) -> None:
    assert ["1: nobody fights: write a [[combatant]] for each"] == said(tmp_path, 'ruleset = "drill"\n')
    found = said(tmp_path, 'ruleset = "drill"\ncombatant = { name = "Ann" }\n')
    two_brackets = "a list, in which each table is written under [[...]] with two brackets"
    assert f"2: combatant: expected {two_brackets}, found a table" == found[0]


def test_a_name_given_twice_by_count_is_told_where_it_stands(tmp_path: Path) -> None:
    more = '[[combatant]]\nname = "Rat"\ncount = 2\nside = "y"\nsheet = "guard"\n'
    found = said(tmp_path, HEAD + more + more)
    rats = [f"20: combatant[3].name: 2 combatants are called 'Rat {number}'" for number in (1, 2)]
    assert rats == [line.partition(": names")[0] for line in found]


def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    """In the head, in three combatants, in their catalogue and in the steps."""
    text = """\
ruleset = "drill"
rounds = 0
rulings = { dodging = "cheap" }
[weapon.stick]
damage = "1d"
[[combatant]]
name = "Ann"
sied = "x"
sheet = { speed = 99, skil = 1 }
weapons = ["stick", "stik"]
[[combatant]]
name = "Bob"
side = "y"
sheet = { speed = 5 }
weapons = ["blade", "blad"]
[[combatant]]
name = "Bob"
side = "y"
sheet = { speed = 5 }
[[step]]
by = "Bab"
do = "hew"
"""
    lines = [int(line.partition(":")[0]) for line in said(tmp_path, text)]
    assert {2, 3, 5, 6, 8, 9, 10, 15, 21} == set(lines)
    assert sorted(lines) == lines


def test_an_unknown_ruleset_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "fight.toml").write_text(
        "# a fight\n" + HEAD.replace('"drill"', '"dril-no-such-game"'), encoding="utf-8"
    )
    with pytest.raises(Faults, match=r"fight.toml:2: ruleset: "):
        read_encounter(tmp_path / "fight.toml")
    (tmp_path / "fight.toml").write_text("rule_set = 3\n", encoding="utf-8")
    with pytest.raises(Faults, match="did you mean 'ruleset'"):
        read_encounter(tmp_path / "fight.toml")


def test_a_file_that_is_no_text_or_no_toml_is_told(tmp_path: Path) -> None:
    (tmp_path / "fight.toml").write_bytes(HEAD.encode("utf-16"))
    with pytest.raises(FileError, match="isn't UTF-8"):
        read_encounter(tmp_path / "fight.toml")
    with pytest.raises(FileError, match="there is no file"):
        read_encounter(tmp_path / "none.toml")
    assert ["2: not TOML"] == [line[:11] for line in said(tmp_path, 'ruleset = "drill"\nx = \n')]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_mark_at_the_beginning_and_windows_line_ends_are_read(tmp_path: Path, end: str) -> None:
    text = HEAD.replace("Ann", "Éléonore").replace("\n", end)
    (tmp_path / "fight.toml").write_bytes(b"\xef\xbb\xbf" + text.encode("utf-8"))
    assert "Éléonore" == read_encounter(tmp_path / "fight.toml", game("drill")).combatants[0].name


@pytest.mark.parametrize(
    ("step", "key", "keys"),
    [
        ('by = "Ann"\ndo = "end"\nat = "Bob"\n', "at", "do, by"),
        ('by = "Ann"\ndo = "hew"\nat = "Bob"\nmodifier = -9\n', "modifier", "do, by, at, with, "),
        ('by = "Ann"\ndo = "declare"\nreason = "x"\n', "reason", "do, by, actions"),
        ('by = "Ann"\ndo = "declare"\nactions = [{ do = "hew", by = "Bob" }]\n', "by", "do, at, with, "),
    ],
)
def test_a_key_that_says_nothing_of_a_step_is_refused(tmp_path: Path, step: str, key: str, keys: str) -> None:
    """Left in silence, it would be believed: a modifier on a blow would seem to count."""
    (found,) = said(tmp_path, HEAD + "[[step]]\n" + step)
    assert f"{key!r} says nothing of " in found
    assert f"the keys here are {keys}" in found


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ('[table.zones.values]\nhead = "x"\n', "table.zones.values.head: expected the same kind of value"),
        ("[table.zones.values]\nhead = true\n", "table.zones.values.head: expected the same kind of value"),
        ("[table.zones]\ndie = 6\n", "table.zones.die: the ruleset reads this table by its values"),
        (
            "[table.zones_by_die]\nrows = [{ faces = [1, 6], result = 7 }]\n",
            "table.zones_by_die.rows[0].result: expected the same kind of value",
        ),
    ],
)
def test_a_table_holds_what_the_rulesets_own_holds(tmp_path: Path, table: str, fault: str) -> None:
    assert any(fault in found for found in said(tmp_path, HEAD + table))


def test_a_text_is_read_as_a_file_is(tmp_path: Path) -> None:
    """For hosts that get an encounter in a message; faults call it as the host does."""
    read, parsed = encountered(tmp_path, HEAD), parse_encounter(HEAD, game("drill"))
    assert [repr(each) for each in read.combatants] == [repr(each) for each in parsed.combatants]
    with pytest.raises(Faults, match=r"^a message:3: combatent: unknown key 'combatent'"):
        parse_encounter(HEAD.replace("[[combatant]]", "[[combatent]]", 1), game("drill"), "a message")
