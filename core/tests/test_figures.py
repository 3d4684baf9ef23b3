"""The fields of sheets and weapons that a ruleset's author declares."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from attrs import fields, frozen

from estoc.errors import Fault
from estoc.figures import figure, named


@frozen
class Sheet:
    HP: int = figure(at_least=0, at_most=99, clause="p. 4", says="hit points")
    luck: int = figure(1)
    weapons: tuple[str, ...] = named((), table="weapons", clause="p. 9", says="carried")


@pytest.mark.parametrize("value", [0, 99])
def test_both_ends_of_the_range_are_in_it(value: int) -> None:
    assert value == Sheet(HP=value).HP


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (-3, "expected at least 0, found -3"),
        (100, "expected at most 99, found 100"),
        (True, "expected a whole number, found True"),
        (1.0, "expected a whole number, found 1.0"),
        ("12", "expected a whole number, found '12'"),
    ],
)
def test_a_value_out_of_its_range_or_of_another_type_is_refused(value: object, says: str) -> None:
    with pytest.raises(Fault) as caught:
        Sheet(HP=value)  # type: ignore[arg-type]
    assert (says, "HP") == (str(caught.value), caught.value.path)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("value", [-(10**12), 10**12])
def test_a_figure_without_a_range_takes_any_whole_number(value: int) -> None:
    assert value == Sheet(1, luck=value).luck


def test_a_figure_without_a_default_must_be_given() -> None:
    with pytest.raises(TypeError, match="HP"):
        Sheet()


def test_defaults_are_taken() -> None:
    assert (1, ()) == (Sheet(1).luck, Sheet(1).weapons)


def test_the_metadata_says_what_a_display_needs() -> None:
    what = fields(Sheet)
    assert {"at_least": 0, "at_most": 99, "clause": "p. 4", "says": "hit points"} == dict(what.HP.metadata)
    assert {"at_least": None, "at_most": None, "clause": "", "says": ""} == dict(what.luck.metadata)
    assert {"table": "weapons", "clause": "p. 9", "says": "carried"} == dict(what.weapons.metadata)


AUTHORS = """\
from attrs import frozen
from estoc.figures import figure, named

@frozen
class Sheet:
    HP: int = figure(at_least=0, at_most=99)
    weapons: tuple[str, ...] = named((), table="weapons")
"""


def test_an_author_s_sheet_passes_the_strict_type_checker(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    (tmp_path / "rules.py").write_text(AUTHORS + "hp: int = Sheet(HP=3).HP\n")
    (tmp_path / "wrong.py").write_text(AUTHORS + 'Sheet(HP="3")\n')
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    right = subprocess.run([*command, "rules.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    wrong = subprocess.run([*command, "wrong.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "Success" in right.stdout
    assert 'has incompatible type "str"; expected "int"' in wrong.stdout
