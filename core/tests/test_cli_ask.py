"""`estoc fight --ask`: what a person may type, and what is said of the rest."""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from estoc.cli import main
from estoc.cli.typed import decision
from estoc.combat import Combat, Decision, StandingOrder, Verdict
from estoc.dice import seeded
from estoc.encounter import read_encounter
from estoc.errors import EstocError, Faults
from estoc.ruleset import Ruleset

DUEL = Path(__file__).parent / "games" / "duel"
FIGHT = """
ruleset = "./duel"
combatant = [
  { name = "Anna", side = "Reds", sheet = { AIM = 12 }, weapons = ["sabre", "long sabre"] },
  { name = "Bert the Old", side = "Blues", sheet = "guard", weapons = ["long sabre"] },
]
"""
STOP = 'stop reason="it is late"\n'
Said = tuple[int, str, str]
Run = Callable[..., Said]


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    shutil.copytree(DUEL, tmp_path / "duel", ignore=shutil.ignore_patterns("__pycache__"))
    file = tmp_path / "fight.toml"
    file.write_text(FIGHT, encoding="utf-8")
    return file


@pytest.fixture
def declaring(fight: Path) -> Path:
    """The same in a game in which actions are declared."""
    data = fight.parent / "duel" / "ruleset.toml"
    text = data.read_text(encoding="utf-8")
    data.write_text(text.replace("health =", "declares = true\nhealth =", 1), encoding="utf-8")
    return fight


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, fight: Path) -> Run:
    """Asks for every decision of the fight; gives the exit status and what was written."""
    monkeypatch.setenv("LC_ALL", "C")

    def command(typed: str, *argv: str) -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = main(("fight", str(fight), "--ask", "--seed", "1", *argv))
        return (status, *capsys.readouterr())

    return command


def test_the_legal_decisions_are_listed_with_numbers(run: Run) -> None:
    _, _, err = run(STOP)

    assert err.splitlines()[:4] == [
        "   1  Anna: strike → Bert the Old (sabre)",
        "   2  Anna: strike → Bert the Old (long sabre)",
        "   3  Anna: wait",
        "   4  Anna: end",
    ]
    assert err.endswith("Decision (? for help): ")


def test_a_number_is_the_decision_listed(run: Run) -> None:
    status, out, _ = run("3\n" + STOP)

    assert status == 0
    assert "  Anna: wait.\n" in out
    assert "nobody won (it is late)" in out


def test_a_number_takes_circumstances(run: Run) -> None:
    _, out, _ = run("2 distance=3 aim=head\n" + "pass\n" * 2 + STOP * 2)

    assert "  Anna: strike → Bert the Old (long sabre, distance 3, aim head).\n" in out
    assert "    AIM 12 - distance 3 = 9, d20: " in out


def test_circumstances_have_their_phrases_too(run: Run) -> None:
    _, out, _ = run('frapper at="Bert the Old" visée=head\n' + STOP * 3, "--lang", "fr")

    assert "  Anna : frapper → Bert the Old (sabre, visée tête).\n" in out


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("9", "9 isn't listed: 1 to 4"),
        ("0", "0 isn't listed: 1 to 4"),
        ("1 distance=far", "distance: expected a whole number, found the text 'far'"),
        ("1 distance=100", "distance: expected at most 99, found 100"),
        ("1 aim=heed", "aim: unknown name 'heed'; did you mean 'head'?"),
        ("1 pace=3", "pace: unknown key 'pace'"),
        ("strike", "strike needs a target: say at whom"),
        ("3 distance=3", "wait takes no distance"),
        ("dodge", "dodge only answers a blow"),
        ("pass", "nothing like that is asked of Anna now"),
        ('wait by="Bert the Old"', "Bert the Old isn't awaited; awaited: Anna"),
        ("strik", "'strik'; did you mean 'strike'?"),
        ("", "''"),
    ],
)
def test_a_wrong_entry_says_why_and_is_asked_again(run: Run, typed: str, why: str) -> None:
    status, out, err = run(f"{typed}\n{STOP}")

    assert status == 0
    assert why in err
    assert err.count("Decision (? for help): ") == 2
    assert "nobody won (it is late)" in out


def test_help_names_the_rulesets_actions_and_the_decisions_of_the_core(run: Run) -> None:
    _, _, err = run("?\n" + STOP)

    assert "ACTION is one of: strike, wait, dodge; or one of:\n" in err
    assert "  stop: the game master ends the fight, for a `reason`\n" in err


@pytest.mark.parametrize("typed", ["", "3\n", "nonsense"])
def test_answers_that_end_too_soon(run: Run, typed: str) -> None:
    status, _, err = run(typed)

    assert status == 2
    assert err.endswith("\nthe answers ended before the fight did\n")


def test_actions_are_declared_in_one_line(run: Run, declaring: Path) -> None:
    status, out, err = run('1 strike at="Bert the Old" distance=2, wait\n1\n1 rien\n' + STOP, "--lang", "fr")

    assert status == 0
    assert "  Anna déclare : frapper → Bert the Old (distance 2), attendre.\n" in out
    assert "  Bert the Old ne déclare rien.\n" in out
    assert err.startswith("   1  Anna : déclarer\n   2  Bert the Old : déclarer\n")
    assert "dites ce qui est déclaré, les actions séparées par des virgules, ou : déclarer rien" in err


def test_a_declaration_beyond_ones_means_is_refused(run: Run, declaring: Path) -> None:
    _, _, err = run("declare strike, strike\n" + STOP)

    assert "Anna: one attack a round\n" in err


# -- the words of a line -----------------------------------------------------------------------------
@pytest.fixture
def moment(fight: Path) -> tuple[Ruleset, Combat]:
    encounter = read_encounter(fight)
    return encounter.rules, encounter.rules.start(encounter, seeded(1))[0]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("wait", Decision("Anna", "wait")),
        ("attendre", Decision("Anna", "wait")),
        ('strike at=Anna with="long sabre"', Decision("Anna", "strike", "Anna", "long sabre")),
        (
            'orders orders=[{ do = "dodge", first = 2 }]',
            Decision("Anna", "orders", orders=(StandingOrder("dodge", first=2),)),
        ),
        (
            'rule at=Anna modifier=-2 reason="sun, in the eyes"',
            Decision("", "rule", "Anna", verdict=Verdict(-2), reason="sun, in the eyes"),
        ),
        (
            'rule at=Anna heal={ HP = 2 } gives=["stunned"] reason=x',
            Decision("", "rule", "Anna", verdict=Verdict(gives=("stunned",), heals=(("HP", 2),)), reason="x"),
        ),
        (
            "declare wait, strike at=Anna, attendre",
            Decision(
                "Anna",
                "declare",
                actions=(
                    Decision("Anna", "wait"),
                    Decision("Anna", "strike", "Anna"),
                    Decision("Anna", "wait"),
                ),
            ),
        ),
        ("déclarer rien", Decision("Anna", "declare")),
        ("declare nothing", Decision("Anna", "declare")),
    ],
)
def test_a_line_is_a_step(moment: tuple[Ruleset, Combat], typed: str, expected: Decision) -> None:
    rules, combat = moment

    assert decision(typed, rules, combat, ()) == expected


@pytest.mark.parametrize(
    "typed", ["1", "at=Anna", "wait distance", "strike = ", "declare strike at", "[", "\x1b"]
)
def test_a_line_that_is_no_step(moment: tuple[Ruleset, Combat], typed: str) -> None:
    rules, combat = moment

    try:
        read = decision(typed, rules, combat, ())
    except (Faults, EstocError):
        return
    assert rules.why_not(combat, read) is not None


def test_a_line_without_end_is_refused_and_asked_again(run: Run) -> None:
    """Looking for keys in it took minutes."""
    status, _, said = run("x" * 300_000 + "\n" + STOP)

    assert 0 == status
    assert "300000 characters at once, at most 2000\n" in said
