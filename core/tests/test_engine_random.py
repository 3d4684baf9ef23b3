"""Whatever is decided, a fight keeps its rules: random fights of every made-up game, under a referee."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from kit import check_round_trip, encounter, game

from estoc import Combat, Decision, Event, Refused, seeded
from estoc.combat import Declare, StandingOrder, Turn, Verdict
from estoc.engine import missing
from estoc.events import ActionTaken, Fell, PassBegan, ReactionTested, RoundBegan, TurnLost
from estoc.ruleset import Ruleset

NAMES = ("Ann", "Bob", "Cy", "Di")
SIDES = st.sampled_from(["x", "y"])
SMALL = st.integers(0, 4)

SHEETS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "plain": st.fixed_dictionaries({"HP": st.integers(1, 6), "STR": st.integers(1, 12), "armour": SMALL}),
    "drill": st.fixed_dictionaries(
        {
            "speed": st.integers(0, 9),
            "deeds": SMALL,
            "skill": st.integers(0, 10),
            "HP": st.integers(1, 20),
            "passes": SMALL,
            "quick": st.booleans(),
        }
    ),
    "tokens": st.fixed_dictionaries(
        {"luck": SMALL, "vigour": st.integers(1, 9), "blood": SMALL, "wary": st.booleans()}
    ),
}
WEAPONS = {"plain": ["club", "axe"], "drill": ["blade", "cleaver", "dart"], "tokens": ["mace", "knife"]}
CIRCUMSTANCES: dict[str, dict[str, Any]] = {"drill": {"distance": 12}}
Draw = Callable[[st.SearchStrategy[Any]], Any]

ROUNDS = 4
SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large)
QUICK = (Phase.explicit, Phase.reuse, Phase.generate)
"""A whole fight would shrink for minutes and tell no more."""
ANY = settings(max_examples=25, suppress_health_check=SLOW, phases=QUICK)
LEGAL = settings(max_examples=20, suppress_health_check=SLOW, phases=QUICK)
STEPS = 60
"""So many decisions are random; after them everybody passes and ends, until the last round is over."""


def combatants(name: str) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {
            "side": SIDES,
            "sheet": SHEETS[name],
            "weapons": st.lists(st.sampled_from(WEAPONS[name]), min_size=1, max_size=3),
        }
    )


@st.composite
def fights(draw: st.DrawFn, name: str) -> list[dict[str, Any]]:
    """Two to four people, on both sides."""
    people = draw(st.lists(combatants(name), min_size=2, max_size=4))
    people[0]["side"], people[1]["side"] = "x", "y"
    return [{**each, "name": called} for each, called in zip(people, NAMES, strict=False)]


class Referee:
    """Looks on at a fight, and says when something happened that never may."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def see(self, before: Combat | None, combat: Combat, events: tuple[Event, ...]) -> None:
        """After each decision."""
        check_round_trip(self.rules, combat, events)
        view = self.rules.view(combat)
        assert all(view.able(who) for who in combat.awaited)
        assert sorted(combat.order.names) == sorted(combat.combatants.names)
        assert combat.fallen == {each.name for each in combat.combatants if view.out(each.name)}
        assert (combat.outcome is not None) == (not combat.awaited)
        for decision in self.rules.legal(combat):
            if not missing(view, decision):
                assert self.rules.why_not(combat, decision) is None
        if before is not None and (before.round, before.pass_) == (combat.round, combat.pass_):
            self._no_second_turn(before, combat)

    def _no_second_turn(self, before: Combat, combat: Combat) -> None:
        assert before.acted <= combat.acted | (before.acted - set(combat.combatants.names))
        if isinstance(combat.stack[-1] if combat.stack else None, Turn):
            assert combat.awaited[0] not in before.acted

    def acted(self, before: Combat, decision: Decision, events: tuple[Event, ...]) -> None:
        """After each decision of somebody in the fight."""
        budget = self.rules.view(before).budget(decision.by)
        for event in events:
            match event:
                case ActionTaken(taken):
                    assert taken.by not in before.fallen
                case ReactionTested(attack):
                    assert attack.by not in before.fallen
        assert budget.standing == "able" or decision.do == "orders"

    def within_budget(self, combat: Combat) -> None:
        """Nobody has ever spent more than its budget, unless that has shrunk to nothing since."""
        view = self.rules.view(combat)
        for each in combat.combatants:
            budget = view.budget(each.name)
            if budget.standing != "able":
                continue
            tokens, uses = dict(budget.tokens), dict(each.spent.uses)
            assert all(number <= tokens.get(token, 0) for token, number in each.spent.tokens)
            assert all(uses.get(limit.tag, 0) <= limit.at_most for limit in budget.limits)


def anything(draw: Draw, rules: Ruleset, combat: Combat) -> Decision:
    """A decision that may well be nonsense."""
    people = st.sampled_from([*combat.combatants.names, "", "Zed"])
    actions = st.sampled_from([*rules.book.actions, "declare", "end", "pass", "orders", "dance"])
    weapons = st.sampled_from([*rules.book.weapons, "", "straw"])
    return Decision(draw(people), draw(actions), draw(people), draw(weapons))


def by_master(draw: Draw, name: str, rules: Ruleset, combat: Combat) -> Decision:
    """Somebody joins, leaves, is helped or struck down, at whatever moment."""
    at = draw(st.sampled_from(combat.combatants.names))
    kind = draw(st.sampled_from(["join", "leave", "gives", "lifts", "set", "heal", "modifier"]))
    pool = rules.book.health[-1]
    verdicts = {
        "gives": Verdict(gives=(draw(st.sampled_from([*rules.book.effects])),)),
        "lifts": Verdict(lifts=tuple(effect.key for effect in combat[at].effects[:1])),
        "set": Verdict(sets=((pool, draw(st.integers(-9, 5))),)),
        "heal": Verdict(heals=((pool, draw(SMALL)),)),
        "modifier": Verdict(draw(st.integers(-3, 3))),
    }
    if kind == "join":
        table = {
            **draw(combatants(name)),
            "name": f"Joiner {len(combat.trail + at) + draw(st.integers(0, 999))}",
        }
        return rules.decision({"do": "join", "combatant": table}, combat)
    if kind == "leave":
        return Decision("", "leave", at)
    return Decision("", "rule", at, verdict=verdicts[kind], reason="a ruling")


def declared(draw: Draw, rules: Ruleset, combat: Combat, who: str) -> Decision:
    """As many of some actions as can be paid, their targets open."""
    actions = [key for key, action in rules.book.actions.items() if not action.answers]
    plan = Decision(who, "declare")
    for action in draw(st.lists(st.sampled_from(actions), max_size=5)):
        longer = evolve(plan, actions=(*plan.actions, Decision(who, action)))
        plan = longer if rules.why_not(combat, longer) is None else plan
    return plan


def sensible(draw: Draw, name: str, rules: Ruleset, combat: Combat) -> Decision:
    """One of the legal decisions, with what it leaves open filled in."""
    decision: Decision = draw(st.sampled_from(rules.legal(combat)))
    if decision.do == "declare":
        return declared(draw, rules, combat, decision.by)
    if missing(rules.view(combat), decision):
        said = rules.classes.Circumstances(**CIRCUMSTANCES[name])
        return evolve(decision, circumstances=said)
    return decision


def orders(draw: Draw, rules: Ruleset, combat: Combat) -> Decision:
    answers = [key for key, action in rules.book.actions.items() if action.answers]
    who = draw(st.sampled_from(combat.combatants.names))
    given = draw(st.lists(st.sampled_from([*answers, "pass"]), max_size=2))
    return Decision(
        who, "orders", orders=tuple(StandingOrder(do, first=draw(st.integers(0, 2))) for do in given)
    )


def next_decision(draw: Draw, name: str, rules: Ruleset, combat: Combat) -> Decision:
    kind = draw(st.integers(0, 19))
    if kind < 3:
        return anything(draw, rules, combat)
    if kind < 6:
        return by_master(draw, name, rules, combat)
    if kind == 6:
        return orders(draw, rules, combat)
    return sensible(draw, name, rules, combat)


def shortest(rules: Ruleset, combat: Combat) -> Decision:
    """What brings the round to its end."""
    who = combat.awaited[0]
    top = combat.stack[-1]
    return Decision(
        who, "declare" if isinstance(top, Declare) else "end" if isinstance(top, Turn) else "pass"
    )


@pytest.mark.parametrize("name", ["plain", "drill", "tokens"])
@ANY
@given(data=st.data())
def test_a_random_fight_keeps_its_rules(name: str, data: st.DataObject) -> None:
    rules, draw = game(name), data.draw
    fight = encounter(name, *draw(fights(name)), rounds=ROUNDS)
    referee, dice = Referee(rules), seeded(draw(st.integers(0, 99)))
    combat, events = rules.start(fight, dice)
    referee.see(None, combat, events)
    step = 0
    while combat.outcome is None:
        step += 1
        assert step < 2000
        decision = next_decision(draw, name, rules, combat) if step < STEPS else shortest(rules, combat)
        written = rules.to_json(combat)
        if (why := rules.why_not(combat, decision)) is not None:
            with pytest.raises(Refused, match=r".") as refused:
                rules.decide(combat, decision, dice)
            assert why.key == refused.value.key
            assert written == rules.to_json(combat)
            continue
        before = combat
        combat, events = rules.decide(before, decision, dice)
        assert (combat, events) == rules.decide(rules.from_json(written), decision, dice)
        assert written == rules.to_json(before)
        referee.see(before, combat, events)
        referee.within_budget(combat)
        if decision.by:
            referee.acted(before, decision, events)
    assert combat.round <= ROUNDS


Pass = tuple[int, int]
"""A round and a pass of it."""


class Turns:
    """Whose turn came, or was lost, in each pass; and who fell in it."""

    def __init__(self) -> None:
        self.now: Pass = (0, 1)
        self.seen: dict[Pass, list[str]] = {}
        self.fell: dict[Pass, set[str]] = {}

    def follow(self, events: tuple[Event, ...], combat: Combat) -> None:
        for event in events:
            match event:
                case RoundBegan(number):
                    self.now = (number, 1)
                case PassBegan(number, pass_):
                    self.now = (number, pass_)
                case TurnLost(who):
                    self.seen.setdefault(self.now, []).append(who)
                case Fell(who):
                    self.fell.setdefault(self.now, set()).add(who)
        seen = self.seen.setdefault(self.now, [])
        if combat.stack and isinstance(top := combat.stack[-1], Turn) and top.who not in seen[-1:]:
            seen.append(top.who)


@pytest.mark.parametrize("name", ["plain", "drill", "tokens"])
@LEGAL
@given(data=st.data())
def test_everybody_who_can_has_one_turn_in_every_pass(name: str, data: st.DataObject) -> None:
    """Legal decisions only: whoever had something to do in a pass had one turn, lost it, or fell."""
    rules, draw = game(name), data.draw
    combat, events = rules.start(encounter(name, *draw(fights(name)), rounds=2), dice := seeded("1"))
    turns, due = Turns(), dict[Pass, set[str]]()
    step = 0
    while combat.outcome is None:
        turns.follow(events, combat)
        if not isinstance(combat.stack[-1], Declare):
            due[turns.now] = {who for who in combat.order.names if has_something_to_do(rules, combat, who)}
        step += 1
        decision = sensible(draw, name, rules, combat) if step < STEPS else shortest(rules, combat)
        combat, events = rules.decide(combat, decision, dice)
    last = turns.now
    for pass_, seen in turns.seen.items():
        assert len(seen) == len(set(seen))
        if pass_ < last:
            assert due.get(pass_, set()) <= {*seen, *turns.fell.get(pass_, ())}


def has_something_to_do(rules: Ruleset, combat: Combat, who: str) -> bool:
    if who in combat.fallen or not rules.book.declares:
        return who not in combat.fallen
    plan = combat.declaration(who)
    return plan is not None and plan.due(combat.pass_) > plan.due(combat.pass_ - 1)
