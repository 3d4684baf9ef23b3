"""The plan answers as pluggy does, and says where a rule went wrong."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pluggy import PluginManager

from estoc import plan
from estoc.dice import Die
from estoc.errors import RuleFailed
from estoc.hookspecs import HOOKS, RulesetSpec, hookimpl
from estoc.importing import import_beside


def manager(*modules: ModuleType) -> PluginManager:
    """A manager in which the modules are registered in this order."""
    plugins = PluginManager("estoc")
    plugins.add_hookspecs(RulesetSpec)
    for module in modules:
        plugins.register(module)
    return plugins


def module(name: str, **functions: Callable[..., Any]) -> ModuleType:
    """A module that holds these functions."""
    made = ModuleType(name)
    vars(made).update(functions)
    return made


# -- as pluggy does ----------------------------------------------------------------------------------
Log = list[object]
Yields = Generator[None, Any, Any]


def answers(value: object) -> Callable[[Log], Callable[..., Any]]:
    def make(log: Log) -> Callable[..., Any]:
        def action_budget(book: object, combat: object) -> object:
            log.append((value, book, combat))
            return value

        return action_budget

    return make


def raises(error: type[BaseException]) -> Callable[[Log], Callable[..., Any]]:
    def make(log: Log) -> Callable[..., Any]:
        def action_budget(combatant: object) -> object:
            log.append((error, combatant))
            raise error("from a plain one")

        return action_budget

    return make


def hands_on(log: Log) -> Callable[..., Any]:
    def action_budget() -> Yields:
        log.append("hands on")
        answer = yield
        log.append(answer)
        return answer

    return action_budget


def changes(log: Log) -> Callable[..., Any]:
    def action_budget(book: object, combatant: object, combat: object) -> Yields:
        return ("changed", combat, combatant, book, (yield))

    return action_budget


def forgets(log: Log) -> Callable[..., Any]:
    def action_budget() -> Yields:
        log.append((yield))

    return action_budget


def swallows(log: Log) -> Callable[..., Any]:
    def action_budget() -> Yields:
        try:
            return (yield)
        except BaseException as error:
            if isinstance(error, GeneratorExit):
                raise
            log.append((type(error), str(error)))
            return "swallowed"

    return action_budget


def swallows_and_forgets(log: Log) -> Callable[..., Any]:
    def action_budget() -> Yields:
        try:
            yield
        except Exception as error:
            log.append((type(error), str(error)))

    return action_budget


def raises_again(log: Log) -> Callable[..., Any]:
    def action_budget() -> Yields:
        try:
            return (yield)
        except Exception as error:
            log.append(str(error))
            raise

    return action_budget


def raises_instead(log: Log) -> Callable[..., Any]:
    def action_budget() -> Yields:
        try:
            return (yield)
        except Exception as error:
            raise LookupError("instead") from error

    return action_budget


def raises_before(log: Log) -> Callable[..., Any]:
    def action_budget() -> Yields:
        raise LookupError("before")
        yield

    return action_budget


def raises_after(log: Log) -> Callable[..., Any]:
    def action_budget() -> Yields:
        yield
        raise LookupError("after")

    return action_budget


def stops_before(log: Log) -> Callable[..., Any]:
    def action_budget() -> Yields:
        next(iter(()))
        yield

    return action_budget


def stops_after(log: Log) -> Callable[..., Any]:
    def action_budget() -> Yields:
        yield
        raise StopIteration("after")

    return action_budget


def doesnt_yield(log: Log) -> Callable[..., Any]:
    def action_budget() -> Yields:
        if log is None:
            yield

    return action_budget


def yields_twice(log: Log) -> Callable[..., Any]:
    def action_budget() -> Yields:
        yield
        yield

    return action_budget


def yields_twice_when_failing(log: Log) -> Callable[..., Any]:
    def action_budget() -> Yields:
        try:
            return (yield)
        except Exception:
            yield

    return action_budget


PLAIN = [answers(value) for value in (None, 0, "seven")] + [
    raises(error) for error in (ValueError, StopIteration, RuntimeError, KeyboardInterrupt)
]
WRAPPERS = [
    hands_on,
    changes,
    forgets,
    swallows,
    swallows_and_forgets,
    raises_again,
    raises_instead,
    raises_before,
    raises_after,
    stops_before,
    stops_after,
    doesnt_yield,
    yields_twice,
    yields_twice_when_failing,
]
MARKS: list[dict[str, bool]] = [{}, {"tryfirst": True}, {"trylast": True}]


def came_of(call: Callable[[], object]) -> tuple[object, ...]:
    """What a call came to: an answer, none, or an exception's type and text."""
    try:
        answer = call()
    except RuleFailed:
        return ("no answer",)
    except BaseException as error:
        return type(error), str(error)
    return ("no answer",) if answer is None else (answer,)


@given(
    st.lists(st.tuples(st.sampled_from(PLAIN), st.sampled_from(MARKS)), min_size=1, max_size=3),
    st.lists(st.tuples(st.sampled_from(WRAPPERS), st.sampled_from(MARKS)), max_size=4),
    st.randoms(use_true_random=False),
)
@example([(answers("seven"), {})], [(yields_twice, {}), (swallows, {})], None)
@example([(raises(KeyboardInterrupt), {})], [(swallows, {}), (hands_on, {})], None)
@example([(answers(0), {})], [(swallows, {}), (doesnt_yield, {})], None)
@example([(raises(StopIteration), {})], [(hands_on, {}), (swallows, {}), (hands_on, {})], None)
def test_a_bound_hook_answers_and_fails_as_pluggy_does(
    plain: list[Any], wrappers: list[Any], order: Any
) -> None:
    log: Log = []
    made = [hookimpl(**marks)(make(log)) for make, marks in plain]
    made += [hookimpl(wrapper=True, **marks)(make(log)) for make, marks in wrappers]
    if order:
        order.shuffle(made)
    plugins = manager(*(module(f"plugin_{n}", action_budget=one) for n, one in enumerate(made)))

    expected = came_of(lambda: plugins.hook.action_budget(combat="C", combatant="c", book="B"))
    expected_log, log[:] = log[:], []

    assert expected == came_of(lambda: plan.bind(plugins).action_budget("C", "c", "B"))
    assert expected_log == log


def test_the_plugin_registered_last_is_asked_first() -> None:
    first = module("first", locate=hookimpl(lambda: "first"))
    last = module("last", locate=hookimpl(lambda: "last"))

    assert "last" == plan.bind(manager(first, last)).locate("C", "a", "h", "d", "B")


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (lambda: "nothing", "nothing"),
        (lambda damage: damage, "damage"),
        (lambda book, combat: book + " " + combat, "book combat"),
        (lambda location, damage, dice: " ".join((location, damage, dice)), "location damage dice"),
        (
            lambda combat, attack, hit, location, damage, dice, book: " ".join(
                (combat, attack, hit, location, damage, dice, book)
            ),
            "combat attack hit location damage dice book",
        ),
    ],
)
def test_an_implementation_gets_the_arguments_that_it_names(
    function: Callable[..., str], expected: str
) -> None:
    rule = plan.bind(manager(module("game", critical=hookimpl(function)))).critical

    assert expected == rule("combat", "attack", "hit", "location", "damage", "dice", "book")


def test_the_arguments_of_each_hook_are_those_of_its_specification() -> None:
    assert {
        "determine_initiative": ("combat", "reason", "dice", "book"),
        "action_budget": ("combat", "combatant", "book"),
        "resolve_hit": ("combat", "attack", "dice", "book"),
        "critical": ("combat", "attack", "hit", "location", "damage", "dice", "book"),
        "locate": ("combat", "attack", "hit", "dice", "book"),
        "compute_damage": ("combat", "attack", "hit", "answer", "critical", "location", "dice", "book"),
    } == HOOKS


# -- when a rule goes wrong --------------------------------------------------------------------------
RULES = """\
from estoc.hookspecs import hookimpl
from .tables import cost

@hookimpl
def compute_damage(attack):
    attack

@hookimpl
def locate(attack):
    return cost(attack)

@hookimpl(wrapper=True)
def resolve_hit():
    yield

@hookimpl
def critical():
    raise ValueError
"""
TABLES = """\
import json

def cost(text):
    return json.loads(text)
"""


@pytest.fixture
def rules(tmp_path: Path) -> ModuleType:
    """The rules above, as a ruleset's folder has them."""
    (tmp_path / "rules.py").write_text(RULES, encoding="utf-8")
    (tmp_path / "tables.py").write_text(TABLES, encoding="utf-8")
    return import_beside(tmp_path)


def bound(*modules: ModuleType) -> plan.Plan:
    """A plan of modules that are called game, house and so on, in this order."""
    plugins = manager()
    for name, one in zip(("game", "house"), modules, strict=False):
        plugins.register(one, name)
    return plan.bind(plugins)


def test_a_forgotten_return_is_told_with_its_place(rules: ModuleType) -> None:
    with pytest.raises(RuleFailed) as caught:
        bound(rules).compute_damage("C", "a", "h", None, "c", "l", "d", "B")

    file = Path(str(rules.__file__))
    assert str(caught.value) == (
        f"compute_damage of game gave no answer ({file}:4); a forgotten return looks like this"
    )


def test_a_wrapper_that_forgets_its_return_is_the_one_named(rules: ModuleType) -> None:
    game = module("game", resolve_hit=hookimpl(lambda: "a hit"))

    with pytest.raises(RuleFailed, match="resolve_hit of house gave no answer") as caught:
        bound(game, rules).resolve_hit("C", "a", "d", "B")

    assert caught.value.figures["line"] == 12


def test_where_all_pass_the_one_asked_last_is_named() -> None:
    game = module("game", locate=hookimpl(lambda: None))
    house = module("house", locate=hookimpl(lambda: None))

    with pytest.raises(RuleFailed, match="locate of game gave no answer"):
        bound(game, house).locate("C", "a", "h", "d", "B")


def test_a_hook_that_is_left_out_says_so_when_it_is_asked_all_the_same(rules: ModuleType) -> None:
    with pytest.raises(RuleFailed, match="action_budget was asked, and the ruleset leaves it out"):
        bound(rules).action_budget("C", "c", "B")


def test_a_failure_names_the_deepest_line_that_is_the_plugins_own(rules: ModuleType) -> None:
    rule = bound(rules)
    with pytest.raises(ValueError, match="Expecting") as caught:
        rule.locate("C", "no json", "h", "d", "B")

    failure = rule.failure("locate", caught.value, [Die(20, 7, "to hit"), Die(8, 3, "where", "Anna")])
    tables = Path(str(rules.__file__)).with_name("tables.py")
    assert str(failure) == (
        f"locate of game failed at {tables}:4: JSONDecodeError: Expecting value: line 1 column 1 (char 0) "
        "(dice so far: d20 7 (to hit), d8 3 (where))"
    )


def test_a_failure_without_text_or_dice_reads_well_too(rules: ModuleType) -> None:
    rule = bound(rules)
    with pytest.raises(ValueError, match=r"^$") as caught:
        rule.critical("C", "a", "h", "l", "D", "d", "B")

    assert f"critical of game failed at {rules.__file__}:18: ValueError" == str(
        rule.failure("critical", caught.value)
    )


def test_a_failure_outside_every_plugin_names_the_implementation(rules: ModuleType) -> None:
    failure = bound(rules).failure("locate", KeyError("x"))

    assert (rules.__file__, 8) == (failure.figures["file"], failure.figures["line"])


def test_a_failure_in_a_house_rule_names_the_house_rule(rules: ModuleType) -> None:
    game = module("game", critical=hookimpl(lambda: "a critical"))
    rule = bound(game, rules)
    with pytest.raises(ValueError, match=r"^$") as caught:
        rule.critical("C", "a", "h", "l", "D", "d", "B")

    assert "house" == rule.failure("critical", caught.value).figures["plugin"]


def test_a_plan_is_bound_anew_after_a_registration() -> None:
    plugins = manager(module("game", locate=hookimpl(lambda: "game")))
    before = plan.bind(plugins)
    plugins.register(module("house", locate=hookimpl(lambda: "house")))

    assert ("game", "house") == tuple(
        bound.locate("C", "a", "h", "d", "B") for bound in (before, plan.bind(plugins))
    )
