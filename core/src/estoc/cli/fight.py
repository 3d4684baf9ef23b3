"""`estoc fight FILE`: a fight from beginning to end."""

from __future__ import annotations

from argparse import Namespace
from contextlib import suppress

from estoc.cli.ask import Asking
from estoc.cli.screen import Screen
from estoc.combat import Decision
from estoc.dice import Asked, Seeded
from estoc.encounter import Encounter, beside, read_encounter
from estoc.errors import EstocError, Faults
from estoc.playing import Announcer, play
from estoc.report.jsonl import document, json_lines
from estoc.report.text import text_lines
from estoc.ruleset import load
from estoc.tactics import choose
from estoc.toml import read


def run(options: Namespace, screen: Screen) -> int:
    """Play the fight. Where nobody is asked anything, it is shown once it is played to its end."""
    encounter = _read(options.file, screen)
    screen.words = encounter.rules.words(screen.language)
    seed = None if options.dice == "ask" else seed_of(options.seed, encounter)
    told = None if seed else announcer(encounter, screen)
    moments = play(encounter, seed or thrown(screen), Asking(screen) if options.ask else choose, told)
    if seed and not options.ask:
        moments = iter(tuple(moments))  # a step that is refused must leave no half of a fight behind
    if options.json:
        screen.document(document(encounter, moments, seed))
    elif options.format == "jsonl":
        screen.show(json_lines(encounter, moments, seed))
    else:
        screen.show(text_lines(encounter, moments, screen.words, seed))
    return 0


def _read(file: str, screen: Screen) -> Encounter:
    """The encounter; what is wrong with it is told in the words of its ruleset, where that can be loaded."""
    try:
        return read_encounter(file)
    except Faults:
        with suppress(EstocError):
            name = read(file).data.get("ruleset")
            screen.words = load(beside(file, str(name))).words(screen.language)
        raise


def seed_of(given: str | None, encounter: Encounter) -> Seeded:
    """The seed that a person gave, here or in the file; else one that nobody can foresee."""
    chosen = encounter.seed if given is None else given
    return Seeded.secret() if chosen is None else Seeded(str(chosen))


def announcer(encounter: Encounter, screen: Screen) -> Announcer:
    """Says what is done before its dice are thrown, to whoever throws them."""

    def announce(decision: Decision) -> None:
        if decision.do in encounter.rules.book.actions:
            screen.note(screen.say("{by}: {decision}", by=decision.by, decision=decision))

    return announce


def thrown(screen: Screen) -> Asked:
    """Dice thrown on a real table and typed in."""
    return Asked(screen.ask, screen.note, screen.words.phrase)
