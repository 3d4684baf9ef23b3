"""Every scenario passes, and together they show every clause and meet all that the ruleset's data hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from estoc import Decision, load
from estoc.book import FaceTable
from estoc.events import ActionsDeclared, ActionTaken, CriticalStruck, Event, Located, ReactionTested
from estoc.scenario import Report, Scenario, read_scenario, run

FILES = sorted((Path(__file__).parents[1] / "scenarios").glob("*.toml"))
RULES = load("warforum")
BOOK = RULES.book


@cache
def scenario(file: Path) -> Scenario:
    return read_scenario(file, RULES)


@cache
def played(file: Path) -> Report:
    return run(scenario(file))


def events(of: Callable[[Scenario], bool] = lambda _: True) -> Iterator[Event]:
    for file in FILES:
        if of(scenario(file)):
            yield from played(file).events


def is_plain(scenario: Scenario) -> bool:
    """Whether the fight is by the ruleset's own data and default rulings."""
    amendments = scenario.encounter.amendments
    return not amendments.data and not amendments.rulings


def actions_met() -> Iterator[tuple[str, str]]:
    """Each action taken with its weapon, reactions included."""
    for event in events(is_plain):
        if isinstance(event, ActionTaken):
            yield event.decision.do, event.decision.using
        if isinstance(event, ReactionTested):
            yield event.attack.action, event.attack.using


def steps(kept: Callable[[Any], bool]) -> Iterator[Decision]:
    """The decisions of all scenarios whose expectation is kept."""
    for file in FILES:
        for decision, expectation in scenario(file).steps:
            if decision is not None and kept(expectation):
                yield decision


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_scenario_passes(file: Path) -> None:
    report = played(file)
    assert None is report.failure, report.failure
    assert len(scenario(file).steps) == report.steps


def test_every_clause_is_shown() -> None:
    shown = {clause for file in FILES for clause in scenario(file).clauses}
    by_show = {clause.key for clause in BOOK.clauses.values() if clause.shown == "show"}
    assert {"W01"} == by_show
    assert {f"W{number:02}" for number in range(1, 22)} == shown | by_show == set(BOOK.clauses)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_shows_the_clauses_of_its_name(file: Path) -> None:
    named = {word.upper() for word in file.stem.split("_") if word[0] == "w" and word[1:].isdigit()}
    assert named <= set(scenario(file).clauses) != set()


def test_w01_how_long_a_round_lasts_is_shown() -> None:
    assert "about 10 seconds, or what the game master decides; never hours" == BOOK.round_lasts


def test_every_action_is_met() -> None:
    assert set(BOOK.actions) == {action for action, _ in actions_met()}


def test_every_action_is_refused_once_or_given_up() -> None:
    """Each kind of attack is refused beyond NA, and every answer where it is none."""
    refused = list(steps(lambda expectation: expectation.refused))
    named = {each.do for decision in refused for each in (decision, *decision.actions)}
    assert set(BOOK.actions) <= named


def test_every_refusal_is_met() -> None:
    kinds = {expectation.refused for file in FILES for _, expectation in scenario(file).steps}
    assert kinds >= {
        "action",
        "circumstance",
        "combatant",
        "cost",
        "declared",
        "effect",
        "figure",
        "forbidden heavy wound",
        "game master",
        "limit attack",
        "limit deflect",
        "moment",
        "over",
        "reason",
        "ruling",
        "target",
        "turn",
        "weapon",
    }


def test_every_choice_of_a_ruling_is_met() -> None:
    chosen = {pair for file in FILES for pair in scenario(file).encounter.amendments.rulings}
    others = {
        (key, choice)
        for key, ruling in BOOK.open_questions.items()
        for choice in ruling.choice
        if choice != ruling.default
    }
    assert others == chosen
    assert any(is_plain(scenario(file)) for file in FILES)


def test_every_weapon_is_met_in_each_of_its_uses() -> None:
    used = {
        "strike": "melee",
        "shoot": "fired",
        "throw": "thrown",
        "parry": "parrying",
        "parry-shot": "shield",
    }
    possible = {
        (action, name)
        for name, weapon in BOOK.weapons.items()
        for action, tag in used.items()
        if tag in weapon.tags
    }
    assert possible <= set(actions_met())
    assert {tag for weapon in BOOK.weapons.values() for tag in weapon.tags} == set(used.values())


def worn(what: str) -> set[str]:
    """The weapons or armour of everybody in the plain scenarios."""
    people = (
        one for file in FILES if is_plain(scenario(file)) for one in scenario(file).encounter.combatants
    )
    return {each.name for one in people for each in getattr(one, what)}


def test_every_armour_and_sheet_is_met() -> None:
    assert set(BOOK.armour) == worn("armour")
    sheets = [one.sheet for file in FILES for one in scenario(file).encounter.combatants]
    assert all(sheet in sheets for sheet in BOOK.sheets.values())


def dice(how: str) -> set[int]:
    located = (event.location for event in events(is_plain) if isinstance(event, Located))
    return {at.die for at in located if at.how == how}


@pytest.mark.parametrize(("table", "how"), [("locations", "rolled"), ("precision", "aimed")])
def test_both_ends_of_every_row_are_met(table: str, how: str) -> None:
    rows: FaceTable = BOOK.tables[table]
    assert {face for row in rows.rows for face in row.faces} <= dice(how)


def said(decisions: Iterable[Decision]) -> Iterator[Any]:
    for decision in decisions:
        yield from said(decision.actions)
        if decision.circumstances is not None:
            yield decision.circumstances


def test_every_aim_and_every_level_of_tir_precis_is_met() -> None:
    aims = {each.aim for each in said(steps(lambda expectation: not expectation.refused))}
    levels = {one.sheet.tir_precis for file in FILES for one in scenario(file).encounter.combatants}
    assert set(BOOK.tables.aim.names()) <= aims
    assert set(BOOK.tables.tir_precis.names()) == levels


def test_every_mark_and_effect_is_met() -> None:
    criticals = {event.critical.what for event in events() if isinstance(event, CriticalStruck)}
    assert {"critical success", "critical failure"} == criticals
    effects = {
        effect
        for file in FILES
        for _, expectation in scenario(file).steps
        for name, expected in expectation.expect.items()
        if name.endswith(".effects")
        for effect in expected
    }
    assert set(BOOK.effects) <= effects


def test_somebody_declares_nothing_and_somebody_all_it_can() -> None:
    lengths = {len(event.actions) for event in events() if isinstance(event, ActionsDeclared)}
    assert {0, 1, 2, 3, 4} <= lengths
