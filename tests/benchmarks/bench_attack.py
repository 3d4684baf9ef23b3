"""One attack: its rules through the plan, and the whole of it through `legal` and `decide`."""

from __future__ import annotations

from collections.abc import Callable, Generator
from itertools import pairwise
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from attrs import frozen
from pluggy import PluginManager

from estoc import Combat, Decision, Encounter, Event, NotHere, hookimpl, read_encounter, seeded
from estoc.dice import Sampled
from estoc.engine.legal import attack_of
from estoc.events import AttackTested, DamageDealt, HealthChanged, Located
from estoc.hookspecs import RulesetSpec
from estoc.plan import Plan, bind
from estoc.playing import play
from estoc_warforum import rules as warforum

if TYPE_CHECKING:
    from tests.benchmarks.conftest import Bench

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
Results = tuple[Any, ...]

A_DECISION = 100 / 0.35
"""A decision may take 100 us where an attack by plain functions takes 0.35 us."""


@pytest.fixture
def shot() -> Encounter:
    """Medenor's shot at the orc; its third step is the shot itself."""
    return read_encounter(EXAMPLES / "medenor.toml")


# -- the rules alone ----------------------------------------------------------------------------------
class Sevens(Sampled):
    """Dice that cost next to nothing, so that what is measured is the way to the rules."""

    def roll(self, sides: int, why: str, who: str | None = None) -> int:
        """A face that lands the shot."""
        return 7


def house_rule() -> object:
    """A plugin that does nothing but stand round the damage."""

    @hookimpl(wrapper=True)
    def compute_damage() -> Generator[None, Any, Any]:
        return (yield)

    return SimpleNamespace(compute_damage=compute_damage)


def plan_of(*plugins: object) -> Plan:
    """The plan of these plugins, the last asked first."""
    registry = PluginManager("estoc")
    registry.add_hookspecs(RulesetSpec)
    for plugin in plugins:
        registry.register(plugin)
    return bind(registry)


def sides(shot: Encounter, plan: Plan) -> tuple[Callable[[], Results], Callable[[], Results]]:
    """The same attack hook by hook through the plan, and by the same functions called directly."""
    rules, combat, dice = shot.rules, shot.combat(), Sevens(1)
    book, decision = rules.book, shot.steps[0].decision.actions[0]
    decision = Decision("Medenor", decision.do, "Orque", "arc long", decision.circumstances)
    attack = attack_of(rules.view(combat), decision, book.actions[decision.do]).bound(combat)
    none = NotHere("not in this attack")

    def planned() -> Results:
        hit = plan.resolve_hit(combat, attack, dice, book)
        critical = plan.critical(combat, attack, hit, none, none, dice, book)
        location = plan.locate(combat, attack, hit, dice, book)
        damage = plan.compute_damage(combat, attack, hit, none, critical, location, dice, book)
        return hit, critical, location, damage

    def direct() -> Results:
        hit = warforum.resolve_hit(attack, dice, book)
        critical = warforum.critical(hit)
        location = warforum.locate(attack, dice, book)
        damage = warforum.compute_damage(attack, none, location, dice, book)
        return hit, critical, location, damage

    return planned, direct


@pytest.mark.parametrize(
    ("name", "house_rules", "bar"),
    [
        ("an attack through the plan", (), 1.5),
        ("an attack through the plan, a house rule round it", (house_rule(),), 2.5),
    ],
)
def test_an_attack_through_the_plan(
    bench: Bench, shot: Encounter, name: str, house_rules: tuple[object, ...], bar: float
) -> None:
    planned, direct = sides(shot, plan_of(shot.rules.plugin.module, *house_rules))
    assert direct() == planned()
    ours, peer = bench.best(planned, direct)
    bench.report(name, ours, peer, "called directly", bar)


# -- the whole of it ----------------------------------------------------------------------------------
@frozen
class Fighter:
    """Somebody of the calibrating attack."""

    skill: int
    wounds: int


def to_hit(fighter: Fighter, random: Random) -> bool:
    return int(random.random() * 100) + 1 <= fighter.skill


def location(random: Random) -> int:
    return int(random.random() * 10) + 1


def damage(random: Random) -> int:
    return int(random.random() * 10) + 1


def calibrating() -> None:
    """A hundred attacks by plain functions: a d100 to hit, a d10 for the location, a d10 for the damage."""
    random, one, other = Random(1), Fighter(55, 12), Fighter(55, 12)
    lost = 0
    for _ in range(100):
        if to_hit(one, random) and lost < other.wounds:
            location(random)
            lost = damage(random)


HIT = {AttackTested, Located, DamageDealt, HealthChanged}


def test_one_decision_with_its_events(bench: Bench, shot: Encounter) -> None:
    """`legal` and `decide` of a shot that hits, wounds and is told."""
    rules, steps = shot.rules, [step.decision for step in shot.steps]
    before, _ = rules.start(shot, seeded("0"))
    for step in steps[:2]:
        before, _ = rules.decide(before, step, seeded("0"))

    def decided(seed: int) -> tuple[Event, ...]:
        assert rules.legal(before)
        return rules.decide(before, steps[2], seeded(seed))[1]

    lucky = next(seed for seed in range(1_000) if set(map(type, decided(seed))) >= HIT)
    ours, peer = bench.best(lambda: decided(lucky), calibrating)
    bench.report("an attack decided, legal included", ours, peer / 100, "by plain functions", A_DECISION)


def test_every_decision_of_a_skirmish(bench: Bench) -> None:
    """`legal` and `decide` of whatever comes, with reactions, on average over six against six."""
    skirmish = read_encounter(EXAMPLES / "escarmouche.toml")
    rules, dice = skirmish.rules, seeded("1")
    moments = list(play(skirmish, dice))
    taken = [(before.combat, after.decision) for before, after in pairwise(moments)]

    def decided() -> list[Combat]:
        after = []
        for combat, decision in taken:
            assert decision is not None
            rules.legal(combat)
            after.append(rules.decide(combat, decision, dice)[0])
        return after

    assert [moment.combat for moment in moments[1:]] == decided()
    ours, peer = bench.best(decided, calibrating)
    name = "a decision of six against six, legal included"
    bench.report(name, ours / len(taken), peer / 100, "by plain functions", A_DECISION)
