"""Exact odds by trying every face, held against fractions worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from estoc.dice import Dice, outcomes
from estoc.errors import DiceError
from estoc.notation import Expression


def of(total: int, *counts: int) -> list[Fraction]:
    """Chances from counts out of a total."""
    return [Fraction(count, total) for count in counts]


def test_a_rule_without_dice_has_one_outcome() -> None:
    assert {"hit": 1} == outcomes(lambda dice: "hit")


def test_two_dice_make_seven_once_in_six() -> None:
    chances = outcomes(lambda dice: sum(dice.pool(2, 6, "damage")))
    assert Fraction(1, 6) == chances[7]
    assert dict(zip(range(2, 13), of(36, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1), strict=True)) == chances


def test_the_better_of_two_dice() -> None:
    chances = outcomes(lambda dice: max(dice.pool(2, 4, "to hit")))
    assert dict(zip(range(1, 5), of(16, 1, 3, 5, 7), strict=True)) == chances


def test_a_pool_is_branched_in_the_order_of_its_rolls() -> None:
    assert {1: Fraction(1, 2), 2: Fraction(1, 2)} == outcomes(lambda dice: dice.pool(2, 2, "to hit")[0])


def test_a_die_that_is_rolled_only_after_a_hit() -> None:
    def rule(dice: Dice) -> int:
        return dice.roll(4, "damage") if dice.roll(20, "to hit") <= 5 else 0

    assert dict(zip([1, 2, 3, 4, 0], of(16, 1, 1, 1, 1, 12), strict=True)) == outcomes(rule)


def test_a_six_is_rolled_again_once() -> None:
    def rule(dice: Dice) -> int:
        face = dice.roll(6, "damage")
        return face + dice.roll(6, "more") if face == 6 else face

    expected = dict(zip([1, 2, 3, 4, 5], of(6, 1, 1, 1, 1, 1), strict=True))
    expected |= dict(zip(range(7, 13), of(36, 1, 1, 1, 1, 1, 1), strict=True))
    assert expected == outcomes(rule)


def test_an_expression_ranges_over_its_values() -> None:
    chances = outcomes(lambda dice: Expression.parse("34-2d2").roll(dice, "damage").value)
    assert {32: Fraction(1, 4), 31: Fraction(1, 2), 30: Fraction(1, 4)} == chances


def test_outcomes_come_in_the_order_of_the_faces() -> None:
    assert [3, 2, 1] == list(outcomes(lambda dice: 4 - dice.roll(3, "a test")))


def test_a_rule_may_catch_every_exception_of_its_own() -> None:
    def rule(dice: Dice) -> int | str:
        try:
            return 1 // (dice.roll(2, "a test") - 1)
        except Exception:
            return "none"

    assert {"none": Fraction(1, 2), 1: Fraction(1, 2)} == outcomes(rule)


class TestLimits:
    def test_as_many_runs_as_the_limit_are_made(self) -> None:
        assert 6 == len(outcomes(lambda dice: dice.roll(6, "a test"), limit=6))

    def test_more_runs_are_refused_with_the_limit(self) -> None:
        with pytest.raises(DiceError, match="the dice can fall in more than 5 ways"):
            outcomes(lambda dice: dice.roll(6, "a test"), limit=5)

    def test_a_large_pool_is_refused_within_the_first_run(self) -> None:
        """Case 01: 999d10000 has more ways than there are atoms."""

        def rule(dice: Dice) -> int:
            Expression.parse("999d10000").roll(dice, "damage")
            pytest.fail("the pool was rolled")

        with pytest.raises(DiceError, match="more than 1000000 ways"):
            outcomes(rule)

    def test_a_pool_of_exactly_the_limit_is_tried(self) -> None:
        assert {1, 2, 3, 4} == set(outcomes(lambda dice: max(dice.pool(2, 4, "a test")), limit=16))


class TestImpureRules:
    def test_another_die_after_the_same_faces_is_an_error(self) -> None:
        sizes = iter([6, 8])
        with pytest.raises(DiceError, match="the same faces led to other dice"):
            outcomes(lambda dice: (dice.roll(next(sizes), "a test"), dice.roll(2, "a test")))

    def test_fewer_dice_after_the_same_faces_are_an_error(self) -> None:
        runs = iter([2, 1])
        with pytest.raises(DiceError, match="the same faces led to other dice"):
            outcomes(lambda dice: dice.pool(next(runs), 6, "a test"))

    def test_a_die_without_sides_is_refused(self) -> None:
        """Case 02."""
        with pytest.raises(DiceError, match="a die of 0 sides"):
            outcomes(lambda dice: dice.roll(0, "a test"))
