"""Who does what when nobody says."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Table, encounter

from estoc import choose
from estoc.tactics import MOST_DECLARED


def chosen(table: Table) -> tuple[str, ...]:
    decision = choose(table.rules, table.combat)
    assert table.rules.why_not(table.combat, decision) is None
    return tuple(part for part in (decision.by, decision.do, decision.at, decision.using) if part)


def drill(*more: dict[str, Any], weapons: tuple[str, ...] = ("blade",), **sheet: Any) -> Table:
    ann = {"name": "Ann", "side": "x", "sheet": {"speed": 9, **sheet}, "weapons": list(weapons)}
    bob = {"name": "Bob", "side": "y", "sheet": {"speed": 5}, "weapons": ["blade"]}
    return Table(encounter("drill", ann, bob, *more))


def test_as_many_attacks_as_are_allowed_are_declared_their_targets_open() -> None:
    table = drill(deeds=2)
    decision = choose(table.rules, table.combat)
    assert [("hew", "", "blade")] * 2 == [(each.do, each.at, each.using) for each in decision.actions]
    assert len(decision.actions) < MOST_DECLARED


def test_who_has_no_attack_declares_nothing() -> None:
    table = drill(weapons=())
    assert () == choose(table.rules, table.combat).actions
    assert (
        () == choose((dart := drill(weapons=("dart",))).rules, dart.combat).actions
    )  # its distance is needed


def test_the_first_weapon_that_will_do_is_used() -> None:
    table = drill(weapons=("dart", "cleaver", "blade"))
    assert "cleaver" == choose(table.rules, table.combat).actions[0].using


def test_the_first_enemy_in_the_order_who_stands_is_attacked() -> None:
    cy = {"name": "Cy", "side": "y", "sheet": {"speed": 7}}
    friend = {"name": "Di", "side": "x", "sheet": {"speed": 8}}
    table = drill(cy, friend)
    table.do("Ann", "declare", actions=[{"do": "hew"}])
    for who in ("Di", "Cy", "Bob"):
        table.do(who, "declare")
    assert ("Ann", "hew", "Cy", "blade") == chosen(table)
    table.do("", "rule", at="Cy", reason="lightning", set={"HP": -9})
    assert ("Ann", "hew", "Bob", "blade") == chosen(table)


def test_what_was_declared_is_done_attack_or_not_and_given_up_where_it_cant_be() -> None:
    table = drill()
    table.do("Ann", "declare", actions=[{"do": "pray"}, {"do": "hew", "at": "Bob"}])
    table.do("Bob", "declare")
    assert ("Ann", "pray") == chosen(table)
    table.do("Ann", "pray")
    table.do("", "rule", at="Ann", reason="a curse", gives=["off balance"], set={"deeds": 0})
    assert ("Ann", "end") == chosen(table)


def test_a_reaction_that_costs_nothing_is_taken() -> None:
    """A block would cost a guard, a dodge doesn't."""
    table = drill()
    table.do("Ann", "declare", actions=[{"do": "hew", "at": "Bob"}])
    table.do("Bob", "declare")
    table.do("Ann", "hew", (10, 5))
    assert ("Bob", "dodge", "Ann") == chosen(table)


def test_a_reaction_that_needs_more_to_be_said_is_left() -> None:
    """A deflection costs nothing and comes first, and its distance is needed."""
    table = drill(weapons=("dart",))
    table.do("Ann", "declare", actions=[{"do": "hurl", "at": "Bob"}])
    table.do("Bob", "declare")
    table.do("Ann", "hurl", (10, 4), distance=5)
    assert ("Bob", "dodge", "Ann") == chosen(table)


def tokens() -> Table:
    ann = {"name": "Ann", "side": "x", "sheet": {"luck": 9}, "weapons": ["knife", "mace"]}
    bob = {"name": "Bob", "side": "y", "sheet": {"vigour": 7}, "weapons": ["knife"]}
    return Table(encounter("tokens", ann, bob), (6, 1), (6, 1))


def test_without_declarations_one_attacks_as_often_as_one_may_then_ends() -> None:
    table, done = tokens(), []
    while table.awaited == ("Turn", "Ann"):
        done.append(chosen(table))
        if (do := done[-1][1]) == "end":
            table.do("Ann", "end")
        else:
            table.do("Ann", do, (6, 1), at="Bob", using="knife")
    assert [("Ann", "strike", "Bob", "knife"), *[("Ann", "jab", "Bob", "knife")] * 2, ("Ann", "end")] == done


def test_a_reaction_that_costs_something_is_left() -> None:
    table = tokens()
    table.do("Ann", "strike", (6, 5), (8, 1), at="Bob", using="mace")
    assert ("Ask", "Bob") == table.awaited
    assert ("Bob", "pass") == chosen(table)


def test_once_the_fight_is_over_nothing_is_chosen() -> None:
    table = tokens()
    table.do("", "stop", reason="dawn")
    with pytest.raises(ValueError, match="nobody's decision is awaited"):
        choose(table.rules, table.combat)
