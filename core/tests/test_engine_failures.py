"""A hook that is at fault is named with its file, its line and the dice so far."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from kit import encounter

from estoc import load
from estoc.combat import Combat
from estoc.dice import Asked, Scripted
from estoc.encounter import Encounter
from estoc.errors import AnswerIsNo, DiceError, MissingDie, RuleFailed, RulesetInvalid

RULES = """\
from fractions import Fraction
from attrs import evolve, frozen
from estoc import (
    Budget, Critical, Damage, Effect, Hit, Location, NotHere, Place, Total, TurnOrder, figure, hookimpl
)

@frozen
class Sheet:
    HP: int = figure(5, at_least=0, at_most=9)

@hookimpl
def determine_initiative(combat, dice):
    {order}

@hookimpl
def action_budget(combat, combatant):
    {budget}

@hookimpl
def resolve_hit(attack, dice):
    die = dice.roll(6, "test")
    {hit}

@hookimpl
def compute_damage(attack, dice):
    dice.roll(4, "damage")
    {damage}

@hookimpl
def critical(attack):
    {critical}
"""
LINES = {
    "determine_initiative": 11,
    "action_budget": 15,
    "resolve_hit": 19,
    "compute_damage": 24,
    "critical": 29,
}
"""Where each begins."""

DATA = """\
interface = 1
title = "A laboratory"
language = "en"
health = ["HP"]
blow = ["hit", "damage", "critical"]
[action.strike]
cost = [{ action = 1 }]
blow = true
[effect.known]
"""

RIGHT = {
    "order": 'return TurnOrder(Place(c, Total("entry", 0)) for c in combat.combatants)',
    "budget": 'return Budget.out("dead") if combatant.now.HP <= 0 else Budget(action=1)',
    "hit": 'return Hit.at_least(Total("d6", die), Total("easy", 2))',
    "damage": 'return Damage(Total("blow", 2))',
    "critical": 'return NotHere("none")',
}


def laboratory(folder: Path, **hooks: str) -> Encounter:
    """Ann against Bob, by rules of which one hook is otherwise."""
    (folder / "rules.py").write_text(RULES.format(**{**RIGHT, **hooks}), encoding="utf-8")
    (folder / "ruleset.toml").write_text(DATA, encoding="utf-8")
    return encounter(load(folder), *({"name": name, "side": name, "sheet": {}} for name in ("Ann", "Bob")))


def started(fight: Encounter) -> Combat:
    return fight.rules.start(fight, Scripted([]))[0]


def struck(fight: Encounter) -> str:
    """How Ann's blow fails."""
    combat = started(fight)
    with pytest.raises(RuleFailed) as failed:
        fight.rules.decide(combat, fight.rules.legal(combat)[0], Scripted([(6, 5), (4, 3)]))
    assert combat == started(fight)
    return str(failed.value)


def test_the_laboratory_is_in_order(tmp_path: Path) -> None:
    fight = laboratory(tmp_path)
    combat = started(fight)
    combat, _ = fight.rules.decide(combat, fight.rules.legal(combat)[0], Scripted([(6, 5), (4, 3)]))
    assert 3 == combat["Bob"].now.HP


@pytest.mark.parametrize(
    ("hook", "part", "line", "dice"),
    [
        ("resolve_hit", "hit", 22, "d6 5 (test)"),
        ("compute_damage", "damage", 27, "d6 5 (test), d4 3 (damage)"),
        ("critical", "critical", 31, "d6 5 (test), d4 3 (damage)"),
    ],
)
def test_a_hook_that_raises_is_named_with_its_line_and_the_dice(
    tmp_path: Path, hook: str, part: str, line: int, dice: str
) -> None:
    said = struck(laboratory(tmp_path, **{part: "return 1 // 0"}))
    assert f"{hook} of {tmp_path.name.replace('_', '-')} failed at {tmp_path.resolve()}" in said
    assert f"rules.py:{line}: ZeroDivisionError" in said
    assert said.endswith(f"(dice so far: {dice})")


@pytest.mark.parametrize(
    ("hook", "part"), [("resolve_hit", "hit"), ("compute_damage", "damage"), ("critical", "critical")]
)
@pytest.mark.parametrize("answer", ["None", "'a text'", "Place"])
def test_a_hook_that_gives_no_answer_or_a_strange_one(
    tmp_path: Path, hook: str, part: str, answer: str
) -> None:
    said = struck(laboratory(tmp_path, **{part: f"return {answer}"}))
    place = f"{hook} of {tmp_path.name.replace('_', '-')}"
    assert said.startswith(place)
    assert f"rules.py:{LINES[hook]}" in said
    assert ("gave no answer" in said) == (answer == "None")
    assert "dice so far: d6 5 (test)" in said


def test_the_wrong_kind_of_result_says_what_was_expected(tmp_path: Path) -> None:
    said = struck(laboratory(tmp_path, hit='return Damage(Total("blow", 2))'))
    assert "expected Hit (dice so far: d6 5 (test))" in said
    assert "expected Critical or NotHere" in struck(laboratory(tmp_path, critical="return 3"))


@pytest.mark.parametrize(
    ("part", "answer", "expected"),
    [
        ("damage", 'Damage(Total("blow", -1))', "a total that is whole and 0 or more"),
        ("damage", 'Damage(Total("blow", Fraction(1, 2)))', "a total that is whole and 0 or more"),
        (
            "damage",
            'Damage(Total("blow", 1), loses=(("MP", 1),))',
            "pools of health that the ruleset's data have",
        ),
        ("damage", 'Damage(Total("blow", 1), gives=["odd"])', "an effect of the ruleset's data"),
        (
            "critical",
            'Critical("ouch", grants=[Effect("known", on="Zed")])',
            "an effect on somebody in the fight",
        ),
        ("hit", 'Hit.at_least(Total(), Total(), gives=["odd"])', "an effect of the ruleset's data"),
    ],
)
def test_an_answer_that_cant_be_carried_out(tmp_path: Path, part: str, answer: str, expected: str) -> None:
    said = struck(laboratory(tmp_path, **{part: f"return {answer}"}))
    assert f"expected {expected} (dice so far: d6 5 (test)" in said


def test_a_test_without_a_die_is_none_the_worse(tmp_path: Path) -> None:
    fight = laboratory(tmp_path, hit='return Hit.at_least(Total(), Total(), landed=True, why="at hand")')
    combat = started(fight)
    _, events = fight.rules.decide(combat, fight.rules.legal(combat)[0], Scripted([(6, 5), (4, 3)]))
    assert [0] == [event.figures["die"] for event in events if "die" in event.figures]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("None", "gave no answer"),
        ("1 // 0", "ZeroDivisionError"),
        ("[]", r"returned \[\], expected TurnOrder"),
        ("TurnOrder()", r"returned \(\), expected everybody in the fight, each once"),
        ('TurnOrder([Place("Ann", Total("x", 1))])', r"returned \('Ann',\), expected everybody"),
        ('TurnOrder([Place(n, Total("x", 1)) for n in ("Ann", "Bob", "Bob")])', "expected everybody"),
        ('TurnOrder([Place(n, Total("x", 1)) for n in ("Ann", "Zed")])', "expected everybody"),
        (
            'TurnOrder([Place(c, Total()) for c in combat.combatants], effects=["known"])',
            "an effect on somebody",
        ),
        (
            'TurnOrder([Place(c, Total()) for c in combat.combatants], effects=[Effect("odd", on="Ann")])',
            "an effect of the ruleset's data",
        ),
    ],
)
def test_an_order_that_drops_somebody_or_is_none(tmp_path: Path, answer: str, said: str) -> None:
    with pytest.raises(RuleFailed, match=said) as failed:
        started(laboratory(tmp_path, order=f"return {answer}"))
    assert re.search(r"determine_initiative of .*rules\.py:1[0-9]", str(failed.value))


@pytest.mark.parametrize("answer", ["None", "True", "1 // 0", "combatant.sheet.MP"])
def test_a_budget_that_is_none(tmp_path: Path, answer: str) -> None:
    with pytest.raises(RuleFailed, match=r"action_budget of .*rules\.py:1[5-9]"):
        started(laboratory(tmp_path, budget=f"return {answer}"))


def test_an_error_of_ours_that_a_hook_causes_is_the_hooks(tmp_path: Path) -> None:
    said = struck(laboratory(tmp_path, damage="return evolve(attack.defender.sheet, HP=10)"))
    assert "compute_damage of" in said
    assert "Fault: expected at most 9, found 10" in said


def test_what_the_dice_raise_is_not_the_rules_fault(tmp_path: Path) -> None:
    fight = laboratory(tmp_path)
    combat = started(fight)
    strike = fight.rules.legal(combat)[0]
    with pytest.raises(MissingDie):
        fight.rules.decide(combat, strike, Scripted([]))
    with pytest.raises(AnswerIsNo):
        fight.rules.decide(combat, strike, Scripted([(8, 1)]))

    def nobody(_: str) -> str:
        raise EOFError

    with pytest.raises(DiceError, match="no more dice"):
        fight.rules.decide(combat, strike, Asked(nobody))


@pytest.mark.parametrize("line", ['dice.roll(0, "nothing")', 'dice.roll(2.0, "half")', "raise SystemExit(0)"])
def test_a_die_that_cannot_be_and_a_way_out_are_the_hooks_fault(tmp_path: Path, line: str) -> None:
    said = struck(laboratory(tmp_path, hit=line))
    assert said.startswith(f"resolve_hit of {tmp_path.name.replace('_', '-')} failed at ")
    assert f"rules.py:{LINES['resolve_hit'] + 3}: " in said


def test_rules_without_a_sheet_or_with_one_that_is_not_frozen_are_refused(tmp_path: Path) -> None:
    laboratory(tmp_path)
    rules = tmp_path / "rules.py"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("class Sheet:", "class Leaf:"), encoding="utf-8")
    with pytest.raises(RulesetInvalid, match="have no class Sheet"):
        load(tmp_path)
    rules.write_text(text.replace("@frozen\nclass Sheet:", "class Sheet:"), encoding="utf-8")
    with pytest.raises(RulesetInvalid, match=r"Sheet in the rules of .* is no attrs class"):
        load(tmp_path)
