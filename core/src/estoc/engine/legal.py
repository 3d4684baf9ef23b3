"""What may be decided now, and why something else may not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Any

import attrs
from attrs import evolve

from estoc.book import Action
from estoc.combat import Ask, Attack, Blow, Decision, Declare, Spent, Turn
from estoc.engine.payment import pay
from estoc.engine.view import View
from estoc.errors import Refused
from estoc.values import but


def legal(view: View) -> tuple[Decision, ...]:
    """The legal decisions of whoever is awaited: targets and weapons are listed, circumstances left open.

    What is declared is left open too (`declare` without actions), and so is what the game master may settle.
    """
    match view.top:
        case Declare(left):
            return tuple(Decision(who, "declare") for who in left)
        case Turn(who):
            return (*_possible(view, _in_turn(view, who)), Decision(who, "end"))
        case Ask(who):
            return (*reactions(view, who), Decision(who, "pass"))
    return ()


def reactions(view: View, who: str) -> tuple[Decision, ...]:
    """How somebody may answer the blow that is being asked about."""
    return tuple(_possible(view, _answers(view, who)))


def checked(
    view: View, decision: Decision, spent: Spent, *, open_target: bool = False
) -> tuple[Decision, Spent]:
    """The decision with its weapon filled in, and what has been spent once it is paid for.

    `open_target`: target and weapon may still be left blank, as in a declaration. Raises Refused.
    """
    action = known_action(view, decision)
    decision = _armed(view, decision, action, open_target)
    _check_circumstances(decision, action, open_target)
    if (action.blow and not action.answers) or decision.at:
        _check_target(view, decision, action, open_target)
    if action.answers:
        _check_answer(view, decision, action)
    return decision, pay(view, decision, action, spent)


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
        known=repr(near[0]) if near else ", ".join(names) or "-",
    )


def asked_about(view: View) -> Blow:
    """The blow that a question on top of the stack is about."""
    blow = view.combat.stack[-2]
    assert isinstance(blow, Blow)
    return blow


# -- what could be decided ---------------------------------------------------------------------------
def _possible(view: View, decisions: Iterable[Decision]) -> Iterator[Decision]:
    for decision in decisions:
        try:
            yield checked(view, decision, view.combat[decision.by].spent)[0]
        except Refused:
            continue


def _in_turn(view: View, who: str) -> Iterator[Decision]:
    if view.book.declares:
        if due := due_now(view, who):
            yield from _aimed(view, due[0])
        return
    for action in view.book.actions.values():
        if not action.answers:
            yield from _aimed(view, Decision(who, action.key))


def due_now(view: View, who: str) -> tuple[Decision, ...]:
    """What somebody declared for this pass and hasn't played or given up."""
    declared = view.combat.declaration(who)
    if declared is None:
        return ()
    return declared.actions[declared.played : declared.due(view.combat.pass_)]


def _aimed(view: View, decision: Decision) -> Iterator[Decision]:
    action = view.book.actions[decision.do]
    targets: Iterable[str] = [decision.at]
    if action.blow and not decision.at:
        side = view.combat[decision.by].side
        targets = [
            each.name for each in view.combat.combatants if each.side != side and not view.out(each.name)
        ]
    for at in targets:
        for using in _weapons(view, decision, action):
            yield but(decision, at=at, using=using)


def _weapons(view: View, decision: Decision, action: Action) -> tuple[str, ...]:
    if decision.using or not action.using:
        return (decision.using,)
    return view.fitting(view.combat[decision.by], action)


def _answers(view: View, who: str) -> Iterator[Decision]:
    by = asked_about(view).attack.by
    for action in view.book.actions.values():
        if action.answers:
            decision = Decision(who, action.key, by)
            for using in _weapons(view, decision, action):
                yield but(decision, using=using)


# -- why it may not ----------------------------------------------------------------------------------
def _armed(view: View, decision: Decision, action: Action, open_weapon: bool) -> Decision:
    combatant = view.combat[decision.by]
    fitting = view.fitting(combatant, action)
    if not decision.using:
        if not action.using or open_weapon:
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


def _check_circumstances(decision: Decision, action: Action, still_open: bool) -> None:
    given = said(decision.circumstances)
    for name in given:
        if name not in action.circumstances:
            raise Refused(
                "circumstance", "{action} takes no {circumstance}", action=action.key, circumstance=name
            )
    for need in action.needs:
        if need not in given and not still_open:
            raise Refused(
                "needs", "{action} needs its {circumstance} to be given", action=action.key, circumstance=need
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


def _check_target(view: View, decision: Decision, action: Action, open_target: bool) -> None:
    if not decision.at:
        if open_target:
            return
        raise Refused("target", "{action} needs a target: say at whom", action=action.key)
    if decision.at not in view.combat:
        raise unknown("target", decision.at, view.combat.combatants.names)
    if decision.at == decision.by:
        raise Refused("target", "{who} can't be the target of its own action", who=decision.by)
    if view.out(decision.at):
        raise Refused("target", "{at} is out of the fight already", at=decision.at)


def _check_answer(view: View, decision: Decision, action: Action) -> None:
    if not isinstance(view.top, Ask):
        raise Refused("moment", "{action} only answers a blow", action=action.key)
    tags = set(asked_about(view).attack.tags)
    if not set(action.against) <= tags or set(action.unless) & tags:
        raise Refused("moment", "{action} can't answer such a blow", action=action.key)


def circumstances_filled(declared: Any, given: Any) -> Any:
    """Circumstances as given, with what was declared where nothing is said now.

    Raises Refused where they differ from what was declared.
    """
    if declared is None or given is None:
        return declared if given is None else given
    changes = {}
    for field in attrs.fields(type(declared)):
        before, now = getattr(declared, field.name), getattr(given, field.name)
        if before != field.default:
            if now not in (field.default, before):
                raise Refused(
                    "declared", "{field} was declared as {before!r}", field=field.name, before=before
                )
            changes[field.name] = before
    return evolve(given, **changes)


def attack_of(view: View, decision: Decision, action: Action, number: int = 1) -> Attack:
    """The attack that a decision makes."""
    return Attack(
        decision.by,
        decision.at,
        action.key,
        decision.using,
        view.tags(decision, action),
        view.book.circumstances if decision.circumstances is None else decision.circumstances,
        number=number,
    )
