"""Dice handed to a rule: scripted, asked, recorded, sampled."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from estoc.dice import Asked, Die, Recorded, Sampled, Scripted, Source, asked
from estoc.errors import AnswerIsNo, DiceError, LeftOverDice, MissingDie, WrongDie

WRONG = "that is no face of a d{sides}: type 1 to {sides}"


def typing(*lines: str) -> tuple[Asked, list[str], list[str]]:
    """What a person types, the prompts that she sees, and the dice asked of her."""
    prompts: list[str] = []
    said: list[str] = []
    typed = iter(lines)

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    return Asked(ask, said.append), prompts, said


class TestScripted:
    def test_faces_come_in_their_order(self) -> None:
        dice = Scripted([[20, 7], (8, 4), (1, 1)])
        assert [7, 4, 1] == [dice.roll(20, "to hit"), dice.roll(8, "damage"), dice.roll(1, "sure")]
        dice.done()

    def test_a_pool_is_so_many_rolls(self) -> None:
        assert (2, 6, 3) == Scripted([(6, 2), (6, 6), (6, 3)]).pool(3, 6, "damage")
        assert () == Scripted([]).pool(0, 6, "damage")

    def test_a_missing_die_is_an_error_that_names_the_die_and_why(self) -> None:
        with pytest.raises(MissingDie) as caught:
            Scripted([]).roll(20, "to hit")
        assert "a d20 was asked for (to hit), and no die is left" == str(caught.value)

    def test_a_die_of_another_size_is_an_error_and_stays(self) -> None:
        dice = Scripted([(8, 4)])
        with pytest.raises(WrongDie) as caught:
            dice.roll(20, "to hit")
        assert "a d20 was asked for (to hit), and the next die is a d8 that shows 4" == str(caught.value)
        assert ((8, 4),) == dice.left

    def test_a_left_over_die_is_an_error(self) -> None:
        dice = Scripted([(20, 7), (8, 4), (6, 1)])
        dice.roll(20, "to hit")
        with pytest.raises(LeftOverDice) as caught:
            dice.done()
        assert "dice that no rule asked for are left over: d8 4, d6 1" == str(caught.value)

    @pytest.mark.parametrize("error", [MissingDie, WrongDie, LeftOverDice])
    def test_a_script_that_does_not_fit_is_the_answer_no(self, error: type[DiceError]) -> None:
        assert issubclass(error, AnswerIsNo)

    @pytest.mark.parametrize("die", [(6, 0), (6, 7), (6, -1), (0, 0), (-6, 1), (6, True), (6.0, 3), (6, "3")])
    def test_a_face_that_the_die_has_not_is_refused_beforehand(self, die: Any) -> None:
        with pytest.raises(DiceError):
            Scripted([die])


class TestAsked:
    def test_the_prompt_says_whose_die_which_and_why(self) -> None:
        dice, prompts, said = typing("7", " 4 ")
        assert [7, 4] == [dice.roll(20, "to hit", "Ann"), dice.roll(8, "damage")]
        assert ["Ann, d20 (to hit): ", "d8 (damage): "] == prompts
        assert [] == said

    @pytest.mark.parametrize("wrong", ["", "0", "21", "-3", "7.0", "²", "\uff17", "seven", "9" * 5000])
    def test_a_wrong_entry_is_answered_in_one_sentence_and_asked_again(self, wrong: str) -> None:
        dice, prompts, said = typing(wrong, "020")
        assert 20 == dice.roll(20, "to hit")
        assert 2 == len(prompts)
        assert ["that is no face of a d20: type 1 to 20"] == said

    def test_when_nobody_types_any_more_it_is_an_error(self) -> None:
        dice, _, _ = typing()
        with pytest.raises(DiceError, match="no more dice were typed in"):
            dice.roll(20, "to hit")

    def test_prompts_and_sentences_are_in_the_persons_language(self) -> None:
        french = {
            "to hit": "pour toucher",
            WRONG: "1 à {sides} !",
            "d{sides} ({why}): ": "d{sides} ({why}) : ",
        }
        dice, prompts, said = typing("0", "1")
        dice.phrase = french.__getitem__
        dice.roll(20, "to hit")
        assert ["d20 (pour toucher) : "] * 2 == prompts
        assert ["1 à 20 !"] == said

    def test_at_the_terminal_stdout_stays_empty(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Case 21."""
        lines = iter(["9", "6"])
        monkeypatch.setattr("builtins.input", lambda: next(lines))
        assert 6 == asked().roll(6, "damage")
        written = capsys.readouterr()
        assert ("", 2) == (written.out, written.err.count("d6 (damage): "))
        assert "that is no face of a d6" in written.err


class TestRecorded:
    def test_every_die_is_kept_with_why_and_whose(self) -> None:
        dice = Recorded(Scripted([(20, 7), (6, 1), (6, 5)]), who="Ann")
        assert 7 == dice.roll(20, "to hit")
        assert (1, 5) == dice.pool(2, 6, "parry", "Bob")
        assert [
            Die(20, 7, "to hit", "Ann"),
            Die(6, 1, "parry", "Bob"),
            Die(6, 5, "parry", "Bob"),
        ] == dice.faces

    def test_whose_it_is_can_change_within_a_decision(self) -> None:
        dice = Recorded(Scripted([(20, 7), (20, 8)]))
        dice.roll(20, "to hit")
        dice.who = "Bob"
        dice.roll(20, "parry")
        assert [None, "Bob"] == [die.who for die in dice.faces]

    def test_the_person_is_prompted_by_name(self) -> None:
        asked_of, prompts, _ = typing("7")
        Recorded(asked_of, who="Ann").roll(20, "to hit")
        assert ["Ann, d20 (to hit): "] == prompts


class TestSampled:
    def test_the_same_seed_gives_the_same_faces(self) -> None:
        assert Sampled(0).pool(50, 20, "to hit") == Sampled(0).pool(50, 20, "to hit")
        assert Sampled(0).pool(50, 20, "to hit") != Sampled(1).pool(50, 20, "to hit")

    def test_every_face_falls_and_no_other(self) -> None:
        assert set(range(1, 7)) == set(Counter(Sampled(1).pool(500, 6, "damage")))


@pytest.mark.parametrize("dice", [Scripted([(20, 7)]), Sampled(0), typing()[0]])
class TestEverySource:
    def test_begins_as_itself(self, dice: Source) -> None:
        assert dice is dice.begin("a decision")

    @pytest.mark.parametrize("sides", [0, -6, 6.0, True, "6", 2**256 + 1])
    def test_refuses_a_die_without_a_whole_number_of_sides(self, dice: Source, sides: Any) -> None:
        """Case 02."""
        with pytest.raises(DiceError, match=r"was asked for \(to hit\): a whole number from 1 to 2\*\*256"):
            dice.roll(sides, "to hit")

    @pytest.mark.parametrize("n", [-1, 1.0, True])
    def test_refuses_a_pool_without_a_whole_number_of_dice(self, dice: Source, n: Any) -> None:
        with pytest.raises(DiceError, match=r"dice were asked for \(damage\): a whole number, 0 or more"):
            dice.pool(n, 6, "damage")
