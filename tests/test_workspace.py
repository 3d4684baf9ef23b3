"""The workspace agrees with itself: what names the plugins, the licences, the versions, the README."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from configparser import ConfigParser
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import estoc

ROOT = Path(__file__).parents[1]
PLUGINS = {folder.name for folder in (ROOT / "plugins").iterdir() if (folder / "pyproject.toml").exists()}
MEMBERS = ["core", *(f"plugins/{name}" for name in sorted(PLUGINS))]
TOP_LEVEL = {
    ".ci",
    ".gitattributes",
    ".gitignore",
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "core",
    "docs",
    "plugins",
    "pyproject.toml",
    "tests",
    "tox.ini",
}
SET_UP = "python3 -m pip install -qq --target .uv uv && .uv/bin/uv run"


def settings(folder: str = ".") -> dict[str, Any]:
    return tomllib.loads((ROOT / folder / "pyproject.toml").read_text(encoding="utf-8"))


def tox_settings() -> ConfigParser:
    parser = ConfigParser(interpolation=None)
    parser.read(ROOT / "tox.ini", encoding="utf-8")
    return parser


def spelt_out(pattern: str) -> set[str]:
    """`{a,b}-{c,d}` as tox reads it: a-c, a-d, b-c, b-d."""
    parts = re.findall(r"\{([^}]*)\}|([^{}]+)", pattern)
    choices = [inside.split(",") if inside else [plain] for inside, plain in parts]
    return {"".join(choice) for choice in product(*choices)}


def of_each_plugin(*patterns: str) -> set[str]:
    return {pattern.format(plugin) for plugin in PLUGINS for pattern in patterns}


def git_files(*options: str) -> set[str]:
    command = ["git", "ls-files", "-z", *options]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, encoding="utf-8")
    return set(listed.stdout.split("\0")) - {""}


def set_up_commands(readme: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / ".ci" / "readme_commands.py"), str(readme)]
    return subprocess.run(command, check=False, capture_output=True, encoding="utf-8")


# -- the members -------------------------------------------------------------------------------------
def test_every_plugin_folder_is_a_member_of_the_workspace() -> None:
    assert sorted(MEMBERS) == sorted(settings()["tool"]["uv"]["workspace"]["members"])


def test_every_member_is_a_source_and_a_dependency_of_the_workspace() -> None:
    names = {settings(member)["project"]["name"] for member in MEMBERS}
    assert names == {"estoc"} | of_each_plugin("estoc-{}")
    assert {name: {"workspace": True} for name in names} == settings()["tool"]["uv"]["sources"]
    assert names == set(settings()["project"]["dependencies"])


def test_the_type_checker_looks_into_every_member() -> None:
    core, *plugins = (f"$MYPY_CONFIG_FILE_DIR/{member}/src" for member in MEMBERS)
    paths = [core, "$MYPY_CONFIG_FILE_DIR/core/tests", *plugins]  # the core's tests share a kit
    assert paths == settings()["tool"]["mypy"]["mypy_path"]


def test_every_plugin_offers_its_package_under_its_own_name() -> None:
    for name in PLUGINS:
        project = settings(f"plugins/{name}")["project"]
        assert project["entry-points"] == {"estoc.rulesets": {name: f"estoc_{name}"}}
        assert (ROOT / "plugins" / name / "src" / f"estoc_{name}" / "__init__.py").exists()


@pytest.mark.parametrize("member", MEMBERS)
def test_every_package_says_that_it_is_typed(member: str) -> None:
    (package,) = (ROOT / member / "src").glob("estoc*/")
    assert (package / "py.typed").exists()


@pytest.mark.parametrize("member", MEMBERS)
def test_every_member_carries_the_same_licence(member: str) -> None:
    assert (ROOT / "LICENSE").read_bytes() == (ROOT / member / "LICENSE").read_bytes()


def test_the_version_is_the_same_in_the_package_and_in_its_metadata() -> None:
    assert settings("core")["project"]["version"] == estoc.__version__


# -- tox ---------------------------------------------------------------------------------------------
def test_tox_runs_every_plugin_on_every_interpreter_and_its_wheel_with_both_cores() -> None:
    wanted = of_each_plugin("{}-py311", "{}-py312", "{}-py313", "wheel-{}-newest", "wheel-{}-oldest")
    tox = tox_settings()
    listed = set().union(*(spelt_out(line) for line in tox["tox"]["env_list"].split()))
    sections = [name.removeprefix("testenv:") for name in tox.sections() if name.startswith("testenv:{")]
    wheel_sections = [name.removeprefix("testenv:") for name in tox.sections() if ":wheel-" in name]
    others = {"dist", "lint", "types", "pip", "core-oldest"}
    others |= spelt_out("{core,project}-{py311,py312,py313}")
    assert wanted | others == listed
    assert wanted == set().union(*(spelt_out(pattern) for pattern in sections + wheel_sections))
    assert {f"{name}: {name}" for name in PLUGINS} == set(tox["plugin"]["name"].strip().splitlines())


def test_pip_alone_installs_every_member() -> None:
    command = tox_settings()["testenv:pip"]["commands_pre"]
    assert set(MEMBERS) == set(re.findall(r"\{tox_root\}/(\S+)", command))


def test_an_environment_that_is_not_isolated_is_told_so() -> None:
    """Here every member is installed, from the working tree."""
    command = [sys.executable, str(ROOT / ".ci" / "isolation.py"), str(ROOT / "core")]
    told = subprocess.run(command, check=False, capture_output=True, encoding="utf-8")
    assert told.returncode == 1
    assert "estoc is not in " in told.stdout
    assert of_each_plugin("not declared, yet installed: estoc-{}") <= set(told.stdout.splitlines())


# -- the top of the tree -----------------------------------------------------------------------------
def test_the_top_level_holds_what_it_should_and_nothing_else() -> None:
    files = git_files("--cached", "--others", "--exclude-standard")
    assert TOP_LEVEL == {file.split("/")[0] for file in files}


def test_no_lock_file_is_tracked() -> None:
    assert [] == [file for file in git_files() if re.search(r"(\.lock|\.lock\.json|-lock\..*)$", file)]


# -- the README --------------------------------------------------------------------------------------
def test_the_readme_gives_the_two_set_up_commands() -> None:
    wanted = [f"{SET_UP} estoc fight docs/examples/skavens.toml", f"{SET_UP} tox p"]
    assert wanted == set_up_commands(ROOT / "README.md").stdout.splitlines()


@pytest.mark.parametrize(
    "readme",
    [
        "# No block\n",
        "```sh\none\n```\n",
        "```sh\none\n```\n```sh\ntwo\n```\n```sh\nthree\n```\n",
        "```sh\none\nmore\n```\n```sh\n```\n",
    ],
    ids=["none", "one", "three", "two in one"],
)
def test_a_readme_without_exactly_two_lone_commands_is_refused(readme: str, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(readme, encoding="utf-8")
    told = set_up_commands(tmp_path / "README.md")
    assert (1, "") == (told.returncode, told.stdout)
    assert "two sh blocks" in told.stderr
