"""What is on a combatant, and until when. The rules start an effect; the core ends it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

from attrs import frozen

Until = Literal["fight", "round", "test"]
"""When an effect ends by itself:

| until   | it ends                                                                                |
|---------|----------------------------------------------------------------------------------------|
| `fight` | with the fight                                                                         |
| `round` | when the round in which it began ends                                                  |
| `test`  | once its modifiers have been added to a test; without any, with its bearer's next test |
"""

ENDS: tuple[str, ...] = get_args(Until)


@frozen
class Modifier:
    """What an effect adds to a test: to its bearer's own (`side` "by"), or to those against it ("at").

    Only tests that carry all of `tags` are concerned; no tag means every test.
    """

    value: int
    side: Literal["by", "at"] = "by"
    tags: tuple[str, ...] = ()

    def concerns(self, side: str, tags: Iterable[str]) -> bool:
        """Whether it adds to a test that carries these tags, seen from this side of it."""
        return self.side == side and set(self.tags) <= set(tags)


@frozen
class Effect:
    """Something on a combatant, known by its key.

    A rule names the key alone; the ruleset's data (`[effect.KEY]`) say the rest when it begins.
    """

    key: str
    until: Until | None = None
    """None: as the ruleset's data say, and with the fight where they don't."""
    on: str = ""
    """Who bears it."""
    by: str = ""
    """Who started it; empty for the game master."""
    forbids: tuple[str, ...] = ()
    """Actions, or tags of actions, that its bearer may not take."""
    modifiers: tuple[Modifier, ...] = ()
    stacks: bool = False
    """False: the same effect again replaces the first."""
    clause: str = ""


def named(effects: Iterable[str | Effect]) -> tuple[Effect, ...]:
    """Effects, some of them given by their keys alone."""
    if not effects:
        return ()
    return tuple(Effect(each) if isinstance(each, str) else each for each in effects)
