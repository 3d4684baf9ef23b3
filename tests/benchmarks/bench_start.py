"""Starting up: the whole command, and finding a ruleset among many distributions."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from statistics import median
from typing import TYPE_CHECKING

import pytest

import estoc

if TYPE_CHECKING:
    from tests.benchmarks.conftest import Bench

MORE = 40 / 35
"""A name may take 40 ms longer to find among 1,000 distributions where the standard library takes 35 ms."""

FIND = """
import json, sys, time
from importlib.metadata import entry_points
import estoc

def standard_library():
    return [entry.name for entry in entry_points(group="estoc.rulesets") if entry.name == "warforum"]

def ours():
    return [estoc.load("warforum").name]

side = {"ours": ours, "standard library": standard_library}[sys.argv[1]]
side()  # so that nothing but the search is new
sys.path.append(sys.argv[2])
begun = time.perf_counter()
found = side()
print(json.dumps([time.perf_counter() - begun, found]))
"""


@pytest.mark.skipif(find_spec("estoc.cli") is None, reason="there is no command yet")
def test_the_whole_command(bench: Bench) -> None:
    script = which("estoc", path=str(Path(sys.executable).parent))
    command = [script] if script else [sys.executable, "-m", "estoc"]
    said = subprocess.run([*command, "--version"], check=True, capture_output=True, text=True).stdout
    assert estoc.__version__ in said
    ours, peer = bench.processes([*command, "--version"], [sys.executable, "-c", "pass"], runs=40)
    bench.report("estoc --version", ours, peer, "python -c pass", 2.5)


def distributions(folder: Path, number: int) -> str:
    """A folder of installed distributions that have entry points of other groups."""
    for n in range(number):
        info = folder / f"other_{n}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.4\nName: other-{n}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[console_scripts]\nother-{n} = other_{n}:main\n")
    return str(folder)


def test_a_name_among_1000_distributions(bench: Bench, tmp_path: Path) -> None:
    few, many = distributions(tmp_path / "few", 3), distributions(tmp_path / "many", 1_000)
    runs = [(side, folder) for side in ("ours", "standard library") for folder in (few, many)]
    times: dict[tuple[str, str], list[float]] = {run: [] for run in runs}
    for _ in range(15):
        for side, folder in runs:
            time, found = bench.python(FIND, side, folder)
            assert ["warforum"] == found
            times[side, folder].append(time)
    more = [median(times[side, many]) - median(times[side, few]) for side in ("ours", "standard library")]
    bench.report("1,000 distributions more than 3", more[0], more[1], "entry_points(group=)", MORE)
