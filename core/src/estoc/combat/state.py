"""The whole fight, frozen: what JSON carries and every rule reads."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import field, frozen

from estoc.combat.combatant import Combatant
from estoc.combat.decision import Decision
from estoc.combat.frames import Ask, Declare, Frame, Turn
from estoc.combat.roster import Roster
from estoc.errors import Fault
from estoc.results import TurnOrder
from estoc.values import but

FORM = 1
"""The version of the form in which a fight is written down."""


@frozen
class Amendments:
    """What this fight changes in the ruleset's data."""

    rulings: tuple[tuple[str, str], ...] = ()
    """Choices among the ruleset's rulings."""
    data: str = ""
    """Tables and entries of catalogues, as JSON formed like `ruleset.toml`; they go over its own."""


@frozen
class Declared:
    """What somebody said it would do this round; the first `played` of it are done or given up."""

    who: str
    actions: tuple[Decision, ...]
    passes: int = 0
    """In how many passes they are played, 0: one a pass."""
    played: int = 0

    def due(self, pass_: int) -> int:
        """How many are played or given up once this pass (1 or more) is over."""
        if self.passes and pass_ >= self.passes:
            return len(self.actions)
        return min(pass_, len(self.actions))

    @property
    def last_pass(self) -> int:
        """The pass in which the last of them is played, 0 for none."""
        return min(len(self.actions), self.passes or len(self.actions))


@frozen
class Outcome:
    """How the fight ended: the side that won, empty for none, and why."""

    winner: str
    why: str


def roster(given: Roster | Iterable[Combatant]) -> Roster:
    """A roster of whatever holds combatants."""
    return given if isinstance(given, Roster) else Roster(given)


@frozen(slots=False)
class Combat:
    """A fight at one moment. Nothing in it is ever changed; a decision gives another one."""

    combatants: Roster = field(converter=roster)
    order: TurnOrder = TurnOrder()
    round: int = 0
    """1 or more once the fight has begun; 0 is kept for a surprise round."""
    pass_: int = 1
    """The pass of the round, 1 or more."""
    acted: frozenset[str] = frozenset()
    """Whose turn of this pass is over."""
    declared: tuple[Declared, ...] | None = None
    """None: nobody has been asked yet this round."""
    fallen: frozenset[str] = frozenset()
    """Who is known to be out of the fight."""
    stack: tuple[Frame, ...] = ()
    outcome: Outcome | None = None
    cap: int = 100
    """The fight ends undecided after so many rounds."""
    amendments: Amendments = Amendments()
    trail: str = ""
    """A running hash over the decisions taken so far; seeded dice grow out of it."""
    form: int = field(default=FORM)

    @form.validator
    def _known_form(self, _: object, form: int) -> None:
        if form != FORM:
            sentence = "a fight written in form {found}, and this Estoc reads form {expected}"
            raise Fault("form", sentence, found=form, expected=FORM)

    def __getitem__(self, name: str) -> Combatant:
        """The combatant of this name. Raises KeyError."""
        return self.combatants[name]

    def __contains__(self, name: object) -> bool:
        return name in self.combatants

    @property
    def awaited(self) -> tuple[str, ...]:
        """Whose decision is awaited: nobody's once the fight is over."""
        match self.stack[-1] if self.stack else None:
            case Declare(left):
                return left
            case Turn(who) | Ask(who):
                return (who,)
        return ()

    def declaration(self, who: str) -> Declared | None:
        """What somebody said it would do this round, None where it said nothing."""
        return next((each for each in self.declared or () if each.who == who), None)

    def changed(self, combatant: Combatant) -> Combat:
        """The fight with this combatant in the place of the one of the same name."""
        return but(self, combatants=self.combatants.changed(combatant))
