"""A blow goes through its steps in the order that the data give, reactions before or after the damage."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Dice, Table, encounter

from estoc.combat import Blow
from estoc.events import AttackTested, CriticalStruck, DamageDealt, Located, ReactionTested

HIT: Dice = (10, 5)


def fencer(name: str, side: str, **more: Any) -> dict[str, Any]:
    sheet = {"speed": 5, **more.pop("sheet", {})}
    return {"name": name, "side": side, "sheet": sheet, "weapons": ["blade"], **more}


def drill(
    *declared: dict[str, Any], ann: dict[str, Any] | None = None, bob: dict[str, Any] | None = None
) -> Table:
    """Ann and Bob, who has declared nothing; it is Ann's turn, and she prays last: the round goes on."""
    ann = {"sheet": {"speed": 9}, **(ann or {})}
    table = Table(encounter("drill", fencer("Ann", "x", **ann), fencer("Bob", "y", **(bob or {}))))
    table.do("Ann", "declare", actions=[*declared, {"do": "pray"}])
    table.do("Bob", "declare")
    return table


HEW = {"do": "hew", "at": "Bob"}


# -- without a test: the game of the design, damage and then what comes of it --------------------------
def plain() -> Table:
    ann = {"name": "Ann", "side": "x", "player": True, "sheet": {"HP": 4, "STR": 10}, "weapons": ["axe"]}
    bob = {"name": "Bob", "side": "y", "sheet": {"HP": 3, "STR": 8, "armour": 1}, "weapons": ["club"]}
    return Table(encounter("plain", bob, ann))


def test_a_game_without_a_test_to_hit_strikes_home_at_once() -> None:
    table = plain()
    assert ("Ann", "Bob") == table.combat.order.names
    table.do("Ann", "attack", (8, 1), at="Bob")
    assert (1, 8) == (table.combat["Bob"].now.HP, table.combat["Bob"].now.STR)  # 1 + 2 - 1 = 2, of 3


def test_what_the_first_pool_cant_take_goes_into_the_next_and_asks_for_a_save() -> None:
    table = plain()
    table.do(
        "Ann", "attack", (8, 6), (20, 4), at="Bob"
    )  # 6 + 2 - 1 = 7: 3 of HP, 4 of STR; 4 is at or under 4
    assert (0, 4) == (table.combat["Bob"].now.HP, table.combat["Bob"].now.STR)
    assert "Round 1" not in table.said
    assert table.combat.outcome is None


def test_who_fails_the_save_is_out_and_the_fight_over() -> None:
    table = plain()
    table.do("Ann", "attack", (8, 6), (20, 5), at="Bob")
    assert "Bob is out of the fight: critical damage." in table.said
    assert "The fight is over in round 1: x won (no other side has anybody left)." == table.said[-1]
    assert () == table.combat.awaited
    assert "over" == table.refused("Ann", "end")
    assert set() == table.options


def test_who_is_level_goes_by_order_of_entry_and_it_is_said() -> None:
    table = Table(
        encounter(
            "plain",
            {"name": "Cy", "side": "x", "sheet": "rabble", "entered": 2},
            {"name": "Di", "side": "y", "sheet": "rabble", "entered": 1},
            {"name": "Ed", "side": "y", "sheet": "rabble", "player": True},
        )
    )
    places = [(place.who, place.tie) for place in table.combat.order.places]
    assert [("Ed", ""), ("Di", "order of entry"), ("Cy", "order of entry")] == places


def test_a_blow_without_a_weapon_named_takes_the_first() -> None:
    table = plain()
    assert {("Ann", "attack", "Bob", "axe"), ("Ann", "move"), ("Ann", "end")} == table.options


# -- a reaction before the damage ----------------------------------------------------------------------
def test_a_reaction_that_stops_ends_the_blow_there() -> None:
    table = drill(HEW)
    table.do("Ann", "hew", HIT)
    assert ("Ask", "Bob") == table.awaited
    assert {("Bob", "block", "Ann", "blade"), ("Bob", "dodge", "Ann"), ("Bob", "pass")} == table.options
    table.do("Bob", "dodge", (10, 4))  # off balance as it begins: 5 - 1
    assert [ReactionTested] == [type(event) for event in table.events if hasattr(event, "hit")]
    assert 10 == table.combat["Bob"].now.HP
    assert table.combat["Bob"].has("off balance")


def test_a_reaction_that_would_stop_and_fails_lets_the_blow_come() -> None:
    table = drill(HEW)
    table.do("Ann", "hew", HIT)
    table.do("Bob", "dodge", (10, 5), (6, 2), (6, 4))
    assert 6 == table.combat["Bob"].now.HP


def test_a_reaction_that_doesnt_stop_is_known_to_the_damage() -> None:
    table = drill(HEW)
    table.do("Ann", "hew", HIT)
    table.do("Bob", "block", (10, 6), (6, 2), (6, 4))  # 5 + guard 1: blocked; torso; 4 - 1
    assert 7 == table.combat["Bob"].now.HP


def test_a_reaction_that_fails_costs_and_changes_nothing_else() -> None:
    table = drill(HEW)
    table.do("Ann", "hew", HIT)
    table.do("Bob", "block", (10, 7), (6, 2), (6, 4))
    assert 6 == table.combat["Bob"].now.HP
    assert (("guard", 1),) == table.combat["Bob"].spent.tokens


def test_a_blow_that_misses_asks_nobody() -> None:
    table = drill(HEW)
    table.do("Ann", "hew", (10, 6))
    assert [AttackTested] == [type(event) for event in table.events if hasattr(event, "hit")]


def test_a_missed_blow_with_a_mark_still_has_its_fumble() -> None:
    table = drill(HEW)
    table.do("Ann", "hew", (10, 10))
    assert [CriticalStruck] == [type(event) for event in table.events if isinstance(event, CriticalStruck)]
    assert table.combat["Ann"].has("off balance")
    assert not any(isinstance(event, Located | DamageDealt) for event in table.log)


def test_a_blow_that_cant_be_answered_asks_nobody() -> None:
    table = drill({**HEW, "hidden": True})
    table.do("Ann", "hew", HIT, (6, 2), (6, 4))
    assert 6 == table.combat["Bob"].now.HP


def test_an_answer_is_against_blows_that_carry_its_tags() -> None:
    table = drill({"do": "hurl", "at": "Bob"}, ann={"sheet": {"speed": 9}, "weapons": ["dart"]})
    table.do("Ann", "hurl", (10, 4), distance=19)
    assert {("Bob", "deflect", "Ann"), ("Bob", "dodge", "Ann"), ("Bob", "pass")} == table.options
    assert "moment" == table.refused("Bob", "block")
    assert "needs" == table.refused("Bob", "deflect")


def test_what_the_rule_sees_of_the_blow_it_answers_is_bound_to_the_fight() -> None:
    table = drill(HEW)
    table.do("Ann", "hew", HIT)
    blow = table.combat.stack[-2]
    assert isinstance(blow, Blow)
    bound = blow.attack.__class__("Bob", "Ann", "block", answers=blow).bound(table.combat)
    assert bound.answers is not None
    assert "blade" == bound.answers.attack.weapon.name


def test_a_critical_after_the_damage_gives_its_effects() -> None:
    table = drill(HEW)
    table.do("Ann", "hew", (10, 1))
    table.do("Bob", "pass", (6, 1), (6, 1))  # in the head
    assert ["stunned"] == [effect.key for effect in table.combat["Bob"].effects]
    assert "Ann: knock 2." in table.said


# -- a reaction after the damage -----------------------------------------------------------------------
def tokens(*dice: Dice, **bob: Any) -> Table:
    """Ann acts first."""
    ann = {"name": "Ann", "side": "x", "sheet": {"luck": 3}, "weapons": ["mace", "knife"]}
    return Table(
        encounter("tokens", ann, {"name": "Bob", "side": "y", "sheet": {}, **bob}), *dice or ((6, 1), (6, 1))
    )


def test_the_asked_has_lost_its_points_by_the_time_it_reacts() -> None:
    table = tokens()
    table.do("Ann", "strike", (6, 5), (8, 4), at="Bob")
    assert ("Ask", "Bob") == table.awaited
    assert 2 == table.combat["Bob"].now.vigour
    table.do("Bob", "retort", (6, 1))
    assert ("Turn", "Ann") == table.awaited


def test_who_is_felled_by_the_damage_is_not_asked() -> None:
    table = tokens(sheet={"vigour": 1, "blood": 1})
    table.do("Ann", "strike", (6, 5), (8, 3), at="Bob")  # 1 + 2: blood at -1, dying
    assert -1 == table.combat["Bob"].now.blood
    assert ("Turn", "Ann") == table.awaited
    assert not any(isinstance(event, ReactionTested) for event in table.log)


def test_damage_may_name_what_each_pool_loses() -> None:
    table = tokens()
    table.do("Ann", "strike", (6, 6), (8, 3), at="Bob")
    assert (3, 2) == (table.combat["Bob"].now.vigour, table.combat["Bob"].now.blood)
    assert "Damage to Bob: weapon 3 + six 2 = 5." in table.said


def test_the_last_pool_goes_below_zero_and_no_other() -> None:
    table = tokens(sheet={"vigour": 2, "blood": 2})
    table.do("Ann", "strike", (6, 5), (8, 5), at="Bob")
    assert (0, -1) == (table.combat["Bob"].now.vigour, table.combat["Bob"].now.blood)


@pytest.mark.parametrize(("face", "blood", "out"), [(5, -1, False), (6, -2, True)])
def test_who_is_out_is_known_once_the_blow_is_done(face: int, blood: int, out: bool) -> None:
    table = tokens(sheet={"vigour": 2, "blood": 2})
    table.do("Ann", "strike", (6, 5), (8, face), at="Bob")
    assert blood == table.combat["Bob"].now.blood
    assert out == ("Bob" in table.combat.fallen)
    assert out == (table.combat.outcome is not None)
