"""A plugin's hooks held against the contract: what is silently not what its author meant is refused."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from types import FunctionType, ModuleType
from typing import Any

from pluggy import HookImpl, PluginManager

from estoc.book import RESULTS
from estoc.errors import RulesetInvalid
from estoc.hookspecs import ALWAYS_ASKED, ASKED_AT, HOOKS, PROJECT
from estoc.plan import Written

Marked = tuple[str, HookImpl]
"""A function marked as a hook, and the name of the hook that it means to be."""

# A test without a target asks `resolve_hit`, whatever the blow.
_ONLY_IN_A_BLOW = set(ASKED_AT.values()) - {ASKED_AT["hit"]}


def marked(name: str, module: ModuleType) -> list[Marked]:
    """Find what the plugin called `name` marks as hooks, whether or not such hooks exist."""
    finder = PluginManager(PROJECT)  # without the specifications: it finds, and checks nothing
    finder.register(module, name)
    callers = {caller.name: caller for caller in finder.get_hookcallers(module) or ()}  # 1.6 repeats some
    return [(hook, impl) for hook, caller in callers.items() for impl in caller.get_hookimpls()]


def check_hooks(name: str, module: ModuleType) -> None:
    """Refuse a plugin whose hooks are misspelt, mismarked, or name what they can't be given.

    Raises RulesetInvalid at the first.
    """
    for hook, impl in marked(name, module):
        if hook in HOOKS:
            _check_marks(hook, impl)
            _check_arguments(hook, impl)
        elif not impl.optionalhook:
            sentence = (
                "{plugin} marks {hook} as a hook ({file}:{line}), and there is none; the nearest: {near}"
            )
            raise _invalid(sentence, hook, impl, near=nearest(hook, HOOKS))
    for hook in HOOKS:
        _check_unmarked(name, hook, vars(module).get(hook))


def check_blow(plugins: Sequence[tuple[str, ModuleType]], blow: Sequence[str]) -> None:
    """Hold a ruleset and then its house rules against the order of a blow; raises RulesetInvalid."""
    earlier = {ASKED_AT[step]: blow[:place] for place, step in enumerate(blow) if step in ASKED_AT}
    _check_each_once(plugins[0][0], marked(*plugins[0]), (*ALWAYS_ASKED, *earlier))
    for hook, impl in (pair for plugin in plugins for pair in marked(*plugin)):
        if hook in earlier:
            _check_results(hook, impl, earlier[hook], blow)
        elif hook in _ONLY_IN_A_BLOW:
            sentence = "{hook} of {plugin} ({file}:{line}) is never asked: the order of a blow is {blow}"
            raise _invalid(sentence, hook, impl, blow=", ".join(blow))


def nearest(name: str, names: Iterable[str]) -> str:
    """The names that look like this one, the likeliest first; all of them when none does."""
    names = list(names)
    return ", ".join(get_close_matches(name, names) or names)


# -- one plugin --------------------------------------------------------------------------------------
def _check_marks(hook: str, impl: HookImpl) -> None:
    yields = inspect.isgeneratorfunction(inspect.unwrap(impl.function))
    if impl.hookwrapper:
        sentence = "{hook} of {plugin} ({file}:{line}) is marked hookwrapper=True: make it wrapper=True"
        raise _invalid(sentence, hook, impl)
    if impl.wrapper and not yields:
        sentence = "{hook} of {plugin} ({file}:{line}) is marked wrapper=True and doesn't yield"
        raise _invalid(sentence, hook, impl)
    if yields and not impl.wrapper:
        sentence = "{hook} of {plugin} ({file}:{line}) yields and isn't marked wrapper=True"
        raise _invalid(sentence, hook, impl)


def _check_arguments(hook: str, impl: HookImpl) -> None:
    for argument in inspect.signature(impl.function).parameters.values():
        if argument.kind not in (argument.POSITIONAL_ONLY, argument.POSITIONAL_OR_KEYWORD):
            sentence = "{hook} of {plugin} ({file}:{line}) names {argument} with a star: name it plainly"
            raise _invalid(sentence, hook, impl, argument=argument.name)
        if argument.default is not argument.empty:
            # pluggy 1.5 and 1.6 would leave it at its default, 1.7 passes it:
            # https://github.com/pytest-dev/pluggy/issues/442 and https://github.com/pytest-dev/pluggy/issues/522
            sentence = "{hook} of {plugin} ({file}:{line}) gives {argument} a default: take it away"
            raise _invalid(sentence, hook, impl, argument=argument.name)
        if argument.name not in HOOKS[hook]:
            sentence = "{hook} of {plugin} ({file}:{line}) has no argument {argument}; the nearest: {near}"
            near = nearest(argument.name, HOOKS[hook])
            raise _invalid(sentence, hook, impl, argument=argument.name, near=near)


def _check_unmarked(name: str, hook: str, function: Any) -> None:
    if not isinstance(function, FunctionType) or hasattr(function, f"{PROJECT}_impl"):
        return
    projects = [mark.removesuffix("_impl") for mark in vars(function) if mark.endswith("_impl")]
    sentence = "{hook} of {plugin} ({file}:{line}) isn't marked: put @hookimpl of {project} on it"
    if projects:
        sentence = (
            "{hook} of {plugin} ({file}:{line}) has the marker of {other}: put @hookimpl of {project} on it"
        )
    code = inspect.unwrap(function).__code__
    place = {"file": code.co_filename, "line": code.co_firstlineno}
    other = ", ".join(projects)
    raise RulesetInvalid(sentence, hook=hook, plugin=name, **place, other=other, project=PROJECT)


# -- the order of a blow -----------------------------------------------------------------------------
def _check_each_once(name: str, hooks: Sequence[Marked], asked: Sequence[str]) -> None:
    for hook in asked:
        plain = [Written.of(impl) for found, impl in hooks if found == hook and not impl.wrapper]
        if len(plain) > 1:
            places = ", ".join(sorted(f"{place.file}:{place.line}" for place in plain))
            sentence = "{plugin} has more than one {hook} ({places}): keep one"
            raise RulesetInvalid(sentence, plugin=name, hook=hook, places=places)
        if not plain and hook in ALWAYS_ASKED:
            raise RulesetInvalid("{plugin} has no {hook}, and no fight goes without", plugin=name, hook=hook)
        if not plain:
            sentence = "{plugin} has no {hook}: write it, or leave its step out of the order of a blow"
            raise RulesetInvalid(sentence, plugin=name, hook=hook)


def _check_results(hook: str, impl: HookImpl, earlier: Sequence[str], blow: Sequence[str]) -> None:
    for argument in impl.argnames:
        if argument in RESULTS and RESULTS[argument] not in earlier:
            sentence = (
                "{hook} of {plugin} ({file}:{line}) names {argument}, which doesn't come before it: "
                "the order of a blow is {blow}"
            )
            raise _invalid(sentence, hook, impl, argument=argument, blow=", ".join(blow))


def _invalid(sentence: str, hook: str, impl: HookImpl, **figures: object) -> RulesetInvalid:
    return RulesetInvalid(sentence, **Written.of(impl).figures(hook), **figures)
