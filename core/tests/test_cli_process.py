"""`estoc` as a process of its own: bytes, pipes, signals and what starting it costs."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import estoc

DUEL = Path(__file__).parent / "games" / "duel"
ESTOC = (sys.executable, "-m", "estoc")
FIGHT = f"""
ruleset = '{DUEL}'
combatant = [
  {{ name = "Éléonore", side = "Reds", sheet = {{ AIM = 12 }}, weapons = ["sabre"] }},
  {{ name = "Bert", side = "Blues", sheet = "guard", weapons = ["sabre"] }},
]
"""


def environment(**variables: str) -> dict[str, str]:
    """This process's, in which another finds the package too."""
    source = str(Path(estoc.__file__).parents[1])
    return {**os.environ, "PYTHONPATH": source, "LC_ALL": "C", **variables}


@pytest.fixture
def fight(tmp_path: Path) -> str:
    file = tmp_path / "fight.toml"
    file.write_text(FIGHT, encoding="utf-8")
    return str(file)


def test_output_is_utf_8_whatever_the_locale(fight: str) -> None:
    argv = (*ESTOC, "fight", fight, "--seed", "1", "--lang", "fr")
    said = [
        subprocess.run(argv, capture_output=True, check=True, env=environment(LC_ALL=locale)).stdout
        for locale in ("C", "C.UTF-8", "POSIX")
    ]

    assert "Éléonore : frapper → Bert" in said[0].decode("utf-8")
    assert b"\r" not in said[0]
    assert said[0] == said[1] == said[2]


def test_a_fight_is_the_same_under_any_hash_seed(fight: str) -> None:
    argv = (*ESTOC, "fight", fight, "--seed", "1", "--format", "jsonl")

    assert len({
        subprocess.run(argv, capture_output=True, check=True, env=environment(PYTHONHASHSEED=seed)).stdout
        for seed in ("0", "1", "2")
    }) == 1  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="`head` closes its pipe in another way there")
@pytest.mark.parametrize("lines", [0, 1])
def test_case_r7_a_reader_that_leaves_is_no_error(fight: str, lines: int) -> None:
    """The output is larger than a pipe holds."""
    script = (
        "import sys; from estoc.cli import main, command\n"
        "from estoc.cli import list\n"
        "list.run = lambda options, screen: screen.show('x' * 100 for _ in range(100_000)) or 0\n"
        "sys.exit(main())"
    )
    with subprocess.Popen(
        (sys.executable, "-c", script, "list"),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        for _ in range(lines):
            process.stdout.readline()
        process.stdout.close()
        complaints = process.stderr.read()

    assert (process.returncode, complaints) == (141, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device to write to")
def test_a_full_disk_is_one_sentence(fight: str) -> None:
    with open("/dev/full", "wb") as full:
        said = subprocess.run(
            (*ESTOC, "fight", fight), stdout=full, stderr=subprocess.PIPE, env=environment()
        )

    assert said.returncode == 2
    assert said.stderr == b"the output can't be written: No space left on device\n"


def interruptible() -> None:
    """What a shell starts in the background ignores interruptions, and so would all that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_an_interruption_while_a_person_is_asked_is_quiet(fight: str) -> None:
    with subprocess.Popen(
        (*ESTOC, "fight", fight, "--ask"),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
        preexec_fn=interruptible,
    ) as process:  # fmt: skip
        assert process.stderr is not None
        while process.stderr.read(1) != b"?":
            pass
        process.send_signal(signal.SIGINT)
        _, complaints = process.communicate(timeout=30)

    assert process.returncode == 130
    assert b"Traceback" not in complaints


LIBRARIES = {"attrs", "cattrs", "pluggy", "rich", "tomlkit", "tomllib"}


def loaded(*argv: str) -> set[str]:
    """The modules that a command has loaded once it is done."""
    script = "import sys; from estoc.cli import main; main(); print(*sys.modules, file=sys.stderr)"
    said = subprocess.run(
        (sys.executable, "-S", "-c", script, *argv), capture_output=True, check=True, env=environment()
    )
    return set(said.stderr.decode().split())


def test_the_version_needs_no_library() -> None:
    assert not loaded("--version") & {*LIBRARIES, "argparse", "json", "typing"}


def test_help_needs_argparse_alone() -> None:
    assert not loaded("fight", "--help") & LIBRARIES


@pytest.mark.skipif(sys.platform == "win32", reason="handles are closed otherwise there")
@pytest.mark.parametrize(("closed", "verb", "status"), [("1", "roll 1d6", 0), ("2", "fight nowhere.toml", 2)])
def test_a_process_without_its_outputs_comes_to_its_end(closed: str, verb: str, status: int) -> None:
    command = f"{shlex.quote(sys.executable)} -m estoc {verb} {closed}>&-"
    said = subprocess.run(command, shell=True, check=False, capture_output=True, env=environment())

    assert (status, b"", b"") == (said.returncode, said.stdout, said.stderr)
