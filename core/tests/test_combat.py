"""A fight as frozen values: pools of health, names, what was declared."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen

from estoc import Combatant, Damage, Effect, Total
from estoc.combat import Combat, Decision, Declare, Declared, Pool, Roster, Turn
from estoc.errors import Fault


@frozen
class Sheet:
    HP: int = 6
    STR: int = 4
    wit: int = 3


def fighter(name: str = "Ann", *pools: Pool, **more: Any) -> Combatant:
    return Combatant(name, "x", Sheet(), health=pools or (Pool("HP"), Pool("STR", below_zero=True)), **more)


def losses(combatant: Combatant) -> list[int]:
    return [pool.lost for pool in combatant.health]


@pytest.mark.parametrize(
    ("points", "expected"), [(0, [0, 0]), (5, [5, 0]), (6, [6, 0]), (7, [6, 1]), (10, [6, 4]), (13, [6, 7])]
)
def test_damage_goes_through_the_pools_in_order_and_the_last_below_zero(
    points: int, expected: list[int]
) -> None:
    assert expected == losses(fighter().after(Damage(Total("blow", points))))


def test_a_last_pool_that_stops_at_zero_loses_no_more_than_it_has() -> None:
    hurt = fighter("Ann", Pool("HP"), Pool("STR")).after(Damage(Total("blow", 99)))
    assert [6, 4] == losses(hurt)


def test_a_pool_already_below_zero_never_heals_by_damage() -> None:
    hurt = fighter("Ann", Pool("HP", 8, below_zero=True), Pool("STR"))
    assert [8, 3] == losses(hurt.after(Damage(Total("blow", 3))))


def test_damage_may_say_what_each_pool_loses() -> None:
    assert [2, 1] == losses(fighter().after(Damage(Total("blow", 9), loses=(("STR", 1), ("HP", 2)))))
    assert [5, 0] == losses(fighter().after(Damage(Total("blow", 9), loses=(("HP", 2), ("HP", 3)))))
    with pytest.raises(KeyError, match="MP"):
        fighter().after(Damage(Total("blow", 9), loses=(("MP", 1),)))


def test_what_heals_stops_at_the_sheets_figure() -> None:
    assert [0, 0] == losses(
        fighter("Ann", Pool("HP", 3), Pool("STR", 9, below_zero=True)).losing((("HP", -9), ("STR", -9)))
    )


def test_now_is_the_sheet_with_what_is_lost_taken_off() -> None:
    hurt = fighter("Ann", Pool("HP", 2), Pool("STR", 9, below_zero=True))
    assert (4, -5, 3) == (hurt.now.HP, hurt.now.STR, hurt.now.wit)
    assert 6 == hurt.sheet.HP
    with pytest.raises(AttributeError):
        hurt.now.MP  # noqa: B018  # the look-up is the test


def test_nothing_is_changed_in_place() -> None:
    one = fighter()
    one.after(Damage(Total("blow", 3)))
    assert [0, 0] == losses(one)


def test_effects_and_weapons_are_found_by_name() -> None:
    @frozen
    class Weapon:
        name: str

    one = fighter(effects=(Effect("prone"),), weapons=(Weapon("a"), Weapon("b")))
    assert one.has("prone")
    assert not one.has("slow")
    assert Weapon("b") == one.weapon("b")
    with pytest.raises(KeyError):
        one.weapon("c")


def test_a_roster_finds_by_name_whatever_names_hold() -> None:
    """Names within names, and one name's beginning another's."""
    rats = Roster(map(fighter, ("Rat", "Rat 1", "Rat 10", "Rat.HP")))
    changed = rats.changed(fighter("Rat 1", Pool("HP", 5)))
    assert [[0, 0], [5], [0, 0], [0, 0]] == [losses(each) for each in changed]
    assert ("Rat", "Rat 1", "Rat 10", "Rat.HP") == changed.names
    assert "Rat 2" not in rats
    assert ("Rat", "Rat 10", "Rat.HP", "Cat") == rats.without("Rat 1").joined(fighter("Cat")).names
    assert rats == Roster(map(fighter, ("Rat", "Rat 1", "Rat 10", "Rat.HP")))
    assert hash(rats) == hash(Roster(rats))
    assert rats != changed
    assert rats != "Rat"
    assert 4 == len(rats)
    assert repr(rats).startswith("Roster((Combatant(name='Rat'")


@pytest.mark.parametrize(
    ("passes", "number", "due", "last"),
    [
        (0, 3, [1, 2, 3, 3], 3),
        (1, 3, [3, 3, 3, 3], 1),
        (2, 4, [1, 4, 4, 4], 2),
        (4, 2, [1, 2, 2, 2], 2),
        (0, 0, [0] * 4, 0),
    ],
)
def test_what_is_due_by_the_end_of_each_pass(passes: int, number: int, due: list[int], last: int) -> None:
    declared = Declared("Ann", (Decision("Ann", "wave"),) * number, passes)
    assert due == [declared.due(pass_) for pass_ in (1, 2, 3, 4)]
    assert last == declared.last_pass


def test_whose_decision_is_awaited() -> None:
    assert () == Combat([]).awaited
    assert ("Ann", "Bob") == Combat([], stack=(Declare(("Ann", "Bob")),)).awaited
    assert ("Bob",) == Combat([], stack=(Declare(("Ann",)), Turn("Bob"))).awaited


def test_a_fight_of_another_form_is_refused() -> None:
    with pytest.raises(Fault, match="form 2, and this Estoc reads form 1"):
        Combat([], form=2)
