"""What the benchmarks share: sides timed in turn in one run, and one table of ratios at the end.

A benchmark reports. It fails where its two sides don't give the same result, and never on time.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter
from timeit import timeit
from typing import Any

import pytest
from attrs import frozen

RUN, MEASURED = 0.002, 4.0
"""Seconds that a run takes at the least, and that a benchmark is measured for."""
FEWEST = 7

HEADS = ("benchmark", "measured", "beside its peer", "ratio", "bar", "met")


@frozen
class Row:
    """One line of the table; `bar` is the most that the ratio should be, None where none is set."""

    name: str
    measured: str
    peer: str
    ratio: float
    bar: float | None

    @property
    def cells(self) -> tuple[str, ...]:
        """The line as it is printed."""
        bar, met = ("-", "-") if self.bar is None else (number(self.bar), self.verdict)
        return self.name, self.measured, self.peer, number(self.ratio), bar, met

    @property
    def verdict(self) -> str:
        """Whether the bar is met."""
        return "yes" if self.bar is None or self.ratio <= self.bar else "NO"


class Bench:
    """Times the sides of a benchmark, and keeps what came of it for the table."""

    def __init__(self) -> None:
        self.rows: list[Row] = []

    def best(self, *sides: Callable[[], object]) -> list[float]:
        """Seconds a call of each side: the least of many short runs, the sides in turn.

        Short runs, because other work on the machine then spares some of them.
        """
        calls = [1 + int(RUN / timeit(side, number=1)) for side in sides]
        times: list[list[float]] = []
        end = perf_counter() + MEASURED
        while perf_counter() < end or len(times) < FEWEST:
            times.append([timeit(side, number=n) / n for side, n in zip(sides, calls, strict=True)])
        return [min(each) for each in zip(*times, strict=True)]

    def processes(self, *commands: Sequence[str], runs: int = 25) -> list[float]:
        """Seconds of each whole process: the median of so many runs, the commands in turn."""
        times = [[_seconds_of(command) for command in commands] for _ in range(runs)]
        return [median(each) for each in zip(*times, strict=True)]

    def python(self, script: str, *arguments: str) -> Any:
        """What a script prints as JSON, run in a fresh interpreter."""
        command = [sys.executable, "-c", script, *arguments]
        return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)

    def report(self, name: str, ours: float, peer: float, what: str, bar: float | None = None) -> None:
        """Seconds beside the peer's seconds; `what` says what the peer is."""
        self.row(name, seconds(ours), f"{seconds(peer)} {what}", ours / peer, bar)

    def row(self, name: str, measured: str, peer: str, ratio: float, bar: float | None = None) -> None:
        """A line in figures of any kind."""
        self.rows.append(Row(name, measured, peer, ratio, bar))


def _seconds_of(command: Sequence[str]) -> float:
    begun = perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - begun


def seconds(time: float) -> str:
    """A time in the unit that suits it."""
    unit, factor = next(((u, f) for u, f in (("s", 1), ("ms", 1e3)) if time * f >= 1), ("us", 1e6))
    return f"{number(time * factor)} {unit}"


def number(value: float) -> str:
    """A number in three figures."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


BENCH = pytest.StashKey[Bench]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[BENCH] = Bench()


@pytest.fixture
def bench(request: pytest.FixtureRequest) -> Bench:
    """The run's benchmarks."""
    return request.config.stash[BENCH]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """One table of everything that was measured."""
    if not (rows := config.stash[BENCH].rows):
        return
    cells = [HEADS, *(row.cells for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    terminalreporter.section("benchmarks")
    for line in cells:
        told, figures = line[:3], line[3:]
        texts = [text.ljust(width) for text, width in zip(told, widths[:3], strict=True)]
        texts += [text.rjust(width) for text, width in zip(figures, widths[3:], strict=True)]
        terminalreporter.write_line("  ".join(texts))
