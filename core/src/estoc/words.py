"""Every sentence in the reader's language.

A phrase is its own key, as with gettext: the English sentence of the core, or a phrase of the ruleset. A flat
file for each language translates them; what is missing shows the phrase itself, never a code.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

import attrs
from attrs import field, frozen

from estoc.combat import Decision, StandingOrder
from estoc.converter import Phrase
from estoc.effects import Effect
from estoc.errors import EstocError, Faults
from estoc.events import Event
from estoc.results import Place
from estoc.totals import Term, Total

LANGUAGES = ("en", "fr")
"""The languages in which the core speaks; the first is the one of its sentences."""

PROPER = frozenset(
    {
        "who",
        "by",
        "at",
        "winner",
        "side",
        "members",
        "awaited",
        "reason",
        "name",
        "file",
        "folder",
        "seed",
        "hook",
        "near",
        "refused",
    }
)
"""Slots that hold names and words given by people, which are never translated."""


@cache
def core_phrases(language: str) -> Mapping[str, str]:
    """The core's own translations into a language; none for the language of its sentences."""
    file = files("estoc") / "phrases" / f"{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


@frozen
class Words:
    """How everything is said in one language: the core's phrases, and a ruleset's over them."""

    language: str = "en"
    phrases: Mapping[str, str] = field(factory=dict)

    @classmethod
    def of(cls, language: str, phrases: Mapping[str, str] | None = None) -> Words:
        """The words of a language; without a ruleset's phrases, only the core's."""
        return cls(language, {**core_phrases(language), **(phrases or {})})

    def phrase(self, text: str) -> str:
        """A phrase in this language, or itself where it has no translation."""
        return self.phrases.get(text, text)

    def key(self, text: str, known: Iterable[str]) -> str:
        """The key among those known that a text stands for: itself, or the one so called in this language."""
        wanted = text.casefold()
        for key in known:
            if wanted in (key.casefold(), self.phrase(key).casefold()):
                return key
        return text

    # -- sentences -----------------------------------------------------------------------------------
    def event(self, event: Event) -> str:
        """What happened, as one sentence."""
        return self.sentence(event.sentence, event.slots)

    def error(self, error: EstocError) -> str:
        """What went wrong, as one sentence; the faults of a file as one a line, each with its place."""
        if isinstance(error, Faults):
            return "\n".join(f"{error.place(fault)}: {self.error(fault)}" for fault in error.faults)
        return self.sentence(error.sentence, error.figures)

    def sentence(self, sentence: str, slots: Mapping[str, Any]) -> str:
        """A sentence with its slots filled."""
        filled = {name: self.slot(name, value) for name, value in slots.items()}
        return self.phrase(sentence).format_map(filled)

    def slot(self, name: str, value: Any) -> str:
        """What fills a slot: names as they are, phrases translated, totals with their terms."""
        if name == "remarks":
            return "".join(f" ({self.phrase(remark)})" for remark in value)
        if isinstance(value, str):
            return value if name in PROPER else self.phrase(value)
        if isinstance(value, tuple) and not isinstance(value, Term):
            return ", ".join(self.slot(name, each) for each in value)
        return self.value(value)

    def value(self, value: Any) -> str:
        """A figure, a total, an action, a place: whatever an event or a message speaks of."""
        if isinstance(value, int | Fraction):
            return self.number(value)
        match value:
            case Total():
                return self.total(value)
            case Decision():
                return self.decision(value)
            case Place():
                return self.place(value)
            case StandingOrder():
                return self.order(value)
            case Effect():
                return self.effect(value)
            case EstocError():
                return self.error(value)
            case Phrase():
                return self.sentence(value.sentence, value.figures)
        return str(value)

    # -- figures -------------------------------------------------------------------------------------
    def number(self, figure: int | Fraction) -> str:
        """A figure: a decimal where that is exact, else a fraction."""
        if isinstance(figure, int) or 1000 % figure.denominator:
            return str(figure)
        text = f"{float(figure):.3f}".rstrip("0")
        return text.replace(".", self.phrase("decimal point")) if "decimal point" in self.phrases else text

    def total(self, total: Total) -> str:
        """A total with its terms: `skill 12 - distance 2 = 10`."""
        text = ""
        for term in total.terms:
            sign = " - " if term.value < 0 else " + "
            text += (sign if text else "-" if term.value < 0 else "") + self.term(term)
        if len(total.terms) == 1 and total.value >= 0:
            return text
        return f"{text} = {self.number(total.value)}" if text else "0"

    def term(self, term: Term) -> str:
        """A term without its sign: `distance 2`, `d20: 7`, `bow 38 (34 + 1d8: 4)`."""
        figure = self.number(-term.value if term.value < 0 else term.value)
        if term.label == figure:
            return figure
        label = self.phrase(term.label)
        text = f"{label}: {figure}" if label[-1:].isdigit() else f"{label} {figure}"
        if term.parts is None or [each.label for each in term.parts.terms] == [figure]:
            return text
        parts = self.total(term.parts)
        return f"{text} ({parts.rpartition(' = ')[0] or parts})"

    # -- who does what -------------------------------------------------------------------------------
    def decision(self, decision: Decision) -> str:
        """What is done: `shoot → Bert (bow, distance 30)`."""
        text = self.phrase(decision.do)
        if decision.at:
            text += f" → {decision.at}"
        details = [self.phrase(decision.using)] if decision.using else []
        details += self.circumstances(decision.circumstances)
        if details:
            text += f" ({', '.join(details)})"
        return text

    def circumstances(self, circumstances: Any) -> list[str]:
        """What is out of the ordinary, each circumstance with its figure or word."""
        if circumstances is None:
            return []
        said = []
        for each in attrs.fields(type(circumstances)):
            value = getattr(circumstances, each.name)
            if value is True:
                said.append(self.phrase(each.name))
            elif value != each.default:
                word = self.phrase(value) if isinstance(value, str) else self.value(value)
                said.append(f"{self.phrase(each.name)} {word}")
        return said

    def place(self, place: Place) -> str:
        """Somebody's place in the order, with what earned it and what broke a tie."""
        why = self.total(place.figures)
        tie = f", {self.phrase(place.tie)}" if place.tie else ""
        return f"{place.who} ({why}{tie})"

    def effect(self, effect: Effect) -> str:
        """An effect with what it adds: `blessed +2`, `off balance (against it: +10)`."""
        text = self.phrase(effect.key)
        for modifier in effect.modifiers:
            figure = f"{modifier.value:+}"
            against = self.sentence("against it: {figure}", {"figure": figure})
            text += f" {figure}" if modifier.side == "by" else f" ({against})"
        return text

    def order(self, order: StandingOrder) -> str:
        """A standing order."""
        text = self.phrase(order.do)
        if order.using:
            text += f" ({self.phrase(order.using)})"
        if order.against:
            text += f" → {order.against}"
        if order.first:
            text += " " + self.sentence("{count} a round at most", {"count": order.first})
        return text
