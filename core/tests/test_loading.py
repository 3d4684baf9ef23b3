"""Plugins found and imported: broken ones say why, and harm no other (cases 12, 13, 14, R5)."""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from estoc import loading
from estoc.errors import (
    InterfaceMismatch,
    RulesetBroken,
    RulesetClash,
    RulesetInvalid,
    RulesetNotFound,
)
from estoc.loading import HOUSE_RULES, RULESETS, Plugin

DATA = 'title = "A game"\ninterface = 1\n'
MARKER = "from estoc.hookspecs import hookimpl\n"
MINIMAL = """\
from estoc.hookspecs import hookimpl

@hookimpl
def determine_initiative(combat):
    return "an order"

@hookimpl
def action_budget(combatant):
    return "a budget"
"""
STRIKING = (
    MINIMAL
    + """
@hookimpl
def resolve_hit(attack, dice):
    return "a hit"

@hookimpl
def compute_damage(hit, dice):
    return "damage"
"""
)


class Site:
    """A folder of installed distributions, such as `site-packages`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(
        self,
        name: str,
        *,
        as_: str = "",
        distribution: str = "",
        group: str = RULESETS,
        init: str = "",
        rules: str = MINIMAL,
        data: str = DATA,
    ) -> None:
        """Install a distribution with one package and one entry point: `name = as_`."""
        package = (as_ or f"fake_{name}").partition(":")[0]
        distribution = distribution or f"estoc-{name}"
        contents = {
            f"{package}/__init__.py": init,
            f"{package}/rules.py": rules,
            f"{package}/ruleset.toml": data,
        }
        info = f"{distribution.replace('-', '_')}-1.0.dist-info"
        contents[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n"
        contents[f"{info}/entry_points.txt"] = f"[{group}]\n{name} = {as_ or package}\n"
        contents[f"{info}/RECORD"] = "".join(f"{file},,\n" for file in [*contents, f"{info}/RECORD"])
        for file, text in contents.items():
            (self.folder / file).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / file).write_text(text, encoding="utf-8")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A site that is the only one, apart from the standard library."""
    before = set(sys.modules)
    standard = [sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")]
    monkeypatch.setattr(sys, "path", [str(tmp_path / "site"), *standard])
    yield Site(tmp_path / "site")
    for name in set(sys.modules) - before:
        if name.startswith("fake_"):
            del sys.modules[name]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A ruleset as a plain folder."""
    made = tmp_path / "my_game"
    made.mkdir()
    (made / "rules.py").write_text(MINIMAL, encoding="utf-8")
    (made / "ruleset.toml").write_text(DATA, encoding="utf-8")
    return made


# -- by name -----------------------------------------------------------------------------------------
def test_a_plugin_is_loaded_by_its_name(site: Site) -> None:
    site.install("skirmish")

    plugin = loading.load_plugin("skirmish")

    assert ("skirmish", "estoc-skirmish", "1.0") == (plugin.name, plugin.distribution, plugin.version)
    assert "an order" == plugin.module.determine_initiative(None)
    assert {"title": "A game", "interface": 1} == plugin.data
    assert (plugin.folder / "rules.py").is_file()


@pytest.mark.parametrize("name", ["old_skirmish", "Old-Skirmish", "old.skirmish", "OLD-_SKIRMISH"])
def test_a_name_is_found_however_it_is_written(site: Site, name: str) -> None:
    site.install("Old.skirmish", as_="fake_old")

    assert "old-skirmish" == loading.load_plugin(name).name


def test_only_the_plugin_asked_for_is_imported(site: Site) -> None:
    site.install("one")
    site.install("other")

    loading.load_plugin("one")

    assert "fake_one.rules" in sys.modules
    assert "fake_other" not in sys.modules


def test_house_rules_are_another_list_of_names(site: Site) -> None:
    site.install("fate", group=HOUSE_RULES, rules="")

    assert "fate" == loading.load_plugin("fate", HOUSE_RULES).name
    with pytest.raises(RulesetNotFound, match="no ruleset is installed"):
        loading.load_plugin("fate")


def test_an_unknown_name_is_answered_with_the_near_ones(site: Site) -> None:
    for name in ("skirmish", "skirmishes", "duel"):
        site.install(name)

    with pytest.raises(RulesetNotFound) as caught:
        loading.load_plugin("skirmsh")

    assert "no installed ruleset is called skirmsh: did you mean skirmish, skirmishes? " in str(caught.value)
    assert "(installed: duel, skirmish, skirmishes)" in str(caught.value)


def test_a_name_like_no_other_is_answered_with_all(site: Site) -> None:
    site.install("duel", group=HOUSE_RULES)

    with pytest.raises(RulesetNotFound) as caught:
        loading.load_plugin("xyz", HOUSE_RULES)

    assert "no installed house rule is called xyz; installed: duel" == str(caught.value)


@pytest.mark.parametrize("name", ["skirmish", "", ".", "x" * 5000, "a\0b"])
def test_where_nothing_is_installed_the_message_says_how_to_get_something(site: Site, name: str) -> None:
    with pytest.raises(RulesetNotFound, match=r"no ruleset is installed: install one, .* pip install estoc-"):
        loading.load_plugin(name)


@pytest.mark.parametrize("order", [("alpha", "beta"), ("beta", "alpha")])
def test_two_claimants_are_both_named_whichever_was_installed_first(
    tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch, order: tuple[str, str]
) -> None:
    for distribution in order:
        Site(tmp_path / distribution).install("game", as_=f"fake_{distribution}", distribution=distribution)
    monkeypatch.setattr(sys, "path", [str(tmp_path / one) for one in order] + sys.path)

    with pytest.raises(RulesetClash) as caught:
        loading.load_plugin("game")

    assert str(caught.value) == (
        "the name game is claimed by alpha 1.0, game = fake_alpha; beta 1.0, game = fake_beta: "
        "uninstall all but one"
    )
    assert [("alpha", True), ("beta", True)] == [
        (line.distribution, isinstance(line.problem, RulesetClash)) for line in loading.installed()
    ]


# -- broken ones -------------------------------------------------------------------------------------
BROKEN = {
    "ImportError: no luck": {"init": "raise ImportError('no luck')"},
    "ModuleNotFoundError: No module named 'nowhere'": {"rules": "import nowhere"},
    "SyntaxError: ": {"rules": "def"},
    "SystemExit: 3": {"rules": "raise SystemExit(3)"},
    "ZeroDivisionError: ": {"init": "1 / 0"},
    "BaseException: two lines": {"rules": "raise BaseException('two\\nlines')"},
    "AttributeError: ": {"as_": "fake_bad:Nothing"},
}


@pytest.mark.parametrize(("cause", "how"), BROKEN.items())
def test_whatever_an_import_raises_is_told_with_where_it_came_from(
    site: Site, cause: str, how: dict[str, str]
) -> None:
    site.install("bad", **how)

    with pytest.raises(RulesetBroken) as caught:
        loading.load_plugin("bad")

    place = how.get("as_", "fake_bad")
    assert f"bad (estoc-bad 1.0, bad = {place}) can't be imported: {cause}" in str(caught.value)
    assert caught.value.__cause__ is not None


@pytest.mark.parametrize("how", BROKEN.values())
def test_broken_plugins_are_listed_with_their_reason_and_the_others_stay_usable(
    site: Site, how: dict[str, str]
) -> None:
    site.install("good")
    site.install("bad", **how)

    bad, good = loading.installed()

    assert ("bad", "estoc-bad", "1.0", "A game") == (bad.name, bad.distribution, bad.version, bad.title)
    assert isinstance(bad.problem, RulesetBroken)
    assert ("good", "A game", None) == (good.name, good.title, good.problem)
    assert "a budget" == loading.load_plugin("good").module.action_budget(None)


@pytest.mark.parametrize(
    "damaged", [b"[estoc.rulesets]\nno equals sign\n", b"[estoc.rulesets]\ngame = \xff\n"]
)
def test_a_distribution_with_damaged_metadata_takes_no_other_with_it(site: Site, damaged: bytes) -> None:
    site.install("good")
    site.install("bad")
    (site.folder / "estoc_bad-1.0.dist-info" / "entry_points.txt").write_bytes(damaged)

    assert ["good"] == [line.name for line in loading.installed()]


def test_a_distribution_found_twice_counts_once(
    tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.install("game")
    Site(tmp_path / "other").install("game")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "other"), *sys.path])

    assert tmp_path / "other" / "fake_game" == loading.load_plugin("game").folder


def test_a_persons_interruption_of_an_import_is_passed_on(site: Site) -> None:
    site.install("bad", rules="raise KeyboardInterrupt")

    with pytest.raises(KeyboardInterrupt):
        loading.installed()


def test_an_entry_point_of_a_class_is_refused(site: Site) -> None:
    site.install("bad", as_="fake_bad:Rules", init="class Rules: pass")

    with pytest.raises(RulesetBroken, match=r"bad = fake_bad:Rules.* is no package"):
        loading.load_plugin("bad")


def test_a_package_without_data_is_refused(site: Site) -> None:
    site.install("bad")
    (site.folder / "fake_bad" / "ruleset.toml").unlink()

    with pytest.raises(RulesetBroken, match=r"has no ruleset\.toml beside its rules"):
        loading.load_plugin("bad")
    assert [""] == [line.title for line in loading.installed()]


def test_data_that_are_no_toml_are_refused_with_their_line(site: Site) -> None:
    site.install("bad", data="title = 'A game'\ninterface 1\n")

    with pytest.raises(RulesetInvalid, match=r"the data of bad can't be read: .*ruleset\.toml:2"):
        loading.load_plugin("bad")


@pytest.mark.parametrize(
    ("interface", "cure"),
    [
        ("2", "bad is for hook interface 2 and this Estoc has 1: pip install --upgrade estoc"),
        ("0", "bad is for hook interface 0 and this Estoc has 1: pip install --upgrade estoc-bad"),
        ("true", "bad doesn't say its hook interface: write interface = 1 in its ruleset.toml"),
        ("'1'", "bad doesn't say its hook interface: write interface = 1 in its ruleset.toml"),
    ],
)
def test_another_interface_is_told_before_the_rules_can_fail(site: Site, interface: str, cure: str) -> None:
    site.install("bad", init="raise ImportError", data=f"interface = {interface}")

    with pytest.raises(InterfaceMismatch) as caught:
        loading.load_plugin("bad")

    assert cure == str(caught.value)
    assert "fake_bad" not in sys.modules


# -- folders -----------------------------------------------------------------------------------------
def test_a_folder_is_loaded_and_left_as_it_was(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (folder / "tables.py").write_text("ANSWER = 'from a table'\n", encoding="utf-8")
    with (folder / "rules.py").open("a", encoding="utf-8") as rules:
        rules.write("\nfrom .tables import ANSWER\n")
    files, path = sorted(os.listdir(folder)), list(sys.path)

    plugin = loading.load_plugin(folder)

    assert ("my-game", "", "from a table") == (plugin.name, plugin.distribution, plugin.module.ANSWER)
    assert files == sorted(os.listdir(folder))
    assert (path, False) == (sys.path, sys.dont_write_bytecode)


def test_a_folder_can_be_named_by_a_text(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)

    assert {"my-game"} == {
        loading.load_plugin(name).name for name in ("my_game", "./my_game", "my_game/", str(folder))
    }


def test_a_folder_loaded_again_is_read_again(folder: Path) -> None:
    before = loading.load_plugin(folder)
    (folder / "rules.py").write_text(MINIMAL.replace("an order", "another"), encoding="utf-8")

    after = loading.load_plugin(folder)

    assert ("an order", "another") == tuple(
        plugin.module.determine_initiative(None) for plugin in (before, after)
    )


@pytest.mark.parametrize("file", ["rules.py", "ruleset.toml"])
def test_a_folder_that_lacks_a_file_is_not_found(folder: Path, file: str) -> None:
    (folder / file).unlink()

    with pytest.raises(RulesetNotFound, match=f"is no ruleset's folder: it has no {file}"):
        loading.load_plugin(str(folder))


def test_a_broken_folder_leaves_nothing_behind(folder: Path) -> None:
    (folder / "rules.py").write_text("from . import other\n1 / 0", encoding="utf-8")
    (folder / "other.py").write_text("", encoding="utf-8")
    before = set(sys.modules)

    with pytest.raises(RulesetBroken, match=r"my_game.* can't be imported: ZeroDivisionError"):
        loading.load_plugin(folder)

    assert before == set(sys.modules)


def test_an_older_interface_in_a_folder_names_no_distribution(folder: Path) -> None:
    (folder / "ruleset.toml").write_text("interface = 0", encoding="utf-8")

    with pytest.raises(InterfaceMismatch, match="bring its rules up to date, or install an older estoc"):
        loading.load_plugin(folder)


# -- hooks -------------------------------------------------------------------------------------------
def from_rules(folder: Path, rules: str) -> Plugin:
    """The folder's plugin, with these rules."""
    (folder / "rules.py").write_text(rules, encoding="utf-8")
    return loading.load_plugin(folder)


REFUSED = {
    "marks loccate as a hook (FILE:2), and there is none; the nearest: locate": (
        "@hookimpl\ndef loccate(): return 1"
    ),
    "the nearest: determine_initiative, action_budget, resolve_hit, critical, locate, compute_damage": (
        "@hookimpl\ndef zzz(): return 1"
    ),
    "locate of my-game (FILE:3) has the marker of other: put @hookimpl of estoc on it": (
        "import pluggy\n@pluggy.HookimplMarker('other')\ndef locate(): return 1"
    ),
    "locate of my-game (FILE:2) isn't marked: put @hookimpl of estoc on it": "def locate(): return 1",
    "critical of my-game (FILE:2) gives hit a default: take it away": (
        "@hookimpl\ndef critical(attack, hit=None): return 1"
    ),
    "critical of my-game (FILE:2) names hit with a star: name it plainly": (
        "@hookimpl\ndef critical(attack, *, hit): return 1"
    ),
    "critical of my-game (FILE:2) names rest with a star: name it plainly": (
        "@hookimpl\ndef critical(attack, **rest): return 1"
    ),
    "critical of my-game (FILE:2) has no argument atack; the nearest: attack": (
        "@hookimpl\ndef critical(atack): return 1"
    ),
    "locate of my-game (FILE:2) is marked hookwrapper=True: make it wrapper=True": (
        "@hookimpl(hookwrapper=True)\ndef locate(): yield"
    ),
    "locate of my-game (FILE:2) is marked wrapper=True and doesn't yield": (
        "@hookimpl(wrapper=True)\ndef locate(): return 1"
    ),
    "locate of my-game (FILE:2) yields and isn't marked wrapper=True": "@hookimpl\ndef locate(): yield",
}


@pytest.mark.parametrize(("sentence", "rules"), REFUSED.items())
def test_a_hook_that_is_not_what_its_author_meant_is_refused(folder: Path, sentence: str, rules: str) -> None:
    with pytest.raises(RulesetInvalid) as caught:
        from_rules(folder, MARKER + rules)

    assert sentence.replace("FILE", str(folder / "rules.py")) in str(caught.value)


def test_the_line_of_a_hook_is_its_decorators(folder: Path) -> None:
    with pytest.raises(RulesetInvalid) as caught:
        from_rules(folder, MARKER + "\n\n@hookimpl\ndef loccate(): return 1")

    assert 4 == caught.value.figures["line"]


def test_an_unknown_hook_is_let_be_where_its_author_says_that_it_may_not_exist(folder: Path) -> None:
    plugin = from_rules(folder, MINIMAL + "@hookimpl(optionalhook=True)\ndef of_a_later_estoc(): return 1")

    assert "an order" == loading.bind(plugin, (), ()).determine_initiative("C", "start", "d", "B")


# -- the order of a blow -----------------------------------------------------------------------------
def test_a_ruleset_is_bound_to_the_order_of_its_blow(folder: Path) -> None:
    plan = loading.bind(from_rules(folder, STRIKING), (), ("hit", "react", "damage"))

    assert "damage" == plan.compute_damage("C", "a", "h", None, None, None, "d", "B")


@pytest.mark.parametrize(
    ("rules", "blow", "sentence"),
    [
        (MINIMAL, "hit", "my-game has no resolve_hit: write it, or leave its step out"),
        (MARKER, "", "my-game has no determine_initiative, and no fight goes without"),
        (
            MINIMAL + "@hookimpl(wrapper=True)\ndef resolve_hit(): yield",
            "hit",
            "my-game has no resolve_hit: write it",
        ),
        (
            STRIKING + "@hookimpl(specname='resolve_hit')\ndef again(): return 1",
            "hit damage",
            "my-game has more than one resolve_hit (FILE:11, FILE:18): keep one",
        ),
        (
            STRIKING,
            "damage hit",
            "compute_damage of my-game (FILE:15) names hit, which doesn't come before it: "
            "the order of a blow is damage, hit",
        ),
        (STRIKING, "damage", "names hit, which doesn't come before it: the order of a blow is damage"),
        (
            STRIKING.replace("damage(hit", "damage(answer"),
            "hit damage react",
            "compute_damage of my-game (FILE:15) names answer, which doesn't come before it",
        ),
        (
            STRIKING + "@hookimpl\ndef locate(): return 1",
            "hit damage",
            "locate of my-game (FILE:18) is never asked: the order of a blow is hit, damage",
        ),
    ],
)
def test_hooks_that_do_not_fit_the_order_of_a_blow_are_refused(
    folder: Path, rules: str, blow: str, sentence: str
) -> None:
    plugin = from_rules(folder, rules)

    with pytest.raises(RulesetInvalid) as caught:
        loading.bind(plugin, (), tuple(blow.split()))

    assert sentence.replace("FILE", str(folder / "rules.py")) in str(caught.value)


def test_a_test_without_a_target_can_be_resolved_whatever_the_blow(folder: Path) -> None:
    rules = MINIMAL + "@hookimpl\ndef resolve_hit(): return 'a test'"

    assert "a test" == loading.bind(from_rules(folder, rules), (), ()).resolve_hit("C", "a", "d", "B")


# -- house rules -------------------------------------------------------------------------------------
WRAPPING = """\
from estoc.hookspecs import hookimpl

@hookimpl(wrapper=True)
def action_budget():
    return f"{(yield)}, NAME"
"""


def house_rule(folder: Path, name: str, rules: str) -> Plugin:
    """A house rule as a folder."""
    made = folder.parent / name
    made.mkdir()
    (made / "rules.py").write_text(rules, encoding="utf-8")
    (made / "ruleset.toml").write_text(DATA, encoding="utf-8")
    return loading.load_plugin(made, HOUSE_RULES)


def test_the_callers_order_of_house_rules_decides(folder: Path) -> None:
    ruleset = loading.load_plugin(folder)
    one, two = (house_rule(folder, name, WRAPPING.replace("NAME", name)) for name in ("one", "two"))

    assert ("a budget, one, two", "a budget, two, one", "a budget") == tuple(
        loading.bind(ruleset, house_rules, ()).action_budget("C", "c", "B")
        for house_rules in ((one, two), (two, one), ())
    )


def test_a_house_rule_that_needs_a_later_result_is_refused(folder: Path) -> None:
    rules = MARKER + "@hookimpl(wrapper=True)\ndef resolve_hit(): return (yield)\n"
    rules += "@hookimpl\ndef compute_damage(location): return 1"

    with pytest.raises(RulesetInvalid, match=r"compute_damage of house .* names location"):
        loading.bind(from_rules(folder, STRIKING), [house_rule(folder, "house", rules)], ("hit", "damage"))


def test_a_house_rule_given_twice_is_refused(folder: Path) -> None:
    house = house_rule(folder, "house", "")

    with pytest.raises(RulesetClash, match="house is given twice"):
        loading.bind(loading.load_plugin(folder), [house, house], ())
