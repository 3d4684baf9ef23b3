"""Every sentence in both languages, with the same slots, and saying the same thing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest
from attrs import frozen

import estoc
from estoc.combat import Attack, Decision, StandingOrder
from estoc.converter import Phrase
from estoc.effects import Effect
from estoc.errors import AnswerIsNo, EstocError, Fault, Faults, Refused
from estoc.events import (
    ActionsDeclared,
    ActionTaken,
    AnyEvent,
    AttackTested,
    DamageDealt,
    EffectBegan,
    EffectEnded,
    Event,
    Fell,
    FightBegan,
    FightEnded,
    Joined,
    LeftTheFight,
    Located,
    OrdersLeft,
    ReactionTested,
    Recovered,
)
from estoc.results import Damage, Hit, Location, Place
from estoc.totals import Term, Total
from estoc.words import LANGUAGES, Words, core_phrases

SOURCE = Path(estoc.__file__).parent
FRENCH = core_phrases("fr")
EN, FR = Words.of("en"), Words.of("fr")

FOR_PROGRAMMERS = {
    "TypeError", "ValueError", "AttributeError", "KeyError", "RuntimeError", "AssertionError",
}  # fmt: skip
NEVER_SHOWN = {
    "a list or a table",  # what cattrs is told; the fault that people see is made anew
    "a tagged table",
    "at least",  # values of `Hit.rule`
    "at most",
    "older folder",  # keys of Python's own, which no event and no error carries
    "did not yield",  # as pluggy says it, to the author of a wrapper
    "has second yield",
}
A_PATTERN = re.compile(r"\(\?|\[\^|\[0-9|\[ ")


def constants(tree: ast.AST) -> Iterator[ast.Constant]:
    """The texts of a module, its docstrings, f-strings and what only programmers see left out."""
    passed_over: set[int] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant() as docstring):
                passed_over.add(id(docstring))
            case ast.JoinedStr(values=parts):
                passed_over |= {id(part) for part in parts}
            case ast.Call(func=ast.Name(id=name)) if name in FOR_PROGRAMMERS:
                passed_over |= {id(part) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed_over:
            yield node


def texts() -> dict[str, str]:
    """Every text of the core with the file that holds it."""
    return {
        node.value: str(file.relative_to(SOURCE))
        for file in sorted(SOURCE.rglob("*.py"))
        for node in constants(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node.value, str)
    }


def refusal_keys() -> set[str]:
    """The keys that `Refused` carries, which scenarios compare and nobody reads."""
    return {
        node.args[0].value
        for file in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused"
        if isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)
    }


def slots(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


# -- complete ----------------------------------------------------------------------------------------
def test_every_sentence_of_the_core_is_translated() -> None:
    """A text with a space or a slot in it is a sentence or part of one."""
    meant_for_people = {
        text: file
        for text, file in texts().items()
        if (" " in text.strip() or slots_of_any(text)) and not A_PATTERN.search(text)
    }
    missing = {
        text: file
        for text, file in meant_for_people.items()
        if text not in FRENCH and text not in NEVER_SHOWN and text not in refusal_keys()
    }

    assert len(meant_for_people) > 200
    assert missing == {}


def slots_of_any(text: str) -> set[str]:
    try:
        return slots(text)
    except ValueError:
        return set()


def test_no_translation_is_stale() -> None:
    known = texts()

    assert [key for key in FRENCH if key not in known] == []


def test_what_is_never_shown_is_still_in_the_code() -> None:
    known = texts()

    assert {text for text in NEVER_SHOWN if text not in known} == set()


def test_each_translation_has_the_slots_of_its_sentence() -> None:
    assert [key for key, french in FRENCH.items() if slots(french) != slots(key)] == []


def test_french_has_a_space_before_double_punctuation() -> None:
    """But in `d20: 7`, which is a fixed shape, and in `file:line`."""
    close = re.compile(r"[^\s(][;!?](\s|$)|[^\s]:\s")

    assert [french for french in FRENCH.values() if close.search(french)] == []


def test_every_kind_of_event_has_a_sentence() -> None:
    in_events = {text for text, file in texts().items() if file.startswith("events")}

    for kind in get_args(AnyEvent):
        assert kind.SENTENCE in in_events or "sentence" in vars(kind), kind


# -- two outcomes ------------------------------------------------------------------------------------
ATTACK = Attack("Anna", "Bert", "strike")
PARRY = Attack("Bert", "Anna", "parry", "sword")
ORDER = StandingOrder("parry")
PLACES = (Place("Anna", Total("speed", 3)),)
EFFECT = Effect("stunned", "round", on="Bert")


def hit(landed: bool, why: str = "") -> Hit:
    return Hit.at_most(Total("d20", 7), Total("aim", 10), landed=landed, why=why)


OUTCOMES: list[tuple[Event, Event, dict[str, tuple[str, str]]]] = [
    (
        AttackTested(ATTACK, hit(True)),
        AttackTested(ATTACK, hit(False)),
        {"en": ("hit", "missed"), "fr": ("touché", "manqué")},
    ),
    (
        AttackTested(ATTACK, hit(True, "natural 1")),
        AttackTested(ATTACK, hit(False, "natural 20")),
        {"en": ("hit", "missed"), "fr": ("touché", "manqué")},
    ),
    (
        ReactionTested(PARRY, hit(True), stops=False),
        ReactionTested(PARRY, hit(False), stops=False),
        {"en": ("succeeded", "failed"), "fr": ("réussite", "échec")},
    ),
    (
        ReactionTested(PARRY, hit(True), stops=True),
        ReactionTested(PARRY, hit(False), stops=True),
        {"en": ("succeeded, the blow is stopped", "failed"), "fr": ("le coup est arrêté", "échec")},
    ),
    (
        ReactionTested(PARRY, hit(True), stops=True),
        ReactionTested(PARRY, hit(True), stops=False),
        {"en": ("the blow is stopped", "succeeded."), "fr": ("le coup est arrêté", "réussite.")},
    ),
    (
        FightEnded("Reds", "a reason", 2),
        FightEnded("", "a reason", 2),
        {"en": ("Reds won", "nobody won"), "fr": ("victoire : Reds", "personne ne l'emporte")},
    ),
    (
        ActionsDeclared("Anna", (Decision("Anna", "strike"),)),
        ActionsDeclared("Anna", ()),
        {"en": ("declares: strike", "declares nothing"), "fr": ("déclare : strike", "ne déclare rien")},
    ),
    (
        OrdersLeft("Anna", (ORDER,)),
        OrdersLeft("Anna", ()),
        {"en": ("leaves standing orders: parry", "takes back"), "fr": ("laisse des ordres", "retire")},
    ),
    (
        Fell("Bert", "no health"),
        Recovered("Bert"),
        {"en": ("out of the fight", "in the fight again"), "fr": ("hors de combat", "reprend le combat")},
    ),
    (
        Joined("Bert", "Reds", PLACES),
        LeftTheFight("Bert", ""),
        {"en": ("joins", "leaves"), "fr": ("entre dans", "quitte")},
    ),
    (
        EffectBegan(EFFECT),
        EffectEnded(EFFECT),
        {"en": ("until the round ends", "is over"), "fr": ("jusqu'à la fin du round", "c'est fini")},
    ),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("one", "other", "said"), OUTCOMES)
def test_each_of_two_outcomes_has_its_own_words_and_not_the_others(
    one: Event, other: Event, said: dict[str, tuple[str, str]], language: str
) -> None:
    words, (of_one, of_other) = Words.of(language), said[language]

    assert [of_one in words.event(one), of_other in words.event(one)] == [True, False]
    assert [of_one in words.event(other), of_other in words.event(other)] == [False, True]


# -- figures -----------------------------------------------------------------------------------------
def test_a_test_is_told_with_its_terms() -> None:
    target = Total("aim", 12).minus("distance", 2)
    event = AttackTested(ATTACK, Hit.at_most(Total("d20", 7), target))

    assert FR.event(event) == "aim 12 - distance 2 = 10, d20: 7, touché."
    assert EN.event(event) == "aim 12 - distance 2 = 10, d20: 7, hit."


def test_a_score_is_told_with_what_is_added_to_the_die() -> None:
    event = AttackTested(ATTACK, Hit.at_most(Total("d20", 7).plus("head", 4), Total("aim", 10)))

    assert FR.event(event) == "aim 10, d20: 7 + head 4 = 11, manqué."


def test_damage_shows_the_dice_of_its_weapon() -> None:
    rolled = Total.of([Term("20", 20), Term("1d6", 3)])
    damage = Damage(Total("bow", rolled).minus("armour", 5).minus("toughness", 8))
    french = Words.of("fr", {"bow": "arc", "armour": "armure", "toughness": "endurance"})

    assert (
        french.event(DamageDealt("Anna", "Bert", damage))
        == "Dégâts subis par Bert : arc 23 (20 + 1d6: 3) - armure 5 - endurance 8 = 10."
    )


@pytest.mark.parametrize(
    ("total", "said"),
    [
        (Total(), "0"),
        (Total("HP", 8), "HP 8"),
        (Total("DODGE / 2", 8), "DODGE / 2: 8"),
        (Total("2d6", -7), "-2d6: 7 = -7"),
        (Total("aim", 1).minus("far", 3), "aim 1 - far 3 = -2"),
        (Total("half", Fraction(5, 2)), "half 2,5"),
        (Total("third", Fraction(1, 3)), "third 1/3"),
    ],
)
def test_a_total_is_told_as_a_sum(total: Total, said: str) -> None:
    assert FR.total(total) == said


def test_english_writes_a_decimal_point() -> None:
    assert EN.number(Fraction(5, 2)) == "2.5"


# -- what fills a slot -------------------------------------------------------------------------------
@frozen
class Circumstances:
    distance: int = 0
    aim: str = ""
    hidden: bool = False


PHRASES = Words.of("fr", {"strike": "frapper", "parry": "parer", "sword": "épée", "head": "tête"})


def test_a_decision_is_told_with_its_circumstances() -> None:
    decision = Decision("Anna", "strike", "Bert", "sword", Circumstances(30, "head", True))

    assert PHRASES.event(ActionTaken(decision)) == (
        "Anna : frapper → Bert (épée, distance 30, aim tête, hidden)."
    )


def test_a_persons_name_is_never_translated() -> None:
    event = ActionTaken(Decision("strike", "strike", "head"))

    assert PHRASES.event(event) == "strike : frapper → head."


def test_a_side_and_a_reason_are_never_translated() -> None:
    assert "victoire : head" in PHRASES.event(FightEnded("head", "over", 1))
    assert PHRASES.event(LeftTheFight("parry", "strike")) == "parry quitte le combat : strike."


def test_a_place_says_what_earned_it_and_what_broke_the_tie() -> None:
    places = (Place("Anna", Total("speed", 3), "order of entry"), Place("Bert", Total("speed", 3)))

    assert FR.event(FightBegan(places)) == "Ordre de jeu : Anna (speed 3, ordre d'entrée), Bert (speed 3)."


def test_a_standing_order_says_against_whom_and_how_often() -> None:
    order = StandingOrder("parry", "sword", "Bert", 2)

    assert PHRASES.event(OrdersLeft("Anna", (order, StandingOrder("pass")))) == (
        "Anna laisse des ordres permanents : parer (épée) → Bert 2 fois par round au plus, laisser passer."
    )


def test_a_location_says_how_it_was_found() -> None:
    assert PHRASES.event(Located("Bert", Location("head", "rolled", 3))) == (
        "Localisation : tête (rolled : 3)."
    )


def test_marks_are_remarks_of_a_reaction() -> None:
    words = Words.of("fr", {"lucky": "chance"})
    test = Hit.at_most(Total("d20", 1), Total("parry", 9), why="natural 1", marks=["lucky"])

    assert words.event(ReactionTested(PARRY, test, stops=False)).endswith("réussite (chance) (natural 1).")


def test_a_phrase_within_an_error_is_translated_too() -> None:
    error = EstocError(
        "expected {expected}, found {found}",
        expected=Phrase("a whole number"),
        found=Phrase("the text {value}", {"value": "'x'"}),
    )

    assert FR.error(error) == "attendu : un nombre entier ; trouvé : le texte 'x'"
    assert str(error) == EN.error(error) == "expected a whole number, found the text 'x'"


def test_an_error_within_an_error_is_translated_too() -> None:
    inner = Refused("turn", "{who} isn't awaited; awaited: {awaited}", who="Anna", awaited=("Bert", "Cleo"))
    outer = AnswerIsNo(
        "expected the refusal {expected!r}, found {found!r}: {why}", expected="x", found="y", why=inner
    )

    assert FR.error(outer) == (
        "refus attendu : 'x' ; trouvé : 'y' : ce n'est pas à Anna de décider ; on attend : Bert, Cleo"
    )


def test_the_faults_of_a_file_are_one_a_line_with_their_places() -> None:
    faults = Faults(
        "fight.toml",
        (
            Fault("step[0].at", "the key {key} is missing", line=7, key="'at'"),
            Fault("", "nobody fights: write a [[combatant]] for each", line=1),
            Fault("", "a ruling needs a reason"),
        ),
    )

    assert FR.error(faults).split("\n") == [
        "fight.toml: il faut une raison pour trancher",
        "fight.toml:1: personne ne combat : écrivez un [[combatant]] pour chacun",
        "fight.toml:7: step[0].at: la clé 'at' manque",
    ]


def test_what_has_no_translation_is_shown_as_it_is() -> None:
    assert FR.phrase("a phrase that nobody has translated") == "a phrase that nobody has translated"
    assert Words.of("xx").event(Recovered("Anna")) == "Anna is in the fight again."


def test_a_phrase_stands_for_its_key_whatever_the_case() -> None:
    assert PHRASES.key("Frapper", ["parry", "strike"]) == "strike"
    assert PHRASES.key("nothing like it", ["parry", "strike"]) == "nothing like it"
