"""Scenario files: their dice and what must come of them, strictly held."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from kit import GAMES, Table, encounter, game

from estoc import scenario
from estoc.errors import Faults, RuleFailed
from estoc.scenario import FIGURES, Report, outcome
from estoc.scenario.running import _same

HEAD = """\
ruleset = "drill"
clauses = ["D1"]

[[combatant]]
name = "Ann"
side = "x"
sheet = { speed = 9 }
weapons = ["blade"]

[[combatant]]
name = "Bob"
side = "y"
sheet = { speed = 5 }
weapons = ["blade"]

[[step]]
do = "start"
"""
DECLARED = """
[[step]]
by = "Ann"
do = "declare"
actions = [{ do = "hew", at = "Bob" }]

[[step]]
by = "Bob"
do = "declare"
actions = [{ do = "pray" }]
"""
STRIKE = """
[[step]]
by = "Ann"
do = "hew"
dice = [[10, 5]]
"""
PASS = """
[[step]]
by = "Bob"
do = "pass"
dice = [[6, 1], [6, 2]]
"""


def read(folder: Path, text: str) -> scenario.Scenario:
    (folder / "scenario.toml").write_text(text, encoding="utf-8")
    return scenario.read_scenario(folder / "scenario.toml", game("drill"))


def played(folder: Path, *parts: str) -> Report:
    return scenario.run(read(folder, "".join((HEAD, DECLARED, *parts))))


def failure(folder: Path, *parts: str) -> str:
    """Why it fails, after its line."""
    report = played(folder, *parts)
    assert isinstance(report.failure, Faults)
    (line,) = str(report.failure).splitlines()
    return line.partition("scenario.toml:")[2]


def said(folder: Path, text: str) -> list[str]:
    with pytest.raises(Faults) as faults:
        read(folder, text)
    return [line.partition("scenario.toml:")[2] for line in str(faults.value).splitlines()]


# -- what holds ----------------------------------------------------------------------------------------
def test_a_scenario_that_holds(tmp_path: Path) -> None:
    expected = 'expect = { "landed" = true, die = 5, score = 5, target = 5, "Bob.HP" = 10 }\n'
    after = 'expect = { location = "head", "location.how" = "rolled", damage = 4, "Bob.HP" = 6 }\n'
    report = played(tmp_path, STRIKE, expected, PASS, after)
    assert report.failure is None
    assert (("D1",), 5) == (report.clauses, report.steps)


@pytest.mark.parametrize(
    "expect",
    [
        'awaited = ["Bob"]',
        "round = 1",
        "pass = 1",
        "over = false",
        "fallen = []",
        "location = false",
        "critical = false",
        "winner = false",
        '"target.terms" = { skill = 5 }',
        "marks = []",
        '"Bob.effects" = []',
        '"Bob.speed" = 5',
    ],
)
def test_a_figure_may_be_expected_and_what_hasnt_come_is_false(tmp_path: Path, expect: str) -> None:
    assert played(tmp_path, STRIKE, f"expect = {{ {expect} }}\n").failure is None


def test_an_expected_refusal_has_its_key(tmp_path: Path) -> None:
    refused = '[[step]]\nby = "Bob"\ndo = "hew"\nrefused = "turn"\n'
    assert played(tmp_path, refused).failure is None
    assert "expected the refusal 'cost', found 'turn': Bob isn't awaited" in failure(
        tmp_path, refused.replace('"turn"', '"cost"')
    )
    assert "expected a refusal (cost), and the decision was taken" in failure(
        tmp_path, '[[step]]\nby = "Ann"\ndo = "end"\nrefused = "cost"\n'
    )


def test_a_refused_step_may_name_what_is_not_there(tmp_path: Path) -> None:
    for key, step in (
        ("action", 'do = "hwe"'),
        ("combatant", 'do = "end"\nby = "Zed"'),
        ("declared", 'do = "hew"\nat = "Zed"'),
    ):
        by = "" if "by" in step else 'by = "Ann"\n'
        assert played(tmp_path, f'[[step]]\n{by}{step}\nrefused = "{key}"\n').failure is None


# -- what doesn't --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("dice", "fault"),
    [
        ("[]", "29: step[3]: a d10 was asked for (test), and no die is left"),
        ("[[8, 5]]", "29: step[3]: a d10 was asked for (test), and the next die is a d8 that shows 5"),
        ("[[10, 5], [6, 1]]", "29: step[3]: dice that no rule asked for are left over: d6 1"),
    ],
)
def test_a_missing_die_another_die_and_a_left_over_die_fail(tmp_path: Path, dice: str, fault: str) -> None:
    assert fault == failure(tmp_path, STRIKE.replace("[[10, 5]]", dice))


@pytest.mark.parametrize(
    ("expect", "fault"),
    [
        ("landed = false", "expected landed = False, found True"),
        ("landed = 1", "expected landed = 1, found True"),
        ("die = true", "expected die = True, found 5"),
        ("die = 4", "expected die = 4, found 5"),
        ("location = 'head'", "expected location = 'head', found False"),
        ('"Bob.HP" = 9', "expected Bob.HP = 9, found 10"),
        ('"Bob.hp" = 10', "Bob has no figure 'hp'; known: speed, deeds, skill, HP, passes, quick, effects"),
        ('"Bobb.HP" = 10', "Bobb.HP is no figure of anybody in the fight: Ann, Bob"),
        (
            '"target.terms" = { skill = 5, aim = 0 }',
            "expected target.terms = {'skill': 5, 'aim': 0}, found {'skill': 5}",
        ),
        ('awaited = ["Bob", "Ann"]', "expected awaited = ['Bob', 'Ann'], found ['Bob']"),
    ],
)
def test_a_wrong_expectation_says_what_was_found(tmp_path: Path, expect: str, fault: str) -> None:
    assert f"29: step[3]: {fault}" == failure(tmp_path, STRIKE, f"expect = {{ {expect} }}\n")


def test_a_step_that_is_refused_fails_and_none_after_it_is_taken(tmp_path: Path) -> None:
    report = played(tmp_path, '[[step]]\nby = "Bob"\ndo = "pray"\n', STRIKE)
    assert 3 == report.steps
    assert "28: step[3]: Bob isn't awaited; awaited: Ann" in str(report.failure)


def test_a_figure_that_isnt_whole_may_be_written_both_ways() -> None:
    assert all(_same(Fraction(7, 4), value) for value in (1.75, "7/4"))
    assert not any(_same(Fraction(7, 4), value) for value in (1, 2, "1.75", True, False))
    assert _same({"a": (Fraction(1, 2), 1)}, {"a": [0.5, 1]})
    assert not _same((1,), [1, 2])
    assert not _same((1,), {"a": 1})
    assert not _same({"a": 1}, [1])
    assert not _same([1], 5)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            HEAD.replace('do = "start"', 'by = "Ann"\ndo = "end"'),
            '16: step: the first step of a scenario is do = "start"',
        ),
        (
            HEAD.replace('[[step]]\ndo = "start"\n', ""),
            '1: step: the first step of a scenario is do = "start"',
        ),
        (HEAD + '[[step]]\ndo = "start"\n', "19: step[1].do: the fight has started already"),
        (HEAD + 'refused = "x"\n', "18: step[0].refused: the start of a fight is never refused"),
        (
            HEAD + "expect = { landd = true }\n",
            "18: step[0].expect.landd: unknown name 'landd'; did you mean 'landed'?",
        ),
        (HEAD + "dice = [[6, 7]]\n", "18: step[0].dice: a d6 can't show 7: from 1 to 6"),
        (HEAD + "dice = [[6]]\n", "18: step[0].dice[0]: expected a list of 2 values, found 1"),
        (HEAD + "dice = 6\n", "18: step[0].dice: expected a list, found the number 6"),
        (
            HEAD + '[[step]]\nby = "Ann"\ndo = "end"\nround = 2\n',
            "21: step[1].round: a scenario's steps come one by one: expect the round instead",
        ),
        (
            HEAD + '[[step]]\nby = "Ann"\ndo = "end"\nrefused = "turn"\ndice = [[6, 1]]\n',
            "21: step[1].refused: a refused step has no dice, and nothing comes of it",
        ),
        (
            HEAD + '[[step]]\nby = "Anne"\ndo = "end"\n',
            "19: step[1].by: unknown name 'Anne'; did you mean 'Ann'?",
        ),
        (HEAD.replace('"D1"', '"D2"'), "2: clauses[0]: the ruleset has no clause 'D2'"),
        (HEAD.replace('"D1"', "5"), "2: clauses[0]: expected a text, found the number 5"),
        (HEAD.replace("clauses", "clause"), "2: clause: unknown key 'clause'; did you mean 'clauses'?"),
    ],
)
def test_a_fault_of_the_file_is_told_with_its_line_and_path(tmp_path: Path, text: str, fault: str) -> None:
    assert fault in said(tmp_path, text)


def test_all_faults_are_told_at_once_and_steps_keep_their_numbers(tmp_path: Path) -> None:
    steps = '[[step]]\nby = "Ann"\ndo = "end"\ndice = 5\n[[step]]\nby = "Ann"\ndo = "hew"\nat = "Bab"\n'
    text = HEAD.replace('"D1"', '"D2"').replace("speed = 5", "sped = 5") + steps
    assert [
        "2: clauses[0]",
        "13: combatant[1].sheet",
        "13: combatant[1].sheet.sped",
        "21: step[1].dice",
        "25: step[2].at",
    ] == [": ".join(line.split(": ")[:2]) for line in said(tmp_path, text)]


def test_the_ruleset_named_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(HEAD.replace('"drill"', f"'{GAMES / 'drill'}'"), encoding="utf-8")
    assert scenario.run(scenario.read_scenario(tmp_path / "s.toml")).failure is None


def test_a_rule_that_fails_is_raised_and_not_reported(tmp_path: Path) -> None:
    for file in ("rules.py", "ruleset.toml"):
        text = (GAMES / "plain" / file).read_text(encoding="utf-8")
        (tmp_path / file).write_text(text.replace("return TurnOrder", "raise TypeError"), encoding="utf-8")
    people = "".join(f'[[combatant]]\nname = "{n}"\nside = "{n}"\nsheet = "rabble"\n' for n in "AB")
    (tmp_path / "s.toml").write_text(
        f"ruleset = '{tmp_path}'\n{people}[[step]]\ndo = \"start\"\n", encoding="utf-8"
    )
    with pytest.raises(RuleFailed, match="TypeError"):
        scenario.run(scenario.read_scenario(tmp_path / "s.toml"))


# -- which figures there are ---------------------------------------------------------------------------
def moments() -> Iterator[Table]:
    """A fight in which everything happens that has figures."""
    ann, bob = (
        {"name": n, "side": n, "sheet": {"speed": s, "skill": 9}, "weapons": ["cleaver", "blade"]}
        for n, s in (("Ann", 9), ("Bob", 5))
    )
    table = Table(encounter("drill", ann, bob))
    yield table
    table.do("Ann", "declare", actions=[{"do": "hew", "at": "Bob", "aim": "head"}])
    table.do("Bob", "declare")
    table.do("Ann", "hew", (10, 1))
    yield table
    table.do("Bob", "block", (10, 9), (6, 6))  # 9 less guard 1, twice: 16 of 10, dead
    yield table


def test_every_figure_that_comes_about_may_be_expected_and_no_other() -> None:
    names = {name for table in moments() for name in outcome(table.combat, table.events)}
    assert set(FIGURES) == names
