"""A fight told as text and as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from estoc import __version__
from estoc.combat import Decision
from estoc.dice import Scripted, Seeded
from estoc.effects import Effect
from estoc.encounter import Encounter, read_encounter
from estoc.events import ActionTaken, AnyEvent, EffectEnded, Fell, HealthChanged, RoundBegan
from estoc.playing import Moment, play
from estoc.report.jsonl import document, json_lines
from estoc.report.plain import plain
from estoc.report.text import Layout, text_lines

DUEL = Path(__file__).parent / "games" / "duel"
FIGHT = f"""
ruleset = '{DUEL}'
title = "At dawn"

[[combatant]]
name = "Anna"
side = "Reds"
sheet = {{ AIM = 12 }}
weapons = ["sabre"]

[[combatant]]
name = "Bert"
side = "Blues"
sheet = {{ AIM = 11, HP = 8 }}
weapons = ["long sabre"]
armour = ["vest"]
"""
# Anna hits, Bert fails to dodge, 8 - 1 of damage stun him; Bert can't strike; Anna misses, Bert hits, and is
# not dodged; Anna strikes a last time.
DICE = [
    (20, 7), (20, 6), (6, 4), (6, 6),
    (20, 13), (20, 1), (20, 6), (6, 2), (6, 3),
    (20, 12), (20, 20), (6, 1), (6, 1),
]  # fmt: skip


@pytest.fixture
def encounter(tmp_path: Path) -> Encounter:
    file = tmp_path / "fight.toml"
    file.write_text(FIGHT, encoding="utf-8")
    return read_encounter(file)


@pytest.fixture
def moments(encounter: Encounter) -> tuple[Moment, ...]:
    dice = Scripted(DICE)
    played = tuple(play(encounter, dice))
    dice.done()
    return played


def test_a_fight_as_text(encounter: Encounter, moments: tuple[Moment, ...]) -> None:
    text = "\n".join(text_lines(encounter, moments, encounter.rules.words("en"), Seeded("dawn")))

    assert (
        text
        == """\
At dawn

Reds: Anna (HP 10)
Blues: Bert (HP 8)

Order of play: Anna (AIM 12), Bert (AIM 11).

Round 1
  Anna: strike → Bert (sabre).
    AIM 12, d20: 7, hit.
    Bert reacts: dodge; DODGE 5, d20: 6, failed.
    Location: torso (rolled: 4).
    Damage to Bert: sabre 8 (2 + 1d6: 6) - vest 1 = 7.
    Bert: HP 8 → 1.
    Bert: stunned, until the round ends.
  Bert: stunned is over.

Round 2
  Anna: strike → Bert (sabre).
    AIM 12, d20: 13, missed.
  Bert: strike → Anna (long sabre).
    AIM 11, d20: 1, hit (natural 1).
    Bert: lucky blow.
    Anna reacts: dodge; DODGE 5, d20: 6, failed.
    Location: head (rolled: 2).
    Damage to Anna: long sabre 7 (4 + 1d6: 3).
    Anna: HP 10 → 3.
    Anna: stunned, until the round ends.
  Anna: stunned is over.

Round 3
  Anna: strike → Bert (sabre).
    AIM 12, d20: 12, hit.
    Bert reacts: dodge; DODGE 5, d20: 20, failed.
    Location: head (rolled: 1).
    Damage to Bert: sabre 3 (2 + 1d6: 1) - vest 1 = 2.
    Bert: HP 1 → 0.
    Bert is out of the fight: no HP left.

The fight is over in round 3: Reds won (no other side has anybody left).
Still standing: Anna (HP 3/10)
Out of the fight: Bert (HP 0/8)

Seed, chosen by hand: dawn"""
    )


def test_the_same_fight_in_french(encounter: Encounter, moments: tuple[Moment, ...]) -> None:
    lines = list(text_lines(encounter, moments, encounter.rules.words("fr"), Seeded("dawn")))

    assert lines[7:14] == [
        "Round 1",
        "  Anna : frapper → Bert (sabre).",
        "    AIM 12, d20: 7, touché.",
        "    Bert réagit : esquiver ; DODGE 5, d20: 6, échec.",
        "    Localisation : torse (au dé : 4).",
        "    Dégâts subis par Bert : sabre 8 (2 + 1d6: 6) - gilet 1 = 7.",
        "    Bert : HP 8 → 1.",
    ]
    assert lines[-3:] == ["Hors de combat : Bert (HP 0/8)", "", "Graine, choisie à la main : dawn"]


def test_a_seed_that_nobody_chose_is_revealed_at_the_end(
    encounter: Encounter, moments: tuple[Moment, ...]
) -> None:
    drawn = Seeded("0123", chosen=False)
    *told, last = text_lines(encounter, moments, encounter.rules.words("en"), drawn)

    assert last == "Seed, drawn for this fight (--seed plays it again): 0123"
    assert not any("0123" in line for line in told)


def test_dice_thrown_by_hand_have_no_seed(encounter: Encounter, moments: tuple[Moment, ...]) -> None:
    *_, last = text_lines(encounter, moments, encounter.rules.words("en"), None)

    assert last == "Dice: thrown by hand."


def test_a_line_is_there_before_the_next_decision_is_taken(encounter: Encounter) -> None:
    """A person who is asked must see what has happened so far."""
    played = []

    def watched() -> Iterator[Moment]:
        for moment in play(encounter, Scripted(DICE)):
            played.append(moment)
            yield moment

    lines = text_lines(encounter, watched(), encounter.rules.words("en"), None)
    while next(lines) != "Round 1":
        pass

    assert len(played) == 1


def test_a_fight_without_a_title_bears_the_games(encounter: Encounter, moments: tuple[Moment, ...]) -> None:
    from attrs import evolve

    lines = text_lines(evolve(encounter, title=""), moments, encounter.rules.words("fr"), None)

    assert next(lines) == "Un duel"


# -- layout ------------------------------------------------------------------------------------------
def test_what_comes_of_an_action_stands_beneath_it() -> None:
    layout = Layout()
    action = ActionTaken(Decision("Anna", "strike"))

    assert [
        layout.indent(event)
        for event in (
            RoundBegan(1),
            Fell("Bert", "why"),
            action,
            HealthChanged("Bert", "HP", 2, 0),
            EffectEnded(Effect("held", "test", on="Bert")),
            EffectEnded(Effect("stunned", "round", on="Bert")),
            RoundBegan(2),
        )
    ] == ["", "  ", "  ", "    ", "    ", "  ", ""]


# -- JSON lines --------------------------------------------------------------------------------------
def test_the_first_line_is_the_head(encounter: Encounter, moments: tuple[Moment, ...]) -> None:
    head = json.loads(next(json_lines(encounter, moments, Seeded("dawn"))))

    assert head == {
        "is": "Head",
        "estoc": __version__,
        "form": 1,
        "ruleset": "duel",
        "version": "",
        "title": "At dawn",
        "rulings": {"dodging": "always"},
        "seed": "dawn",
    }


def test_every_event_reads_back(encounter: Encounter, moments: tuple[Moment, ...]) -> None:
    lines = list(json_lines(encounter, moments, None))
    events = [event for moment in moments for event in moment.events]

    assert [encounter.rules.from_json(line, AnyEvent) for line in lines[1:-1]] == events


def test_the_last_line_says_who_is_left(encounter: Encounter, moments: tuple[Moment, ...]) -> None:
    *_, last = json_lines(encounter, moments, Seeded("0123", chosen=False))

    assert json.loads(last) == {
        "is": "Tail",
        "winner": "Reds",
        "why": "no other side has anybody left",
        "round": 3,
        "left": [
            {"name": "Anna", "side": "Reds", "standing": True, "health": {"HP": 3}},
            {"name": "Bert", "side": "Blues", "standing": False, "health": {"HP": 0}},
        ],
        "seed": "0123",
        "chosen": False,
    }


def test_a_seed_that_nobody_chose_is_not_in_the_head(
    encounter: Encounter, moments: tuple[Moment, ...]
) -> None:
    head = json.loads(next(json_lines(encounter, moments, Seeded("0123", chosen=False))))

    assert head["seed"] is None


def test_one_document_holds_what_the_lines_hold(encounter: Encounter, moments: tuple[Moment, ...]) -> None:
    seed = Seeded("dawn")
    head, *events, tail = map(json.loads, json_lines(encounter, moments, seed))

    whole = {**head, "events": events, **tail}
    del whole["is"]
    assert document(encounter, moments, seed) == whole


# -- what a terminal would obey ----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Éléonore → Bert", "Éléonore → Bert"),
        ("\x1b[31mred", "\\u001b[31mred"),
        ("a\tb\r\n", "a\\u0009b\\u000d\\u000a"),
        ("\x7f\x9b31m", "\\u007f\\u009b31m"),
        ("line\u2028separator", "line\\u2028separator"),
        ("right\u202eto left\u2066", "right\\u202eto left\\u2066"),
        ("half \ud800", "half \\ud800"),
    ],
)
def test_a_text_that_would_command_a_terminal_is_written_out(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_json_keeps_its_meaning() -> None:
    name = "\x7fBert\x9b\u202e\u2028"

    assert json.loads(plain(json.dumps(name, ensure_ascii=False))) == name
