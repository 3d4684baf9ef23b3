"""What hooks return: frozen values whose figures say what came of them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs.exceptions import FrozenInstanceError

from estoc import Budget, Critical, Damage, Effect, Hit, Limit, NotHere, Place, Total, TurnOrder
from estoc.results import counts


@pytest.mark.parametrize(("score", "landed"), [(4, True), (5, True), (6, False)])
def test_at_most_succeeds_on_the_target_or_less(score: int, landed: bool) -> None:
    assert landed == Hit.at_most(Total("d10", score), Total("skill", 5)).landed


@pytest.mark.parametrize(("score", "landed"), [(4, False), (5, True), (6, True)])
def test_at_least_succeeds_on_the_target_or_more(score: int, landed: bool) -> None:
    assert landed == Hit.at_least(Total("d10", score), Total("wall", 5)).landed


def test_an_automatic_result_goes_against_the_figures_and_says_why() -> None:
    hit = Hit.at_most(Total("d20", 20), Total("skill", 99), landed=False, why="natural 20", marks=["fumble"])
    assert (False, "natural 20", ("fumble",)) == (hit.landed, hit.why, hit.marks)
    assert Hit.at_least(Total("d20", 1), Total("wall", 99), landed=True).landed


def test_the_natural_die_is_the_first_term() -> None:
    assert 7 == Hit.at_most(Total("d20", 7).plus("aim", 4), Total("skill", 5)).die
    assert 0 == Hit.at_most(Total(), Total()).die


def test_effects_may_be_named_by_their_keys() -> None:
    effects = (Effect("prone"), Effect("slow", "round"))
    given: list[str | Effect] = ["prone", Effect("slow", "round")]
    assert effects == Hit.at_most(Total(), Total(), gives=given).gives
    assert effects == Critical("ouch", gives=given).gives
    assert effects == Damage(Total(), grants=given).grants
    assert effects == TurnOrder(effects=given).effects
    assert () == Critical("ouch").gives


def test_not_here_is_falsy_and_says_why() -> None:
    assert not NotHere("no arms")
    assert "no arms" == NotHere("no arms").why


def test_a_place_counts_what_its_figures_add_up_to() -> None:
    assert 7 == Place("Ann", Total("INI", 5).plus("d10", 2)).count
    assert Fraction(7, 2) == Place("Ann", Total("half", Fraction(7, 2))).count
    assert 3 == Place("Ann", Total("INI", 5), count=3).count


def test_an_order_goes_from_the_highest_count_down_and_leaves_level_ones_alone() -> None:
    order = TurnOrder(Place(who, Total("x", n)) for who, n in (("a", 1), ("b", 3), ("c", 1), ("d", 3)))
    assert ("b", "d", "a", "c") == order.names
    assert 1 == order.place("c").count
    with pytest.raises(KeyError):
        order.place("e")


def test_a_budget_is_made_of_tokens_by_name() -> None:
    budget = Budget(half=2, free=1, limits=[Limit("attack", 1, "one attack")], passes=3)
    assert (("half", 2), ("free", 1)) == budget.tokens
    assert (Limit("attack", 1, "one attack"),) == budget.limits
    assert (3, "able", "") == (budget.passes, budget.standing, budget.why)


def test_who_can_do_nothing_or_is_out_says_why() -> None:
    assert ("unable", "stunned", ()) == (
        (budget := Budget.unable("stunned")).standing,
        budget.why,
        budget.tokens,
    )
    assert ("out", "dead") == ((budget := Budget.out("dead")).standing, budget.why)


def test_counts_come_from_a_mapping_or_pairs() -> None:
    assert (("a", 1),) == counts({"a": 1}) == counts((("a", 1),))


@pytest.mark.parametrize(
    "value", [Budget(), Hit.at_most(Total(), Total()), TurnOrder(), Damage(Total()), NotHere()]
)
def test_results_are_frozen(value: object) -> None:
    with pytest.raises(FrozenInstanceError):
        value.why = "changed"  # type: ignore[attr-defined]  # some have no such field; none takes one
