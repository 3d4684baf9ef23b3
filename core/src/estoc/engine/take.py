"""A decision alone, before any die: it is taken, or refused and nothing has changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
from attrs import evolve

from estoc.combat import GAME_MASTER, Act, Answer, Ask, Decision, Declare, Declared, Spent
from estoc.engine import master
from estoc.engine.checking import asked_about, checked, known_action, unknown
from estoc.engine.legal import attack_of, due_now
from estoc.engine.orders import check_orders
from estoc.engine.payment import used
from estoc.engine.rounds import declare_next, end_turn
from estoc.engine.view import Run
from estoc.errors import Refused
from estoc.events import ActionsDeclared, ActionTaken, OrdersLeft
from estoc.values import but


def take(run: Run, decision: Decision) -> Decision:
    """Take a decision; gives it as understood, with what was left blank filled in. Raises Refused."""
    if run.combat.outcome is not None:
        raise Refused("over", "the fight is over")
    if settle := MASTER.get(decision.do):
        _by_game_master(decision)
        settle(run, decision)
        return decision
    if decision.by not in run.combat:
        raise unknown("combatant", decision.by, run.combat.combatants.names)
    if decision.do == "orders":
        return leave_orders(run, decision)
    if decision.by not in run.combat.awaited:
        awaited = ", ".join(run.combat.awaited)
        raise Refused("turn", "{who} isn't awaited; awaited: {awaited}", who=decision.by, awaited=awaited)
    match run.top:
        case Declare(left):
            return declare(run, decision, left)
        case Ask():
            return react(run, decision)
    return play(run, decision)


def declare(run: Run, decision: Decision, left: tuple[str, ...]) -> Decision:
    """Say all that one will do this round; each action must be payable after those before it."""
    if decision.do != "declare":
        raise Refused("moment", "{who} is to declare its actions first", who=decision.by)
    actions, spent = [], Spent()
    for action in decision.actions:
        if known_action(run, action).answers:
            raise Refused("moment", "{action} only answers a blow", action=action.do)
        each, spent = checked(run, but(action, by=decision.by), spent, open_target=True)
        actions.append(each)
    passes = run.budget(decision.by).passes if run.book.passes else 1
    declared = Declared(decision.by, tuple(actions), passes)
    run.change(declared=(*(run.combat.declared or ()), declared))
    declare_next(run, tuple(who for who in left if who != decision.by))
    run.say(ActionsDeclared(decision.by, declared.actions))
    return but(decision, actions=declared.actions)


def play(run: Run, decision: Decision) -> Decision:
    """Act on one's turn, or end it."""
    if decision.do == "end":
        end_turn(run, decision.by, given_up=True)
        return decision
    if decision.do in ("declare", "pass"):
        raise Refused("moment", "nothing like that is asked of {who} now", who=decision.by)
    if known_action(run, decision).answers:
        raise Refused("moment", "{action} only answers a blow", action=decision.do)
    if run.book.declares:
        decision = as_declared(run, decision)
    decision, spent = checked(run, decision, run.combat[decision.by].spent)
    if run.book.declares:
        _played(run, decision.by)
    action = known_action(run, decision)
    run.put(but(run.combat[decision.by], spent=spent))
    run.push(Act(decision, blows=1 if action.blow else 0))
    run.say(ActionTaken(decision))
    master.begin_action(run, decision, action)
    return decision


def as_declared(run: Run, decision: Decision) -> Decision:
    """The decision, with what it leaves blank as declared. Raises Refused where it differs."""
    due = due_now(run, decision.by)
    if not due:
        raise Refused("declared", "{who} has declared nothing for now", who=decision.by)
    said = due[0]
    for before, now in ((said.do, decision.do), (said.at, decision.at), (said.using, decision.using)):
        if before and now not in ("", before):
            raise Refused(
                "declared",
                "{who} has declared {declared}: do that, or give it up",
                who=decision.by,
                declared=said,
            )
    return but(
        decision,
        at=decision.at or said.at,
        using=decision.using or said.using,
        circumstances=circumstances_filled(said.circumstances, decision.circumstances),
    )


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


def _played(run: Run, who: str) -> None:
    run.change(
        declared=tuple(
            evolve(each, played=each.played + 1) if each.who == who else each
            for each in run.combat.declared or ()
        )
    )


def react(run: Run, decision: Decision) -> Decision:
    """Answer the blow that one is asked about, or let it come."""
    bearer = run.combat[decision.by]
    if decision.do == "pass":
        run.put(but(bearer, spent=used(bearer.spent, ("pass",))))
        run.pop()
        return decision
    blow = asked_about(run)
    if not known_action(run, decision).answers:
        raise Refused("moment", "{action} is no answer to a blow", action=decision.do)
    if decision.at not in ("", blow.attack.by):
        raise Refused("target", "the blow to answer is {at}'s", at=blow.attack.by)
    decision, spent = checked(run, but(decision, at=blow.attack.by), bearer.spent)
    action = known_action(run, decision)
    run.put(but(bearer, spent=spent))
    attack = but(attack_of(run, decision, action), answers=blow)
    run.pop()
    run.swap(but(blow, answer=Answer(attack, stops=action.stops)))
    master.begin_action(run, decision, action)
    return decision


def leave_orders(run: Run, decision: Decision) -> Decision:
    """Leave standing orders, or take them back with none."""
    bearer = run.combat[decision.by]
    check_orders(run, but(bearer, orders=decision.orders))
    run.put(but(bearer, orders=decision.orders))
    run.say(OrdersLeft(decision.by, decision.orders))
    return decision


def _by_game_master(decision: Decision) -> None:
    if decision.by != GAME_MASTER:
        raise Refused("game master", "only the game master decides: {action}", action=decision.do)


MASTER: dict[str, Callable[[Run, Decision], None]] = {
    "join": master.join,
    "leave": master.leave,
    "rule": master.rule,
    "stop": master.stop,
}
