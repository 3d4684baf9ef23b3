"""`estoc show NAME`: what a ruleset is."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from typing import Any

import attrs
from attrs import NOTHING, Attribute

from estoc.book import Action, Book, FaceTable, Ruling, Table
from estoc.cli.screen import Screen
from estoc.cli.sections import Row, Section, draw, lines
from estoc.ruleset import Ruleset, load
from estoc.words import Words


def run(options: Namespace, screen: Screen) -> int:
    """Show a ruleset, by name or from a folder: as tables at a terminal, as plain lines elsewhere."""
    rules = load(options.name)
    screen.words = rules.words(screen.language)
    if options.json:
        screen.document(document(rules))
    elif sys.stdout.isatty():
        draw(sections(rules, screen))
    else:
        screen.show(lines(sections(rules, screen)))
    return 0


# -- for people --------------------------------------------------------------------------------------
def sections(rules: Ruleset, screen: Screen) -> Iterator[Section]:
    """All there is to say, part by part; empty parts are left out."""
    return (section for section in _sections(rules, screen) if section.rows)


def _sections(rules: Ruleset, screen: Screen) -> Iterator[Section]:
    book, words, say, classes = rules.book, screen.words, screen.say, rules.classes
    named = (say("name"), say("range"), say("by default"), say("what it is"), say("clause"))
    yield Section(words.phrase(book.title), (), tuple(_about(rules, screen)))
    for title, cls in (
        (say("Sheet"), classes.Sheet),
        (say("Circumstances of a step"), classes.Circumstances),
        (say("A weapon"), classes.Weapon),
        (say("A piece of armour"), classes.Armour),
    ):
        fields = [each for each in attrs.fields(cls) if each.name != "name"]
        yield Section(title, named, tuple(_field(each, words) for each in fields))
    for title, kind, entries, cls in (
        (say("Sheets"), "sheet", book.sheets, classes.Sheet),
        (say("Weapons"), "weapon", book.weapons, classes.Weapon),
        (say("Armour"), "armour", book.armour, classes.Armour),
    ):
        yield _catalogue(title, kind, entries, cls, book, screen)
    does = (say("action"), say("costs"), say("tags"), say("limits"), say("clause"))
    yield Section(say("Actions"), does, tuple(_action(each, screen) for each in book.actions.values()))
    lasts = (say("effect"), say("until"), say("forbids"), say("adds"), say("clause"))
    yield Section(say("Effects"), lasts, tuple(_effects(book, words)))
    for table in book.tables.values():
        yield _table(table, screen)
    for ruling in book.open_questions.values():
        yield _ruling(ruling, screen)
    clauses = tuple(
        (each.key, words.phrase(each.says) + (f" ({say('shown here')})" if each.shown == "show" else ""))
        for each in book.clauses.values()
    )
    yield Section(say("Clauses"), (), clauses)
    yield Section(say("What it leaves out"), (), tuple((words.phrase(each),) for each in book.leaves_out))


def _about(rules: Ruleset, screen: Screen) -> Iterator[Row]:
    book, words, say = rules.book, screen.words, screen.say
    installed = f"{rules.plugin.distribution} {rules.plugin.version}".strip() or str(rules.plugin.folder)
    pairs = (
        ("ruleset", f"{rules.name} ({installed})"),
        ("source", ", ".join(filter(None, attrs.astuple(book.source)))),
        ("a round lasts", words.phrase(book.round_lasts)),
        ("a round", say(_course(book))),
        ("health", " → ".join(map(words.phrase, book.health))),
        ("order of a blow", " → ".join(map(words.phrase, book.blow))),
        ("languages", ", ".join(sorted({book.language, *rules.languages}))),
        ("ours", say("what is marked + isn't in the source: this ruleset adds it") if book.ours else ""),
    )
    for label, text in pairs:
        if text:
            yield words.phrase(label), text


def _course(book: Book) -> str:
    if book.passes:
        return "everybody declares first, then all play their actions in passes"
    if book.declares:
        return "everybody declares first, then each plays all its actions in turn"
    return "each acts in turn"


def _field(field: Attribute[Any], words: Words) -> Row:
    meta = field.metadata
    least, most = meta.get("at_least"), meta.get("at_most")
    table = meta.get("table")
    span = f"{'' if least is None else least}-{'' if most is None else most}"
    text = f"[{table}]" if table else span if span != "-" else ""
    says = words.phrase(meta.get("says", ""))
    return field.name, text, _value(field.default, words), says, meta.get("clause", "")


def _catalogue(
    title: str, kind: str, entries: Mapping[str, Any], cls: type, book: Book, screen: Screen
) -> Section:
    """A catalogue's entries, one column a field."""
    words = screen.words
    fields = [each for each in attrs.fields(cls) if each.name != "name"]
    rows = tuple(
        (
            words.phrase(key) + (" +" if (kind, key) in book.ours else ""),
            *(_written(entry, each.name, words) for each in fields),
        )
        for key, entry in entries.items()
    )
    return Section(title, (screen.say("name"), *(each.name for each in fields)), rows)


def _written(entry: Any, field: str, words: Words) -> str:
    """A field of an entry; tags as a file has to write them."""
    value = getattr(entry, field)
    return ", ".join(value) if field == "tags" else _value(value, words)


def _action(action: Action, screen: Screen) -> Row:
    words, say = screen.words, screen.say
    costs = [
        " + ".join(f"{number} {words.phrase(token)}" for token, number in cost.items() if number)
        or say("nothing")
        for cost in action.cost
    ]
    limits: list[str] = []
    for sentence, listed in (
        ("with a weapon that is: {names}", action.using),
        ("takes {names}", action.circumstances),
        ("needs {names}", action.needs),
        ("answers a blow that is: {names}", action.against if action.answers else ()),
        ("answers no blow that is: {names}", action.unless),
        ("gives oneself: {names}", action.grants),
        ("gives the target: {names}", action.gives),
        ("ends: {names}", action.clears),
    ):
        if listed:
            limits.append(say(sentence, names=tuple(map(words.phrase, listed))))
    if action.answers and not action.against:
        limits.append(say("answers any blow"))
    if action.stops:
        limits.append(say("stops the blow"))
    tags = ", ".join(map(words.phrase, action.tags))
    return words.phrase(action.key), f" {say('or')} ".join(costs), tags, "; ".join(limits), action.clause


def _effects(book: Book, words: Words) -> Iterator[Row]:
    for key, effect in book.effects.items():
        adds = ", ".join(f"{each.value:+}" for each in effect.modifiers)
        forbids = ", ".join(map(words.phrase, effect.forbids))
        yield words.phrase(key), words.phrase(effect.until or ""), forbids, adds, effect.clause


def _table(table: Table, screen: Screen) -> Section:
    words = screen.words
    title = screen.say("Table {name}", name=table.name) + (" +" if table.ours else "")
    if table.clause:
        title += f" ({table.clause})"
    if isinstance(table, FaceTable):
        rows = tuple((_faces(row.faces), _value(row.result, words)) for row in table.rows)
        return Section(title, (f"d{table.die}", screen.say("result")), rows)
    return Section(
        title, (), tuple((words.slot("key", key), _value(table[key], words)) for key in table.names())
    )


def _faces(faces: tuple[int, int]) -> str:
    return str(faces[0]) if faces[0] == faces[1] else f"{faces[0]}-{faces[1]}"


def _ruling(ruling: Ruling, screen: Screen) -> Section:
    words, say = screen.words, screen.say
    rows = tuple(
        (key, words.phrase(choice.says), say("by default") if key == ruling.default else "")
        for key, choice in ruling.choice.items()
    )
    clause = f" ({ruling.clause})" if ruling.clause else ""
    return Section(
        say("Ruling {name}", name=ruling.key) + f"{clause}: {words.phrase(ruling.says)}",
        (),
        rows,
    )


def _value(value: Any, words: Words) -> str:
    """A figure, a text or a list of them, as people read it; nothing where there is nothing to say."""
    if isinstance(value, attrs.Factory):  # type: ignore[arg-type]  # a class, in spite of its annotation
        value = value.factory()
    if value is None or value is NOTHING or value == "" or value == ():
        return ""
    if isinstance(value, bool):
        return words.phrase("yes") if value else words.phrase("no")
    if isinstance(value, Mapping):
        return ", ".join(f"{words.phrase(str(key))} {_value(each, words)}" for key, each in value.items())
    if isinstance(value, tuple | list | frozenset):
        return ", ".join(_value(each, words) for each in value)
    return words.slot("value", value)


# -- for programs ------------------------------------------------------------------------------------
def document(rules: Ruleset) -> dict[str, Any]:
    """The ruleset as one document."""
    book, plain = rules.book, rules.converter.unstructure
    return {
        "name": rules.name,
        "distribution": rules.plugin.distribution,
        "version": rules.plugin.version,
        "languages": list(rules.languages),
        **{
            name: plain(getattr(book, name))
            for name in (
                "title", "interface", "language", "round_lasts", "source", "declares", "passes", "health",
                "below_zero", "blow", "leaves_out",
            )
        },
        "fields": {
            kind: [_plain_field(each) for each in attrs.fields(cls)]
            for kind, cls in attrs.asdict(rules.classes, recurse=False).items()
        },
        "sheets": _plain_all(book.sheets, plain),
        "weapons": _plain_all(book.weapons, plain),
        "armour": _plain_all(book.armour, plain),
        "actions": _plain_all(book.actions, plain),
        "effects": _plain_all(book.effects, plain),
        "tables": {name: attrs.asdict(table) for name, table in book.tables.items()},
        "rulings": _plain_all(book.open_questions, plain),
        "clauses": _plain_all(book.clauses, plain),
        "ours": sorted(map(list, book.ours)),
    }  # fmt: skip


def _plain_all(entries: Mapping[str, Any], plain: Any) -> dict[str, Any]:
    return {key: plain(entry) for key, entry in entries.items()}


def _plain_field(field: Attribute[Any]) -> dict[str, Any]:
    own: dict[str, Any] = {"name": field.name, "type": getattr(field.type, "__name__", str(field.type))}
    if isinstance(field.default, int | str | bool):
        own["default"] = field.default
    return own | {key: value for key, value in field.metadata.items() if value not in (None, "")}
