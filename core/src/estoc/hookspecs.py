"""The six hooks: all that a ruleset is asked for, and the reference of what each receives and returns.

A hook is a function of a plugin's `rules` module, marked with `hookimpl`, that names the arguments it
uses and leaves the others out. It is pure: it reads the frozen values that it is handed, asks `dice` for
faces, and returns a frozen value. `book` is the ruleset's data as this fight amends it. `None` is never
an answer.

| step of a blow | hook             | its result, as later hooks name it |
|----------------|------------------|------------------------------------|
| `hit`          | `resolve_hit`    | `hit`                              |
| `react`        | none: a decision | `answer`                           |
| `critical`     | `critical`       | `critical`                         |
| `locate`       | `locate`         | `location`                         |
| `damage`       | `compute_damage` | `damage`                           |

The ruleset's data puts the steps of a blow in order, and leaves out those that the game hasn't.
A hook names results of earlier steps only, or the ruleset is refused as it is loaded.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Protocol

from pluggy import HookimplMarker, HookspecMarker

if TYPE_CHECKING:  # what the hooks speak of, `Book` a room below this one
    from estoc.book import Book
    from estoc.combat import Answer, Attack, Combat, Combatant
    from estoc.dice import Dice
    from estoc.results import Budget, Critical, Damage, Hit, Location, NotHere, TurnOrder

PROJECT = "estoc"
INTERFACE = 1
"""The version of this page, apart from the package's: a new argument keeps it, a renamed one doesn't."""

hookspec = HookspecMarker(PROJECT)
hookimpl = HookimplMarker(PROJECT)


class RulesetSpec(Protocol):
    """What the core asks; an implementation is a module's function and has no `self`."""

    @hookspec(firstresult=True)
    def determine_initiative(self, combat: Combat, reason: str, dice: Dice, book: Book) -> TurnOrder:
        """Put every combatant in order, the fallen included.

        `reason` is `"start"`, `"join"`, `"disruption"`, or `"round"` where the ruleset's data says that
        initiative is each round's. Returns a `TurnOrder`: a `Place` for each combatant, sorted stably by
        count, what is still level going by order of entry and saying so; who acts in a surprise round;
        effects that start with the order.
        """

    @hookspec(firstresult=True)
    def action_budget(self, combat: Combat, combatant: Combatant, book: Book) -> Budget:
        """Say what a combatant can do now; asked whenever it matters, and never with dice.

        Returns a `Budget`: tokens, limits by tag with the reason that a refusal gives, blows of an
        action, and standing (able, unable now, out) with why. Out is not for good.
        """

    @hookspec(firstresult=True)
    def resolve_hit(self, combat: Combat, attack: Attack, dice: Dice, book: Book) -> Hit:
        """Roll to hit, for a blow, for the reaction to one, or for a test that has nobody at its end.

        Returns a `Hit`: the score against the target, both labelled totals, or an automatic result that
        says why; free marks; effects.
        """

    @hookspec(firstresult=True)
    def critical(
        self,
        combat: Combat,
        attack: Attack,
        hit: Hit,
        location: Location | NotHere,
        damage: Damage,
        dice: Dice,
        book: Book,
    ) -> Critical | NotHere:
        """Say what is out of the ordinary in a blow that landed or has marks, fumbles included.

        Where the damage comes first, `attack.defender.after(damage)` is the target as it will be.
        Returns a `Critical` (what, value, effects), or a `NotHere` with its reason.
        """

    @hookspec(firstresult=True)
    def locate(self, combat: Combat, attack: Attack, hit: Hit, dice: Dice, book: Book) -> Location | NotHere:
        """Find where a blow lands.

        Returns a `Location` and how it was found, or a `NotHere` with its reason.
        """

    @hookspec(firstresult=True)
    def compute_damage(
        self,
        combat: Combat,
        attack: Attack,
        hit: Hit,
        answer: Answer | NotHere,
        critical: Critical | NotHere,
        location: Location | NotHere,
        dice: Dice,
        book: Book,
    ) -> Damage:
        """Say what a blow costs its target; `answer` is the reaction that didn't end it, if there was one.

        Returns a `Damage`: a labelled total in the order of calculation, whole and 0 or more, what each pool
        of health loses, effects. It comes off the pools at the end of the blow, or before a reaction that the
        order of the blow puts after it: until then hooks see the target as it was.
        """


HOOKS: dict[str, tuple[str, ...]] = {
    name: tuple(inspect.signature(function).parameters)[1:]
    for name, function in vars(RulesetSpec).items()
    if hasattr(function, f"{PROJECT}_spec")
}
"""Each hook's arguments, in the order in which a `Plan` takes them."""

ALWAYS_ASKED = ("determine_initiative", "action_budget")
ASKED_AT = {"hit": "resolve_hit", "critical": "critical", "locate": "locate", "damage": "compute_damage"}
"""The hook that each step of a blow asks; `react`, the other step, is a decision and asks none."""
