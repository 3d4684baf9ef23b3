"""A ruleset's hooks bound once: plain callables instead of a look-up a call, with pluggy's own answers.

pluggy stays the registry; what it does at each call (find the implementations, pick the arguments that
each names, run the wrappers) is prepared here once. The one difference: where pluggy answers `None`, a
rule of the plan raises `RuleFailed`, so that a forgotten `return` never looks like an answer.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Sequence
from operator import itemgetter
from types import FrameType
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen
from pluggy import HookImpl, PluginManager

from estoc.errors import RuleFailed
from estoc.hookspecs import HOOKS

if TYPE_CHECKING:
    from estoc.dice import Die

Rule = Callable[..., Any]


@frozen
class Written:
    """Where an implementation is written: its plugin, the package around it, its file and first line."""

    plugin: str
    package: str
    file: str
    line: int

    @classmethod
    def of(cls, impl: HookImpl) -> Written:
        """Look at the function itself, under whatever decorates it."""
        function: Any = inspect.unwrap(impl.function)
        module, code = function.__globals__["__name__"], function.__code__
        return cls(
            impl.plugin_name, module.rpartition(".")[0] or module, code.co_filename, code.co_firstlineno
        )

    def figures(self, hook: str) -> dict[str, object]:
        """What a sentence about a hook needs to name it and its place."""
        return {"hook": hook, "plugin": self.plugin, "file": self.file, "line": self.line}

    def holds(self, frame: FrameType) -> bool:
        """Whether the frame runs a module of the same package."""
        return f"{frame.f_globals.get('__name__')}.".startswith(f"{self.package}.")


@frozen
class Plan:
    """A rule for each hook: call it with every argument of its specification, in order, by position."""

    determine_initiative: Rule
    action_budget: Rule
    resolve_hit: Rule
    critical: Rule
    locate: Rule
    compute_damage: Rule
    written: dict[str, tuple[Written, ...]]
    """Where each hook is implemented, the first asked first; nowhere for a hook that is left out."""
    named: dict[str, frozenset[str]]
    """The arguments that somebody who implements a hook names: all that its answer can depend on."""

    def failure(self, hook: str, cause: BaseException, faces: Sequence[Die] = ()) -> RuleFailed:
        """Say what a rule raised, where in a plugin's own files, and after which dice."""
        sentence = "{hook} of {plugin} failed at {file}:{line}: {cause}"
        if faces:
            sentence = "{hook} of {plugin} failed at {file}:{line}: {cause} (dice so far: {dice})"
        dice = ", ".join(f"d{die.sides} {die.face} ({die.why})" for die in faces)
        place = self._deepest(hook, cause).figures(hook)
        return RuleFailed(sentence, cause=described(cause), dice=dice, **place)

    def _deepest(self, hook: str, cause: BaseException) -> Written:
        """Find the deepest frame that is a plugin's; failing that, the implementation asked first."""
        deepest = self.written[hook][0]
        plugins = {written.package: written for places in self.written.values() for written in places}
        trace = cause.__traceback__
        while trace is not None:
            for written in plugins.values():
                if written.holds(trace.tb_frame):
                    file = trace.tb_frame.f_code.co_filename
                    deepest = evolve(written, file=file, line=trace.tb_lineno)
            trace = trace.tb_next
        return deepest


def described(cause: BaseException) -> str:
    """Give an exception's type and text on one line."""
    return ": ".join(filter(None, (type(cause).__name__, " ".join(str(cause).split()))))


def bind(plugins: PluginManager) -> Plan:
    """Bind what is registered now; a later registration needs another plan."""
    impls = {hook: getattr(plugins.hook, hook).get_hookimpls()[::-1] for hook in HOOKS}
    written = {hook: tuple(map(Written.of, asked)) for hook, asked in impls.items()}
    named = {hook: frozenset(name for one in asked for name in one.argnames) for hook, asked in impls.items()}
    return Plan(**{hook: _rule(hook, asked) for hook, asked in impls.items()}, written=written, named=named)


# -- rules -------------------------------------------------------------------------------------------
class _Bound:
    """An implementation, and how to pick what it names out of all the arguments of its hook."""

    __slots__ = ("function", "pick", "written")

    def __init__(self, hook: str, impl: HookImpl) -> None:
        self.function: Rule = impl.function
        self.pick = _picker([HOOKS[hook].index(name) for name in impl.argnames])
        self.written = Written.of(impl)


def _picker(places: list[int]) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    if len(places) > 1:
        return itemgetter(*places)
    return itemgetter(slice(places[0], places[0] + 1) if places else slice(0))  # a tuple here too


def _rule(hook: str, asked: Sequence[HookImpl]) -> Rule:
    wrappers = [_Bound(hook, impl) for impl in asked if impl.wrapper]
    plain = [_Bound(hook, impl) for impl in asked if not impl.wrapper]
    if not plain:
        return _absent(hook)
    return _composed(hook, wrappers, plain) if wrappers or len(plain) > 1 else _single(hook, plain[0])


def _absent(hook: str) -> Rule:
    def rule(*args: Any) -> Any:
        raise RuleFailed("{hook} was asked, and the ruleset leaves it out", hook=hook)

    return rule


def _single(hook: str, bound: _Bound) -> Rule:
    function, pick = bound.function, bound.pick

    def rule(*args: Any) -> Any:
        answer = function(*pick(args))
        if answer is None:
            raise _no_answer(hook, bound)
        return answer

    return rule


def _composed(hook: str, wrappers: Sequence[_Bound], plain: Sequence[_Bound]) -> Rule:
    """Wrappers from the outermost in, then plain ones until one answers, then back out, as pluggy does."""

    def rule(*args: Any) -> Any:
        answer, failure, blamed = None, None, plain[-1]
        begun: list[tuple[Generator[None, Any, Any], _Bound]] = []
        try:
            for bound in wrappers:
                begun.append((_begin(bound.function(*bound.pick(args))), bound))
            for bound in plain:
                if (answer := bound.function(*bound.pick(args))) is not None:
                    break
        except BaseException as error:
            failure = error
        for generator, bound in reversed(begun):
            before = answer if failure is None else failure
            answer, failure = _end(generator, answer, failure)
            if answer is None and before is not None:
                blamed = bound
        if failure is not None:
            raise failure
        if answer is None:
            raise _no_answer(hook, blamed)
        return answer

    return rule


def _begin(wrapper: Generator[None, Any, Any]) -> Generator[None, Any, Any]:
    try:
        next(wrapper)
    except StopIteration:
        raise _misbehaved(wrapper, "did not yield") from None
    return wrapper


def _end(
    wrapper: Generator[None, Any, Any], answer: Any, failure: BaseException | None
) -> tuple[Any, BaseException | None]:
    """Hand a wrapper what came of the inner calls; what comes back is the answer or failure from then on."""
    try:
        if failure is None:
            wrapper.send(answer)
        else:
            wrapper.throw(failure)
        wrapper.close()
    except StopIteration as stop:
        return stop.value, None
    except BaseException as error:
        # Python turns a StopIteration that leaves a generator into a RuntimeError: it was only passing.
        passing = isinstance(failure, StopIteration) and error.__cause__ is failure
        return answer, failure if passing and isinstance(error, RuntimeError) else error
    raise _misbehaved(wrapper, "has second yield")


def _misbehaved(wrapper: Generator[None, Any, Any], how: str) -> RuntimeError:
    code: Any = wrapper.gi_code  # type: ignore[attr-defined]  # a generator function's, as checked at load
    return RuntimeError(f"wrap_controller at {code.co_name!r} {code.co_filename}:{code.co_firstlineno} {how}")


def _no_answer(hook: str, bound: _Bound) -> RuleFailed:
    sentence = "{hook} of {plugin} gave no answer ({file}:{line}); a forgotten return looks like this"
    return RuleFailed(sentence, **bound.written.figures(hook))
