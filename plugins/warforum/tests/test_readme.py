"""The README names every clause and ruling, and the files in it are played to their end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from estoc import load, play, read_encounter, seeded

README = Path(__file__).parents[1] / "README.md"
TEXT = README.read_text(encoding="utf-8")
FILES = re.findall(r"^```toml\n(# file: .*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
BOOK = load("warforum").book


@pytest.mark.parametrize("text", FILES, ids=["tir", "campagne"])
def test_a_file_of_the_readme_is_played(text: str, tmp_path: Path) -> None:
    file = tmp_path / "fight.toml"
    file.write_text(text, encoding="utf-8")
    moments = list(play(read_encounter(file), seeded(8)))
    assert moments[-1].combat.outcome is not None


def test_every_clause_has_its_line_and_its_scenarios() -> None:
    rows = dict(re.findall(r"^\| (W\d\d) \|.*\| (.*) \|$", TEXT, re.MULTILINE))
    assert list(BOOK.clauses) == list(rows)
    scenarios = README.parent / "scenarios"
    for cell in rows.values():
        for pattern in re.findall(r"`(w\S*)`", cell):
            assert list(scenarios.glob(f"{pattern}.toml")), pattern


def test_every_ruling_has_its_line() -> None:
    rows = {ruling: (default, other) for ruling, default, other in re.findall(
        r"^\| `(\w+)` \| `([^`]+)`.*\| `([^`]+)`.*\|$", TEXT, re.MULTILINE)}  # fmt: skip
    assert {key: tuple(ruling.choice) for key, ruling in BOOK.open_questions.items()} == rows
    assert {key: ruling.default for key, ruling in BOOK.open_questions.items()} == {
        key: default for key, (default, _) in rows.items()
    }
