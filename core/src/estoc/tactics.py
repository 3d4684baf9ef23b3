"""Who does what when nobody says.

Attack the first enemy in the order who stands, with the first weapon that will do, as often as the rules
allow; react whenever that costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from estoc.book import Action
from estoc.combat import Ask, Combat, Decision, Declare, Spent
from estoc.engine import View, checked, due_now, legal, missing, reactions
from estoc.errors import Refused
from estoc.ruleset import Ruleset
from estoc.values import but


def choose(rules: Ruleset, combat: Combat) -> Decision:
    """What the default tactic decides for whoever is awaited. Raises ValueError once the fight is over."""
    if not combat.awaited:
        raise ValueError("nobody's decision is awaited")
    view, who = rules.view(combat), combat.awaited[0]
    match view.top:
        case Declare():
            return Decision(who, "declare", actions=planned(view, who))
        case Ask():
            return _reaction(view, who)
    return _action(view, who)


def planned(view: View, who: str) -> tuple[Decision, ...]:
    """The attacks to declare: targets are left open, and named when their turn comes."""
    for weapon, action in _attacks(view, who):
        plan: list[Decision] = []
        spent = Spent()
        while len(plan) < MOST_DECLARED:
            try:
                decision, spent = checked(
                    view, Decision(who, action.key, using=weapon), spent, open_target=True
                )
            except Refused:
                break
            plan.append(decision)
        if plan:
            return tuple(plan)
    return ()


MOST_DECLARED = 20
"""Attacks without end are not declared, even where nothing limits them."""


def _attacks(view: View, who: str) -> list[tuple[str, Action]]:
    """Weapons with what can be done with each, the first weapon first."""
    actions = view.book.actions.values()
    blows = [action for action in actions if action.blow and not action.answers and not action.needs]
    combatant = view.combat[who]
    armed = [
        (weapon.name, a)
        for weapon in combatant.weapons
        for a in blows
        if weapon.name in view.fitting(combatant, a)
    ]
    return armed or [("", action) for action in blows if not action.using]


def _action(view: View, who: str) -> Decision:
    """The first attack that is legal, by weapon and then by target; else what was declared, or the end."""
    for decision in _blows(view, who):
        try:
            taken, _ = checked(view, decision, view.combat[who].spent)
        except Refused:
            continue
        return taken
    if not view.book.declares:
        return Decision(who, "end")
    possible = [decision for decision in legal(view) if not missing(view, decision)]
    return possible[0]


def _blows(view: View, who: str) -> Iterator[Decision]:
    if not view.book.declares:
        wanted = [Decision(who, action.key, using=weapon) for weapon, action in _attacks(view, who)]
    elif (due := due_now(view, who)) and view.book.actions[due[0].do].blow:
        wanted = [due[0]]
    else:
        return
    for decision in wanted:
        for at in (decision.at,) if decision.at else _enemies(view, who):
            yield but(decision, at=at)


def _enemies(view: View, who: str) -> Iterator[str]:
    """Who stands on another side, in the order of play."""
    combat, side = view.combat, view.combat[who].side
    for name in combat.order.names:
        if name not in combat.fallen and combat[name].side != side and not view.out(name):
            yield name


def _reaction(view: View, who: str) -> Decision:
    for decision in reactions(view, who):
        if not missing(view, decision) and _is_free(view.book.actions[decision.do]):
            return decision
    return Decision(who, "pass")


def _is_free(action: Action) -> bool:
    return not any(action.cost[0].values())
