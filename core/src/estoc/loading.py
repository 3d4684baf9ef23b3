"""Plugins imported, by name or from a folder, and held against the contract; a broken one harms no other.

An entry point names a package. Its `rules` module holds the hooks, and its `ruleset.toml` what can be read
without running it. A plain folder with `rules.py` and `ruleset.toml` will do as well: nothing is written
in it, and `sys.path` stays as it is.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from importlib.metadata import EntryPoint
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from attrs import frozen
from pluggy import PluginManager

from estoc import plan, toml
from estoc.contract import check_blow, check_hooks
from estoc.errors import EstocError, RulesetClash, RulesetNotFound
from estoc.finding import HOUSE_RULES, RULESETS, Origin, canonical, claiming, claims, clash, find
from estoc.hookspecs import PROJECT, RulesetSpec
from estoc.importing import DATA, import_beside, importing, read

__all__ = ["HOUSE_RULES", "RULESETS", "Installed", "Plugin", "bind", "find", "installed", "load_plugin"]


@frozen(eq=False)
class Plugin:
    """A ruleset or a house rule, imported: its `rules` module, its data, and the folder of its files."""

    name: str
    module: ModuleType
    toml: toml.Toml
    folder: Traversable
    distribution: str
    """Empty for a plain folder."""
    version: str

    @property
    def data(self) -> dict[str, Any]:
        """What `ruleset.toml` holds."""
        return self.toml.data


@frozen
class Installed:
    """A line of what is installed; `problem` says why it can't be used, and is None when it can."""

    name: str
    distribution: str
    version: str
    title: str
    problem: EstocError | None


def load_plugin(name: str | os.PathLike[str], group: str = RULESETS) -> Plugin:
    """Import the plugin of this name, or the one in this folder, and check its hooks.

    A path, a text with a path separator, and the name of a folder that holds `ruleset.toml` are folders.
    Raises RulesetNotFound, RulesetClash, RulesetBroken, RulesetInvalid, InterfaceMismatch.
    """
    if _is_folder(name):
        return _from_folder(os.fspath(name))
    return _from_entry_point(find(str(name), group))


def installed(group: str = RULESETS) -> tuple[Installed, ...]:
    """Import all that is installed, in order of name, the broken ones with their reason."""
    entries = sorted(claims(group), key=lambda entry: str(Origin.of(entry)))
    entries.sort(key=lambda entry: canonical(entry.name))
    return tuple(_examined(entry, claiming(entry.name, entries)) for entry in entries)


def bind(ruleset: Plugin, house_rules: Sequence[Plugin], blow: Sequence[str]) -> plan.Plan:
    """Bind the hooks of a ruleset and of its house rules, of which the last is asked first.

    `blow` is the steps of a blow in order, as the book has them.
    Raises RulesetInvalid, and RulesetClash for a plugin that is given twice.
    """
    plugins = [ruleset, *house_rules]
    check_blow([(plugin.name, plugin.module) for plugin in plugins], blow)
    manager = PluginManager(PROJECT)
    manager.add_hookspecs(RulesetSpec)
    for plugin in plugins:
        if manager.has_plugin(plugin.name):
            raise RulesetClash("{name} is given twice: give each plugin once", name=plugin.name)
        manager.register(plugin.module, plugin.name)
    return plan.bind(manager)


# -- by name -----------------------------------------------------------------------------------------
def _from_entry_point(entry: EntryPoint) -> Plugin:
    """Look at the data first, so that rules for another interface are told from broken ones."""
    origin = Origin.of(entry)
    folder = _folder_ahead(entry)
    data = read(folder, origin) if folder and (folder / DATA).is_file() else None
    with importing(origin):
        package = entry.load()
    if not isinstance(package, ModuleType):
        raise origin.broken("{plugin} ({origin}) is no package: its entry point must name the package alone")
    with importing(origin):
        rules = importlib.import_module(f"{package.__name__}.rules")
    if not (folder and data):
        raise origin.broken("{plugin} ({origin}) has no {file} beside its rules", file=DATA)
    check_hooks(origin.name, rules)
    return Plugin(origin.name, rules, data, folder, origin.distribution, origin.version)


def _folder_ahead(entry: EntryPoint) -> Traversable | None:
    """Find a package's files without running it, unless it lies in another; None when that can't be."""
    try:
        spec = find_spec(entry.module)
        return files(module_from_spec(spec)) if spec and spec.submodule_search_locations else None
    except KeyboardInterrupt:
        raise
    except BaseException:  # the import, which comes next, says it better
        return None


def _examined(entry: EntryPoint, claimants: Sequence[EntryPoint]) -> Installed:
    origin, problem = Origin.of(entry), None
    try:
        if len(claimants) > 1:
            raise clash(entry.name, claimants)
        _from_entry_point(entry)
    except EstocError as error:
        problem = error
    return Installed(origin.name, origin.distribution, origin.version, _title(entry), problem)


def _title(entry: EntryPoint) -> str:
    folder = _folder_ahead(entry)
    try:
        return str(toml.parse((folder / DATA).read_bytes(), DATA).data["title"]) if folder else ""
    except (EstocError, OSError, KeyError):
        return ""


# -- by folder ---------------------------------------------------------------------------------------
def _is_folder(name: str | os.PathLike[str]) -> bool:
    if not isinstance(name, str):
        return True
    path = any(separator in name for separator in ("/", os.sep, os.altsep or os.sep))
    return path or os.path.isfile(os.path.join(name or "?", DATA))


def _from_folder(path: str) -> Plugin:
    for file in ("rules.py", DATA):
        if not os.path.isfile(os.path.join(path, file)):
            raise RulesetNotFound("{folder} is no ruleset's folder: it has no {file}", folder=path, file=file)
    folder = Path(path).resolve()
    origin = Origin(canonical(folder.name), str(folder))
    data = read(folder, origin)
    with importing(origin):
        rules = import_beside(folder)
    check_hooks(origin.name, rules)
    return Plugin(origin.name, rules, data, folder, "", "")
