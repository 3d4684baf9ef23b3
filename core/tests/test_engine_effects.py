"""Effects begin as rules, actions and the game master say, and end as the data say."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Dice, Table, encounter, game

from estoc import Effect, Modifier
from estoc.combat import Attack
from estoc.errors import Refused
from estoc.events import EffectBegan, EffectEnded


def tokens(*more: dict[str, Any], **bob: Any) -> Table:
    """Ann of the x before Bob of the y; whoever is more comes last and is of the x."""
    people = [
        {"name": "Ann", "side": "x", "sheet": {"luck": 9, "vigour": 9}, "weapons": ["mace", "knife"]},
        {"name": "Bob", "side": "y", "sheet": {"vigour": 7, **bob}, "weapons": ["knife"]},
        *({"side": "x", "sheet": {"luck": 0}, **each} for each in more),
    ]
    return Table(encounter("tokens", *people), *([(6, 1)] * len(people)))


def keys(table: Table, who: str) -> list[str]:
    return [effect.key for effect in table.combat[who].effects]


MISS: Dice = (6, 1)


def test_the_order_of_play_may_start_effects() -> None:
    table = tokens(wary=True)
    assert ["wary"] == keys(table, "Bob")
    assert "Bob: wary (against it: +2)." in table.said
    assert () == table.combat.order.effects


def test_the_same_effect_again_replaces_the_first() -> None:
    table = tokens()
    table.do("Ann", "stance")
    table.do("Ann", "stance")
    assert ["stance"] == keys(table, "Ann")


def test_an_effect_that_stacks_is_there_as_often_as_it_began() -> None:
    table = tokens()
    for _ in range(2):
        table.do("Ann", "jab", MISS, at="Bob")
    assert ["warm", "warm"] == keys(table, "Ann")


def test_effects_of_a_round_end_with_it_and_others_stay() -> None:
    table = tokens(wary=True)
    table.do("Ann", "jab", MISS, at="Bob")
    table.do("Ann", "end")
    table.do("Bob", "end")
    assert [] == keys(table, "Ann")
    assert ["wary"] == keys(table, "Bob")
    assert ["warm"] == [event.effect.key for event in table.events if isinstance(event, EffectEnded)]


def test_an_effect_forbids_by_action_or_tag() -> None:
    table = tokens()
    table.do("Ann", "stance")
    assert "forbidden stance" == table.refused("Ann", "strike", at="Bob")
    assert ("Ann", "strike", "Bob", "mace") not in table.options


def test_an_effect_adds_to_tests_against_its_bearer() -> None:
    table = tokens(wary=True)
    table.do("Ann", "strike", (6, 3), at="Bob")  # 3 + 5 against 7 + 2
    assert "vigour 7 + wary 2 = 9, d6: 3 + might 5 = 8, missed." in table.said


def test_an_action_clears_what_it_says() -> None:
    table = tokens(wary=True)
    table.do("Ann", "end")
    table.do("Bob", "stance")
    assert ["stance"] == keys(table, "Bob")


def test_what_is_given_to_the_next_test_ends_with_it() -> None:
    table = tokens({"name": "Cy"})
    table.do("Ann", "aid", at="Cy")
    assert "Cy: helped +3, for the next test." in table.said
    for who in ("Ann", "Bob"):
        table.do(who, "end")
    table.do("Cy", "strike", (6, 1), (2, 1), at="Bob")
    assert "vigour 7, d6: 1 + might 5 + helped 3 = 9, hit." in table.said
    assert "helped" not in keys(table, "Cy")


def test_for_one_test_without_a_modifier_is_the_bearers_next() -> None:
    table = tokens(luck=8)
    table.do("Ann", "strike", (6, 6), (8, 1), at="Bob")
    table.do("Bob", "pass")
    assert ["shaken"] == keys(table, "Bob")  # the test that brought it is over
    table.do("Ann", "jab", MISS, at="Bob")
    assert ["shaken"] == keys(table, "Bob")  # another's test
    table.do("Ann", "end")
    table.do("Bob", "jab", MISS, at="Ann")
    assert ["warm"] == keys(table, "Bob")


def test_whom_it_may_be_given_to_is_anybody_else() -> None:
    table = tokens({"name": "Cy"})
    assert {("Ann", "aid", "Bob"), ("Ann", "aid", "Cy")} == {each for each in table.options if "aid" in each}


def test_the_fallen_can_be_given_something_but_no_blow() -> None:
    table = tokens({"name": "Cy"}, {"name": "Di", "side": "y"})
    for who in ("Bob", "Cy"):
        table.do("", "rule", at=who, reason="a fall", set={"blood": -2})
    assert "target" == table.refused("Ann", "strike", at="Bob")
    table.do("Ann", "aid", at="Cy")
    assert ["helped"] == keys(table, "Cy")


def test_a_reaction_grants_too() -> None:
    """A dodge leaves one off balance; its own test has the malus already."""
    people = (
        {"name": n, "side": n, "sheet": {"speed": s}, "weapons": ["blade"]} for n, s in (("A", 9), ("B", 1))
    )
    table = Table(encounter("drill", *people))
    table.do("A", "declare", actions=[{"do": "hew", "at": "B"}])
    table.do("B", "declare", actions=[{"do": "pray"}])
    table.do("A", "hew", (10, 5))
    table.do("B", "dodge", (10, 4))
    assert (
        "B reacts: dodge; skill 5 - off balance 1 = 4, d10: 4, succeeded, the blow is stopped." in table.said
    )
    assert ["off balance"] == keys(table, "B")
    table.do("B", "pray")  # clears it, blesses, and the round is over
    assert ["blessed"] == keys(table, "B")


@pytest.mark.parametrize(
    ("modifier", "side", "tags", "concerned"),
    [
        (Modifier(1), "by", (), True),
        (Modifier(1), "at", (), False),
        (Modifier(1, "at"), "at", ("x",), True),
        (Modifier(1, tags=("x", "y")), "by", ("x",), False),
        (Modifier(1, tags=("x", "y")), "by", ("z", "y", "x"), True),
    ],
)
def test_a_modifier_concerns_tests_with_all_its_tags(
    modifier: Modifier, side: str, tags: tuple[str, ...], concerned: bool
) -> None:
    assert concerned == modifier.concerns(side, tags)


def test_modifiers_are_labelled_by_their_effects() -> None:
    table = tokens()
    combat = table.combat
    for who, effect in (("Ann", Effect("fit", modifiers=(Modifier(2), Modifier(5, "at")))),
                        ("Bob", Effect("slow", modifiers=(Modifier(3, "at"), Modifier(7)))))  :  # fmt: skip
        bearer = combat[who]
        combat = combat.changed(type(bearer)(**{**vars(bearer), "effects": (effect,)}))
    attack = Attack("Ann", "Bob", "strike").bound(combat)
    assert [("fit", 2), ("slow", 3)] == [term[:2] for term in attack.modifiers()]
    assert [("fit", 2)] == [term[:2] for term in attack.modifiers("by")]


def test_the_data_say_the_rest_of_an_effect() -> None:
    book = game("tokens").book
    begun = book.effect(Effect("wary"), "Bob", "Ann")
    assert ("fight", "Bob", "Ann", (Modifier(2, "at"),)) == (begun.until, begun.on, begun.by, begun.modifiers)
    assert Effect("odd", "round", "Cy", "Ann") == book.effect(Effect("odd", "round", on="Cy"), "Bob", "Ann")
    with pytest.raises(Refused, match="no effect 'odd'"):
        book.effect(Effect("odd"), "Bob", "Ann")


def test_beginnings_and_ends_are_events() -> None:
    table = tokens()
    table.do("Ann", "stance")
    assert ["stance"] == [event.effect.key for event in table.events if isinstance(event, EffectBegan)]
    assert "Ann: stance (against it: +2), until the round ends." in table.said
