"""Whether a decision may be taken, and why not."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

import attrs

from estoc.book import Action
from estoc.combat import Ask, Blow, Decision, Spent
from estoc.engine.payment import pay
from estoc.engine.view import View
from estoc.errors import Refused
from estoc.values import but


def checked(
    view: View, decision: Decision, spent: Spent, *, open_target: bool = False
) -> tuple[Decision, Spent]:
    """The decision with its weapon filled in, and what has been spent once it is paid for.

    `open_target`: target and weapon may still be left blank, as in a declaration. Raises Refused.
    """
    decision, spent = allowed(view, decision, spent, open_target=open_target)
    if not open_target and (needs := missing(view, decision)):
        sentence = "{action} needs its {circumstance} to be given"
        raise Refused("needs", sentence, action=decision.do, circumstance=needs[0])
    return decision, spent


def missing(view: View, decision: Decision) -> list[str]:
    """The circumstances that must still be given before a legal decision can be taken."""
    given = said(decision.circumstances)
    action = view.book.actions.get(decision.do)
    return [need for need in action.needs if need not in given] if action else []


def allowed(
    view: View, decision: Decision, spent: Spent, *, open_target: bool = False
) -> tuple[Decision, Spent]:
    """The same, whether or not the circumstances that the action needs are given yet."""
    action = known_action(view, decision)
    decision = _armed(view, decision, action, open_target)
    _check_circumstances(decision, action)
    if decision.at or (needs_target(action) and not open_target):
        _check_target(view, decision, action)
    if action.answers:
        _check_answer(view, decision, action)
    return decision, pay(view, decision, action, spent)


# -- names --------------------------------------------------------------------------------------------
def known_action(view: View, decision: Decision) -> Action:
    """The action that a decision names. Raises Refused with the nearest there is."""
    if action := view.book.actions.get(decision.do):
        return action
    raise unknown("action", decision.do, view.book.actions)


def unknown(what: str, name: str, known: Iterable[str]) -> Refused:
    """The refusal of a name that stands for nothing, with the nearest name, or all of them."""
    names = list(known)
    near = get_close_matches(name, names, 1)
    return Refused(
        what,
        "unknown {what} {name!r}; did you mean {known}?"
        if near
        else "unknown {what} {name!r}; known: {known}",
        what=what,
        name=name,
        known=repr(near[0]) if near else tuple(names) or "-",
    )


def asked_about(view: View) -> Blow:
    """The blow that a question on top of the stack is about."""
    blow = view.combat.stack[-2]
    assert isinstance(blow, Blow)
    return blow


# -- what an action asks for -------------------------------------------------------------------------
def needs_target(action: Action) -> bool:
    """Whether somebody must be at the other end of it; who answers is known to whom."""
    return (action.blow or bool(action.gives)) and not action.answers


def answers(action: Action, blow: Blow) -> bool:
    """Whether it answers such a blow."""
    tags = blow.attack.tags
    return action.answers and {*action.against}.issubset(tags) and {*action.unless}.isdisjoint(tags)


def _armed(view: View, decision: Decision, action: Action, open_weapon: bool) -> Decision:
    combatant = view.combat[decision.by]
    fitting = view.fitting(combatant, action)
    if decision.using and not takes_weapon(action):
        raise Refused("weapon", "{action} takes no weapon", action=action.key)
    if not decision.using:
        if open_weapon or not (action.using or action.blow):
            return decision
        if fitting:
            return but(decision, using=fitting[0])
    elif decision.using not in [weapon.name for weapon in combatant.weapons]:
        raise unknown("weapon", decision.using, [weapon.name for weapon in combatant.weapons])
    if action.using and decision.using not in fitting:
        raise Refused(
            "weapon", "{action} needs a weapon that is: {tags}", action=action.key, tags=tuple(action.using)
        )
    return decision


def takes_weapon(action: Action) -> bool:
    """Whether a weapon may be named with an action."""
    return bool(action.using) or action.blow


def _check_circumstances(decision: Decision, action: Action) -> None:
    for name in said(decision.circumstances):
        if name not in action.circumstances:
            raise Refused(
                "circumstance", "{action} takes no {circumstance}", action=action.key, circumstance=name
            )


def said(circumstances: Any) -> list[str]:
    """The names of the circumstances that are other than ordinary."""
    if circumstances is None:
        return []
    return [
        each.name
        for each in attrs.fields(type(circumstances))
        if getattr(circumstances, each.name) != each.default
    ]


def _check_target(view: View, decision: Decision, action: Action) -> None:
    if not decision.at:
        raise Refused("target", "{action} needs a target: say at whom", action=action.key)
    if decision.at not in view.combat:
        raise unknown("target", decision.at, view.combat.combatants.names)
    if decision.at == decision.by:
        raise Refused("target", "{who} can't be the target of its own action", who=decision.by)
    if action.blow and view.out(decision.at):
        raise Refused("target", "{at} is out of the fight already", at=decision.at)


def _check_answer(view: View, decision: Decision, action: Action) -> None:
    if not isinstance(view.top, Ask):
        raise Refused("moment", "{action} only answers a blow", action=action.key)
    if not answers(action, asked_about(view)):
        raise Refused("moment", "{action} can't answer such a blow", action=action.key)
