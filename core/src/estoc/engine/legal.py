"""What may be decided now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from estoc.book import Action
from estoc.combat import Ask, Attack, Decision, Declare, Turn
from estoc.engine.checking import allowed, answers, asked_about, needs_target
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


# -- what could be decided ---------------------------------------------------------------------------
def _possible(view: View, decisions: Iterable[Decision]) -> Iterator[Decision]:
    for decision in decisions:
        try:
            yield allowed(view, decision, view.combat[decision.by].spent)[0]
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
    if needs_target(action) and not decision.at:
        targets = _targets(view, decision.by, action)
    for at in targets:
        for using in _weapons(view, decision, action):
            yield but(decision, at=at, using=using)


def _targets(view: View, by: str, action: Action) -> list[str]:
    """Blows are for the enemies who stand; what else is given to somebody may be given to anybody."""
    if not action.blow:
        return [who for who in view.combat.combatants.names if who != by]
    side = view.combat[by].side
    return [each.name for each in view.combat.combatants if each.side != side and not view.out(each.name)]


def _weapons(view: View, decision: Decision, action: Action) -> tuple[str, ...]:
    if decision.using or not (action.using or action.blow):
        return (decision.using,)
    return view.fitting(view.combat[decision.by], action) or ("",)


def _answers(view: View, who: str) -> Iterator[Decision]:
    blow = asked_about(view)
    for action in view.book.actions.values():
        if answers(action, blow):
            decision = Decision(who, action.key, blow.attack.by)
            for using in _weapons(view, decision, action):
                yield but(decision, using=using)


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
