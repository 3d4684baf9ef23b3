"""Tables into combatants and decisions, by the ruleset's classes, catalogues and words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs
from attrs import evolve, frozen
from cattrs import Converter

from estoc.book import Book, Classes
from estoc.book.reading import dangling, entry_of, like_faults, likened, unknown_name
from estoc.combat import VERBS, Combatant, Decision, Pool, StandingOrder, Verdict
from estoc.converter import structure
from estoc.errors import Fault, Faults
from estoc.grammar.collecting import Found
from estoc.grammar.tables import KEYS, OF_ACTIONS, CombatantTable, Entry, OrderTable, StepTable
from estoc.toml import Toml
from estoc.toml_lines import Where


@frozen(eq=False)
class Reader:
    """Reads the tables of one file or message, `toml`, for a fight whose data are `book`."""

    book: Book
    classes: Classes
    step: type[StepTable]
    converter: Converter
    toml: Toml
    key: Callable[[str, Iterable[str]], str]
    """The key among those known for which a text stands, itself or a phrase."""

    # -- combatants ----------------------------------------------------------------------------------
    def combatants(self, table: Any, at: Where, entered: int) -> list[Combatant]:
        """The one or more combatants of a table, the first of them entering at this rank. Raises Faults."""
        found = Found(self.toml.file)
        read = found.attempt(structure, self.converter, table, CombatantTable, self.toml, at)
        written = table if isinstance(table, dict) else {}
        sheet = self._written(found, "sheet", written.get("sheet"), (*at, "sheet"))
        weapons = self._all_written(found, "weapon", written.get("weapons"), (*at, "weapons"))
        armour = self._all_written(found, "armour", written.get("armour"), (*at, "armour"))
        if read and not read.name.strip():
            found.add([self.toml.fault((*at, "name"), "a name is missing: everybody needs one")])
        if read and not read.side.strip():
            found.add([self.toml.fault((*at, "side"), "a side is missing: everybody is on one")])
        found.done()
        assert read is not None  # or there would be faults
        one = Combatant(
            read.name,
            read.side,
            sheet,
            player=read.player,
            aware=read.aware,
            entered=entered if read.entered is None else read.entered,
            weapons=weapons,
            armour=armour,
            health=tuple(Pool(name, 0, name in self.book.below_zero) for name in self.book.health),
            orders=tuple(self._order(order) for order in read.orders),
        )
        if read.count == 1:
            return [one]
        step = 1 if read.entered is None else 0
        return [
            evolve(one, name=f"{read.name} {number + 1}", entered=one.entered + number * step)
            for number in range(read.count)
        ]

    def _written(self, found: Found, kind: str, entry: Any, at: Where) -> Any:
        """An entry, if it is one: if not, that is said of the table around it."""
        return found.attempt(self._entry, kind, entry, at) if isinstance(entry, str | dict) else None

    def _all_written(self, found: Found, kind: str, entries: Any, at: Where) -> tuple[Any, ...]:
        written = enumerate(entries if isinstance(entries, list) else ())
        return tuple(self._written(found, kind, entry, (*at, number)) for number, entry in written)

    def _entry(self, kind: str, entry: Entry, at: Where) -> Any:
        """Something of a catalogue by its name, or a table, which may be `like` something there."""
        known, cls = {
            "weapon": (self.book.weapons, self.classes.Weapon),
            "armour": (self.book.armour, self.classes.Armour),
            "sheet": (self.book.sheets, self.classes.Sheet),
        }[kind]
        if isinstance(entry, str):
            name = self.key(entry, known)
            if name not in known:
                raise Faults(self.toml.file, (unknown_name(entry, list(known), self.toml, at),))
            return known[name]
        raw = self.book.catalogues[kind]
        if found := tuple(like_faults(entry, raw, self.toml, at)):
            raise Faults(self.toml.file, found)
        name = str(entry.get("name", entry.get("like", "")))
        value = entry_of(name, likened(entry, raw), cls, self.converter, self.toml, at)
        if found := tuple(dangling(value, self.book.tables, self.toml, at)):
            raise Faults(self.toml.file, found)
        return value

    # -- decisions -----------------------------------------------------------------------------------
    def decision(self, table: Any, at: Where, *, by: str = "") -> Decision:
        """The decision of a step's table; names in it may be phrases. Raises Faults."""
        read = structure(self.converter, table, self.step, self.toml, at)
        do = self.key(read.do, (*self.book.actions, *VERBS))
        if strangers := tuple(self._strangers(table, do, at)):
            raise Faults(self.toml.file, strangers)
        circumstances = self._circumstances(read, at)
        return Decision(
            by=read.by or by,
            do=do,
            at=read.at,
            using=self.key(read.with_, self.book.weapons),
            circumstances=circumstances,
            actions=tuple(
                self.decision(each, (*at, "actions", n), by=read.by) for n, each in enumerate(read.actions)
            ),
            orders=tuple(self._order(order) for order in read.orders),
            combatant=self._joiner(read.combatant, (*at, "combatant")),
            verdict=self._verdict(read),
            reason=read.reason,
        )

    def _strangers(self, table: dict[str, Any], do: str, at: Where) -> Iterator[Fault]:
        """The faults of keys that say nothing of this decision: left in silence, they would be believed."""
        own = [each.name for each in attrs.fields(self.classes.Circumstances)]
        inside = "actions" in at
        keys = ("do", *(() if inside else ("by",)), *KEYS.get(do, (*OF_ACTIONS, *own)))
        for key in table:
            if key not in keys:
                sentence = "{key} says nothing of {do}; the keys here are {keys}"
                yield self.toml.fault((*at, key), sentence, key=repr(key), do=do, keys=", ".join(keys))

    def _circumstances(self, read: StepTable, at: Where) -> Any:
        own = {each.name: getattr(read, each.name) for each in attrs.fields(self.classes.Circumstances)}
        for each in attrs.fields(self.classes.Circumstances):
            if (table := each.metadata.get("table")) and isinstance(own[each.name], str):
                own[each.name] = self.key(
                    own[each.name], [str(name) for name in self.book.tables[table].names()]
                )
        value = self.classes.Circumstances(**own)
        if found := tuple(dangling(value, self.book.tables, self.toml, at)):
            raise Faults(self.toml.file, found)
        return None if value == self.book.circumstances else value

    def _joiner(self, table: Any, at: Where) -> Combatant | None:
        if table is None:
            return None
        joiners = self.combatants(table, at, 0)
        if len(joiners) > 1:
            raise self._wrong((*at, "count"), "one at a time: write a step for each who joins")
        return joiners[0]

    def _verdict(self, read: StepTable) -> Verdict | None:
        verdict = Verdict(
            read.modifier,
            tuple(self.key(effect, self.book.effects) for effect in read.gives),
            tuple(self.key(effect, self.book.effects) for effect in read.lifts),
            tuple(read.set.items()),
            tuple(read.heal.items()),
        )
        return None if verdict == Verdict() else verdict

    def _order(self, order: OrderTable) -> StandingOrder:
        do = self.key(order.do, (*self.book.actions, "pass"))
        return StandingOrder(do, self.key(order.with_, self.book.weapons), order.against, order.first)

    def _wrong(self, at: Where, sentence: str) -> Faults:
        return Faults(self.toml.file, (self.toml.fault(at, sentence),))
