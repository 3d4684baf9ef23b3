"""A whole fight: by its steps, and by tactics where they say nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import check_round_trip, encounter

from estoc import Combat, Decision, play, seeded
from estoc.dice import Scripted
from estoc.encounter import Encounter
from estoc.errors import Faults, Refused
from estoc.events import FightBegan
from estoc.ruleset import Ruleset


def people(game: str, **sheet: Any) -> list[dict[str, Any]]:
    weapons = {"plain": "axe", "drill": "blade", "tokens": "mace"}
    sheets = {"plain": {"HP": 4, "STR": 9}, "drill": {"speed": 5}, "tokens": {}}
    return [
        {"name": f"{side}{n}", "side": side, "sheet": {**sheets[game], **sheet}, "weapons": [weapons[game]]}
        for side in "xy" for n in (1, 2)
    ]  # fmt: skip


def drill(*steps: dict[str, Any], **others: Any) -> Encounter:
    return encounter("drill", *people("drill"), step=list(steps), **others)


def decisions(fight: Encounter, seed: int = 1) -> list[Decision]:
    return [moment.decision for moment in play(fight, seeded(seed)) if moment.decision]


@pytest.mark.parametrize("game", ["plain", "drill", "tokens"])
@settings(max_examples=5)
@given(seed=st.integers(0, 999))
def test_a_fight_by_tactics_alone_comes_to_its_end(game: str, seed: int) -> None:
    moments = list(play(encounter(game, *people(game), rounds=30), seeded(seed)))
    assert moments[0].decision is None
    assert isinstance(moments[0].events[0], FightBegan)
    assert moments[-1].combat.outcome is not None
    assert moments == list(play(encounter(game, *people(game), rounds=30), seeded(seed)))
    for moment in moments[:: max(1, len(moments) // 5)]:
        check_round_trip(encounter(game, *people(game)).rules, moment.combat, moment.events)


def test_steps_are_taken_when_their_doer_is_awaited_for_such_a_thing() -> None:
    steps: list[dict[str, Any]] = [
        {"by": "x1", "do": "declare", "actions": [{"do": "pray"}]},
        {"by": "x1", "do": "pray"},
        {"by": "x1", "do": "hew", "at": "y2"},
    ]
    taken = decisions(drill(*steps, rounds=3))
    mine = [each for each in taken if each.by == "x1" and each.do in ("declare", "pray", "hew")]
    assert ["declare", "pray", "declare", "hew"] == [each.do for each in mine[:4]]
    assert ["pray"] == [each.do for each in mine[0].actions]
    assert "y2" == mine[3].at


def test_a_step_waits_for_its_round() -> None:
    moments = list(play(drill({"do": "stop", "reason": "dawn", "round": 2}), seeded(1)))
    last = moments[-1]
    assert last.decision is not None
    assert ("stop", 2) == (last.decision.do, last.combat.round)


@pytest.mark.parametrize("seed", range(6))
def test_who_leaves_waits_for_the_blow_to_be_done(seed: int) -> None:
    steps: list[dict[str, Any]] = [
        {"by": "x1", "do": "hew", "at": "y1"},
        {"do": "leave", "at": "y2", "reason": "fear"},
    ]
    moments = list(play(drill(*steps), seeded(seed)))
    assert ["leave"] == [
        moment.decision.do for moment in moments if moment.decision and moment.decision.by == ""
    ]


def test_a_reaction_may_be_a_step() -> None:
    steps: list[dict[str, Any]] = [{"by": "x1", "do": "hew", "at": "y1"}, {"by": "y1", "do": "block"}]
    taken = decisions(drill(*steps), seed=3)
    assert ["block"] == [each.do for each in taken if each.do == "block"]


def test_a_step_that_is_refused_is_a_fault_of_the_file() -> None:
    with pytest.raises(Faults, match=r"step\[0\]: x1 can't be the target of its own action"):
        decisions(drill({"by": "x1", "do": "hew", "at": "x1"}))


def test_steps_whose_moment_never_comes_are_all_told() -> None:
    steps: list[dict[str, Any]] = [{"by": "x1", "do": "hew", "round": 9}, {"by": "x2", "do": "pray"}]
    with pytest.raises(Faults) as faults:
        decisions(drill(*steps, rounds=2))
    assert ["step[0]", "step[1]"] == [fault.path for fault in faults.value.faults]
    assert "the fight was over before this step's moment came" in str(faults.value)


def test_a_step_of_somebody_who_has_left_is_refused() -> None:
    steps: list[dict[str, Any]] = [{"do": "leave", "at": "x1"}, {"by": "x1", "do": "declare"}]
    with pytest.raises(Faults, match=r"step\[1\]: unknown combatant 'x1'"):
        decisions(drill(*steps))


def test_another_tactic_may_decide_and_answers_for_what_it_says() -> None:
    def stops(rules: Ruleset, combat: Combat) -> Decision:
        return Decision("", "stop", reason="enough")

    moments = list(play(drill(), Scripted([]), stops))
    assert 2 == len(moments)

    def errs(rules: Ruleset, combat: Combat) -> Decision:
        return Decision(combat.awaited[0], "dance")

    with pytest.raises(Refused, match="unknown action"):
        list(play(encounter("tokens", *people("tokens")), seeded(1), errs))
