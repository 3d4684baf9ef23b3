"""`estoc list` and `estoc show`: what is installed, and what a ruleset is."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from estoc.cli import main
from estoc.cli.sections import Section, columns

DUEL = Path(__file__).parent / "games" / "duel"
PACKAGE = "installed_duel_"
Said = tuple[int, str, str]
Run = Callable[..., Said]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in English; gives its exit status and what it wrote."""
    monkeypatch.setenv("LC_ALL", "C")

    def command(*argv: str) -> Said:
        return (main(argv), *capsys.readouterr())

    return command


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed distributions, and no other."""
    from importlib import metadata

    from estoc import finding

    def here() -> list[metadata.Distribution]:
        return list(metadata.distributions(path=[str(tmp_path)]))

    monkeypatch.setattr(finding, "distributions", here)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    for module in [module for module in sys.modules if module.startswith(PACKAGE)]:
        del sys.modules[module]


def install(site: Path, name: str, *, init: str = "", rules: str = "") -> None:
    """Install the duel under a name of its own, with other code where it is given."""
    package = site / f"{PACKAGE}{name}"
    shutil.copytree(DUEL, package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "__init__.py").write_text(init, encoding="utf-8")
    if rules:
        (package / "rules.py").write_text(rules, encoding="utf-8")
    info = site / f"estoc_{name}-1.5.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: estoc-{name}\nVersion: 1.5\n")
    (info / "entry_points.txt").write_text(f"[estoc.rulesets]\n{name} = {PACKAGE}{name}\n")


# -- list --------------------------------------------------------------------------------------------
def test_the_core_alone_says_how_to_get_a_ruleset(run: Run, site: Path) -> None:
    how = "no ruleset is installed: install one, for example pip install estoc-NAME\n"

    assert run("list") == (0, how, "")
    status, out, err = run("list", "--json")
    assert (status, json.loads(out), err) == (0, {"rulesets": [], "house_rules": []}, how)


def test_installed_rulesets_are_listed_with_their_distributions(run: Run, site: Path) -> None:
    install(site, "listed")

    assert run("list") == (0, "listed: A duel (estoc-listed 1.5)\n", "")
    assert run("list", "--lang", "fr")[1] == "listed : A duel (estoc-listed 1.5)\n"


@pytest.mark.parametrize(
    "init", ["raise ImportError('no module of that name')", "def broken(:", "raise SystemExit(1)"]
)
def test_case_12_a_broken_plugin_takes_no_other_with_it(run: Run, site: Path, init: str) -> None:
    install(site, "good")
    install(site, "bad", init=init)
    status, out, err = run("list")
    bad, good = out.splitlines()

    assert (status, good) == (0, "good: A duel (estoc-good 1.5)")
    assert bad.startswith(f"bad: can't be used: bad (estoc-bad 1.5, bad = {PACKAGE}bad) can't be imported: ")
    assert err == bad.replace("bad: can't be used: ", "warning: ") + "\n"


def test_case_12_a_list_for_programs_has_the_reason(run: Run, site: Path) -> None:
    install(site, "broken_one", init="raise ImportError('why')")
    _, out, err = run("list", "--json", "--lang", "fr")
    (entry,) = json.loads(out)["rulesets"]

    assert entry["name"] == "broken-one"
    assert "ne peut pas être importé" in entry["problem"]
    assert err.startswith("attention : broken-one (estoc-broken_one 1.5")


def test_case_12_asking_for_the_broken_one_fails_clearly(run: Run, site: Path) -> None:
    install(site, "asked", init="raise ImportError('why')")
    status, out, err = run("show", "asked")

    assert (status, out) == (3, "")
    assert err.count("\n") == 1
    assert "why" in err


def test_a_hook_that_raises_is_a_plugins_fault(run: Run, tmp_path: Path) -> None:
    game = tmp_path / "game"
    shutil.copytree(DUEL, game, ignore=shutil.ignore_patterns("__pycache__"))
    rules = (game / "rules.py").read_text(encoding="utf-8")
    broken = rules.replace("    die = dice.roll(6", "    1 / 0\n    die = dice.roll(6")
    (game / "rules.py").write_text(broken, encoding="utf-8")
    line = broken[: broken.index("1 / 0")].count("\n") + 1
    file = tmp_path / "fight.toml"
    file.write_text(
        """
        ruleset = "./game"
        combatant = [
          { name = "Anna", side = "Reds", sheet = { AIM = 20 }, weapons = ["sabre"] },
          { name = "Bert", side = "Blues", sheet = { AIM = 20, DODGE = 0 }, weapons = ["sabre"] },
        ]
        """,
        encoding="utf-8",
    )
    status, out, err = run("fight", str(file), "--seed", "1")

    assert (status, out) == (3, "")
    assert err.startswith(f"locate of game failed at {game / 'rules.py'}:{line}: ZeroDivisionError")
    assert "(dice so far: d20 " in err


# -- show --------------------------------------------------------------------------------------------
SHOWN = """\
A duel
  ruleset          duel ({folder})
  source           The book of duels, Nobody
  a round lasts    as long as a breath
  a round          each acts in turn
  health           HP
  order of a blow  hit → critical → react → locate → damage
  languages        en, fr
  ours             what is marked + isn't in the source: this ruleset adds it

Sheet
  name   range  by default  what it is  clause
  AIM    0-20               aim         D2
  DODGE  0-20   5           dodging     D3
  HP     1-100  10          health

Circumstances of a step
  name      range    by default  what it is
  distance  0-99     0           paces
  aim       [zones]
  hidden             no

A weapon
  name
  harm
  tags

A piece of armour
  name   range
  stops  0-9

Sheets
  name   AIM  DODGE  HP
  guard  11   5      10

Weapons
  name          harm   tags
  sabre         2+1d6  blade
  long sabre +  4+1d6  blade

Armour
  name  stops
  vest  1

Actions
  action  costs     tags    limits                                                         clause
  strike  1 action  attack  with a weapon that is: blade; takes distance, aim, hidden      D2
  wait    1 action
  dodge   nothing           answers no blow that is: hidden; answers any blow; stops the blow  D3

Effects
  effect   until  forbids  clause
  stunned  round  attack   D4

Table zones (D5)
  d6   result
  1-2  head
  3-6  torso

Ruling dodging (D3): Whether one can dodge.
  always  Every blow.  by default
  never   No blow.

Clauses
  D1  A round is as long as a breath. (shown here)
  D2  A d20 at most AIM, less the distance, hits.
  D3  A d20 at most DODGE stops the blow.
  D4  A wound of 6 or more stuns.
  D5  A d6 says where.

What it leaves out
  magic
  horses
"""


def test_all_that_a_ruleset_is(run: Run) -> None:
    """Compared without the width of the columns."""
    status, out, err = run("show", str(DUEL))

    assert (status, err) == (0, "")
    assert [line.split() for line in out.splitlines()[:-1]] == [
        line.split() for line in SHOWN.format(folder=DUEL).splitlines()
    ]
    assert "  AIM    0-20               aim         D2\n" in out


def test_a_ruleset_in_french(run: Run) -> None:
    out = run("show", str(DUEL), "--lang", "fr")[1]

    assert out.startswith("Un duel\n")
    for line in (
        "  un round          chacun agit à son tour",
        "  ordre d'un coup   toucher → critique → réaction → localisation → dégâts",
        "  sonné  fin du round  attaque   D4",
        "  D2  Un d20 d'au plus AIM, moins la distance, touche.",
    ):
        assert line in out.splitlines()


def test_a_ruleset_for_programs(run: Run) -> None:
    status, out, err = run("show", str(DUEL), "--json")
    shown = json.loads(out)

    assert (status, err) == (0, "")
    assert shown["fields"]["Sheet"][0] == {
        "name": "AIM",
        "type": "int",
        "at_least": 0,
        "at_most": 20,
        "clause": "D2",
        "says": "aim",
    }
    assert shown["weapons"]["sabre"] == {"name": "sabre", "harm": "2+1d6", "tags": ["blade"]}
    assert shown["tables"]["zones"]["rows"][0] == {"faces": [1, 2], "result": "head"}
    assert shown["ours"] == [["weapon", "long sabre"]]


def test_an_unknown_ruleset(run: Run, site: Path) -> None:
    install(site, "unknown")

    assert run("show", "unknwon") == (
        2, "", "no installed ruleset is called unknwon: did you mean unknown? (installed: unknown)\n",
    )  # fmt: skip


# -- tables ------------------------------------------------------------------------------------------
SECTION = Section("A title [b]", ("one", "two", "three"), (("a", "", "[red]c"), ("bb", "", "\x1b[2J")))


def test_plain_columns_leave_out_what_is_empty() -> None:
    assert list(columns(SECTION)) == [
        "A title [b]",
        "  one  three",
        "  a    [red]c",
        "  bb   \\u001b[2J",
    ]


def test_at_a_terminal_tables_are_drawn(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With rich's own codes, and none of a file's."""
    game = tmp_path / "game"
    shutil.copytree(DUEL, game, ignore=shutil.ignore_patterns("__pycache__"))
    data = (game / "ruleset.toml").read_text(encoding="utf-8")
    data = data.replace('"magic"', '"[red]magic\\u001b[2J"')
    (game / "ruleset.toml").write_text(data, encoding="utf-8")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    for name, value in (("TERM", "xterm"), ("COLUMNS", "100")):
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_COLOR", raising=False)
    status, out, err = run("show", str(game))

    assert (status, err) == (0, "")
    assert "\x1b[1m" in out
    assert "─" in out
    assert "[red]magic\\u001b[2J" in out
    assert "\x1b[2J" not in out


def test_rich_is_needed_at_a_terminal_only(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rich.console", None)

    assert run("show", str(DUEL))[0] == 0
