"""Joining, leaving, rulings and standing orders, at whatever moment."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Dice, Table, encounter

from estoc import Decision
from estoc.combat import Act, Ask, Blow, Outcome, StandingOrder, Turn
from estoc.events import Fell, FightEnded, FigureSet, HealthChanged, ReactionTested

HEW = {"do": "hew", "at": "Bob"}
PRAY = {"do": "pray"}


def someone(name: str, side: str, speed: int, **more: Any) -> dict[str, Any]:
    sheet = {"speed": speed, **more.pop("sheet", {})}
    return {"name": name, "side": side, "sheet": sheet, "weapons": ["blade"], **more}


def drill(
    *more: dict[str, Any], ann: dict[str, Any] | None = None, bob: dict[str, Any] | None = None
) -> Table:
    return Table(
        encounter(
            "drill", someone("Ann", "x", 9, **(ann or {})), someone("Bob", "y", 5, **(bob or {})), *more
        )
    )


def asked(*more: dict[str, Any], **bob: Any) -> Table:
    """Ann has struck Bob, who is asked for a reaction."""
    table = drill(*more, bob=bob)
    table.do("Ann", "declare", actions=[HEW, PRAY])
    table.do("Bob", "declare", actions=[PRAY])
    for each in more:
        table.do(each["name"], "declare", actions=[PRAY])
    table.do("Ann", "hew", (10, 5))
    return table


WOUND: tuple[Dice, Dice] = ((6, 2), (6, 4))  # torso, 4


# -- joining -------------------------------------------------------------------------------------------
def test_who_joins_while_declarations_are_awaited_declares_too() -> None:
    table = drill()
    table.do("", "join", combatant=someone("Cy", "y", 7))
    assert ("Ann", "Cy", "Bob") == table.combat.order.names
    assert ("Declare", "Ann Bob Cy") == table.awaited
    assert 2 == table.combat["Cy"].entered
    assert "Cy joins the fight, on the side y." in table.said[0]


def test_who_joins_a_round_under_way_waits_for_the_next_to_declare() -> None:
    table = asked()
    table.do("", "join", combatant=someone("Cy", "y", 7))
    assert ("Ask", "Bob") == table.awaited
    table.do("Bob", "pass", *WOUND)
    table.do("Bob", "pray")
    table.do("Ann", "pray")
    assert ("Declare", "Ann Cy Bob") == table.awaited


def test_without_declarations_who_joins_has_a_turn_this_round() -> None:
    people = [{"name": n, "side": n, "sheet": {"luck": k}} for n, k in (("A", 9), ("B", 1))]
    table = Table(encounter("tokens", *people), (6, 1), (6, 1))
    table.do("A", "end")
    table.do("", "join", (6, 1), (6, 1), (6, 1), combatant={"name": "C", "side": "A", "sheet": {"luck": 5}})
    assert ("Turn", "B") == table.awaited  # whose turn it was
    table.do("B", "end")
    assert ("Turn", "C") == table.awaited


@pytest.mark.parametrize(
    ("key", "decision"),
    [
        ("combatant", {"do": "join"}),
        ("combatant", {"do": "join", "combatant": someone("Ann", "y", 1)}),
        ("game master", {"do": "join", "by": "Ann", "combatant": someone("Cy", "y", 1)}),
        ("combatant", {"do": "leave", "at": "Zed"}),
        ("combatant", {"do": "rule", "at": "", "reason": "r", "modifier": 1}),
        ("reason", {"do": "rule", "at": "Ann", "modifier": 1}),
        ("ruling", {"do": "rule", "at": "Ann", "reason": "nothing"}),
        ("effect", {"do": "rule", "at": "Ann", "reason": "r", "gives": ["luck"]}),
        ("effect", {"do": "rule", "at": "Ann", "reason": "r", "lifts": ["stunned"]}),
        ("figure", {"do": "rule", "at": "Ann", "reason": "r", "set": {"wit": 3}}),
        ("figure", {"do": "rule", "at": "Ann", "reason": "r", "set": {"quick": 1}}),
        ("figure", {"do": "rule", "at": "Ann", "reason": "r", "set": {"skill": 11}}),
        ("figure", {"do": "rule", "at": "Ann", "reason": "r", "heal": {"HP": -1}}),
        ("pool of health", {"do": "rule", "at": "Ann", "reason": "r", "heal": {"skill": 1}}),
        ("reason", {"do": "stop"}),
    ],
)
def test_what_the_game_master_cant_do_is_refused(key: str, decision: dict[str, Any]) -> None:
    assert key == drill().refused(decision.pop("by", ""), **decision)


def test_nobody_joins_without_a_name_or_with_orders_that_are_none() -> None:
    table = drill()
    joiner = table.decision("", "join", combatant=someone("Cy", "y", 1)).combatant
    assert joiner is not None
    for wrong in ({"name": " "}, {"orders": (StandingOrder("hew"),)}, {"orders": (StandingOrder("parry"),)}):
        decision = Decision("", "join", combatant=type(joiner)(**{**vars(joiner), **wrong}))
        assert table.rules.why_not(table.combat, decision) is not None


# -- leaving -------------------------------------------------------------------------------------------
def test_who_leaves_is_gone_from_the_order_and_the_declarations() -> None:
    table = drill(someone("Cy", "y", 1))
    table.do("Bob", "declare", actions=[PRAY])
    table.do("", "leave", at="Bob", reason="a call of nature")
    assert ("Ann", "Cy") == table.combat.order.names
    assert () == table.combat.declared
    assert ["Bob leaves the fight: a call of nature."] == table.said
    table.do("Ann", "declare")
    table.do("", "leave", at="Ann")
    assert isinstance(table.events[-1], FightEnded)
    assert "y" == table.events[-1].winner


def test_a_fallen_one_who_leaves_is_fallen_no_more() -> None:
    """One of the same name may come."""
    table = drill(someone("Cy", "y", 1))
    table.do("", "rule", at="Bob", reason="a fall", set={"HP": -9})
    table.do("", "leave", at="Bob", reason="carried off")
    assert frozenset() == table.combat.fallen
    table.do("", "join", combatant=someone("Bob", "y", 5))
    assert ("Declare", "Ann Cy Bob") == table.awaited


def test_the_last_one_who_had_to_declare_may_leave() -> None:
    table = drill(someone("Cy", "y", 1))
    table.do("Ann", "declare", actions=[PRAY])
    table.do("Cy", "declare")
    table.do("", "leave", at="Bob")
    assert ("Turn", "Ann") == table.awaited


def test_who_leaves_on_its_turn_leaves_it_to_the_next() -> None:
    people = [{"name": n, "side": n, "sheet": {"luck": k}} for n, k in (("A", 9), ("B", 5), ("C", 1))]
    table = Table(encounter("tokens", *people), *[(6, 1)] * 3)
    table.do("", "leave", at="A")
    assert ("Turn", "B") == table.awaited


def test_nobody_leaves_while_a_blow_is_under_way() -> None:
    table = asked(someone("Cy", "y", 1))
    assert "moment" == table.refused("", "leave", at="Cy")


# -- rulings -------------------------------------------------------------------------------------------
def test_a_bonus_is_for_the_next_test_alone_and_adds_up() -> None:
    table = drill(ann={"sheet": {"deeds": 2}})
    table.do("", "rule", at="Ann", reason="high ground", modifier=2)
    table.do("", "rule", at="Ann", reason="drunk", modifier=-1)
    table.do("Ann", "declare", actions=[HEW, HEW])
    table.do("Bob", "declare")
    table.do("Ann", "hew", (10, 7))
    assert "skill 5 + game master's ruling 2 - game master's ruling 1 = 6, d10: 7, missed." in table.said
    figures = {k: v for event in table.events for k, v in event.figures.items()}
    assert {"skill": 5, "game master's ruling": 1} == figures["target.terms"]  # one label, one sum
    table.do("Ann", "hew", (10, 6))
    assert "skill 5, d10: 6, missed." in table.said


def test_a_figure_set_right_and_a_pool_set_to_what_it_is_now() -> None:
    table = drill()
    table.do("", "rule", at="Bob", reason="a slip", set={"skill": 7, "HP": 4})
    assert (7, 10, 4) == (
        table.combat["Bob"].now.skill,
        table.combat["Bob"].sheet.HP,
        table.combat["Bob"].now.HP,
    )
    assert [("skill", 5, 7), ("HP", 10, 4)] == [
        (event.figure, event.before, event.after) for event in table.events if isinstance(event, FigureSet)
    ]
    table.do("", "rule", at="Bob", reason="blessed by a giant", set={"HP": 30})
    assert (30, 30) == (table.combat["Bob"].sheet.HP, table.combat["Bob"].now.HP)


def test_healing_stops_at_the_sheets_figure() -> None:
    table = drill()
    table.do("", "rule", at="Bob", reason="a fall", set={"HP": 4})
    table.do("", "rule", at="Bob", reason="a draught", heal={"HP": 99})
    assert [("HP", 4, 10)] == [
        (e.pool, e.before, e.after) for e in table.events if isinstance(e, HealthChanged)
    ]


def test_the_dying_recover_when_they_are_healed() -> None:
    table = drill(someone("Cy", "y", 1))
    table.do("", "rule", at="Bob", reason="a fall", set={"HP": -9})
    assert {"Bob"} == table.combat.fallen
    assert ("Declare", "Ann Cy") == table.awaited  # the fallen are asked nothing
    table.do("", "rule", at="Bob", reason="a miracle", heal={"HP": 10})
    assert "Bob is in the fight again." in table.said
    assert ("Declare", "Ann Cy Bob") == table.awaited


def test_the_last_asked_to_declare_may_be_struck_down() -> None:
    table = drill(someone("Cy", "y", 1))
    table.do("Ann", "declare", actions=[PRAY])
    table.do("Cy", "declare")
    table.do("", "rule", at="Bob", reason="lightning", gives=["stunned"])
    assert ("Turn", "Ann") == table.awaited


def test_who_has_declared_is_not_asked_again() -> None:
    table = drill()
    table.do("Bob", "declare", actions=[PRAY])
    table.do("", "rule", at="Bob", reason="a push", modifier=-1)
    assert ("Declare", "Ann") == table.awaited


def test_who_is_struck_down_on_its_turn_acts_no_more() -> None:
    table = drill(someone("Cy", "x", 8))
    for who, do in (("Ann", PRAY), ("Bob", PRAY), ("Cy", PRAY)):
        table.do(who, "declare", actions=[do])
    table.do("", "rule", at="Ann", reason="lightning", set={"HP": -9})
    assert ("Turn", "Cy") == table.awaited
    assert "turn" == table.refused("Ann", "pray")


def test_who_is_killed_while_being_asked_answers_nothing() -> None:
    """And the blow goes on."""
    table = asked(someone("Cy", "y", 1))
    table.do("", "rule", *WOUND, at="Bob", reason="a stray bolt", set={"HP": -9})
    assert [("Bob", "dead")] == [(e.who, e.why) for e in table.log if isinstance(e, Fell)]
    assert not any(isinstance(event, ReactionTested) for event in table.log)
    assert ("Turn", "Cy") == table.awaited


def test_a_ruling_may_end_the_fight_in_the_middle_of_a_blow() -> None:
    table = asked()
    table.do("", "rule", at="Bob", reason="a stray bolt", set={"HP": -9})
    assert () == table.combat.stack
    assert isinstance(table.events[-1], FightEnded)


def test_the_game_master_stops_the_fight() -> None:
    table = asked()
    table.do("", "stop", reason="dawn")
    assert Outcome("", "dawn") == table.combat.outcome


# -- standing orders -----------------------------------------------------------------------------------
def ordered(*orders: dict[str, Any]) -> Table:
    """Bob has left these orders; Ann has three blows and strikes the first."""
    table = drill(ann={"sheet": {"deeds": 4}}, bob={"orders": list(orders), "sheet": {"deeds": 3}})
    table.do("Ann", "declare", actions=[{**HEW}] * 3)
    table.do("Bob", "declare", actions=[PRAY])
    return table


def test_an_order_answers_when_nobody_is_asked() -> None:
    table = ordered({"do": "block"})
    table.do("Ann", "hew", (10, 5), (10, 6), (6, 2), (6, 4))
    assert ("Turn", "Bob") == table.awaited
    assert 7 == table.combat["Bob"].now.HP


def test_an_order_for_the_first_blow_is_for_no_other() -> None:
    table = ordered({"do": "dodge", "first": 1})
    table.do("Ann", "hew", (10, 4), (10, 3))
    table.do("Bob", "pray")
    table.do("Ann", "hew", (10, 4), *WOUND)
    assert 6 == table.combat["Bob"].now.HP


def test_an_order_that_cant_be_followed_leaves_the_blow_to_the_next() -> None:
    table = ordered({"do": "block", "with": "blade", "first": 1}, {"do": "dodge"})
    table.do("Ann", "hew", (10, 5), (10, 9), *WOUND)
    table.do("Bob", "pray")
    table.do("Ann", "hew", (10, 5), (10, 2))
    assert ["block", "dodge"] == [e.attack.action for e in table.log if isinstance(e, ReactionTested)]


def test_an_order_that_needs_more_to_be_said_is_not_followed() -> None:
    table = drill(ann={"weapons": ["dart"]}, bob={"orders": [{"do": "deflect"}, {"do": "dodge"}]})
    table.do("Ann", "declare", actions=[{"do": "hurl", "at": "Bob"}])
    table.do("Bob", "declare")
    table.do("Ann", "hurl", (10, 4), (10, 2), distance=5)
    assert ["dodge"] == [e.attack.action for e in table.log if isinstance(e, ReactionTested)]


def test_an_order_to_pass_comes_before_those_after_it() -> None:
    table = ordered({"do": "pass", "first": 1}, {"do": "dodge"})
    table.do("Ann", "hew", (10, 5), *WOUND)
    assert 6 == table.combat["Bob"].now.HP
    table.do("Bob", "pray")
    table.do("Ann", "hew", (10, 5), (10, 2))
    assert 6 == table.combat["Bob"].now.HP


def test_an_order_against_somebody_is_for_no_one_else() -> None:
    table = drill(someone("Cy", "x", 7), bob={"orders": [{"do": "dodge", "against": "Cy"}]})
    for who in ("Ann", "Cy"):
        table.do(who, "declare", actions=[HEW])
    table.do("Bob", "declare", actions=[PRAY])
    table.do("Ann", "hew", (10, 5), *WOUND)
    table.do("Cy", "hew", (10, 5), (10, 2))


def test_orders_can_be_left_and_taken_back_at_any_moment() -> None:
    table = asked()
    table.do("Bob", "orders", (10, 2), orders=[{"do": "dodge"}])
    assert "Bob leaves standing orders: dodge." in table.said
    assert ("Turn", "Bob") == table.awaited  # the blow that he was asked about is answered
    table.do("Bob", "orders")
    assert ["Bob takes back all standing orders."] == table.said


@pytest.mark.parametrize(
    ("key", "order"),
    [
        ("action", {"do": "parry"}),
        ("moment", {"do": "hew"}),
        ("weapon", {"do": "block", "with": "lance"}),
        ("combatant", {"do": "block", "against": "Zed"}),
    ],
)
def test_orders_that_nobody_can_follow_are_refused(key: str, order: dict[str, Any]) -> None:
    assert key == drill().refused("Bob", "orders", orders=[order])


def test_an_order_for_less_than_no_blow_is_none() -> None:
    with pytest.raises(ValueError, match="at least 0"):
        StandingOrder("dodge", first=-1)


def test_the_stack_says_what_is_awaited() -> None:
    table = asked()
    assert [Turn, Act, Blow, Ask] == [type(frame) for frame in table.combat.stack]
    blow = table.combat.stack[-2]
    assert isinstance(blow, Blow)
    assert ("Ann", "Bob", "hew", "blade") == (
        blow.attack.by,
        blow.attack.at,
        blow.attack.action,
        blow.attack.using,
    )
    assert ("attack", "near", "edged", "guarding") == blow.attack.tags
