from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from estoc.dice import Scripted
from estoc.errors import NotationError
from estoc.notation import MAX_DICE, MAX_LENGTH, MAX_NUMBER, MAX_SIDES, Expression
from estoc.totals import Term, Total

CONSTANTS = st.integers(0, MAX_NUMBER).map(str)
DICE = st.tuples(st.integers(1, 40), st.integers(1, MAX_SIDES)).map("{0[0]}d{0[1]}".format)
SIGNED = st.tuples(st.sampled_from("+-"), CONSTANTS | DICE).map("".join)
SUMS = st.lists(SIGNED, min_size=1, max_size=12).map("".join)


def refusal(text: str) -> str:
    with pytest.raises(NotationError) as caught:
        Expression.parse(text)
    return str(caught.value)


class TestReading:
    @pytest.mark.parametrize(
        ("text", "canonical", "minimum", "maximum"),
        [
            ("7", "7", 7, 7),
            ("34+1d8", "34+1d8", 35, 42),
            ("1D10+45", "1d10+45", 46, 55),
            (" 34 + 1d8 ", "34+1d8", 35, 42),
            ("\t2 d 6\t", "2d6", 2, 12),
            ("d20", "1d20", 1, 20),
            ("-2d6", "-2d6", -12, -2),
            ("10-d4", "10-1d4", 6, 9),
            ("+007", "7", 7, 7),
            ("1d6 - 1d6", "1d6-1d6", -5, 5),
            ("999d10000", "999d10000", 999, 9_990_000),
        ],
    )
    def test_as_people_write_it(self, text: str, canonical: str, minimum: int, maximum: int) -> None:
        """Case 15."""
        expression = Expression.parse(text)
        assert (canonical, minimum, maximum) == (
            str(expression),
            expression.minimum,
            expression.maximum,
        )

    def test_the_same_content_is_equal_and_hashes_alike(self) -> None:
        one, other = Expression.parse("34+1d8"), Expression.parse(" 34 + D8")
        assert one == other
        assert hash(one) == hash(other)
        assert one != Expression.parse("1d8+34")

    @given(SUMS)
    def test_the_canonical_text_is_read_back_as_the_same(self, text: str) -> None:
        expression = Expression.parse(text)
        assert expression == Expression.parse(str(expression))
        assert text.removeprefix("+") == str(expression)

    @given(st.text() | st.text("0123456789dD+- ()²\uff16", max_size=12))
    @example("1d\uff16")
    @example("\ud800")
    @example("9" * 5000)
    def test_a_text_is_an_expression_or_a_notation_error(self, text: str) -> None:
        sentence, expression = "", None
        try:
            expression = Expression.parse(text)
        except NotationError as error:
            sentence = str(error)
        assert sentence.isprintable()
        assert expression is None or (text.isascii() and expression.minimum <= expression.maximum)


class TestRefusals:
    @pytest.mark.parametrize("text", ["1d0", "10d0", "0d6", "d0", "1+00d6"])
    def test_no_dice_and_no_sides_are_refused_with_the_place(self, text: str) -> None:
        """Case 02."""
        place = 3 if text.startswith("1+") else 1
        dice = text.removeprefix("1+")
        expected = f"'{text}': '{dice}' at character {place} is no die: at least 1 die of at least 1 side"
        assert expected == refusal(text)

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("", "'': dice or a number were expected at character 1, found ''"),
            ("   ", "'   ': dice or a number were expected at character 4, found ''"),
            ("1d8+", "'1d8+': dice or a number were expected at character 5, found ''"),
            ("--2d6", "'--2d6': dice or a number were expected at character 2, found '-'"),
            ("²", "'²': dice or a number were expected at character 1, found '²'"),
            ("1d", "'1d': a number of sides was expected at character 3, found ''"),
            ("1d-6", "'1d-6': a number of sides was expected at character 3, found '-'"),
            ("1d\uff16", "'1d\uff16': a number of sides was expected at character 3, found '\uff16'"),
            ("1 2", "'1 2': a + or a - was expected at character 3, found '2'"),
            ("2d6*2", "'2d6*2': a + or a - was expected at character 4, found '*'"),
            ("1d6d6", "'1d6d6': a + or a - was expected at character 4, found 'd'"),
            ("(5-10)d10", "'(5-10)d10': '(' at character 1: no parentheses, write the sum out"),
            ("2+(3)", "'2+(3)': '(' at character 3: no parentheses, write the sum out"),
            ("1d(2)", "'1d(2)': '(' at character 3: no parentheses, write the sum out"),
        ],
    )
    def test_the_sentence_says_what_was_found_where_and_what_was_expected(
        self, text: str, expected: str
    ) -> None:
        """Case 02."""
        assert expected == refusal(text)

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("1000d6", "'1000d6': 1000 dice in all, at most 999 are rolled"),
            ("500d6-500d6", "'500d6-500d6': 1000 dice in all, at most 999 are rolled"),
            ("1d10001", "'1d10001': dice of 10001 sides, the limit is 10000"),
            ("1000000001", "'1000000001': the number 1000000001 is too large, the limit is 1000000000"),
            ("1" * 201, "a dice expression of 201 characters, at most 200 are read"),
        ],
    )
    def test_beyond_a_limit_the_sentence_says_limit_and_value(self, text: str, expected: str) -> None:
        """Case 01."""
        assert expected == refusal(text)

    @pytest.mark.parametrize("text", [f"{MAX_DICE}d{MAX_SIDES}", str(MAX_NUMBER), "1".zfill(MAX_LENGTH)])
    def test_the_limits_themselves_are_allowed(self, text: str) -> None:
        assert Expression.parse(text).maximum > 0

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("9999999d6", "'9999999d6': 9999999 dice in all, at most 999 are rolled"),
            ("1d999999999", "'1d999999999': dice of 999999999 sides, the limit is 10000"),
            ("9" * 10**6 + "d6", "a dice expression of 1000002 characters, at most 200 are read"),
        ],
        ids=["dice", "sides", "characters"],
    )
    def test_millions_are_refused_before_anything_so_large_is_built(self, text: str, expected: str) -> None:
        """Case 01."""
        tracemalloc.start()
        try:
            sentence = refusal(text)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert expected == sentence
        assert peak < 10**5


class TestRolling:
    def test_a_term_for_each_part_in_its_order(self) -> None:
        dice = Scripted([(8, 4), (6, 1), (6, 5)])
        total = Expression.parse("34+d8-2d6-3").roll(dice, "damage")
        faces = Total.of([Term("d6", 1), Term("d6", 5)])
        expected = (Term("34", 34), Term("1d8", 4), Term("2d6", -6, faces), Term("3", -3))
        assert (expected, 29) == (total.terms, total.value)
        dice.done()

    def test_a_single_die_is_rolled_and_several_are_a_pool(self) -> None:
        asked: list[tuple[object, ...]] = []

        class Listening(Scripted):
            def roll(self, sides: int, why: str, who: str | None = None) -> int:
                asked.append(("roll", sides, why, who))
                return 1

            def pool(self, n: int, sides: int, why: str, who: str | None = None) -> tuple[int, ...]:
                asked.append(("pool", n, sides, why, who))
                return (1,) * n

        Expression.parse("d8+3d6").roll(Listening([]), "damage", "Ann")
        assert [("roll", 8, "damage", "Ann"), ("pool", 3, 6, "damage", "Ann")] == asked
