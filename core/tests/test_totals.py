from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from typing import Any

import pytest
from attrs.exceptions import FrozenInstanceError
from hypothesis import given
from hypothesis import strategies as st

from estoc.totals import Exact, Term, Total

HALF = Fraction(1, 2)
FIGURES = st.integers(-1000, 1000) | st.fractions(-1000, 1000, max_denominator=12)


def figures(total: Total) -> list[tuple[str, Exact]]:
    return [(term.label, term.value) for term in total.terms]


class TestTerms:
    def test_an_empty_total_is_worth_0(self) -> None:
        assert ((), 0) == (Total().terms, Total().value)

    def test_terms_stand_in_the_order_of_calculation(self) -> None:
        total = Total("skill", 12).minus("distance", 2).plus("aim", 3)
        assert [("skill", 12), ("distance", -2), ("aim", 3)] == figures(total)
        assert 13 == total.value

    def test_the_first_term_stays_even_if_it_is_0(self) -> None:
        assert [("skill", 0)] == figures(Total("skill", 0))

    def test_later_terms_of_0_are_left_out(self) -> None:
        total = Total("skill", 12)
        assert total == total.plus("aim", 0).minus("distance", Fraction(0)).plus("rolled", Total())

    def test_adding_leaves_the_total_as_it_was(self) -> None:
        total = Total("skill", 12)
        total.plus("aim", 3)
        assert Total("skill", 12) == total

    def test_a_total_in_a_total_is_kept_as_the_parts_of_its_term(self) -> None:
        rolled = Total("34", 34).plus("1d8", 4)
        total = Total("weapon", rolled).minus("shield", rolled)
        assert (Term("weapon", 38, rolled), Term("shield", -38, rolled)) == total.terms
        assert 0 == total.value

    def test_several_terms_are_added_at_once_without_those_of_0(self) -> None:
        rolled = Total("1d8", 4)
        total = Total("skill", 12).plus_all([("aim", 3), ("light", 0), Term("luck", 4, rolled)])
        assert (Term("skill", 12), Term("aim", 3), Term("luck", 4, rolled)) == total.terms
        assert 19 == total.value

    def test_a_total_of_given_terms_keeps_them_all(self) -> None:
        terms = (Term("a", 1), Term("b", 0), Term("c", HALF))
        total = Total.of(iter(terms))
        assert (terms, Fraction(3, 2)) == (total.terms, total.value)


class TestFigures:
    @pytest.mark.parametrize("value", [True, 1.0, "1", None, 1j])
    def test_only_exact_numbers_are_figures(self, value: Any) -> None:
        with pytest.raises(TypeError):
            Total("a", value)
        with pytest.raises(TypeError):
            Total("a", 1).plus("b", value)
        with pytest.raises(TypeError):
            Total("a", 1).minus("b", value)
        with pytest.raises(TypeError):
            Total("a", 1).times("b", value)
        with pytest.raises(TypeError):
            Total("a", 1).at_least(value)
        with pytest.raises(TypeError):
            Total.of([Term("a", value)])

    def test_a_figure_needs_a_label(self) -> None:
        with pytest.raises(TypeError):
            Total(12)  # type: ignore[arg-type]  # as a careless plugin would
        with pytest.raises(TypeError):
            Total(None, 12)

    @pytest.mark.parametrize("total", [Total("a", Fraction(4, 2)), Total("a", HALF).plus("b", HALF * 3)])
    def test_a_whole_figure_is_an_int(self, total: Total) -> None:
        assert (2, int) == (total.value, type(total.value))

    @given(st.lists(st.tuples(st.text(), FIGURES)), st.lists(st.tuples(st.text(), FIGURES)))
    def test_the_value_is_always_the_sum_of_the_terms(
        self, added: list[tuple[str, Exact]], taken: list[tuple[str, Exact]]
    ) -> None:
        total = Total()
        for label, value in added:
            total = total.plus(label, value)
        for label, value in taken:
            total = total.minus(label, value)
        assert sum(v for _, v in added) - sum(v for _, v in taken) == total.value
        assert total.value == sum(term.value for term in total.terms)
        assert total == Total.of(total.terms)


class TestCalculation:
    def test_a_product_is_shown_as_what_it_adds(self) -> None:
        total = Total("rolled", 6).times("x1.75", Fraction(7, 4)).rounded_down("rounded down")
        assert [("rolled", 6), ("x1.75", Fraction(9, 2)), ("rounded down", -HALF)] == figures(total)
        assert 10 == total.value

    @pytest.mark.parametrize(
        ("value", "down", "up", "nearest"),
        [
            (Fraction(-3, 2), -2, -1, -1),
            (-1, -1, -1, -1),
            (Fraction(13, 2), 6, 7, 7),
            (Fraction(4, 3), 1, 2, 1),
            (Fraction(5, 3), 1, 2, 2),
        ],
    )
    def test_down_is_towards_minus_infinity_and_halves_are_rounded_up(
        self, value: Exact, down: int, up: int, nearest: int
    ) -> None:
        """Case 03: (7 - 10) / 2 is -2, not -1."""
        total = Total("a", value)
        rounded = total.rounded_down("r"), total.rounded_up("r"), total.rounded("r")
        assert (down, up, nearest) == tuple(r.value for r in rounded)
        assert {int} == {type(r.value) for r in rounded}

    def test_a_whole_total_is_rounded_without_a_term(self) -> None:
        assert Total("a", 3) == Total("a", 3).rounded_up("r")

    def test_a_floor_lifts_what_is_lower(self) -> None:
        assert [("a", -2), ("floor", 3)] == figures(Total("a", -2).at_least(1))
        assert Total("a", 1) == Total("a", 1).at_least(1)

    def test_a_ceiling_lowers_what_is_higher(self) -> None:
        assert [("a", 9), ("cap", -4)] == figures(Total("a", 9).at_most(5, "cap"))
        assert Total("a", 5) == Total("a", 5).at_most(5)


class TestValues:
    def test_totals_of_the_same_terms_are_equal_and_hash_alike(self) -> None:
        one, other = Total("a", 1).plus("b", 2), Total.of([Term("a", 1), Term("b", 2)])
        assert one == other
        assert hash(one) == hash(other)

    def test_totals_of_other_terms_differ_though_the_value_is_the_same(self) -> None:
        assert Total("a", 3) != Total("a", 1).plus("b", 2)

    def test_totals_have_no_order(self) -> None:
        with pytest.raises(TypeError):
            Total("a", 1) < Total("a", 2)  # noqa: B015

    def test_a_total_cannot_be_changed(self) -> None:
        with pytest.raises(FrozenInstanceError):
            Total("a", 1).value = 2  # type: ignore[misc]  # refused here, and at run time

    def test_copies_are_equal_and_worth_the_same(self) -> None:
        total = Total("weapon", Total("1d8", 4)).minus("armour", HALF)
        for other in (copy.deepcopy(total), pickle.loads(pickle.dumps(total))):
            assert (total, total.value) == (other, other.value)
