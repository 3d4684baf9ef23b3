"""Seeded dice, held against the command line of OpenSSL.

    printf 'roll\\n0\\n0' | openssl dgst -sha256 -hmac 0

gives 7a240d...cd54 for the first die (index 0, attempt 0) of the decision `roll` under seed 0; `bc` takes
the remainder. The constants below were made so, without a line of Python.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from string import hexdigits

import pytest

from estoc.dice import Seeded, seeded
from estoc.errors import DiceError


def roll(seed: str | int, n: int, sides: int, trail: str = "roll") -> tuple[int, ...]:
    return seeded(seed).begin(trail).pool(n, sides, "a test")


class TestKnownAnswers:
    @pytest.mark.parametrize(
        ("seed", "d20", "d100"),
        [
            # for i in 0 1 2: printf "roll\n$i\n0" | openssl dgst -sha256 -hmac SEED
            # then: echo "ibase=16; DIGEST % 14" | bc (d20), % 64 (d100), and 1 more
            (0, (17, 16, 5), (97, 56, 25)),
            (-5, (5, 2, 19), (25, 62, 59)),
            (5, (19, 11, 3), (99, 11, 3)),
            ("abc", (9, 18, 12), (9, 58, 92)),
            (2**70, (7, 14, 14), (47, 34, 34)),
        ],
    )
    def test_the_faces_are_those_of_openssl(
        self, seed: str | int, d20: tuple[int, ...], d100: tuple[int, ...]
    ) -> None:
        """Case 20."""
        assert d20 == roll(seed, 3, 20)
        assert d100 == roll(seed, 3, 100)

    def test_the_players_words_come_before_the_trail(self) -> None:
        # printf 'rouge\nbleu\ntrail\n0\n0' | openssl dgst -sha256 -hmac clé    35ed9d...40c6
        # printf 'rouge\nbleu\ntrail\n1\n0' | openssl dgst -sha256 -hmac clé    de1cb1...6ac8
        dice = Seeded("clé", ("rouge", "bleu")).begin("trail")
        assert (43, 17) == (dice.roll(100, "a test"), dice.roll(20, "a test"))

    def test_a_draw_that_would_favour_a_face_is_made_again(self) -> None:
        # printf 'roll\n1\n0' | openssl dgst -sha256 -hmac 0    c53352...: at or above 2**255 + 1, again
        # printf 'roll\n1\n1' | openssl dgst -sha256 -hmac 0
        expected = (
            0x7A240DDAEC94E0FA5385793985913AC0AEF1D44B94040BF4D1EA3A021F41CD54 + 1,
            0x730A742C1AD8564927F50F7B67837C05CFAE20AA96CCCEEF957609A9F36ADD59 + 1,
            0x78C6B6AADEB3BDA76A27CC7203AAA110E42C1F012E69855749968FD940E4BFF7 + 1,
            0x6180A689FA7C277C28F137292B31378C65B87BFAB967A764209A86CEB758390E + 1,
        )
        assert expected == roll(0, 4, 2**255 + 1)


class TestDecisions:
    def test_the_same_decision_taken_again_draws_the_same_faces(self) -> None:
        dice = seeded(0)
        assert dice.begin("a").pool(9, 20, "first") == dice.begin("a").pool(9, 20, "once more")

    def test_another_decision_another_seed_or_other_words_draw_others(self) -> None:
        faces = {
            roll(0, 9, 20),
            roll(0, 9, 20, trail="other"),
            roll(1, 9, 20),
            Seeded("0", ("red",)).begin("roll").pool(9, 20, "a test"),
        }
        assert 4 == len(faces)

    def test_a_pool_draws_what_single_rolls_draw(self) -> None:
        dice = seeded("abc").begin("a")
        assert roll("abc", 3, 20, "a") == tuple(dice.roll(20, "a test") for _ in range(3))

    def test_a_die_without_sides_is_refused(self) -> None:
        """Case 02."""
        with pytest.raises(DiceError):
            roll(0, 1, 0)


class TestSeeds:
    def test_a_number_is_its_text(self) -> None:
        assert seeded(5) == seeded("5") == Seeded(5)

    def test_a_seed_given_by_hand_is_marked_as_chosen(self) -> None:
        assert seeded(0).chosen
        assert not Seeded.secret().chosen

    def test_a_secret_seed_is_256_bits_that_differ_each_time(self) -> None:
        one, other = Seeded.secret(("red",)), Seeded.secret(("red",))
        assert one.seed != other.seed
        assert 64 == len(one.seed)
        assert set(one.seed) <= set(hexdigits)
        assert ("red",) == one.words

    def test_repr_keeps_the_seed_secret(self) -> None:
        secret = Seeded.secret()
        assert secret.seed not in repr(secret)

    @pytest.mark.parametrize("text", ["two\nlines", "\udcff"])
    def test_seeds_and_words_are_one_line_of_text(self, text: str) -> None:
        with pytest.raises(DiceError, match="one line of text"):
            seeded(text)
        with pytest.raises(DiceError, match="one line of text"):
            seeded(0, (text,))


class TestFairness:
    """Chi-square of fixed seeds; the bounds are the table's, p = 0.001."""

    @pytest.mark.parametrize(("sides", "bound"), [(6, 20.515), (10, 27.877), (20, 43.820)])
    def test_faces_of_one_decision_are_even(self, sides: int, bound: float) -> None:
        assert chi_square(roll("fair", 300 * sides, sides), sides) < bound

    @pytest.mark.parametrize(("sides", "bound"), [(6, 20.515), (20, 43.820)])
    def test_first_faces_of_many_decisions_are_even(self, sides: int, bound: float) -> None:
        dice = seeded("fair")
        faces = [dice.begin(str(trail)).roll(sides, "a test") for trail in range(300 * sides)]
        assert chi_square(faces, sides) < bound


def chi_square(faces: Sequence[int], sides: int) -> float:
    expected = len(faces) / sides
    fallen = Counter(faces)
    assert set(fallen) <= set(range(1, sides + 1))
    return sum((fallen[face] - expected) ** 2 / expected for face in range(1, sides + 1))
