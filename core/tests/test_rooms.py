"""The core names no game, and keeps its rooms in order."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import estoc

SOURCE = Path(estoc.__file__).parent
FILES = sorted(file for file in SOURCE.rglob("*") if file.suffix in (".py", ".toml"))
MODULES = [file for file in FILES if file.suffix == ".py"]

ROOMS = (
    *("errors", "values", "totals", "notation", "dice", "toml_lines", "toml", "converter", "figures"),
    *("effects", "results", "combat", "book", "hookspecs", "plan", "finding", "contract", "importing"),
    *("loading", "events", "words", "engine", "grammar", "ruleset", "amending", "encounter", "scenario"),
    *("tactics", "playing", "report", "cli", "__main__"),
)
"""From the ground up: a room imports only from those before it, and from itself."""

NAMES = "warforum|pathfinder|pf1|eorzea|wfrp2?|warhammer|cairn|d&d|dnd|skavens?|orques?"
"""Games, and who fights in them: nowhere at all."""

ATTRIBUTES = "PV|TIR|INI|ATT|PAR|NA|CC|CT|HP|MP|STR|DEX|CON|WIS|CHA|BAB|NA|B|F|E|Ag|FM|Soc|Physique"
LOCATIONS = "torso|torse|tête|heads?|arms|bras|legs?|jambes?|body|corps"
DICE = r"[0-9]*d(?!6\b)[0-9]+"
"""What a game speaks of: nowhere but in examples. Everybody knows a d6."""


def name_of(file: Path) -> str:
    return file.relative_to(SOURCE).as_posix()


def code_of(file: Path) -> str:
    """A module without comments and docstrings."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [each for each in node.body if not _is_text(each)] or [ast.Pass()]
    return ast.unparse(tree)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def test_there_are_files_to_look_at() -> None:
    assert {"errors.py", "engine/run.py", "phrases/fr.toml"} <= set(map(name_of, FILES))


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_the_core_names_no_game(file: Path) -> None:
    assert [] == re.findall(rf"\b(?:{NAMES})\b", file.read_text(encoding="utf-8"), re.IGNORECASE)


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_the_core_knows_no_attribute_location_or_die_of_a_game(file: Path) -> None:
    text = code_of(file) if file.suffix == ".py" else file.read_text(encoding="utf-8")
    assert [] == re.findall(rf"(?<![-'\u2019\w{{])(?:{ATTRIBUTES}|{LOCATIONS}|{DICE})\b(?!['}}])", text)


def test_no_die_of_a_size_of_its_own_is_ever_rolled() -> None:
    rolls = [
        (name_of(file), found)
        for file in MODULES
        for found in re.findall(r"\.(?:roll|pool)\([0-9]\w*", code_of(file))
    ]
    assert [] == rolls


# -- rooms ---------------------------------------------------------------------------------------------
def imports(file: Path) -> Iterator[str]:
    """The rooms that a module imports as it runs; what is there for types alone isn't."""
    todo: list[ast.AST] = [ast.parse(file.read_text(encoding="utf-8"))]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            todo.extend(node.orelse)
            continue
        todo.extend(ast.iter_child_nodes(node))
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[1] for alias in node.names if alias.name.startswith("estoc."))
        elif isinstance(node, ast.ImportFrom) and node.module == "estoc":
            yield from (alias.name for alias in node.names if alias.name in ROOMS)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("estoc."):
            yield (node.module or "").split(".")[1]


def room_of(file: Path) -> str:
    return file.relative_to(SOURCE).parts[0].removesuffix(".py")


@pytest.mark.parametrize(
    "file", [each for each in MODULES if each.parent != SOURCE or each.stem != "__init__"], ids=name_of
)
def test_a_room_imports_only_from_rooms_above_it(file: Path) -> None:
    allowed = ROOMS[: ROOMS.index(room_of(file)) + 1]
    assert [] == [room for room in imports(file) if room not in allowed]


def test_every_room_is_in_the_list() -> None:
    assert {*ROOMS} == {room_of(file) for file in MODULES} - {"__init__"}


def test_what_the_list_of_names_says_is_there() -> None:
    """Each is loaded on first use, by the name under which it is listed."""
    for name in estoc.__all__:
        assert getattr(estoc, name) is not None
    assert set(estoc.__all__) <= set(dir(estoc))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        estoc.nothing  # noqa: B018  # the look-up is the test
