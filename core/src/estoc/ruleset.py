"""A loaded ruleset: what hosts get from `estoc.load`."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

import attrs
from attrs import evolve, frozen
from cattrs import Converter
from cattrs.gen import make_dict_unstructure_fn, override

from estoc import converter as conversion
from estoc import engine
from estoc.book import Book, Classes, read_book
from estoc.combat import Amendments, Combat, Combatant, Decision, Roster, own
from estoc.dice import Chance, Recorded
from estoc.errors import EstocError, Fault, Faults, FileError, Refused, RulesetInvalid
from estoc.events import AnyEvent, Event
from estoc.grammar import Reader, step_class, step_table
from estoc.loading import Installed, Plugin, bind, installed, load_plugin
from estoc.plan import Plan
from estoc.toml import Toml, parse
from estoc.words import Words

if TYPE_CHECKING:
    from estoc.encounter import Encounter


_BOOKS_KEPT = 64
"""How many fights' amended data are kept, the latest ones."""

Phrases = dict[str, str]
"""A language's file: each phrase, and how it is said."""


@frozen
class Nothing:
    """A class of a ruleset that says nothing."""


def load(name: str | os.PathLike[str]) -> Ruleset:
    """The ruleset of this name, or the one in this folder.

    Raises RulesetNotFound, RulesetClash, RulesetBroken, RulesetInvalid, InterfaceMismatch.
    """
    plugin = load_plugin(name)
    return Ruleset(plugin)


def rulesets() -> tuple[Installed, ...]:
    """Every installed ruleset in order of name, the broken ones with their problem; each is imported."""
    return installed()


class Ruleset:
    """A game's rules, ready to be played. Nothing in it changes; fights are values handed in and out."""

    def __init__(self, plugin: Plugin) -> None:
        self.plugin = plugin
        self.name = plugin.name
        self.classes = _classes(plugin)
        self.converter = converter_for(self.classes)
        self.step = step_class(self.classes.Circumstances)
        self._languages = _languages(plugin)
        self._books: dict[Amendments, Book] = {}
        try:
            self.book = self.amended(Amendments())
        except Faults as faults:
            raise _at_fault(self.name, faults) from None
        self.plan: Plan = bind(plugin, [], self.book.blow)

    # -- data and words ------------------------------------------------------------------------------
    @property
    def languages(self) -> tuple[str, ...]:
        """The languages in which it can be read."""
        return tuple(self._languages)

    def words(self, language: str) -> Words:
        """How everything is said in a language; a phrase that has no translation is shown as it is."""
        return Words.of(language, self._languages.get(language))

    def key(self, text: str, known: Any) -> str:
        """The key that a text stands for, by itself or by its phrase in any language."""
        if text in known:
            return text
        for language in self._languages:
            if (key := self.words(language).key(text, known)) in known:
                return key
        return text

    def amended(self, amendments: Amendments, toml: Toml | None = None) -> Book:
        """The data as a fight amends them. Raises Faults."""
        if amendments not in self._books:
            self._books[amendments] = read_book(
                self.name,
                self.plugin.data,
                self.classes,
                self.converter,
                toml or self.plugin.toml,
                dict(amendments.rulings),
                json.loads(amendments.data or "{}"),
            )
            if len(self._books) > _BOOKS_KEPT:  # the first is the ruleset's own
                del self._books[list(self._books)[1]]
        return self._books[amendments]

    def reader(self, amendments: Amendments, toml: Toml) -> Reader:
        """What reads the tables of a file or a message for a fight with these amendments."""
        book = self.amended(amendments, toml)
        return Reader(book, self.classes, self.step, self.converter, toml, self.key)

    # -- a fight -------------------------------------------------------------------------------------
    def start(self, encounter: Encounter, dice: Chance) -> tuple[Combat, tuple[Event, ...]]:
        """The fight as it begins: the order of play is determined, the first decision awaited."""
        combat = encounter.combat()
        trail = _trail("", "start")
        run = self._run(evolve(combat, trail=trail), dice)
        engine.begin(run)
        return run.combat, tuple(run.events)

    def view(self, combat: Combat) -> engine.View:
        """A fight seen with its rules, for tactics and tools that ask the engine more than `legal`."""
        return engine.View(self.plan, self.amended(combat.amendments), combat)

    def legal(self, combat: Combat) -> tuple[Decision, ...]:
        """The legal decisions of whoever is awaited; circumstances and declarations are left open."""
        return engine.legal(self.view(combat))

    def decide(self, combat: Combat, decision: Decision, dice: Chance) -> tuple[Combat, tuple[Event, ...]]:
        """The fight after a decision, and what came of it, up to the next decision that is awaited.

        Raises Refused, before any die and with nothing changed; RuleFailed; what the dice raise.
        """
        run = self._run(combat)
        taken = engine.take(run, decision)
        run.change(trail=_trail(combat.trail, conversion.to_json(self.converter, taken)))
        run.dice = Recorded(dice.begin(run.combat.trail))
        engine.resolve(run)
        return run.combat, tuple(run.events)

    def why_not(self, combat: Combat, decision: Decision) -> Refused | None:
        """Why a decision would be refused, None where it would be taken."""
        try:
            engine.take(self._run(combat), decision)
        except Refused as refused:
            return refused
        return None

    def _run(self, combat: Combat, dice: Chance | None = None) -> engine.Run:
        begun = None if dice is None else Recorded(dice.begin(combat.trail))
        return engine.Run(self.plan, self.amended(combat.amendments), combat, begun)

    # -- tables and JSON -----------------------------------------------------------------------------
    def decision(self, table: Mapping[str, Any], combat: Combat | None = None) -> Decision:
        """The decision of a table such as a step of an encounter: `{"by": ..., "do": ...}`. Raises Faults."""
        if not isinstance(table, Mapping) or not all(isinstance(key, str) for key in table):
            found = Fault("", "expected a table with a by and a do, found {found}", found=repr(table))
            raise Faults("step", (found,))
        amendments = combat.amendments if combat else Amendments()
        return self.reader(amendments, Toml(dict(table), "step")).decision(table, ())

    def table(self, decision: Decision) -> dict[str, Any]:
        """A decision as such a table, blanks left out."""
        return step_table(decision, self.converter)

    def to_json(self, value: Any) -> str:
        """A combat, a decision or an event as JSON on one line."""
        return conversion.to_json(self.converter, value, AnyEvent if isinstance(value, Event) else None)

    def from_json(self, text: str, cls: Any = Combat) -> Any:
        """The combat (or whatever class is said) that a JSON text describes. Raises Faults."""
        return conversion.from_json(self.converter, text, cls)


def converter_for(classes: Classes) -> Converter:
    """The strict converter that knows a ruleset's own classes; what equals its default is left out."""
    converter = conversion.make(omit_defaults=True)
    for each in attrs.fields(Classes):
        _teach(converter, getattr(own, each.name), getattr(classes, each.name))
    everybody = tuple[Combatant, ...]
    converter.register_structure_hook(Roster, lambda value, _: Roster(converter.structure(value, everybody)))
    converter.register_unstructure_hook(
        Roster, lambda roster: converter.unstructure(tuple(roster), everybody)
    )
    form = override(omit_if_default=False)  # or a later version would take it for its own
    fight = make_dict_unstructure_fn(Combat, converter, _cattrs_omit_if_default=True, form=form)
    converter.register_unstructure_hook(Combat, fight)
    return converter


def _teach(converter: Converter, stands_for: type, cls: type) -> None:
    converter.register_structure_hook(stands_for, lambda value, _: converter.structure(value, cls))
    converter.register_unstructure_hook(stands_for, lambda value: converter.unstructure(value, cls))


def _trail(trail: str, decision: str) -> str:
    return hashlib.sha256(f"{trail}\n{decision}".encode()).hexdigest()


def _classes(plugin: Plugin) -> Classes:
    classes = Classes(*(getattr(plugin.module, each.name, Nothing) for each in attrs.fields(Classes)))
    for each in attrs.fields(Classes):
        name, cls = each.name, getattr(classes, each.name)
        if not (isinstance(cls, type) and attrs.has(cls)):
            sentence = "{name} in the rules of {ruleset} is no attrs class: put @frozen on it"
            raise RulesetInvalid(sentence, name=name, ruleset=plugin.name)
        if cls is Nothing and (name == "Sheet" or plugin.data.get(name.lower())):
            sentence = "the rules of {ruleset} have no class {name}, and its data need one"
            raise RulesetInvalid(sentence, name=name, ruleset=plugin.name)
    return classes


def _languages(plugin: Plugin) -> dict[str, Mapping[str, str]]:
    folder = plugin.folder / "words"
    if not folder.is_dir():
        return {}
    files = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name
    )
    return {file.name.removesuffix(".toml"): _phrases(plugin, file) for file in files}


def _phrases(plugin: Plugin, file: Traversable) -> Mapping[str, str]:
    try:
        toml = parse(file.read_bytes(), str(file))
        return conversion.structure(conversion.make(), toml.data, Phrases, toml)
    except (Faults, FileError) as faults:
        raise _at_fault(plugin.name, faults) from None


def _at_fault(ruleset: str, faults: EstocError) -> RulesetInvalid:
    sentence = "the data of {ruleset} are at fault:\n{faults}"
    return RulesetInvalid(sentence, ruleset=ruleset, faults=faults)
