"""A plugin's code and its data brought in, whatever they do on the way."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from importlib.resources.abc import Traversable
from importlib.util import module_from_spec
from itertools import count
from pathlib import Path
from types import ModuleType

from estoc import toml
from estoc.errors import Faults, InterfaceMismatch, RulesetInvalid
from estoc.finding import Origin
from estoc.hookspecs import INTERFACE
from estoc.plan import described

DATA = "ruleset.toml"
_loads = count(1)


def import_beside(folder: Path) -> ModuleType:
    """Import `rules.py` as a module of a package of its own, so that it can import the files beside it."""
    spec = ModuleSpec(f"estoc_folder_{next(_loads)}", None, is_package=True)
    spec.submodule_search_locations = [str(folder)]
    sys.modules[spec.name] = module_from_spec(spec)
    importlib.invalidate_caches()  # the folder may have been written a moment ago
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        return importlib.import_module(f"{spec.name}.rules")
    except BaseException:
        for module in [module for module in sys.modules if f"{module}.".startswith(f"{spec.name}.")]:
            del sys.modules[module]
        raise
    finally:
        sys.dont_write_bytecode = writes


@contextmanager
def importing(origin: Origin) -> Iterator[None]:
    """Turn whatever an import raises, an exit included, into RulesetBroken; a person's Ctrl-C passes."""
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException as cause:
        sentence = "{plugin} ({origin}) can't be imported: {cause}"
        raise origin.broken(sentence, cause=described(cause)) from cause


def read(folder: Traversable, origin: Origin) -> toml.Toml:
    """Read the data of a plugin, and see that they are for this interface."""
    file = folder / DATA
    try:
        data = toml.parse(file.read_bytes(), str(file))
    except (Faults, OSError) as cause:
        raise RulesetInvalid(
            "the data of {plugin} can't be read: {cause}", plugin=origin.name, cause=cause
        ) from cause
    _check_interface(data.data.get("interface"), origin)
    return data


def _check_interface(found: object, origin: Origin) -> None:
    if not isinstance(found, int) or isinstance(found, bool):
        sentence = "{plugin} doesn't say its hook interface: write interface = {expected} in its {file}"
    elif found == INTERFACE:
        return
    elif found > INTERFACE:
        sentence = _FOR_ANOTHER["newer"]
    else:
        sentence = _FOR_ANOTHER["older" if origin.distribution else "older folder"]
    raise InterfaceMismatch(
        sentence,
        plugin=origin.name,
        found=found,
        expected=INTERFACE,
        distribution=origin.distribution,
        file=DATA,
    )


_FOR_ANOTHER = {
    "newer": (
        "{plugin} is for hook interface {found} and this Estoc has {expected}: pip install --upgrade estoc"
    ),
    "older": (
        "{plugin} is for hook interface {found} and this Estoc has {expected}: "
        "pip install --upgrade {distribution}"
    ),
    "older folder": (
        "{plugin} is for hook interface {found} and this Estoc has {expected}: "
        "bring its rules up to date, or install an older estoc"
    ),
}
