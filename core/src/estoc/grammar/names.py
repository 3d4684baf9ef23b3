"""Names in a step or a standing order that stand for nobody and nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs
from attrs import frozen

from estoc.book import Book
from estoc.book.reading import unknown_name
from estoc.combat import VERBS, Combatant, Decision, StandingOrder, Verdict
from estoc.combat.decision import MASTERS
from estoc.errors import Fault
from estoc.toml import Toml
from estoc.toml_lines import Where


@frozen(eq=False)
class Known:
    """Everybody who is in the fight or joins it, and what they can name."""

    people: tuple[str, ...]
    weapons: tuple[str, ...]
    figures: tuple[str, ...]
    book: Book
    toml: Toml

    @classmethod
    def of(cls, company: Iterable[Combatant], book: Book, sheet: type, toml: Toml) -> Known:
        """What the names of a company, its weapons and its game's data stand for."""
        company = tuple(company)
        own = (arm.name for each in company for arm in each.weapons if arm is not None)
        weapons = dict.fromkeys([*book.weapons, *own])
        figures = tuple(each.name for each in attrs.fields(sheet))
        return cls(tuple(each.name for each in company), tuple(weapons), figures, book, toml)

    def in_step(self, decision: Decision, at: Where) -> Iterator[Fault]:
        """The faults of the names in a decision."""
        if not decision.by and decision.do not in MASTERS:
            yield self.toml.fault(at, "say who does it: the key {key} is missing", key="'by'")
        yield from self._unknown(at, "by", [decision.by], self.people)
        yield from self._unknown(at, "do", [decision.do], (*self.book.actions, *VERBS))
        yield from self._unknown(at, "at", [decision.at], self.people)
        yield from self._unknown(at, "with", [decision.using], self.weapons)
        for number, action in enumerate(decision.actions):
            yield from self.in_step(action, (*at, "actions", number))
        yield from self.in_orders(decision.orders, at)
        yield from self._in_verdict(decision.verdict or Verdict(), at)

    def in_orders(self, orders: Iterable[StandingOrder], at: Where) -> Iterator[Fault]:
        """The faults of the names in standing orders, which stand under `orders`."""
        answers = [action.key for action in self.book.actions.values() if action.answers]
        for number, order in enumerate(orders):
            where = (*at, "orders", number)
            yield from self._unknown(where, "do", [order.do], (*answers, "pass"))
            yield from self._unknown(where, "with", [order.using], self.weapons)
            yield from self._unknown(where, "against", [order.against], self.people)

    def _in_verdict(self, verdict: Verdict, at: Where) -> Iterator[Fault]:
        yield from self._unknown(at, "gives", verdict.gives, self.book.effects)
        yield from self._unknown(at, "set", dict(verdict.sets), self.figures)
        yield from self._unknown(at, "heal", dict(verdict.heals), self.book.health)

    def _unknown(self, at: Where, key: str, names: Iterable[str], known: Iterable[Any]) -> Iterator[Fault]:
        for name in names:
            if name and name not in known:
                yield unknown_name(name, list(known), self.toml, (*at, key))
