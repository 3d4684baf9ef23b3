"""Rounds, passes, turns, budgets: who may do what, how often, and when a fight is over."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from kit import GAMES, Table, encounter

from estoc import load
from estoc.combat import Outcome
from estoc.events import ActionsGivenUp, FightEnded, PassBegan, RoundBegan, TurnLost

HEW = {"do": "hew", "at": "Bob"}
PRAY = {"do": "pray"}


def someone(
    name: str, side: str, speed: int, weapons: tuple[str, ...] = ("blade",), **sheet: Any
) -> dict[str, Any]:
    return {"name": name, "side": side, "sheet": {"speed": speed, **sheet}, "weapons": list(weapons)}


def drill(
    ann: dict[str, Any] | None = None, bob: dict[str, Any] | None = None, *more: dict[str, Any]
) -> Table:
    return Table(
        encounter(
            "drill", someone("Ann", "x", 9, **(ann or {})), someone("Bob", "y", 5, **(bob or {})), *more
        )
    )


def tokens(**sheet: Any) -> Table:
    """Ann acts first, with a mace and a knife; Bob can't be hit but by a six."""
    ann = {"name": "Ann", "side": "x", "sheet": {"luck": 9, **sheet}, "weapons": ["mace", "knife"]}
    bob = {"name": "Bob", "side": "y", "sheet": {"vigour": 12}, "weapons": ["knife"]}
    return Table(encounter("tokens", ann, bob), (6, 1), (6, 1))


# -- declarations and passes ---------------------------------------------------------------------------
def test_everybody_declares_in_whatever_order_before_anybody_acts() -> None:
    table = drill()
    assert ("Declare", "Ann Bob") == table.awaited
    table.do("Bob", "declare", actions=[PRAY])
    assert ("Declare", "Ann") == table.awaited
    assert "turn" == table.refused("Bob", "declare")
    assert "moment" == table.refused("Ann", "pray")
    table.do("Ann", "declare", actions=[PRAY])
    assert ("Turn", "Ann") == table.awaited


def test_one_action_a_pass_by_order_of_play() -> None:
    table = drill({"deeds": 2}, {"deeds": 1})
    table.do("Ann", "declare", actions=[PRAY, HEW, HEW])
    table.do("Bob", "declare", actions=[PRAY])
    turns = []
    while table.combat.round == 1:
        turns.append((table.combat.pass_, *table.awaited))
        who = table.combat.awaited[0]
        table.do(
            who, "pray" if table.combat.pass_ == 1 else "hew", *([] if table.combat.pass_ == 1 else [(10, 9)])
        )
    assert [(1, "Turn", "Ann"), (1, "Turn", "Bob"), (2, "Turn", "Ann"), (3, "Turn", "Ann")] == turns
    assert [2, 3] == [event.pass_ for event in table.log if isinstance(event, PassBegan)]


@pytest.mark.parametrize(
    ("passes", "expected"),
    [
        (0, [(1, "Ann"), (1, "Bob"), (2, "Ann"), (2, "Bob"), (3, "Ann")]),
        (1, [(1, "Ann"), (1, "Ann"), (1, "Ann"), (1, "Bob"), (2, "Bob")]),
        (2, [(1, "Ann"), (1, "Bob"), (2, "Ann"), (2, "Ann"), (2, "Bob")]),
        (3, [(1, "Ann"), (1, "Bob"), (2, "Ann"), (2, "Bob"), (3, "Ann")]),
    ],
)
def test_the_budget_says_in_how_many_passes_actions_are_played(
    passes: int, expected: list[tuple[int, str]]
) -> None:
    """What is left over goes into the last of them."""
    table = drill({"deeds": 2, "passes": passes}, {"deeds": 2})
    table.do("Ann", "declare", actions=[HEW, HEW, PRAY])
    table.do("Bob", "declare", actions=[{"do": "hew", "at": "Ann"}, PRAY])
    turns = []
    while table.combat.round == 1:
        (who,) = table.combat.awaited
        turns.append((table.combat.pass_, who))
        do = next(iter(table.options - {(who, "end")}))[1]
        table.do(who, do, *([(10, 9)] if do == "hew" else []))
    assert expected == turns


def test_without_passes_all_that_was_declared_is_one_turn(tmp_path: Path) -> None:
    folder = Path(copytree(GAMES / "drill", tmp_path / "drill"))
    data = (folder / "ruleset.toml").read_text(encoding="utf-8")
    (folder / "ruleset.toml").write_text(data.replace("passes = true", "passes = false"), encoding="utf-8")
    table = Table(encounter(load(folder), someone("Ann", "x", 9, deeds=2), someone("Bob", "y", 5)))
    table.do("Ann", "declare", actions=[HEW, HEW, PRAY])
    table.do("Bob", "declare", actions=[PRAY])
    turns = []
    while table.combat.round == 1:
        (who,) = table.combat.awaited
        turns.append((table.combat.pass_, who))
        do = next(iter(table.options - {(who, "end")}))[1]
        table.do(who, do, *([(10, 9)] if do == "hew" else []))
    assert [(1, "Ann"), (1, "Ann"), (1, "Ann"), (1, "Bob")] == turns


def test_what_is_declared_must_be_payable_all_of_it() -> None:
    table = drill({"deeds": 1})
    assert "limit attack" == table.refused("Ann", "declare", actions=[HEW, HEW])
    assert "limit pray" == table.refused("Ann", "declare", actions=[PRAY, PRAY])
    assert "cost" == table.refused("Ann", "declare", actions=[HEW, PRAY, {"do": "daze", "at": "Bob"}])
    assert "moment" == table.refused("Ann", "declare", actions=[{"do": "dodge"}])
    assert "action" == table.refused("Ann", "declare", actions=[{"do": "hwe"}])
    table.do("Ann", "declare", actions=[HEW, PRAY])


def test_what_was_declared_binds_and_can_be_given_up() -> None:
    table = drill({"deeds": 2})
    table.do("Ann", "declare", actions=[HEW, PRAY])
    table.do("Bob", "declare")
    assert {("Ann", "hew", "Bob", "blade"), ("Ann", "end")} == table.options
    assert "declared" == table.refused("Ann", "pray")
    assert "declared" == table.refused("Ann", "hew", at="Ann")
    assert "moment" == table.refused("Ann", "pass")
    table.do("Ann", "end")
    assert ["Ann gives up: hew → Bob."] == [s for s, e in zip(table.said, table.events, strict=True)
                                           if isinstance(e, ActionsGivenUp)]  # fmt: skip
    assert {("Ann", "pray"), ("Ann", "end")} == table.options


def test_a_target_left_open_is_chosen_when_the_time_comes() -> None:
    table = drill(None, None, someone("Cy", "y", 3))
    table.do("Ann", "declare", actions=[{"do": "hew"}])
    table.do("Bob", "declare")
    table.do("Cy", "declare")
    assert {("Ann", "hew", "Bob", "blade"), ("Ann", "hew", "Cy", "blade"), ("Ann", "end")} == table.options
    assert "target" == table.refused("Ann", "hew")
    table.do("Ann", "hew", (10, 9), at="Cy")


def test_circumstances_that_were_declared_hold_and_others_can_be_added() -> None:
    table = drill()
    table.do("Ann", "declare", actions=[{**HEW, "aim": "head"}])
    table.do("Bob", "declare")
    assert "declared" == table.refused("Ann", "hew", aim="leg")
    table.do("Ann", "hew", (10, 2), (6, 1), hidden=True)  # in the head, unseen: 1 twice
    assert 8 == table.combat["Bob"].now.HP


def test_a_circumstance_that_an_action_needs_is_left_open_among_the_legal_ones() -> None:
    table = drill({"weapons": ("dart",)})
    table.do("Ann", "declare", actions=[{"do": "hurl", "at": "Bob"}])
    table.do("Bob", "declare")
    assert ("Ann", "hurl", "Bob", "dart") in table.options
    assert "needs" == table.refused("Ann", "hurl")
    assert "circumstance" == table.refused("Ann", "hurl", distance=5, hidden=True)
    table.do("Ann", "hurl", (10, 9), distance=5)


def test_who_declares_nothing_has_no_turn_and_the_round_ends() -> None:
    table = drill()
    table.do("Ann", "declare")
    table.do("Bob", "declare")
    assert [2] == [event.round for event in table.events if isinstance(event, RoundBegan)]
    assert ("Declare", "Ann Bob") == table.awaited


def test_a_declared_target_that_has_fallen_leaves_only_giving_up() -> None:
    table = drill({"deeds": 2, "skill": 9, "weapons": ("cleaver",)}, {"HP": 1}, someone("Cy", "y", 3))
    table.do("Ann", "declare", actions=[{**HEW, "aim": "head"}, HEW])
    table.do("Bob", "declare", actions=[PRAY])
    table.do("Cy", "declare", actions=[PRAY])
    table.do("Ann", "hew", (10, 5))
    table.do("Bob", "pass", (6, 3))  # 6 twice, of 1: dead
    assert {"Bob"} == table.combat.fallen
    assert ("Turn", "Cy") == table.awaited  # killed before its turn, so that it has none
    table.do("Cy", "pray")
    assert {("Ann", "end")} == table.options
    assert "target" == table.refused("Ann", "hew")


# -- turns and tokens ----------------------------------------------------------------------------------
def test_a_turn_goes_on_until_it_is_ended() -> None:
    table = tokens()
    for _ in range(2):
        table.do("Ann", "jab", (6, 1), at="Bob")
        assert ("Turn", "Ann") == table.awaited
    table.do("Ann", "end")
    assert ("Turn", "Bob") == table.awaited


def test_the_first_cost_that_can_be_paid_is_paid() -> None:
    table = tokens()
    paid = []
    for _ in range(3):
        table.do("Ann", "jab", (6, 1), at="Bob")
        paid.append(dict(table.combat["Ann"].spent.tokens))
    assert [{"small": 1}, {"small": 2}, {"small": 2, "big": 1}] == paid
    assert "cost" == table.refused("Ann", "jab", at="Bob")
    assert "cost" == table.refused("Ann", "strike", at="Bob")


def test_a_limit_by_action_or_tag_is_refused_by_its_name() -> None:
    table = tokens()
    assert "limit foul" == table.refused("Ann", "feint")


def test_what_was_spent_comes_back_with_the_round() -> None:
    table = tokens()
    table.do("Ann", "strike", (6, 1), at="Bob")
    table.do("Ann", "end")
    table.do("Bob", "end")
    assert 2 == table.combat.round
    assert () == table.combat["Ann"].spent.tokens
    table.do("Ann", "strike", (6, 1), at="Bob")


def test_what_answers_is_never_done_unasked() -> None:
    assert "moment" == tokens().refused("Ann", "retort", at="Bob")


def test_weapons_must_be_there_and_fit() -> None:
    table = tokens()
    assert "weapon" == table.refused("Ann", "jab", at="Bob", using="mace")
    assert "weapon" == table.refused("Ann", "jab", at="Bob", using="lance")
    table.do("Ann", "jab", (6, 1), at="Bob")
    assert "Ann: jab → Bob (knife)." == table.said[0]


@pytest.mark.parametrize(
    ("key", "step"),
    [
        ("target", {"do": "strike"}),
        ("target", {"do": "strike", "at": "Ann"}),
        ("target", {"do": "strike", "at": "Nobody"}),
        ("target", {"do": "aid"}),
        ("action", {"do": "dance"}),
        ("moment", {"do": "declare"}),
        ("moment", {"do": "pass"}),
        ("game master", {"do": "stop", "reason": "enough"}),
        ("combatant", {"do": "end", "by": "Zed"}),
        ("turn", {"do": "end", "by": "Bob"}),
    ],
)
def test_each_refusal_has_its_key(key: str, step: dict[str, Any]) -> None:
    assert key == tokens().refused(step.pop("by", "Ann"), **step)


# -- standing ------------------------------------------------------------------------------------------
def test_who_is_unable_loses_its_turn_and_it_is_said() -> None:
    table = drill({"deeds": 1}, {"HP": 10})
    table.do("Ann", "declare", actions=[{"do": "daze", "at": "Bob"}])
    table.do("Bob", "declare", actions=[PRAY])
    table.do("Ann", "daze")
    assert [("Bob", "stunned")] == [(e.who, e.why) for e in table.events if isinstance(e, TurnLost)]
    assert ("Declare", "Ann Bob") == table.awaited  # until the round ends


def test_who_is_out_for_a_round_recovers_where_others_fight_on() -> None:
    table = drill(None, None, someone("Cy", "y", 3))
    table.do("Ann", "declare", actions=[{"do": "lull", "at": "Bob"}])
    table.do("Bob", "declare", actions=[PRAY])
    table.do("Cy", "declare", actions=[PRAY])
    table.do("Ann", "lull")
    assert "Bob is out of the fight: asleep." in table.said
    assert ("Turn", "Cy") == table.awaited
    table.do("Cy", "pray")
    assert "Bob is in the fight again." in table.said
    assert ("Declare", "Ann Bob Cy") == table.awaited


def test_an_action_without_a_blow_that_puts_the_last_one_out_ends_the_fight() -> None:
    table = drill()
    table.do("Ann", "declare", actions=[{"do": "lull", "at": "Bob"}])
    table.do("Bob", "declare", actions=[PRAY])
    table.do("Ann", "lull")
    assert isinstance(table.events[-1], FightEnded)
    assert "x" == table.events[-1].winner


def test_a_fight_that_nobody_can_go_on_with_is_over() -> None:
    """Both lie dying, and nobody is dead."""
    table = drill({"skill": 9}, {"skill": 9})
    for who in ("Ann", "Bob"):
        table.do("", "rule", at=who, reason="a fall", set={"HP": -1})
    assert isinstance(table.events[-1], FightEnded)
    assert ("", "nobody can act any more") == (table.events[-1].winner, table.events[-1].why)


def test_a_fight_ends_undecided_after_its_last_round() -> None:
    fight = encounter("drill", someone("Ann", "x", 9), someone("Bob", "y", 5), rounds=2)
    table = Table(fight)
    for _ in range(2):
        table.do("Ann", "declare")
        table.do("Bob", "declare")
    assert Outcome("", "the last round allowed is over") == table.combat.outcome
    assert 2 == table.combat.round


def test_ties_that_the_rule_broke_stay_and_the_rest_goes_by_entry() -> None:
    four = [someone("Ann", "x", 5), someone("Bob", "y", 5, quick=True), someone("Cy", "y", 5)]
    table = Table(encounter("drill", *four, {**someone("Di", "x", 5), "entered": 0}))
    places = [(place.who, place.tie) for place in table.combat.order.places]
    assert ["Bob", "Ann", "Di", "Cy"] == [who for who, _ in places]
    assert ["quick", *["order of entry"] * 3] == [tie for _, tie in places]
