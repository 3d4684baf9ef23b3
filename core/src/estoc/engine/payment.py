"""What an action costs, and whether it can be paid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve

from estoc.book import Action
from estoc.combat import Decision, Spent
from estoc.engine.view import View
from estoc.errors import Refused
from estoc.results import Counts


def pay(view: View, decision: Decision, action: Action, spent: Spent) -> Spent:
    """What has been spent once the action is paid for.

    Raises Refused where its doer can't act, an effect forbids it, a limit is reached or it can't be paid.
    """
    budget = view.budget(decision.by)
    tags = view.tags(decision, action)
    if budget.standing != "able":
        raise Refused("unable", "{who} can't act: {why}", who=decision.by, why=budget.why)
    for effect in view.combat[decision.by].effects:
        if not {action.key, *tags}.isdisjoint(effect.forbids):
            raise Refused(
                f"forbidden {effect.key}", "{effect} forbids {who} to: {action}",
                effect=effect.key, who=decision.by, action=action.key,
            )  # fmt: skip
    uses = dict(spent.uses)
    for limit in budget.limits:
        if (limit.tag == action.key or limit.tag in tags) and uses.get(limit.tag, 0) >= limit.at_most:
            raise Refused(f"limit {limit.tag}", "{who}: {why}", who=decision.by, why=limit.why)
    left = dict(budget.tokens)
    for token, number in spent.tokens:
        left[token] = left.get(token, 0) - number
    for cost in action.cost:
        if all(left.get(token, 0) >= number for token, number in cost.items()):
            uses = dict.fromkeys((action.key, *tags), 1)
            return Spent(_added(spent.tokens, cost), _added(spent.uses, uses))
    raise Refused("cost", "{who} has nothing left to pay for: {action}", who=decision.by, action=action.key)


def used(spent: Spent, keys: Iterable[str]) -> Spent:
    """The same, each of these actions and tags used once more."""
    return evolve(spent, uses=_added(spent.uses, dict.fromkeys(keys, 1)))


def _added(counts: Counts, more: Mapping[str, int]) -> Counts:
    total = dict(counts)
    for key, number in more.items():
        total[key] = total.get(key, 0) + number
    return tuple(total.items())
