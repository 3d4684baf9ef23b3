"""Effects begin as a rule, an action or the game master says, and end as the data say."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from estoc.combat import Attack, Combatant
from estoc.effects import Effect, Modifier
from estoc.engine.view import Run
from estoc.errors import Refused
from estoc.events import EffectBegan, EffectEnded
from estoc.values import but

ANY_TEST = (Modifier(0),)
"""What an effect for one test waits for when it adds to none: the next of its bearer."""


def start(run: Run, effects: Iterable[Effect], on: str, by: str) -> None:
    """Effects begin on somebody; the same again replaces the first, unless it stacks. Raises Refused."""
    for effect in effects:
        begun = run.book.effect(effect, on, by)
        bearer = run.combat[begun.on]
        others = bearer.effects if begun.stacks else tuple(e for e in bearer.effects if e.key != begun.key)
        run.put(but(bearer, effects=(*others, begun)))
        run.say(EffectBegan(begun))


def start_by_rule(run: Run, hook: str, effects: Iterable[Effect], on: str = "", by: str = "") -> None:
    """Effects begin as a hook has answered. Raises RuleFailed for those that the ruleset hasn't, and for
    those on nobody."""
    for effect in effects:
        if (effect.on or on) not in run.combat:
            raise run.strange(hook, effect, "an effect on somebody in the fight")
        try:
            start(run, [effect], on, by)
        except Refused:
            raise run.strange(hook, effect, "an effect of the ruleset's data") from None


def end(run: Run, bearers: Iterable[Combatant], over: Callable[[Effect], bool]) -> None:
    """The effects of these combatants that are over end."""
    for bearer in bearers:
        gone = [effect for effect in bearer.effects if over(effect)]
        if gone:
            run.put(but(bearer, effects=tuple(e for e in bearer.effects if not over(e))))
            run.say(*map(EffectEnded, gone))


def end_of_test(run: Run, attack: Attack) -> None:
    """Effects for one test end, once one has added to a test."""
    if attack.by:
        end(run, [run.combat[attack.by]], lambda effect: _added(effect, "by", attack))
    if attack.at:
        end(run, [run.combat[attack.at]], lambda effect: _added(effect, "at", attack))


def _added(effect: Effect, side: str, attack: Attack) -> bool:
    return effect.until == "test" and any(
        modifier.concerns(side, attack.tags) for modifier in effect.modifiers or ANY_TEST
    )
