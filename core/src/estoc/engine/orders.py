"""Standing orders: whether they can be followed, and what they answer to a blow when nobody is there."""

from __future__ import annotations

from estoc.book import Action
from estoc.combat import Combatant, Decision, StandingOrder
from estoc.engine.checking import asked_about, known_action, missing, takes_weapon, unknown
from estoc.engine.legal import reactions
from estoc.engine.view import View
from estoc.errors import Refused


def check_orders(view: View, bearer: Combatant) -> None:
    """Whether each standing order is something that one can do. Raises Refused."""
    for order in bearer.orders:
        if order.do != "pass":
            _check_reaction(known_action(view, Decision(bearer.name, order.do)), order)
        weapons = [weapon.name for weapon in bearer.weapons]
        if order.using and order.using not in weapons:
            raise unknown("weapon", order.using, weapons)
        if order.against and order.against not in view.combat:
            raise unknown("combatant", order.against, view.combat.combatants.names)


def _check_reaction(action: Action, order: StandingOrder) -> None:
    if not action.answers:
        raise Refused("moment", "{action} is no answer to a blow", action=order.do)
    if order.using and not takes_weapon(action):
        raise Refused("weapon", "{action} takes no weapon", action=order.do)


def ordered(view: View, who: str) -> Decision | None:
    """The answer that the first order which fits gives to the blow asked about, None where none fits."""
    if not view.combat[who].orders:
        return None
    possible = [decision for decision in reactions(view, who) if not missing(view, decision)]
    possible.append(Decision(who, "pass", asked_about(view).attack.by))
    for order in view.combat[who].orders:
        for decision in possible:
            if _fits(view, order, decision):
                return decision
    return None


def _fits(view: View, order: StandingOrder, decision: Decision) -> bool:
    times = dict(view.combat[decision.by].spent.uses).get(order.do, 0)
    return (
        order.do == decision.do
        and order.using in ("", decision.using)
        and order.against in ("", decision.at)
        and (not order.first or times < order.first)
    )
