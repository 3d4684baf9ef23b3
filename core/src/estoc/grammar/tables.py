"""Tables as people write them.

| key of a step                    | for                                                          |
|----------------------------------|--------------------------------------------------------------|
| `by`, `do`, `at`, `with`         | who does what, at whom, with which weapon                    |
| the ruleset's circumstances      | beside these, such as a distance                             |
| `actions`                        | `declare`: a list of such tables, without `by`               |
| `orders`                         | `orders`: a list of `{ do, with, against, first }`           |
| `combatant`                      | `join`: somebody, as in an encounter                         |
| `reason`                         | `rule`, `stop`, `leave`                                      |
| `modifier`, `gives`, `lifts`, `set`, `heal` | `rule`: what it settles                           |
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
from attrs import field, frozen

from estoc.errors import RulesetInvalid
from estoc.figures import figure

Entry = str | dict[str, Any]
"""Something of a catalogue, by its name, or as a whole table."""

MANY = 200
"""How many of one kind an encounter may bring in at once."""


@frozen
class OrderTable:
    """A standing order."""

    do: str
    with_: str = ""
    against: str = ""
    first: int = figure(0, at_least=0, at_most=100)


@frozen
class CombatantTable:
    """Somebody in an encounter; `count` makes several, numbered."""

    name: str
    side: str
    sheet: Entry
    player: bool = False
    aware: bool = True
    entered: int | None = None
    count: int = figure(1, at_least=1, at_most=MANY)
    weapons: tuple[Entry, ...] = ()
    armour: tuple[Entry, ...] = ()
    orders: tuple[OrderTable, ...] = ()


@frozen(kw_only=True)
class StepTable:
    """A decision, but for the ruleset's circumstances."""

    by: str = ""
    do: str
    at: str = ""
    with_: str = ""
    actions: tuple[dict[str, Any], ...] = ()
    orders: tuple[OrderTable, ...] = ()
    combatant: dict[str, Any] | None = None
    reason: str = ""
    modifier: int | None = None
    gives: tuple[str, ...] = ()
    lifts: tuple[str, ...] = ()
    set: Mapping[str, int] = field(factory=dict)
    heal: Mapping[str, int] = field(factory=dict)


KEYS: dict[str, tuple[str, ...]] = {
    "declare": ("actions",),
    "end": (),
    "pass": (),
    "orders": ("orders",),
    "join": ("combatant",),
    "leave": ("at", "reason"),
    "rule": ("at", "reason", "modifier", "gives", "lifts", "set", "heal"),
    "stop": ("reason",),
}
"""What each of the core's decisions takes besides `by` and `do`."""

OF_ACTIONS = ("at", "with")
"""What a ruleset's action takes besides `by`, `do` and circumstances."""

TAKEN = frozenset({*attrs.fields_dict(StepTable), "with", "round", "dice", "expect", "refused"})
"""What no circumstance may be called."""


def step_class(circumstances: type) -> type[StepTable]:
    """The class of a ruleset's steps: the core's keys, and its circumstances beside them.

    Raises RulesetInvalid where one of them has a name that the core has taken.
    """
    attrs.resolve_types(circumstances)
    own = {}
    for each in attrs.fields(circumstances):
        if each.name in TAKEN:
            raise RulesetInvalid(
                "a circumstance can't be called {name}: it is a key of every step", name=each.name
            )
        own[each.name] = attrs.field(
            default=each.default, validator=each.validator, metadata=dict(each.metadata), type=each.type
        )
    return attrs.make_class("Step", own, bases=(StepTable,), frozen=True, kw_only=True)
