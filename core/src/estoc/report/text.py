"""A fight as text that a game master reads: who meets whom, what happens in each round, who is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from estoc.combat import Combat, Combatant
from estoc.dice import Seeded
from estoc.encounter import Encounter
from estoc.events import (
    ActionsDeclared,
    ActionsGivenUp,
    ActionTaken,
    EffectEnded,
    Event,
    FightBegan,
    FightEnded,
    Joined,
    LeftTheFight,
    OrdersLeft,
    PassBegan,
    RoundBegan,
    Ruled,
    TurnLost,
)
from estoc.playing import Moment
from estoc.report.plain import plain
from estoc.words import Words

HEADINGS = (FightBegan, RoundBegan, PassBegan, FightEnded)
ACTS = (ActionTaken, Joined, LeftTheFight, Ruled)
"""What has its own lines beneath it."""
REMARKS = (ActionsDeclared, ActionsGivenUp, TurnLost, OrdersLeft)
INDENT = "  "


def text_lines(
    encounter: Encounter, moments: Iterable[Moment], words: Words, dice: Seeded | None
) -> Iterator[str]:
    """The fight line by line, as it goes on; `dice` are None where a person throws them."""
    return map(plain, _lines(encounter, moments, words, dice))


def _lines(
    encounter: Encounter, moments: Iterable[Moment], words: Words, dice: Seeded | None
) -> Iterator[str]:
    yield from _company(encounter, words)
    layout = Layout()
    for moment in moments:
        for event in moment.events:
            if isinstance(event, HEADINGS):
                yield ""
            yield layout.indent(event) + words.event(event)
        combat = moment.combat
    yield from _left(combat, words)
    yield from ("", _origin(dice, words))


def _company(encounter: Encounter, words: Words) -> Iterator[str]:
    yield encounter.title or words.phrase(encounter.rules.book.title)
    yield ""
    sides: dict[str, list[str]] = {}
    for each in encounter.combatants:
        sides.setdefault(each.side, []).append(_with_health(each, words))
    for side, members in sides.items():
        yield words.sentence("{side}: {members}", {"side": side, "members": ", ".join(members)})


def _left(combat: Combat, words: Words) -> Iterator[str]:
    """Who stands at the end and who doesn't, with the health that each has left."""
    standing = [_with_health(each, words) for each in combat.combatants if each.name not in combat.fallen]
    fallen = [_with_health(each, words) for each in combat.combatants if each.name in combat.fallen]
    if standing:
        yield words.sentence("Still standing: {members}", {"members": ", ".join(standing)})
    if fallen:
        yield words.sentence("Out of the fight: {members}", {"members": ", ".join(fallen)})


def _with_health(combatant: Combatant, words: Words) -> str:
    figures = ", ".join(_health(combatant, pool.name, pool.lost, words) for pool in combatant.health)
    return f"{combatant.name} ({figures})" if figures else combatant.name


def _health(combatant: Combatant, pool: str, lost: int, words: Words) -> str:
    whole = getattr(combatant.sheet, pool)
    return f"{words.phrase(pool)} {whole - lost}" + (f"/{whole}" if lost else "")


def _origin(dice: Seeded | None, words: Words) -> str:
    """Where the dice came from, and how to see them fall so again."""
    if dice is None:
        return words.sentence("Dice: thrown by hand.", {})
    if dice.chosen:
        return words.sentence("Seed, chosen by hand: {seed}", {"seed": dice.seed})
    return words.sentence("Seed, drawn for this fight (--seed plays it again): {seed}", {"seed": dice.seed})


class Layout:
    """How far each event's line stands to the right: what an action brings about, beneath the action."""

    def __init__(self) -> None:
        self._in_act = False

    def indent(self, event: Event) -> str:
        """The white space before an event's line."""
        if isinstance(event, HEADINGS):
            self._in_act = False
            return ""
        if isinstance(event, REMARKS) or _ends_with_the_round(event):
            return INDENT
        if isinstance(event, ACTS):
            self._in_act = True
            return INDENT
        return INDENT * 2 if self._in_act else INDENT


def _ends_with_the_round(event: Event) -> bool:
    return isinstance(event, EffectEnded) and event.effect.until == "round"
