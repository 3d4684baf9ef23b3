"""Nothing is missing in French or in English, and no language says the opposite."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from estoc import Decision, Event, Total, load
from estoc.book import FaceTable
from estoc.events import AttackTested, CriticalStruck, ReactionTested
from estoc.results import Place
from estoc.scenario import read_scenario, run
from estoc.words import PROPER
from estoc_warforum.rules import Armour, Circumstances, Sheet, Weapon

RULES = load("warforum")
BOOK = RULES.book
FR, EN = RULES.words("fr"), RULES.words("en")
EVENTS = [
    event
    for file in sorted((Path(__file__).parents[1] / "scenarios").glob("*.toml"))
    if not (read := read_scenario(file, RULES)).encounter.amendments.data
    for event in run(read).events
]

ABBREVIATIONS = {"INI", "NA", "ATT", "TIR", "PAR", "END", "PV"}
"""The document's, in both languages."""


def document_words() -> set[str]:
    """What the ruleset's data call by the document's own words."""
    words = {BOOK.title, *BOOK.weapons, *BOOK.armour, *BOOK.sheets, *BOOK.tables.sides.names()}
    words |= {*BOOK.tables.aim.names(), *BOOK.tables.zones.names()}
    own = {each.name for cls in (Sheet, Weapon, Armour) for each in attrs.fields(cls)}
    return words | own - {"name", "tags", "malus"} - ABBREVIATIONS


def english_phrases() -> Iterator[str]:
    """Every phrase of the ruleset's data that is English itself."""
    yield from BOOK.actions
    yield from BOOK.effects
    yield from BOOK.leaves_out
    yield BOOK.round_lasts
    for clause in BOOK.clauses.values():
        yield clause.says
    for ruling in BOOK.open_questions.values():
        yield ruling.says
        yield from (choice.says for choice in ruling.choice.values())
    for action in BOOK.actions.values():
        for named in (*action.cost, action.tags, action.using, action.circumstances, action.against):
            yield from named
    for weapon in BOOK.weapons.values():
        yield from weapon.tags
    for cls in (Sheet, Weapon, Armour, Circumstances):
        for each in attrs.fields(cls):
            if says := each.metadata.get("says"):
                yield says


def phrases_of(value: Any, name: str = "") -> Iterator[str]:
    """Every phrase that an event's slot shows, as `estoc.words` takes them."""
    match value:
        case str() if name not in PROPER and value:
            yield value
        case Total():
            for term in value.terms:
                yield term.label
                if term.parts is not None:
                    yield from (part.label for part in term.parts.terms)
        case Decision():
            yield value.do
            yield from filter(None, (value.using,))
            if value.circumstances is not None:
                for each in attrs.fields(type(value.circumstances)):
                    if (said := getattr(value.circumstances, each.name)) != each.default:
                        yield each.name
                        yield from phrases_of(said)
        case Place():
            yield from phrases_of(value.figures)
            yield from phrases_of(value.tie)
        case tuple():
            for each in value:
                yield from phrases_of(each, name)


def phrases_met(event: Event) -> Iterator[str]:
    yield event.sentence
    for name, value in event.slots.items():
        yield from phrases_of(value, name)


def is_figure(phrase: str) -> bool:
    return phrase in ABBREVIATIONS or phrase.strip("0123456789d") == ""


GIVEN = {"la nuit tombe", *"ABCD"}
"""A reason and weapons that scenarios bring themselves."""


def test_every_phrase_met_is_there_in_both_languages() -> None:
    met = {phrase for event in EVENTS for phrase in phrases_met(event) if not is_figure(phrase)} - GIVEN
    ours = document_words()
    assert set() == {phrase for phrase in met - ours if phrase not in FR.phrases}
    assert set() == {phrase for phrase in met & ours if phrase not in EN.phrases}


def test_every_phrase_of_the_data_is_there_in_both_languages() -> None:
    assert set() == {phrase for phrase in english_phrases() if phrase not in FR.phrases}
    assert set() == {phrase for phrase in document_words() if phrase not in EN.phrases}
    results = {
        row.result for table in BOOK.tables.values() if isinstance(table, FaceTable) for row in table.rows
    }
    sided = {zone for pair in BOOK.tables.sides.values.values() for zone in pair}
    assert results | sided <= document_words() | {""}


OTHERS = """no PV left|NA attacks a round, no more|no skill or spell that parries shots|neither 1 nor 20
test|location|precision|damage"""
"""What refusals and dice say."""


def test_refusals_and_dice_are_there_in_french() -> None:
    assert set() == {phrase for phrase in OTHERS.replace("\n", "|").split("|") if phrase not in FR.phrases}


def test_no_phrase_stands_for_two_things() -> None:
    """A file may say any phrase for its key: among the names of one kind it must be the only one."""
    for words in (FR, EN):
        for names in (BOOK.actions, BOOK.weapons, BOOK.armour, BOOK.sheets, BOOK.tables.aim.names()):
            said = [words.phrase(name).casefold() for name in names]
            assert sorted(set(said)) == sorted(said)
            assert list(names) == [words.key(words.phrase(name), names) for name in names]


SAYS_YES = {"fr": ("touché", "réussite", "réussite critique"), "en": ("hit", "succeeded", "critical success")}
SAYS_NO = {"fr": ("manqué", "échec", "échec critique"), "en": ("missed", "failed", "critical failure")}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_success_and_failure_have_their_own_words(language: str) -> None:
    words = RULES.words(language)
    seen = set()
    for event in EVENTS:
        match event:
            case AttackTested(hit=hit) | ReactionTested(hit=hit):
                landed = hit.landed
            case CriticalStruck(critical=critical):
                landed = critical.what == "critical success"
            case _:
                continue
        said = words.event(event)
        mine, other = (SAYS_YES, SAYS_NO) if landed else (SAYS_NO, SAYS_YES)
        assert any(word in said for word in mine[language]), said
        assert not any(word in said for word in other[language]), said
        seen.add((type(event), landed))
    assert 6 == len(seen)


@pytest.mark.parametrize(
    ("language", "shot", "parry", "wound"),
    [
        (
            "fr",
            "TIR 12 - distance 2 = 10, d20: 7",
            "PAR 9 - moitié 4,5 - arrondi 0,5 = 4",
            "arc long 34 (30 + 1d8: 4) - END 9 - 2 \N{MULTIPLICATION SIGN} distance 4 = 21",
        ),
        (
            "en",
            "TIR 12 - distance 2 = 10, d20: 7",
            "PAR 9 - half 4.5 - rounding 0.5 = 4",
            "long bow 34 (30 + 1d8: 4) - END 9 - 2 \N{MULTIPLICATION SIGN} distance 4 = 21",
        ),
    ],
)
def test_figures_explain_themselves(language: str, shot: str, parry: str, wound: str) -> None:
    said = [RULES.words(language).event(event) for event in EVENTS]
    for text in (shot, parry, wound):
        assert any(text in sentence for sentence in said), text
