"""A loaded ruleset: fights as values handed in and out, and as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from kit import Table, encounter, game

from estoc import Combat, Decision, Refused, load, seeded
from estoc.combat import Ask, StandingOrder, Verdict
from estoc.dice import Dice, Scripted
from estoc.errors import Faults, RulesetInvalid


def someone(name: str, side: str, speed: int, **more: Any) -> dict[str, Any]:
    return {"name": name, "side": side, "sheet": {"speed": speed}, "weapons": ["blade"], **more}


def asked() -> Table:
    """In the middle of a blow: Bob may react."""
    table = Table(encounter("drill", someone("Ann", "x", 9), someone("Bob", "y", 5)))
    table.do("Ann", "declare", actions=[{"do": "hew", "at": "Bob", "aim": "leg"}])
    table.do("Bob", "declare", actions=[{"do": "pray"}])
    table.do("Ann", "hew", (10, 1))
    return table


# -- purity --------------------------------------------------------------------------------------------
def test_the_same_fight_decision_and_dice_give_the_same() -> None:
    fight = encounter("tokens", *({"name": n, "side": n, "sheet": {}, "weapons": ["mace"]} for n in "AB"))
    rules = fight.rules
    assert rules.start(fight, seeded("1")) == rules.start(fight, seeded("1"))
    combat, _ = rules.start(fight, seeded("1"))
    strike = rules.legal(combat)[0]
    assert rules.decide(combat, strike, seeded("1")) == rules.decide(combat, strike, seeded("1"))


def test_nothing_handed_in_changes() -> None:
    table = asked()
    before, decision = table.rules.to_json(table.combat), Decision("Bob", "pass")
    table.rules.decide(table.combat, decision, seeded("1"))
    assert before == table.rules.to_json(table.combat)
    assert Decision("Bob", "pass") == decision


def test_a_refusal_comes_before_any_die() -> None:
    class NoDice:
        def begin(self, trail: str) -> Dice:
            raise AssertionError("a die was asked for")

    table = asked()
    with pytest.raises(Refused):
        table.rules.decide(table.combat, Decision("Ann", "hew"), NoDice())
    assert "turn" == getattr(table.rules.why_not(table.combat, Decision("Ann", "hew")), "key", "")
    assert table.rules.why_not(table.combat, Decision("Bob", "pass")) is None


# -- the trail -----------------------------------------------------------------------------------------
def test_the_trail_stands_for_every_decision_before_it() -> None:
    """Taken back and taken again, the same faces; another decision, other faces."""
    table = asked()
    rules, combat = table.rules, table.combat
    one, _ = rules.decide(combat, Decision("Bob", "pass"), seeded("s"))
    again, _ = rules.decide(rules.from_json(rules.to_json(combat)), Decision("Bob", "pass"), seeded("s"))
    other, _ = rules.decide(combat, Decision("Bob", "dodge"), seeded("s"))
    assert one.trail == again.trail
    assert len({combat.trail, one.trail, other.trail}) == 3


def test_the_trail_takes_a_decision_as_understood() -> None:
    """What is filled in is the same decision as what is said."""
    table = asked()
    said = Decision("Bob", "block", "Ann", "blade")
    one, _ = table.rules.decide(table.combat, said, seeded("s"))
    blank, _ = table.rules.decide(table.combat, Decision("Bob", "block"), seeded("s"))
    assert (one.trail, one) == (blank.trail, blank)


def test_dice_begin_with_the_trail() -> None:
    trails = []

    class Watched(Scripted):
        def begin(self, trail: str) -> Dice:
            trails.append(trail)
            return super().begin(trail)

    fight = encounter(
        "plain", *({"name": n, "side": n, "sheet": "rabble", "weapons": ["club"]} for n in "AB")
    )
    combat, _ = fight.rules.start(fight, Watched([]))
    combat, _ = fight.rules.decide(combat, Decision("A", "move"), Watched([]))
    assert [64, 64] == [len(trail) for trail in trails]
    assert trails[1] == combat.trail


# -- JSON ----------------------------------------------------------------------------------------------
def test_a_fight_in_the_middle_of_a_blow_comes_back_equal() -> None:
    table = asked()
    text = table.rules.to_json(table.combat)
    assert isinstance(table.combat.stack[-1], Ask)
    again = table.rules.from_json(text)
    assert table.combat == again
    assert text == table.rules.to_json(again)
    assert "\n" not in text


def test_a_blow_goes_on_from_json_as_it_would_have() -> None:
    table = asked()
    again = table.rules.from_json(table.rules.to_json(table.combat))
    for decision in table.rules.legal(table.combat):
        ours = table.rules.decide(table.combat, decision, seeded("7"))
        assert ours == table.rules.decide(again, decision, seeded("7"))


def test_the_version_of_the_form_is_always_written() -> None:
    table = asked()
    data = json.loads(table.rules.to_json(table.combat))
    assert 1 == data["form"]
    with pytest.raises(Faults, match="form: a fight written in form 2, and this Estoc reads form 1"):
        table.rules.from_json(json.dumps({**data, "form": 2}))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{", "not JSON"),
        ("[]", "expected a table"),
        ("{}", "the key 'combatants' is missing"),
        ('{"combatants": [], "rounds": 3}', "rounds: unknown key 'rounds'; did you mean 'round'"),
        (
            '{"combatants": [{"name": "A", "side": "x", "sheet": {"speed": 99}}]}',
            "sheet.speed: expected at most 20",
        ),
        ('{"combatants": [], "stack": [{"is": "Trun", "who": "A"}]}', "did you mean 'Turn'"),
        ('{"combatants": [], "round": true}', "round: expected a whole number, found true"),
    ],
)
def test_json_of_the_wrong_shape_is_refused(text: str, fault: str) -> None:
    with pytest.raises(Faults, match=fault):
        game("drill").from_json(text)


DECISIONS = [
    Decision("Ann", "hew", "Bob", "blade"),
    Decision("Ann", "declare", actions=(Decision("Ann", "hew", "Bob"), Decision("Ann", "pray"))),
    Decision("Ann", "orders", orders=(StandingOrder("block", "blade", "Bob", 2),)),
    Decision(
        "",
        "rule",
        "Bob",
        verdict=Verdict(0, ("stunned",), ("blessed",), (("HP", -3),), (("HP", 2),)),
        reason="r",
    ),
    Decision("", "leave", "Bob", reason="tired"),
]


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda decision: decision.do)
def test_a_decision_is_the_same_as_a_table_and_as_json(decision: Decision) -> None:
    rules = game("drill")
    assert decision == rules.decision(rules.table(decision))
    assert decision == rules.from_json(rules.to_json(decision), Decision)


def test_who_joins_is_the_same_as_a_table() -> None:
    table = asked()
    joiner = {
        **someone("Cy", "y", 4),
        "armour": ["jack"],
        "orders": [{"do": "dodge", "first": 1}],
        "aware": False,
    }
    decision = table.decision("", "join", combatant=joiner)
    assert decision == table.rules.decision(table.rules.table(decision))


def test_circumstances_stand_beside_the_other_keys() -> None:
    rules = game("drill")
    decision = rules.decision({"by": "Ann", "do": "hurl", "with": "dart", "distance": 30})
    assert rules.classes.Circumstances(distance=30) == decision.circumstances
    assert {"by": "Ann", "do": "hurl", "with": "dart", "distance": 30} == rules.table(decision)
    assert rules.decision({"by": "Ann", "do": "hurl", "distance": 0}).circumstances is None


def test_a_phrase_stands_for_its_key_in_any_language() -> None:
    rules = game("drill")
    said = rules.decision({"by": "Ann", "do": "Tailler", "with": "LAME", "at": "Bob"})
    assert ("hew", "blade", "Bob") == (said.do, said.using, said.at)


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ({}, "the key 'do' is missing"),
        ({"do": "hew", "att": "Bob"}, "att: unknown key 'att'; did you mean 'at'"),
        ({"do": "hew", "aim": "haed"}, "aim: unknown name 'haed'; did you mean 'head'"),
        ({"do": "hew", "distance": -1}, "distance: expected at least 0, found -1"),
        ({"do": "hew", "combatant": {}}, "combatant: 'combatant' says nothing of hew"),
        (
            {"do": "join", "combatant": {"name": "A", "side": "x", "sheet": "guard", "count": 2}},
            "one at a time",
        ),
        ({"do": "orders", "orders": [{"do": "block", "first": 101}]}, "at most 100"),
    ],
)
def test_a_table_that_is_no_decision_is_told_why(table: dict[str, Any], fault: str) -> None:
    with pytest.raises(Faults, match=fault):
        game("drill").decision(table)


def test_a_fight_has_the_data_that_it_amends() -> None:
    people = [someone("Ann", "x", 9), someone("Bob", "y", 5)]
    fight = encounter("drill", *people, rulings={"dodging": "dear"}, weapon={"blade": {"damage": "2d6"}})
    combat, _ = fight.rules.start(fight, Scripted([]))
    assert "2d6" == str(fight.combatants[0].weapon("blade").damage)
    book = fight.rules.amended(fight.rules.from_json(fight.rules.to_json(combat)).amendments)
    assert ("dear", "2d6") == (book.rulings.dodging, str(book.weapons["blade"].damage))
    assert "1d6" == str(fight.rules.book.weapons["blade"].damage)


def test_a_circumstance_may_not_have_a_name_of_the_core(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(
        "from attrs import frozen\nfrom estoc import hookimpl\n@frozen\nclass Circumstances:\n"
        "    reason: int = 0\n"
        "@frozen\nclass Sheet:\n    pass\n"
        "@hookimpl\ndef determine_initiative(): ...\n@hookimpl\ndef action_budget(): ...\n",
        encoding="utf-8",
    )
    (tmp_path / "ruleset.toml").write_text(
        'interface = 1\ntitle = "x"\nlanguage = "en"\nhealth = []\nblow = []\n', encoding="utf-8"
    )
    with pytest.raises(RulesetInvalid, match="can't be called reason"):
        load(tmp_path)


def test_a_fight_is_a_value() -> None:
    combat = asked().combat
    assert combat == evolve(combat)
    assert isinstance(combat, Combat)
