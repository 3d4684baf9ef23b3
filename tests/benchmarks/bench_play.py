"""Whole fights: what their events cost, and how they grow."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from estoc import Combat, Encounter, Event, read_encounter, seeded
from estoc.engine import Run
from estoc.playing import play

if TYPE_CHECKING:
    from tests.benchmarks.conftest import Bench

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"

SIDE = """
[[combatant]]
name = "{name}"
count = {count}
side = "{name}"
sheet = {{ INI = 10, NA = 1, ATT = 12, PAR = 10, END = 8, PV = 60 }}
weapons = ["épée"]
"""


def played(encounter: Encounter) -> list[Combat]:
    """The fight after each decision."""
    return [moment.combat for moment in play(encounter, seeded("7"))]


@contextmanager
def untold() -> Iterator[None]:
    """No event is made or kept."""

    def nothing(*_: Any) -> None:
        return None

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Run, "say", nothing)
        for module in [module for name, module in sys.modules.items() if name.startswith("estoc.engine.")]:
            for name, value in vars(module).items():
                if isinstance(value, type) and issubclass(value, Event):
                    patch.setattr(module, name, nothing)
        yield


@pytest.mark.parametrize("example", ["skavens", "escarmouche"])
def test_play_with_full_events(bench: Bench, example: str) -> None:
    encounter = read_encounter(EXAMPLES / f"{example}.toml")

    def without() -> list[Combat]:
        with untold():
            return played(encounter)

    assert played(encounter) == without()
    ours, peer = bench.best(lambda: played(encounter), without)
    bench.report(f"{example} with its events", ours, peer, "without", 1.5)


def fight(count: int, folder: Path) -> Encounter:
    """So many against so many, all alike."""
    text = 'ruleset = "warforum"\n' + "".join(SIDE.format(name=name, count=count) for name in ("red", "blue"))
    (folder / "fight.toml").write_text(text, encoding="utf-8")
    return read_encounter(folder / "fight.toml")


@pytest.mark.parametrize("count", [5, 20])
def test_growth(bench: Bench, tmp_path: Path, count: int) -> None:
    small, large = fight(1, tmp_path), fight(count, tmp_path)
    decisions = [len(played(each)) - 1 for each in (small, large)]
    assert decisions == [len(played(each)) - 1 for each in (small, large)]
    times = bench.best(lambda: played(large), lambda: played(small))
    ours, peer = times[0] / decisions[1], times[1] / decisions[0]
    bench.row(
        f"a decision of {count} against {count}, with its tactic",
        f"{1 / ours:,.0f} a second",
        f"{1 / peer:,.0f} a second, 1 against 1",
        ours / peer,
    )
