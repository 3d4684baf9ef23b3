"""Every example of the README and the docs runs, and every link leads somewhere.

A page is played from top to bottom in a folder of its own, beside a copy of `docs/examples`:

| block                                     | is                                                         |
|-------------------------------------------|------------------------------------------------------------|
| `toml`, first line `# file: NAME`         | the whole file NAME                                        |
| `toml`, first line `# add to: NAME`       | more lines at the end of NAME                              |
| `console`                                 | commands after `$ `, each followed by all that it prints   |
| `python`                                  | run; where it has `>>> `, with all that it prints          |

What a person types in while a command runs stands in a comment right before its block, such as
`<!-- typed: 7 12 -->`.

`python tests/test_docs.py --write [PAGE...]` puts what came in the pages, for a person to read before it is
committed.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from doctest import DocTestParser, Example
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from estoc.cli import main
from estoc.cli.command import INTERNAL

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md")), *sorted(ROOT.glob("plugins/*/README.md"))]
FRENCH = {"premier-combat.md"}

BLOCK = re.compile(
    r"(?:^<!-- typed: (?P<typed>.*) -->\n+)?^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.DOTALL | re.MULTILINE
)
FILE = re.compile(r"# (?P<how>file|fichier|add to|ajouter à) ?: (?P<name>\S+)\n")
LINK = re.compile(r"\]\(([^)\s]+)\)")
MACHINE = re.compile(r"/(?:tmp|home|work|root|usr|Users|site-packages)\b|[A-Z]:\\")


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


# -- playing a page ----------------------------------------------------------------------------------
class Keyboard:
    """A person who types, line by line, and sees it on the screen."""

    def __init__(self, lines: list[str], screen: io.StringIO) -> None:
        self.lines = iter(lines)
        self.screen = screen

    def readline(self) -> str:
        line = next(self.lines, "")
        self.screen.write(f"{line}\n" if line else "")
        return f"{line}\n" if line else ""


def replayed(page: Path, folder: Path) -> str:
    """The page as it should be: played in this folder, each example followed by what came of it."""
    shutil.copytree(DOCS / "examples", folder / "docs" / "examples")
    names: dict[str, Any] = {"__name__": "page"}

    def play(block: re.Match[str]) -> str:
        body = block["body"]
        match block["kind"]:
            case "toml" if file := FILE.match(body):
                write(file["name"], body, added=file["how"] in ("add to", "ajouter à"))
            case "console":
                body = console(body, (block["typed"] or "").split())
            case "python":
                body = python(body, names)
        start, end = (place - block.start() for place in block.span("body"))
        return block[0][:start] + body + block[0][end:]

    language = "fr_FR.UTF-8" if page.name in FRENCH else "en_US.UTF-8"
    environment = {"LANG": language, "LC_ALL": language, "LANGUAGE": language, "COLUMNS": "200"}
    with contextlib.chdir(folder), patch.dict(os.environ, environment):
        return BLOCK.sub(play, page.read_text(encoding="utf-8"))


def write(name: str, text: str, *, added: bool) -> None:
    """Write a file of the page, or add a paragraph to it."""
    with open(name, "a" if added else "w", encoding="utf-8") as file:
        file.write(text)


def console(body: str, typed: list[str]) -> str:
    """The commands of a block, each followed by what it prints; `$ echo $?` shows the last exit status."""
    terminal, status = io.StringIO(), 0
    keyboard = Keyboard(typed, terminal)
    for command in re.findall(r"^\$ (.*)$", body, re.MULTILINE):
        terminal.write(f"$ {command}\n")
        words = shlex.split(command)
        if command == "echo $?":
            terminal.write(f"{status}\n")
        elif words[0] == "estoc":
            status = estoc(words[1:], terminal, keyboard)
            assert status != INTERNAL, terminal.getvalue()
        elif shutil.which("sh") and shutil.which("openssl"):
            done = subprocess.run(["sh", "-c", command], check=True, capture_output=True, encoding="utf-8")
            terminal.write(done.stdout)
        else:
            return body
    return terminal.getvalue()


def estoc(words: list[str], terminal: io.StringIO, keyboard: Keyboard) -> int:
    """Run a command of Estoc on this terminal, and give its exit status."""
    with (
        contextlib.redirect_stdout(terminal),
        contextlib.redirect_stderr(terminal),
        patch.object(sys, "stdin", keyboard),
    ):
        try:
            return main(words) or 0
        except SystemExit as stop:
            return int(stop.code or 0)


def python(body: str, names: dict[str, Any]) -> str:
    """The statements of a block, each followed by what it prints where the block is a session."""
    if ">>> " not in body:
        exec(compile(body, "<page>", "exec"), names)
        return body
    parts = DocTestParser().parse(body)
    return "".join(part if isinstance(part, str) else session(part, names) for part in parts)


def session(example: Example, names: dict[str, Any]) -> str:
    """A statement behind its prompts, and what it prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(example.source, "<page>", "single"), names)
    first, *rest = example.source.splitlines()
    prompts = [f">>> {first}", *(f"... {line}".rstrip() for line in rest)]
    return "\n".join(prompts) + "\n" + printed.getvalue()


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_example_prints_what_the_page_says(page: Path, tmp_path: Path) -> None:
    assert page.read_text(encoding="utf-8") == replayed(page, tmp_path)


# -- what the pages are like -------------------------------------------------------------------------
def anchors(page: Path) -> set[str]:
    """The headings of a page, as links name them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(page: Path) -> Iterator[str]:
    """The links of a page within the project."""
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    return (link for link in LINK.findall(text) if "://" not in link)


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in links(page):
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_the_index_leads_to_every_page() -> None:
    index = DOCS / "README.md"
    linked = {(DOCS / link.partition("#")[0]).resolve() for link in links(index)}
    assert set(DOCS.rglob("*.md")) - {index} <= linked


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_no_page_shows_a_path_of_some_machine(page: Path) -> None:
    assert [] == MACHINE.findall(page.read_text(encoding="utf-8").replace("#!/usr/bin/env", ""))


@pytest.mark.parametrize("page", [page for page in PAGES if DOCS in page.parents], ids=named)
def test_set_up_commands_stand_in_the_readme_alone(page: Path) -> None:
    assert "```sh" not in page.read_text(encoding="utf-8")


if __name__ == "__main__" and sys.argv[1:2] == ["--write"]:
    for each in [Path(name).resolve() for name in sys.argv[2:]] or PAGES:
        with tempfile.TemporaryDirectory() as temporary:
            each.write_text(replayed(each, Path(temporary)), encoding="utf-8", newline="\n")
