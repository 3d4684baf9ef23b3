"""What is going on, as a stack of frames: the top one says what is awaited or comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from attrs import field, frozen

from estoc.combat.combatant import Combatant
from estoc.combat.decision import Decision
from estoc.combat.own import Circumstances
from estoc.results import Critical, Damage, Hit, Location, NotHere
from estoc.totals import Term
from estoc.values import but

if TYPE_CHECKING:
    from estoc.combat.state import Combat

NOT_YET = NotHere("not yet")


@frozen(slots=False)
class Attack:
    """A blow, a shot, a test or a reaction, told by names; a hook gets it bound to the fight as it is.

    | a hook reads               | and gets                                                         |
    |----------------------------|------------------------------------------------------------------|
    | `attack.attacker`          | the `Combatant` whose test it is                                 |
    | `attack.defender`          | the `Combatant` at the other end                                 |
    | `attack.weapon`            | the attacker's `Weapon`, None for none                           |
    | `attack.circumstances`     | the ruleset's `Circumstances`                                    |
    | `attack.modifiers("by")`   | what effects add: on the attacker ("by"), on the defender ("at") |
    """

    by: str
    at: str
    action: str
    using: str = ""
    tags: tuple[str, ...] = ()
    """The action's, the weapon's, and each circumstance that is true."""
    circumstances: Circumstances = None
    answers: Blow | None = None
    """The blow that this reacts to."""
    number: int = 1
    """The n-th blow of its action."""
    combat: Any = field(init=False, default=None, eq=False, repr=False)

    def bound(self, combat: Combat) -> Attack:
        """The same attack, seen in this fight."""
        blow = self.answers and but(self.answers, attack=self.answers.attack.bound(combat))
        return but(self, combat=combat, answers=blow)

    @property
    def attacker(self) -> Combatant:
        """Whose test it is."""
        return cast(Combatant, self.combat[self.by])

    @property
    def defender(self) -> Combatant:
        """Who is at the other end."""
        return cast(Combatant, self.combat[self.at])

    @property
    def weapon(self) -> Any:
        """The attacker's weapon, None where none is used."""
        return self.attacker.weapon(self.using) if self.using else None

    def modifiers(self, *sides: str) -> tuple[Term, ...]:
        """What the effects on the attacker ("by") and the defender ("at") add, labelled by their keys."""
        bearers = [(side, self.attacker if side == "by" else self.defender) for side in sides or ("by", "at")]
        return tuple(
            Term(effect.key, modifier.value)
            for side, bearer in bearers
            for effect in bearer.effects
            for modifier in effect.modifiers
            if modifier.concerns(side, self.tags)
        )


@frozen
class Answer:
    """A reaction to a blow: an attack with its own hit; one that `stops` ends the blow if it lands."""

    attack: Attack
    hit: Hit | NotHere = NOT_YET
    stops: bool = False

    @property
    def landed(self) -> bool:
        """Whether the reaction succeeded."""
        return isinstance(self.hit, Hit) and self.hit.landed


@frozen
class Declare:
    """Everybody in `left` has yet to say what it will do this round."""

    left: tuple[str, ...]


@frozen
class Turn:
    """Somebody's turn; it has begun once its owner is asked."""

    who: str
    begun: bool = False


@frozen
class Act:
    """An action under way: paid for, its blows still to come."""

    decision: Decision
    blows: int = 0


@frozen(slots=False)
class Blow:
    """An attack on its way through the steps that the ruleset's data give, `step` the next of them."""

    attack: Attack
    hit: Hit | NotHere = NOT_YET
    answer: Answer | NotHere = NOT_YET
    critical: Critical | NotHere = NOT_YET
    location: Location | NotHere = NOT_YET
    damage: Damage | NotHere = NOT_YET
    dealt: bool = False
    """Whether the damage has been taken off; until then hooks see its target as it was before."""
    step: int = 0


@frozen
class Ask:
    """Somebody may react to the blow below on the stack."""

    who: str


@frozen
class Reorder:
    """The order of play is to be determined: at the start, or because `who` has joined."""

    reason: str
    who: str = ""


Frame = Declare | Turn | Act | Blow | Ask | Reorder
