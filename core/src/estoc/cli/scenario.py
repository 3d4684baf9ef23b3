"""`estoc scenario FILE...`: fights held against what must come of them."""

from __future__ import annotations

import glob
import os
from argparse import Namespace
from collections.abc import Iterable

from attrs import frozen

from estoc.cli.screen import Screen
from estoc.errors import AnswerIsNo, EstocError, Faults, FileError
from estoc.scenario import read_scenario
from estoc.scenario import run as play


@frozen
class Outcome:
    """What came of a file; `why` is None where all was as expected."""

    file: str
    clauses: tuple[str, ...] = ()
    steps: int = 0
    why: EstocError | None = None
    status: int = 0
    """The exit status that it asks for."""


def run(options: Namespace, screen: Screen) -> int:
    """Run every scenario, whatever comes of the others; the worst of them gives the exit status."""
    outcomes = []
    for file in found(options.files):
        outcomes.append(tried(file, screen))
        if not options.json:
            screen.show(_lines(outcomes[-1], screen))
    passed = sum(not each.status for each in outcomes)
    if options.json:
        entries = [_entry(each, screen) for each in outcomes]
        screen.document({"scenarios": entries, "passed": passed, "failed": len(outcomes) - passed})
    else:
        screen.show([screen.say("{passed} of {count} passed", passed=passed, count=len(outcomes))])
    return max(each.status for each in outcomes)


def found(patterns: Iterable[str]) -> list[str]:
    """The files that are meant, once each: not every shell puts in what a pattern stands for.

    Raises FileError for a pattern that stands for nothing.
    """
    files: list[str] = []
    for pattern in patterns:
        if os.path.exists(pattern) or not glob.has_magic(pattern):
            files.append(pattern)
        elif matches := sorted(glob.glob(pattern, recursive=True)):
            files += matches
        else:
            raise FileError("no file matches {file}", file=pattern)
    return list(dict.fromkeys(files))


def tried(file: str, screen: Screen) -> Outcome:
    """What came of one file."""
    try:
        scenario = read_scenario(file)
        screen.words = scenario.encounter.rules.words(screen.language)
        report = play(scenario)
    except EstocError as error:
        return Outcome(file, why=error, status=error.exit_status)
    status = AnswerIsNo.exit_status if report.failure else 0
    return Outcome(file, report.clauses, report.steps, report.failure, status)


def _lines(outcome: Outcome, screen: Screen) -> list[str]:
    if outcome.why is None:
        return [screen.say("{file}: passed ({steps} steps)", file=outcome.file, steps=outcome.steps)]
    said = screen.words.error(outcome.why).split("\n")
    if not isinstance(outcome.why, Faults | FileError):  # which say the file themselves
        said[0] = f"{outcome.file}: {said[0]}"
    return [screen.say("failed: {why}", why=line) for line in said]


def _entry(outcome: Outcome, screen: Screen) -> dict[str, object]:
    return {
        "file": outcome.file,
        "passed": outcome.why is None,
        "steps": outcome.steps,
        "clauses": outcome.clauses,
        "why": screen.words.error(outcome.why) if outcome.why else None,
        "status": outcome.status,
    }
