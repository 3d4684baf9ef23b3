"""`ruleset.toml`: what it says, as rulings and a fight amend it, and everything that can be wrong in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from kit import GAMES, encounter, game

from estoc import load
from estoc.book import FaceTable, Names, Row, ValueTable, merged
from estoc.combat import Amendments
from estoc.errors import RulesetInvalid
from estoc.ruleset import Ruleset

RULES = """\
from attrs import frozen
from estoc import figure, hookimpl, named

@frozen
class Sheet:
    HP: int = figure(5, at_least=0, at_most=9)
    size: str = named("small", table="sizes")

@frozen
class Weapon:
    name: str
    reach: int = figure(1, at_least=0, at_most=9)

@frozen
class Circumstances:
    distance: int = 0

@hookimpl
def determine_initiative(combat):
    return None

@hookimpl
def action_budget(combatant):
    return None

@hookimpl
def resolve_hit(attack):
    return None
"""
DATA = """\
interface = 1
title = "A laboratory"
language = "en"
health = ["HP"]
blow = ["hit"]

[table.sizes]
values = { small = 1, tall = 2 }
"""


def laboratory(folder: Path, more: str = "", data: str = DATA) -> Ruleset:
    (folder / "rules.py").write_text(RULES, encoding="utf-8")
    (folder / "ruleset.toml").write_text(data + more, encoding="utf-8")
    return load(folder)


def said(folder: Path, more: str = "", data: str = DATA) -> list[str]:
    """The faults of the data, without the file's name."""
    with pytest.raises(RulesetInvalid) as invalid:
        laboratory(folder, more, data)
    lines = str(invalid.value).splitlines()[1:]
    return [line.removeprefix(f"{folder.resolve()}").partition("ruleset.toml:")[2] for line in lines]


# -- what it says --------------------------------------------------------------------------------------
def test_a_table_is_read_by_faces_or_by_names() -> None:
    tables = game("drill").book.tables
    assert ["head", "torso", "torso", "torso", "leg", "leg"] == [tables.zones_by_die[n] for n in range(1, 7)]
    assert ("head", "torso", "leg") == tables.zones_by_die.names() == tables.zones.names()
    assert 2 == tables.zones["head"] == tables["zones"]["head"]
    assert (1, 7) == (tables.zones.get("leg"), tables.zones.get("wing", 7))
    with pytest.raises(KeyError):
        tables.zones_by_die[7]


def test_a_table_may_be_a_row_of_values() -> None:
    table = ValueTable("t", ("a", "b"))
    assert ("b", (0, 1), None) == (table[1], table.names(), table.get("a"))
    assert "x" == FaceTable("t", 6, (Row((1, 6), "x"),))[6]


def test_names_are_read_like_attributes() -> None:
    names = Names({"a": 1})
    assert (1, 1, 1, ["a"]) == (names.a, names["a"], len(names), list(names))
    with pytest.raises(AttributeError, match="no 'b'"):
        names.b  # noqa: B018  # the look-up is the test


def test_an_entry_is_like_another_but_for_what_it_says() -> None:
    weapons = game("drill").book.weapons
    assert ("cleaver", "1d6+3", ("edged",), 1) == (
        weapons["cleaver"].name,
        str(weapons["cleaver"].damage),
        weapons["cleaver"].tags,
        weapons["cleaver"].guard,
    )
    assert (8, 3, 8, 10) == tuple(
        getattr(game("drill").book.sheets["captain"], key) for key in ("speed", "deeds", "skill", "HP")
    )


def test_a_chain_of_likes_is_followed_to_its_end(tmp_path: Path) -> None:
    book = laboratory(
        tmp_path, '[sheet.a]\nHP = 3\n[sheet.b]\nlike = "a"\n[sheet.c]\nlike = "b"\nsize = "tall"\n'
    ).book
    assert (3, "tall") == (book.sheets["c"].HP, book.sheets["c"].size)


def test_a_ruling_has_its_default_and_amends_the_data() -> None:
    rules = game("drill")
    assert ("-5", "free") == (rules.book.rulings.death, rules.book.rulings.dodging)
    assert ({},) == rules.book.actions["dodge"].cost
    other = rules.amended(Amendments((("dodging", "dear"),)))
    assert ("-5", "dear") == (other.rulings.death, other.rulings.dodging)
    assert ({"deed": 1},) == other.actions["dodge"].cost
    assert ("1d4", "1d4") != (str(other.weapons["blade"].damage), str(other.weapons["cleaver"].damage))
    assert "1d4" == str(other.weapons["blade"].damage)


def test_what_is_like_an_entry_that_a_ruling_amends_is_like_the_amended_one() -> None:
    sheet = {"speed": 1}
    people = [
        {"name": n, "side": n, "sheet": sheet, "weapons": [{"name": "stick", "like": "blade"}]}
        for n in ("A", "B")
    ]
    fight = encounter("drill", *people, rulings={"dodging": "dear"})
    assert "1d4" == str(fight.combatants[0].weapons[0].damage)


@pytest.mark.parametrize(
    ("data", "amendment", "expected"),
    [
        ({"a": {"b": 1, "c": 2}}, {"a": {"c": 3}}, {"a": {"b": 1, "c": 3}}),
        ({"a": [1, 2]}, {"a": [3]}, {"a": [3]}),
        ({"a": {"b": 1}}, {"a": 2}, {"a": 2}),
        ({"a": 1}, {"b": {"c": 2}}, {"a": 1, "b": {"c": 2}}),
    ],
)
def test_tables_are_merged_key_by_key_and_all_else_replaced(
    data: dict[str, Any], amendment: dict[str, Any], expected: dict[str, Any]
) -> None:
    before = repr(data)
    assert expected == merged(data, amendment)
    assert before == repr(data)


def test_made_up_entries_are_marked_as_ours(tmp_path: Path) -> None:
    book = laboratory(tmp_path, "[weapon.stick]\nours = true\n[weapon.sling]\n").book
    assert {("weapon", "stick")} == book.ours


# -- what can be wrong in it ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ("[action.hit]\ncosts = []\n", "10: action.hit.costs: unknown key 'costs'; did you mean 'cost'?"),
        (
            '[action.hit]\ncost = [{ a = "1" }]\n',
            "10: action.hit.cost[0].a: expected a whole number, found the text '1'",
        ),
        ("[action.hit]\ncost = [{ a = -1 }]\n", "10: action.hit.cost[0].a: expected at least 0, found -1"),
        (
            "[action.hit]\ncost = []\n",
            "10: action.hit.cost: no way to pay: leave the cost out where there is none",
        ),
        (
            '[action.hit]\ngrants = ["pron"]\n[effect.prone]\n',
            "10: action.hit.grants[0]: unknown name 'pron'; did you mean 'prone'?",
        ),
        ('[action.hit]\ngives = ["x"]\n', "10: action.hit.gives[0]: unknown name 'x'; known: -"),
        ('[action.hit]\nclears = ["x"]\n', "10: action.hit.clears[0]: unknown name 'x'; known: -"),
        (
            '[action.hit]\ncircumstances = ["distanse"]\n',
            "10: action.hit.circumstances[0]: unknown name 'distanse'; did you mean 'distance'?",
        ),
        (
            '[action.hit]\nneeds = ["distance"]\n',
            "10: action.hit.needs[0]: unknown name 'distance'; known: -",
        ),
        (
            "[action.declare]\n",
            "9: action.declare: 'declare' is a decision of the core: name the action otherwise",
        ),
        ("[action.start]\n", "9: action.start: 'start' is a decision of the core: name the action otherwise"),
        (
            '[effect.x]\nuntil = "rounds"\n',
            "10: effect.x.until: expected one of 'fight', 'round', 'test'; found the text 'rounds'",
        ),
        (
            '[effect.x]\nmodifiers = [{ value = 1, side = "to" }]\n',
            "10: effect.x.modifiers[0].side: expected one of 'by', 'at'; found the text 'to'",
        ),
        ("[weapon.x]\nreach = 10\n", "10: weapon.x.reach: expected at most 9, found 10"),
        ('[weapon.x]\nlike = "y"\n', "10: weapon.x.like: unknown name 'y'; known: x"),
        ('[weapon.x]\nlike = ["y"]\n', "10: weapon.x.like: unknown name \"['y']\"; known: x"),
        ('[weapon.x]\nlike = "x"\n', "10: weapon.x.like: 'x' is like itself in the end"),
        ('[sheet.x]\nsize = "smal"\n', "10: sheet.x.size: unknown name 'smal'; did you mean 'small'?"),
        (
            '[ruling.x]\nsays = "?"\ndefault = "n"\n[ruling.x.choice.no]\nsays = "n"\n',
            "11: ruling.x.default: unknown name 'n'; did you mean 'no'?",
        ),
        (
            '[ruling.x]\nsays = "?"\ndefault = []\nchoice = 5\n',
            "11: ruling.x.default: expected a text, found a list",
        ),
        (
            "[table.t]\ndie = 3\nrows = [{ faces = [1, 1], result = 1 }, { faces = [3], result = 2 }]\n",
            "9: table.t: no row has face 2 of the d3",
        ),
        (
            "[table.t]\ndie = 99\nrows = [{ faces = [1, 40], result = 1 }, { faces = [51], result = 2 }]\n",
            "9: table.t: no row has face 41-50 of the d99",
        ),
        (
            "[table.t]\ndie = 3\nrows = [{ faces = [1, 2], result = 1 }, { faces = [2, 3], result = 2 }]\n",
            "9: table.t: face 2 is in more than one row",
        ),
        (
            "[table.t]\ndie = 3\nrows = [{ faces = [0, 3], result = 1 }]\n",
            "11: table.t.rows[0]: face 0 isn't on a d3",
        ),
        (
            "[table.t]\ndie = 3\nrows = [{ faces = [1, 9999999999], result = 1 }]\n",
            "11: table.t.rows[0]: face 9999999999 isn't on a d3",
        ),
        ("[table.t]\ndie = 9999999999\n", "10: table.t.die: expected at most 10000, found 9999999999"),
        (
            "[table.t]\ndie = 3\nrows = [{ faces = [3, 1], result = 1 }]\n",
            "11: table.t.rows[0].faces: faces are [first, last], or [face] alone; found [3, 1]",
        ),
        (
            "[table.t]\ndie = 3\nrows = [{ faces = [], result = 1 }]\n",
            "11: table.t.rows[0].faces: faces are [first, last], or [face] alone; found []",
        ),
        (
            "[table.t]\ndie = 3\nrows = [{ face = [1, 3], result = 1 }]\n",
            "11: table.t.rows[0].face: unknown key 'face'; did you mean 'faces'?",
        ),
        ("[table.t]\n", "9: table.t: a table needs either a die of 1 face or more and rows, or values"),
        (
            "[table.t]\ndie = 3\nvalues = [1]\n",
            "9: table.t: a table needs either a die of 1 face or more and rows, or values",
        ),
        ("[table.t]\nvalues = 5\n", "10: table.t.values: expected"),
        ("weapons = 3\n", "9: table.sizes.weapons: unknown key 'weapons'"),
    ],
)
def test_a_fault_is_told_with_its_line_and_path(tmp_path: Path, more: str, fault: str) -> None:
    assert any(line.startswith(fault) for line in said(tmp_path, more)), said(tmp_path, more)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('["HP"]', '["HPs"]', "4: health[0]: unknown name 'HPs'; did you mean 'HP'?"),
        (
            '["HP"]',
            '["HP"]\nbelow_zero = ["HPs"]',
            "5: below_zero[0]: unknown name 'HPs'; did you mean 'HP'?",
        ),
        ('["hit"]', '["hit", "hit"]', "5: blow[1]: 'hit' is no step, or there twice"),
        ('["hit"]', '["parry"]', "5: blow[0]: 'parry' is no step, or there twice"),
        (
            '["hit"]',
            '["hit"]\npasses = true',
            "6: passes: passes are only for games in which actions are declared",
        ),
        ("[table.sizes]", "[table.size]", "7: table[0]: unknown name 'sizes'; did you mean 'size'?"),
        ('title = "A laboratory"', "title = 5", "2: title: expected a text, found the number 5"),
        ('title = "A laboratory"', "", "1: the key 'title' is missing"),
    ],
)
def test_a_fault_in_the_head_is_told_too(tmp_path: Path, old: str, new: str, fault: str) -> None:
    assert any(line.startswith(fault) for line in said(tmp_path, data=DATA.replace(old, new)))


def test_all_faults_are_told_at_once_in_the_order_of_their_lines(tmp_path: Path) -> None:
    more = '[sheet.x]\nsize = "big"\n[weapon.y]\nreach = 99\n[action.end]\ncost = []\n'
    assert [10, 12, 13, 14] == [int(line.partition(":")[0]) for line in said(tmp_path, more)]


def test_a_broken_file_of_words_is_the_rulesets_fault(tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    for text, fault in (('"a" = 5', "a: expected a text"), ('"a" = ', "not TOML"), ("\xff", "isn't UTF-8")):
        (tmp_path / "words" / "fr.toml").write_bytes(text.encode("latin-1"))
        with pytest.raises(RulesetInvalid, match=fault):
            laboratory(tmp_path)


def test_every_made_up_game_loads() -> None:
    assert {"plain", "drill", "tokens"} <= {folder.name for folder in GAMES.iterdir()}
    assert ["Plain", "Drill", "Tokens"] == [game(name).book.title for name in ("plain", "drill", "tokens")]
