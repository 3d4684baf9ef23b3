"""Effects begin as a rule, an action or the game master says, and end as the data say."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from estoc.combat import Attack, Combatant
from estoc.effects import Effect
from estoc.engine.view import Run
from estoc.events import EffectBegan, EffectEnded
from estoc.values import but


def start(run: Run, effects: Iterable[Effect], on: str, by: str) -> None:
    """Effects begin on somebody; the same again replaces the first, unless it stacks."""
    for effect in effects:
        begun = run.book.effect(effect, on, by)
        bearer = run.combat[begun.on]
        others = bearer.effects if begun.stacks else tuple(e for e in bearer.effects if e.key != begun.key)
        run.put(but(bearer, effects=(*others, begun)))
        run.say(EffectBegan(begun))


def end(run: Run, bearers: Iterable[Combatant], over: Callable[[Effect], bool]) -> None:
    """The effects of these combatants that are over end."""
    for bearer in bearers:
        gone = [effect for effect in bearer.effects if over(effect)]
        if gone:
            run.put(but(bearer, effects=tuple(e for e in bearer.effects if not over(e))))
            run.say(*map(EffectEnded, gone))


def end_of_test(run: Run, attack: Attack) -> None:
    """Effects for one test end, once one has added to a test."""
    for side, name in (("by", attack.by), ("at", attack.at)):
        if name and any(effect.until == "test" for effect in run.combat[name].effects):
            end(run, [run.combat[name]], lambda effect, side=side: _added(effect, side, attack))  # type: ignore[misc]  # mypy can't see the default


def _added(effect: Effect, side: str, attack: Attack) -> bool:
    return effect.until == "test" and any(
        modifier.side == side and set(modifier.tags) <= set(attack.tags) for modifier in effect.modifiers
    )
