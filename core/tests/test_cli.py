"""`estoc` from the command line to the exit status: `fight`, `roll`, and whatever goes wrong."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import frozen

import estoc
from estoc.cli import main
from estoc.cli.language import preferred
from estoc.errors import AnswerIsNo, EstocError, PluginError

DUEL = Path(__file__).parent / "games" / "duel"
FIGHT = f"""\
ruleset = '{DUEL}'

[[combatant]]
name = "Anna"
side = "Reds"
sheet = {{ AIM = 12 }}
weapons = ["sabre"]

[[combatant]]
name = "Bert"
side = "Blues"
sheet = "guard"
weapons = ["long sabre"]
armour = ["vest"]
"""


@frozen
class Said:
    """What a command gave: its exit status and what it wrote."""

    status: int
    out: str
    err: str

    @property
    def error(self) -> str:
        """The one sentence of what went wrong; nothing else was written."""
        assert self.out == ""
        assert self.err.count("\n") == 1, self.err
        assert "Traceback" not in self.err
        return self.err.removesuffix("\n")


Run = Callable[..., Said]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs a command in an empty folder, in English, with what is typed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")

    def command(*argv: str, typed: str = "") -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = main(argv)
        return Said(status, *capsys.readouterr())

    return command


@pytest.fixture
def fight(tmp_path: Path) -> Callable[..., str]:
    """Writes an encounter, with some of its text replaced and some added."""

    def write(*replaced: tuple[str, str], added: str = "", before: bytes = b"", ends: str = "\n") -> str:
        text = FIGHT + added
        for old, new in replaced:
            assert old in text
            text = text.replace(old, new, 1)
        (tmp_path / "fight.toml").write_bytes(before + text.replace("\n", ends).encode())
        return "fight.toml"

    return write


Fight = Callable[..., str]


# -- fight -------------------------------------------------------------------------------------------
def test_a_fight_is_told_to_its_end(run: Run, fight: Fight) -> None:
    said = run("fight", fight(), "--seed", "1")

    assert (said.status, said.err) == (0, "")
    assert said.out.startswith("A duel\n\nReds: Anna (HP 10)\n")
    assert said.out.endswith("Seed, chosen by hand: 1\n")


def test_case_20_the_same_seed_gives_the_same_fight_and_every_seed_another(run: Run, fight: Fight) -> None:
    seeds = ["0", "-5", "5", "abc", str(2**70)]
    told = {seed: run("fight", fight(), "--seed", seed).out.replace(seed, "") for seed in seeds}

    assert {seed: run("fight", fight(), "--seed", seed).out.replace(seed, "") for seed in seeds} == told
    assert len(set(told.values())) == len(seeds)


@pytest.mark.parametrize("written", ["0", "'0'"])
def test_case_20_the_seed_0_of_a_file_is_a_seed(run: Run, fight: Fight, written: str) -> None:
    file = fight((f"'{DUEL}'", f"'{DUEL}'\nseed = {written}"))

    assert run("fight", file).out == run("fight", file, "--seed", "0").out


def test_a_seed_given_by_hand_goes_before_the_files(run: Run, fight: Fight) -> None:
    file = fight((f"'{DUEL}'", f"'{DUEL}'\nseed = 3"))

    assert run("fight", file, "--seed", "4").out.endswith("chosen by hand: 4\n")
    assert run("fight", file).out.endswith("chosen by hand: 3\n")


def test_a_fight_without_a_seed_can_be_played_again_with_the_one_drawn(run: Run, fight: Fight) -> None:
    drawn = run("fight", fight()).out
    *_, seed = drawn.split()
    again = run("fight", fight(), "--seed", seed).out

    assert len(seed) == 64
    assert again.splitlines()[:-1] == drawn.splitlines()[:-1]
    assert seed != run("fight", fight()).out.split()[-1]


def test_a_fight_as_json_lines(run: Run, fight: Fight) -> None:
    said = run("fight", fight(), "--seed", "1", "--format", "jsonl")
    lines = [json.loads(line) for line in said.out.splitlines()]

    assert (said.status, said.err) == (0, "")
    assert [lines[0]["is"], lines[1]["is"], lines[-2]["is"], lines[-1]["is"]] == [
        "Head", "FightBegan", "FightEnded", "Tail",
    ]  # fmt: skip


def test_a_fight_as_one_document(run: Run, fight: Fight) -> None:
    said = run("fight", fight(), "--seed", "1", "--json")
    fought = json.loads(said.out)

    assert (said.status, said.err) == (0, "")
    assert (fought["ruleset"], fought["seed"], fought["events"][0]["is"]) == ("duel", "1", "FightBegan")


def test_a_fight_in_french_when_asked(run: Run, fight: Fight) -> None:
    said = run("fight", fight(), "--seed", "1", "--lang", "fr")

    assert "Ordre de jeu : Anna (AIM 12), Bert (AIM 11)." in said.out
    assert "Round 1\n  Anna : frapper → Bert (sabre).\n    AIM 12, d20: " in said.out


def test_dice_typed_in(run: Run, fight: Fight) -> None:
    typed = "99\nseven\n7\n20\n4\n6\n" + "2\n20\n3\n6\n" * 20
    said = run("fight", fight(), "--dice", "ask", "--lang", "fr", typed=typed)

    assert said.status == 0
    assert "AIM 12, d20: 7, touché." in said.out
    assert said.out.endswith("Dés : lancés à la main.\n")
    assert said.err.startswith(
        "Anna : frapper → Bert (sabre)\n"
        "Anna, d20 (jet) : ce n'est pas une face d'un d20 : tapez un nombre de 1 à 20\n"
    )


def test_dice_that_end_too_soon(run: Run, fight: Fight) -> None:
    said = run("fight", fight(), "--dice", "ask", typed="7\n")

    assert said.status == 2
    assert said.err.endswith("\nno more dice were typed in\n")


def test_case_16_a_file_of_a_windows_editor(run: Run, fight: Fight) -> None:
    plain = run("fight", fight(("Anna", "Éléonore")), "--seed", "1")
    windows = run("fight", fight(("Anna", "Éléonore"), before=b"\xef\xbb\xbf", ends="\r\n"), "--seed", "1")

    assert "Éléonore" in plain.out
    assert windows == plain


def test_case_r4_three_of_one_name_are_told_apart(run: Run, fight: Fight) -> None:
    out = run("fight", fight(('name = "Bert"', 'name = "Rat"\ncount = 3')), "--seed", "1").out

    assert "Blues: Rat 1 (HP 10), Rat 2 (HP 10), Rat 3 (HP 10)" in out


def test_a_name_cannot_command_the_terminal(run: Run, fight: Fight) -> None:
    file = fight(("Anna", "An\\u001b[2Jna\\n\\u009b\\u202e"))

    for said in (run("fight", file, "--seed", "1"), run("fight", file, "--seed", "1", "--json")):
        assert not {"\x1b", "\x9b", "\u202e"} & set(said.out)
        assert "An\\u001b[2Jna" in said.out


# -- wrong input: one sentence, status 2, nothing half done ------------------------------------------
@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (f"'{DUEL}'", "'./no/where'", "no ruleset's folder: it has no rules.py"),
        (
            "AIM = 12",
            "AIMM = 12, AIM = 1",
            "fight.toml:6: combatant[0].sheet.AIMM: unknown key 'AIMM'; did you mean 'AIM'?",
        ),
        (
            '[[combatant]]\nname = "Bert"',
            '[[combatent]]\nname = "Bert"',
            "fight.toml:9: combatent: unknown key 'combatent'; did you mean 'combatant'?",
        ),
        (
            "AIM = 12",
            'AIM = "12"',
            "fight.toml:6: combatant[0].sheet.AIM: expected a whole number, found the text '12'",
        ),
        (
            "AIM = 12",
            "AIM = true",
            "fight.toml:6: combatant[0].sheet.AIM: expected a whole number, found true",
        ),
        ("AIM = 12", "AIM = -1", "fight.toml:6: combatant[0].sheet.AIM: expected at least 0, found -1"),
        (
            "AIM = 12",
            "AIM = 12, HP = 9999999999999999999999",
            "fight.toml:6: combatant[0].sheet.HP: expected a whole number within 9223372036854775807, ",
        ),
        (
            '"guard"',
            '"gaurd"',
            "fight.toml:12: combatant[1].sheet: unknown name 'gaurd'; did you mean 'guard'?",
        ),
        (
            '"long sabre"',
            '"long saber"',
            "fight.toml:13: combatant[1].weapons[0]: unknown name 'long saber'; did you mean 'long sabre'?",
        ),
        (
            '"Bert"',
            '"Anna"',
            "fight.toml:10: combatant[1].name: 2 combatants are called 'Anna': names must differ; ",
        ),
        ('"Blues"', '"Reds"', "fight.toml:1: all are on the side 'Reds': a fight needs two sides"),
        ('"Bert"', '" "', "fight.toml:10: combatant[1].name: a name is missing: everybody needs one"),
        (
            '"vest"',
            '{ like = "vest", stops = 99 }',
            "fight.toml:14: combatant[1].armour[0].stops: expected at most 9, found 99",
        ),
        ('"Bert"', '"Bert', "fight.toml:10: not TOML: Illegal character '\\n' (column 13)"),
    ],
)
def test_a_wrong_file_is_refused_in_one_sentence(
    run: Run, fight: Fight, old: str, new: str, expected: str
) -> None:
    said = run("fight", fight((old, new)))

    assert said.status == 2
    assert expected in said.error


def test_all_faults_of_a_file_at_once(run: Run, fight: Fight) -> None:
    said = run("fight", fight(("AIM = 12", "AIM = 99"), ('"guard"', '"gard"'), ('"vest"', '"vist"')))

    assert (said.status, said.out) == (2, "")
    assert [line.partition(": ")[0] for line in said.err.splitlines()] == [
        "fight.toml:6", "fight.toml:12", "fight.toml:14",
    ]  # fmt: skip


def test_the_faults_of_a_file_in_french(run: Run, fight: Fight) -> None:
    said = run("fight", fight(("AIM = 12", 'AIM = "douze"')), "--lang=fr")

    assert said.error == (
        "fight.toml:6: combatant[0].sheet.AIM: attendu : un nombre entier ; trouvé : le texte 'douze'"
    )


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ('by = "Anna"\ndo = "strik"\nat = "Bert"', "'strik'; did you mean 'strike'?"),
        ('by = "Anna"\ndo = "strike"\nat = "Berta"', "'Berta'; did you mean 'Bert'?"),
        ('by = "Nobody"\ndo = "strike"\nat = "Bert"', "'Nobody'; known: Anna, Bert"),
        ('by = "Anna"\ndo = "strike"\nat = "Bert"\nwith = "long sabre"', "unknown weapon 'long sabre'"),
        ('by = "Anna"\ndo = "wait"\ndistance = 3', "wait takes no distance"),
        (
            'by = "Anna"\ndo = "strike"\nat = "Bert"\ndistance = 100',
            "fight.toml:20: step[0].distance: expected at most 99, found 100",
        ),
        (
            'by = "Anna"\ndo = "strike"\nat = "Bert"\naim = "toe"',
            "fight.toml:20: step[0].aim: unknown name 'toe'",
        ),
        ('by = "Anna"\ndo = "stop"\nreason = "late"', "only the game master decides: stop"),
        (
            'by = "Anna"\ndo = "strike"\nat = "Bert"\nround = 99',
            "the fight was over before this step's moment came",
        ),
    ],
)
def test_a_step_that_the_rules_forbid_leaves_no_half_of_a_fight(
    run: Run, fight: Fight, step: str, expected: str
) -> None:
    said = run("fight", fight(added=f"\n[[step]]\n{step}\n"), "--seed", "1")

    assert said.status == 2
    assert said.error.startswith("fight.toml:")
    assert expected in said.error


def test_a_second_attack_is_refused_with_the_reason(run: Run, fight: Fight) -> None:
    step = '\n[[step]]\nby = "Anna"\ndo = "strike"\nat = "Bert"\n'
    said = run("fight", fight(added=step * 2), "--seed", "1", "--lang", "fr")

    assert said.error == "fight.toml:21: step[1]: Anna : une attaque par tour"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "fight.toml:1: the key 'ruleset' is missing"),
        (f"ruleset = '{DUEL}'".encode(), "fight.toml:1: nobody fights: write a [[combatant]] for each"),
        (b"# caf\xe9\n", "fight.toml isn't UTF-8: byte 0xE9 at offset 5, on line 1; save it as UTF-8"),
        (
            b"\xff\xfer\0u\0l\0e\0",
            "fight.toml isn't UTF-8: byte 0xFF at offset 0, on line 1; save it as UTF-8",
        ),
    ],
)
def test_an_unreadable_or_empty_file(run: Run, tmp_path: Path, content: bytes, expected: str) -> None:
    (tmp_path / "fight.toml").write_bytes(content)
    said = run("fight", "fight.toml")

    assert (said.status, said.error) == (2, expected)


def test_a_file_that_is_not_there(run: Run) -> None:
    assert run("fight", "none.toml").error == "there is no file none.toml"
    assert run("fight", ".").error == ". is a folder: name a file in it"


def test_an_unknown_ruleset(run: Run, fight: Fight) -> None:
    said = run("fight", fight((f"'{DUEL}'", "'a-game-that-nobody-wrote'")))

    assert said.status == 2
    assert "ruleset is" in said.error


def test_a_seed_of_two_lines(run: Run, fight: Fight) -> None:
    assert run("fight", fight(), "--seed", "a\nb").error == (
        "a seed or a player's words must be one line of text: 'a\\nb'"
    )


# -- the command line itself -------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (["fight"], "missing: FILE (estoc fight --help says more)"),
        (["figth"], "VERB is one of "),
        (["fight", "a", "--bogus"], "unknown argument: --bogus"),
        (["fight", "a", "--format", "html"], "--format is one of "),
        (["fight", "a", "--seed"], "--seed needs a value"),
        (["fight", "a", "--seed", "1", "--dice", "ask"], "--dice doesn't go with --seed"),
        (["fight", "a", "--json", "--format", "text"], "--format doesn't go with --json"),
        (["roll", "1d6", "--json=yes"], "--json takes no value: 'yes'"),
        (["roll", "1d6", "--lang", "xx"], "--lang is one of "),
        (["scenario"], "missing: FILE"),
        (["roll"], "missing: EXPR"),
    ],
)
def test_a_wrong_command_line_is_one_sentence(run: Run, argv: list[str], expected: str) -> None:
    said = run(*argv)

    assert said.status == 2
    assert said.error.startswith(expected)
    assert "--help says more" in said.error


def test_a_wrong_command_line_in_french(run: Run) -> None:
    assert run("fight", "--lang", "fr").error == "il manque : FILE (estoc fight --help en dit plus)"


def test_help_in_both_languages(run: Run) -> None:
    english, french = run("--help"), run("fight", "--help", "--lang", "fr")

    assert english.out.startswith("usage: estoc ")
    assert "Play the fight that a file describes." in english.out
    assert french.out.startswith("usage : estoc fight ")
    assert "Jouer le combat qu'un fichier décrit." in french.out
    assert (english.status, french.status, english.err + french.err) == (0, 0, "")
    assert run() == english


def test_version(run: Run) -> None:
    assert run("--version") == Said(0, f"estoc {estoc.__version__}\n", "")
    assert run("--lang", "fr", "--version") == run("--version")


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LC_ALL": "fr_FR.UTF-8", "LANG": "en_US.UTF-8"}, "fr"),
        ({"LC_MESSAGES": "fr_CA", "LANG": "en_US.UTF-8"}, "fr"),
        ({"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "fr"}, "fr"),
        ({"LANG": "French_France.1252"}, "fr"),
        ({"LANG": "fy_NL.UTF-8"}, "en"),
        ({"LANG": "de_DE"}, "en"),
        ({"LANG": "fr.UTF-8"}, "fr"),
    ],
)
def test_the_locale_says_the_language(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], language: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, variables.get(name, ""))

    assert preferred(["list"]) == language


def test_the_option_goes_before_the_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")

    assert preferred(["list", "--lang", "en"]) == "en"
    assert preferred(["list", "--lang=en"]) == "en"


# -- roll --------------------------------------------------------------------------------------------
def test_dice_are_rolled_with_their_faces(run: Run) -> None:
    said = json.loads(run("roll", "3d6", "+", "2", "--json", "--seed", "0").out)
    faces = [die["face"] for die in said["dice"]]

    assert (said["expression"], said["seed"]) == ("3d6+2", "0")
    assert said["terms"] == [["3d6", sum(faces)], ["2", 2]]
    assert said["total"] == sum(faces) + 2
    assert run("roll", "3d6+2", "--seed", "0").out == (
        f"3d6: {sum(faces)} ({' + '.join(f'd6: {face}' for face in faces)}) + 2 = {said['total']}\n"
    )


@pytest.mark.parametrize("text", ["-2d6", "-1+1d4", "- 2d6", "-d6", "-5", "--seed=-3 -2d6"])
def test_case_02_dice_may_be_taken_off(run: Run, text: str) -> None:
    said = run("roll", *(text.split(" ") if "--" in text else [text]), "--json")

    assert said.status == 0
    assert json.loads(said.out)["terms"][0][1] < 0


@pytest.mark.parametrize("text", ["1d0", "10d0", "1d-6", "(5-10)d10", "0d6", "d", "", "1d6x", "٣d6"])
def test_case_02_what_is_no_die_is_refused(run: Run, text: str) -> None:
    said = run("roll", text)

    assert said.status == 2
    assert "character" in said.error


def test_case_01_a_tiny_text_asks_for_no_unbounded_work(run: Run) -> None:
    began = time.perf_counter()
    said = run("roll", "9999999d999999999")

    assert said.status == 2
    assert said.error == "'9999999d999999999': dice of 999999999 sides, the limit is 10000"
    assert time.perf_counter() - began < 1


def test_case_01_nor_does_a_sheet(run: Run, fight: Fight) -> None:
    file = fight(('"long sabre"', '{ like = "sabre", harm = "9999999d6" }'))

    assert run("fight", file).error == (
        "fight.toml:13: combatant[1].weapons[0].harm: '9999999d6': 9999999 dice in all, "
        "at most 999 are rolled"
    )


# -- whatever else goes wrong ------------------------------------------------------------------------
class TestEachErrorHasItsStatus:
    @pytest.fixture(autouse=True)
    def broken(self, monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], None]:
        """Make `estoc roll` raise something."""

        def break_it(error: BaseException) -> None:
            def run(*_: object) -> int:
                raise error

            monkeypatch.setattr("estoc.cli.roll.run", run)

        return break_it

    @pytest.mark.parametrize(
        ("error", "status"),
        [
            (AnswerIsNo("the answer is no"), 1),
            (EstocError("the input is at fault"), 2),
            (PluginError("a plugin is at fault"), 3),
        ],
    )
    def test_an_error_of_estoc(
        self, run: Run, broken: Callable[[BaseException], None], error: EstocError, status: int
    ) -> None:
        broken(error)
        said = run("roll", "1d6")

        assert (said.status, said.error) == (status, str(error))

    @pytest.mark.parametrize(
        "error", [ZeroDivisionError("division by\nzero"), SystemExit(0), RecursionError()]
    )
    def test_a_fault_of_estocs_own(
        self, run: Run, broken: Callable[[BaseException], None], error: BaseException
    ) -> None:
        broken(error)
        said = run("roll", "1d6")

        assert said.status == 4
        assert said.err.startswith(f"this is a fault of Estoc's own ({type(error).__name__}: ")
        assert "--debug" in said.err
        assert "Traceback" not in said.err

    def test_debug_shows_the_traceback_too(self, run: Run, broken: Callable[[BaseException], None]) -> None:
        broken(EstocError("the input is at fault"))
        said = run("roll", "1d6", "--debug")

        assert (said.status, said.out) == (2, "")
        assert said.err.startswith("Traceback (most recent call last)")
        assert said.err.endswith("\nthe input is at fault\n")

    def test_an_interruption_is_quiet(self, run: Run, broken: Callable[[BaseException], None]) -> None:
        broken(KeyboardInterrupt())

        assert run("roll", "1d6") == Said(130, "", "")

    def test_a_closed_pipe_is_quiet(self, run: Run, broken: Callable[[BaseException], None]) -> None:
        broken(BrokenPipeError())

        assert run("roll", "1d6") == Said(141, "", "")
