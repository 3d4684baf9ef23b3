"""An encounter of 10,000 combatants, from the file to the fight."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.benchmarks.conftest import Bench

COMBATANT = """
[[combatant]]
name = "fighter {number}"
side = "{side}"
sheet = {{ INI = {ini}, NA = 1, ATT = 10, TIR = 11, PAR = 9, END = 7, PV = {pv} }}
weapons = ["épée", "arc long"]
armour = ["casque"]
"""
SMALL, LARGE = 2, 10_000

A_SECOND = 1 / 0.43
"""It may take 1 s where `tomllib` takes 0.43 s for such a text."""
MEGABYTES = 200

READ = """
import json, sys, time, tomllib, tracemalloc
side, small, large, memory = sys.argv[1:]
if memory:
    tracemalloc.start()

def ours(file):
    import estoc
    return [each.name for each in estoc.read_encounter(file).combat().combatants]

def standard_library(file):
    with open(file, "rb") as toml:
        return [each["name"] for each in tomllib.load(toml)["combatant"]]

read = {"ours": ours, "tomllib": standard_library}[side]
read(small)  # so that nothing but the file is new
begun = time.perf_counter()
names = read(large)
took, peak = time.perf_counter() - begun, tracemalloc.get_traced_memory()[1]
print(json.dumps([took, peak / 1e6, names]))
"""


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """A small and a large encounter."""
    paths = []
    for size in (SMALL, LARGE):
        text = 'ruleset = "warforum"\n' + "".join(map(combatant, range(size)))
        (tmp_path / f"{size}.toml").write_text(text, encoding="utf-8")
        paths.append(str(tmp_path / f"{size}.toml"))
    return paths


def combatant(number: int) -> str:
    """A table such as a game master writes."""
    side = "red" if number % 2 else "blue"
    return COMBATANT.format(number=number, side=side, ini=number % 20, pv=50 + number % 30)


def test_10000_combatants(bench: Bench, files: list[str]) -> None:
    times: list[tuple[float, float]] = []
    for _ in range(5):
        ours, _, named = bench.python(READ, "ours", *files, "")
        peer, _, expected = bench.python(READ, "tomllib", *files, "")
        assert LARGE == len(named)
        assert expected == named
        times.append((ours, peer))
    ours, peer = map(min, zip(*times, strict=True))
    bench.report("10,000 combatants, file to fight", ours, peer, "tomllib", A_SECOND)


def test_10000_combatants_in_memory(bench: Bench, files: list[str]) -> None:
    """What the whole process has allocated at its peak, the code and the text included."""
    _, ours, named = bench.python(READ, "ours", *files, "memory")
    _, peer, expected = bench.python(READ, "tomllib", *files, "memory")
    assert expected == named
    beside = f"{MEGABYTES} MB (tomllib {peer:.0f} MB)"
    bench.row("10,000 combatants, memory", f"{ours:.0f} MB", beside, ours / MEGABYTES, 1)
