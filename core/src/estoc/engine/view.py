"""A fight seen with its rules: what the engine's questions are asked of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import attrs

from estoc.book import Action, Book
from estoc.combat import Combat, Combatant, Decision, Frame
from estoc.dice import Die
from estoc.errors import AnswerIsNo, DiceError, NoSuchDie, RuleFailed
from estoc.events import Event
from estoc.plan import Plan
from estoc.results import Budget, NotHere
from estoc.values import but

T = TypeVar("T")

STRANGE = "{hook} of {plugin} ({file}:{line}) returned {found}, expected {expected}"
AFTER_DICE = {
    STRANGE: (
        "{hook} of {plugin} ({file}:{line}) returned {found}, expected {expected} (dice so far: {dice})"
    ),
    "{hook} of {plugin} gave no answer ({file}:{line}); a forgotten return looks like this": (
        "{hook} of {plugin} gave no answer ({file}:{line}); a forgotten return looks like this "
        "(dice so far: {dice})"
    ),
}
"""What a failure says, and what it says once dice have fallen."""


class View:
    """A fight, its data and its hooks.

    Budgets are asked of the hook once for each state of the fight, or once for each state of the combatant
    where the hook sees no more than that.
    """

    def __init__(self, plan: Plan, book: Book, combat: Combat) -> None:
        self.plan = plan
        self.book = book
        self.combat = combat
        self._of_the_fight = "combat" in plan.named["action_budget"]
        self._budgets: dict[int, tuple[Combatant, Budget]] = {}

    @property
    def top(self) -> Frame | None:
        """The frame on top of the stack, None once there is none."""
        stack = self.combat.stack
        return stack[-1] if stack else None

    def ask(self, hook: str, expected: type[T], *arguments: Any) -> T:
        """A hook's answer. Raises RuleFailed where the hook raises, or answers with something else."""
        answer = self._answer(hook, arguments)
        if not isinstance(answer, expected):
            raise self.strange(hook, answer, expected.__name__)
        return answer

    def ask_or_not(self, hook: str, expected: type[T], *arguments: Any) -> T | NotHere:
        """A hook's answer, which may be that there is nothing here to answer."""
        answer = self._answer(hook, arguments)
        if not isinstance(answer, expected | NotHere):
            raise self.strange(hook, answer, f"{expected.__name__} or NotHere")
        return answer

    def _answer(self, hook: str, arguments: tuple[Any, ...]) -> Any:
        try:
            return getattr(self.plan, hook)(*arguments, self.book)
        except RuleFailed as failed:
            raise self._with_dice(failed) from failed
        except (Exception, SystemExit) as cause:
            if isinstance(cause, AnswerIsNo | DiceError) and not isinstance(cause, NoSuchDie):
                raise  # the dice's own, and not the rule's fault
            raise self.plan.failure(hook, cause, self.faces()) from cause

    def strange(self, hook: str, found: object, expected: str) -> RuleFailed:
        """The failure of a hook that answered with something that can't be used."""
        place = self.plan.written[hook][0].figures(hook)
        return self._with_dice(RuleFailed(STRANGE, **place, found=repr(found), expected=expected))

    def _with_dice(self, failed: RuleFailed) -> RuleFailed:
        if not self.faces() or failed.sentence not in AFTER_DICE:
            return failed
        dice = ", ".join(f"d{die.sides} {die.face} ({die.why})" for die in self.faces())
        return RuleFailed(AFTER_DICE[failed.sentence], **failed.figures, dice=dice)

    def faces(self) -> Sequence[Die]:
        """The dice drawn so far; a view draws none."""
        return ()

    def budget(self, who: str) -> Budget:
        """What somebody may do, as the rules say it now."""
        combatant = self.combat[who]
        if (kept := self._budgets.get(id(combatant))) is None:
            kept = combatant, self.ask("action_budget", Budget, self.combat, combatant)
            self._budgets[id(combatant)] = kept  # with the combatant, whose identity stays its own so
        return kept[1]

    def able(self, who: str) -> bool:
        """Whether somebody can act now."""
        return self.budget(who).standing == "able"

    def out(self, who: str) -> bool:
        """Whether somebody is out of the fight."""
        return self.budget(who).standing == "out"

    def tags(self, decision: Decision, action: Action) -> tuple[str, ...]:
        """The action's tags, the weapon's, and each circumstance that is true."""
        tags = list(action.tags)
        if decision.using:
            tags += getattr(self.combat[decision.by].weapon(decision.using), "tags", ())
        tags += flags(decision.circumstances)
        return tuple(dict.fromkeys(tags))

    def fitting(self, combatant: Combatant, action: Action) -> tuple[str, ...]:
        """The names of the weapons with which an action can be done, in the order of the sheet."""
        return tuple(
            weapon.name
            for weapon in combatant.weapons
            if set(action.using) <= set(getattr(weapon, "tags", ()))
        )


class Run(View):
    """A view that moves on: the engine's working copy while one decision is carried out."""

    def __init__(self, plan: Plan, book: Book, combat: Combat, dice: Any = None) -> None:
        super().__init__(plan, book, combat)
        self.dice = dice
        self.events: list[Event] = []
        self.touched: dict[str, None] = {}
        """Whose state has changed since it was last seen who has fallen, in that order."""

    def faces(self) -> Sequence[Die]:
        """The dice drawn so far for this decision."""
        return self.dice.faces if self.dice is not None else ()

    def become(self, combat: Combat) -> None:
        """Go on from this state of the fight."""
        self.combat = combat
        if self._of_the_fight:
            self._budgets = {}

    def change(self, **fields: Any) -> None:
        """Go on with some of the fight's fields changed."""
        self.become(but(self.combat, **fields))

    def put(self, combatant: Combatant) -> None:
        """Go on with one combatant changed."""
        self.touched[combatant.name] = None
        self.become(self.combat.changed(combatant))

    def say(self, *events: Event) -> None:
        """Something has happened."""
        self.events.extend(events)

    def push(self, frame: Frame) -> None:
        """Something comes before what was going on."""
        self.stack((*self.combat.stack, frame))

    def pop(self) -> None:
        """What was on top is done."""
        self.stack(self.combat.stack[:-1])

    def swap(self, frame: Frame) -> None:
        """What is on top has come a step further."""
        self.stack((*self.combat.stack[:-1], frame))

    def stack(self, stack: tuple[Frame, ...]) -> None:
        """Go on with another stack; no rule reads it, so budgets stay as they are."""
        self.combat = but(self.combat, stack=stack)


def flags(circumstances: Any) -> list[str]:
    """The names of the circumstances that are true."""
    if circumstances is None:
        return []
    return [
        field.name
        for field in attrs.fields(type(circumstances))
        if getattr(circumstances, field.name) is True
    ]
