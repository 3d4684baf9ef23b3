"""Installed plugins found by name, from the metadata of their distributions; nothing is imported."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from importlib.metadata import EntryPoint, distributions

from attrs import frozen

from estoc.errors import RulesetBroken, RulesetClash, RulesetNotFound

RULESETS = "estoc.rulesets"
HOUSE_RULES = "estoc.house_rules"

NONE_INSTALLED = {
    RULESETS: "no ruleset is installed: install one, for example pip install estoc-NAME",
    HOUSE_RULES: "no house rule is installed: install one, for example pip install estoc-house-rules",
}
_UNKNOWN = {
    RULESETS: "no installed ruleset is called {name}; installed: {installed}",
    HOUSE_RULES: "no installed house rule is called {name}; installed: {installed}",
}
_MISSPELT = {
    RULESETS: "no installed ruleset is called {name}: did you mean {near}? (installed: {installed})",
    HOUSE_RULES: "no installed house rule is called {name}: did you mean {near}? (installed: {installed})",
}


@frozen
class Origin:
    """Where a plugin comes from: its entry point or its folder, and its distribution, empty for a folder."""

    name: str
    place: str
    distribution: str = ""
    version: str = ""

    @classmethod
    def of(cls, entry: EntryPoint) -> Origin:
        """Read the metadata that were found with the entry point."""
        name, place = canonical(entry.name), f"{entry.name} = {entry.value}"
        if entry.dist is None:
            return cls(name, place)
        return cls(name, place, entry.dist.name or "", entry.dist.version or "")

    def __str__(self) -> str:
        return ", ".join(filter(None, (f"{self.distribution} {self.version}".strip(), self.place)))

    def broken(self, sentence: str, **figures: object) -> RulesetBroken:
        """The error that says what is wrong with it, in a sentence with {plugin} and {origin}."""
        return RulesetBroken(sentence, plugin=self.name, origin=str(self), **figures)


def canonical(name: str) -> str:
    """A name as names are compared: in lower case, each run of `-`, `_` and `.` one `-`."""
    return re.sub(r"[-_.]+", "-", name).lower()


def find(name: str, group: str = RULESETS) -> EntryPoint:
    """Find the one entry point of this name; raises RulesetNotFound, or RulesetClash if there are more."""
    entries = claims(group)
    claimants = claiming(name, entries)
    if not claimants:
        raise _not_found(name, group, sorted({canonical(entry.name) for entry in entries}))
    if len(claimants) > 1:
        raise clash(name, claimants)
    return claimants[0]


def claims(group: str) -> list[EntryPoint]:
    """All entry points of a group, each distribution counted once however often it is found.

    As `importlib.metadata.entry_points`, but damaged metadata are passed over instead of ending the search,
    and only those that speak of the group are parsed: with many distributions installed, half the time.
    """
    found: dict[str, list[EntryPoint]] = {}
    for distribution in distributions():
        try:
            if f"[{group}]" in (distribution.read_text("entry_points.txt") or ""):
                entries = list(distribution.entry_points.select(group=group))
                found.setdefault(canonical(distribution.name), entries)
        except Exception:  # a section without a name, a file that isn't UTF-8, ...
            continue
    return [entry for entries in found.values() for entry in entries]


def claiming(name: str, entries: Sequence[EntryPoint]) -> list[EntryPoint]:
    """The entry points that go by this name."""
    return [entry for entry in entries if canonical(entry.name) == canonical(name)]


def clash(name: str, claimants: Sequence[EntryPoint]) -> RulesetClash:
    """Name all who claim a name, in the same order whichever was installed first."""
    return RulesetClash(
        "the name {name} is claimed by {claimants}: uninstall all but one",
        name=canonical(name),
        claimants="; ".join(sorted(str(Origin.of(entry)) for entry in claimants)),
    )


def _not_found(name: str, group: str, installed: Sequence[str]) -> RulesetNotFound:
    if not installed:
        return RulesetNotFound(NONE_INSTALLED[group], name=name)
    near = get_close_matches(canonical(name), installed)
    sentence = (_MISSPELT if near else _UNKNOWN)[group]
    return RulesetNotFound(sentence, name=name, near=", ".join(near), installed=", ".join(installed))
