"""`estoc scenario`: one line a file, a summary, and the exit status of the worst."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from estoc.cli import main

DUEL = Path(__file__).parent / "games" / "duel"
SCENARIO = f"""\
ruleset = '{DUEL}'
clauses = ["D2"]

[[combatant]]
name = "Anna"
side = "Reds"
sheet = {{ AIM = 12 }}
weapons = ["sabre"]

[[combatant]]
name = "Bert"
side = "Blues"
sheet = "guard"

[[step]]
do = "start"

[[step]]
by = "Anna"
do = "strike"
at = "Bert"
distance = 2
dice = [[20, 11]]
expect = {{ landed = false, target = 10 }}
"""
Said = tuple[int, str, str]
Run = Callable[..., Said]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs a command in an empty folder, in English; gives its exit status and what it wrote."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")

    def command(*argv: str) -> Said:
        return (main(("scenario", *argv)), *capsys.readouterr())

    return command


def write(name: str, old: str = "", new: str = "") -> str:
    assert old in SCENARIO
    Path(name).write_text(SCENARIO.replace(old, new, 1) if old else SCENARIO, encoding="utf-8")
    return name


def test_what_comes_as_expected_passes(run: Run) -> None:
    assert run(write("one.toml")) == (0, "one.toml: passed (2 steps)\n1 of 1 passed\n", "")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("target = 10", "target = 9", "expected target = 9, found 10"),
        ("[[20, 11]]", "[]", "a d20 was asked for (test), and no die is left"),
        ("[[20, 11]]", "[[6, 1]]", "a d20 was asked for (test), and the next die is a d6 that shows 1"),
        ("[[20, 11]]", "[[20, 11], [6, 1]]", "dice that no rule asked for are left over: d6 1"),
        (
            "dice = [[20, 11]]\nexpect = { landed = false, target = 10 }",
            "refused = 'limit attack'",
            "expected a refusal (limit attack), and the decision was taken",
        ),
        ('do = "strike"', 'do = "dodge"', "dodge"),
    ],
)
def test_what_comes_otherwise_fails_with_its_line(run: Run, old: str, new: str, why: str) -> None:
    status, out, err = run(write("one.toml", old, new))
    said, summary = out.splitlines()

    assert (status, err, summary) == (1, "", "0 of 1 passed")
    assert said.startswith("failed: one.toml:18: step[1]: ")
    assert why in said


def test_a_failure_in_french(run: Run) -> None:
    write("one.toml", "target = 10", "target = 9")

    assert run("one.toml", "--lang", "fr")[1] == (
        "échec : one.toml:18: step[1]: attendu : target = 9 ; trouvé : 10\n0 sur 1 réussis\n"
    )


def test_a_file_at_fault_is_told_from_one_that_fails(run: Run) -> None:
    status, out, _ = run(write("one.toml", "AIM = 12", "AMI = 12, AIM = 12"))

    assert status == 2
    assert "failed: one.toml:7: combatant[0].sheet.AMI: unknown key 'AMI'" in out


def test_a_file_that_is_not_there(run: Run) -> None:
    assert run("none.toml")[:2] == (2, "failed: there is no file none.toml\n0 of 1 passed\n")


def test_a_broken_ruleset_is_told_from_both(run: Run, tmp_path: Path) -> None:
    game = tmp_path / "game"
    game.mkdir()
    (game / "rules.py").write_text("raise ImportError('why')", encoding="utf-8")
    (game / "ruleset.toml").write_text("interface = 1", encoding="utf-8")
    status, out, _ = run(write("one.toml", f"'{DUEL}'", "'./game'"), write("two.toml"))

    assert status == 3
    assert out.startswith("failed: one.toml: game (")
    assert out.endswith("two.toml: passed (2 steps)\n1 of 2 passed\n")


def test_one_that_fails_stops_no_other(run: Run) -> None:
    write("a.toml", "target = 10", "target = 9")
    write("b.toml")
    write("c.toml", "[[combatant]]", "[[combatent]]")
    status, out, _ = run("a.toml", "b.toml", "c.toml")

    assert status == 2
    assert "b.toml: passed (2 steps)\n" in out
    assert out.endswith("1 of 3 passed\n")


def test_a_pattern_that_no_shell_put_files_in_for(run: Run) -> None:
    write("a.toml")
    write("b.toml")
    status, out, _ = run("*.toml", "a.toml")

    assert (status, out) == (
        0, "a.toml: passed (2 steps)\nb.toml: passed (2 steps)\n2 of 2 passed\n",
    )  # fmt: skip


def test_a_file_may_be_called_like_a_pattern(run: Run) -> None:
    assert run(write("[a].toml"))[0] == 0


def test_a_pattern_that_stands_for_nothing_is_a_fault(run: Run) -> None:
    write("a.toml")

    assert run("a.toml", "x*.toml") == (2, "", "no file matches x*.toml\n")


def test_one_document_for_programs(run: Run) -> None:
    write("a.toml")
    write("b.toml", "target = 10", "target = 9")
    status, out, err = run("a.toml", "b.toml", "--json")

    assert (status, err) == (1, "")
    assert json.loads(out) == {
        "scenarios": [
            {"file": "a.toml", "passed": True, "steps": 2, "clauses": ["D2"], "why": None, "status": 0},
            {
                "file": "b.toml", "passed": False, "steps": 1, "clauses": ["D2"],
                "why": "b.toml:18: step[1]: expected target = 9, found 10", "status": 1,
            },
        ],
        "passed": 1,
        "failed": 1,
    }  # fmt: skip
