"""The examples are real input: each is played to its end in every language and format, always the same.

`python tests/test_examples.py` writes anew what `golden/` holds, for a person to read before it is committed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from estoc import Combat, play, read_encounter, seeded
from estoc.cli import main

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted((ROOT / "docs" / "examples").glob("*.toml"))
GOLDEN = Path(__file__).parent / "golden"
SEED = "1"

each_example = pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)


def lines_of(example: Path, hash_seed: str) -> str:
    """The events of a fight as JSON lines, from a process of its own."""
    command = [sys.executable, "-m", "estoc", "fight", example.name, "--seed", SEED, "--format", "jsonl"]
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        command, cwd=example.parent, env=environment, check=True, capture_output=True, encoding="utf-8"
    ).stdout


@each_example
@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_the_same_seed_gives_the_same_events_on_every_interpreter(example: Path, hash_seed: str) -> None:
    """To the byte, whatever the order of Python's sets: `golden/` was written by one of the interpreters."""
    expected = (GOLDEN / f"{example.stem}.jsonl").read_text(encoding="utf-8")
    assert expected == lines_of(example, hash_seed)


@each_example
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_example_is_told_to_its_end(
    example: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == main(["fight", str(example), "--seed", SEED, "--lang", language])
    told = capsys.readouterr().out
    assert {"fr": "Le combat s'achève", "en": "The fight is over"}[language] in told
    assert "{" not in told


@each_example
@pytest.mark.parametrize("seed", range(20))
def test_every_example_ends_whatever_the_dice(example: Path, seed: int) -> None:
    """And every state on the way comes back from JSON equal to what it was."""
    encounter = read_encounter(example)
    combat: Combat | None = None
    for moment in play(encounter, seeded(seed)):
        combat = moment.combat
        assert combat == encounter.rules.from_json(encounter.rules.to_json(combat))
    assert combat is not None
    assert combat.outcome is not None


if __name__ == "__main__":
    for path in EXAMPLES:
        (GOLDEN / f"{path.stem}.jsonl").write_text(lines_of(path, "0"), encoding="utf-8", newline="\n")
