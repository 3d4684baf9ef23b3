"""What happened, in the past tense: each event is one plain sentence in any language.

`sentence` is English with slots, and the key of its translations; `slots` fills it, with phrases,
figures and totals that `estoc.words` writes in the reader's language. `figures` names what a scenario may
hold an event against.
"""

from estoc.events.blow import (
    ActionTaken,
    AttackTested,
    CriticalStruck,
    DamageDealt,
    HealthChanged,
    Located,
    ReactionTested,
)
from estoc.events.company import (
    EffectBegan,
    EffectEnded,
    Fell,
    FigureSet,
    Joined,
    LeftTheFight,
    OrdersLeft,
    Recovered,
    Ruled,
)
from estoc.events.course import (
    ActionsDeclared,
    ActionsGivenUp,
    FightBegan,
    FightEnded,
    PassBegan,
    RoundBegan,
    TurnLost,
)
from estoc.events.event import Event

AnyEvent = (
    FightBegan
    | RoundBegan
    | PassBegan
    | ActionsDeclared
    | TurnLost
    | ActionsGivenUp
    | FightEnded
    | ActionTaken
    | AttackTested
    | ReactionTested
    | CriticalStruck
    | Located
    | DamageDealt
    | HealthChanged
    | EffectBegan
    | EffectEnded
    | Fell
    | Recovered
    | OrdersLeft
    | Joined
    | LeftTheFight
    | Ruled
    | FigureSet
)
"""Every kind of event there is."""

__all__ = [
    "ActionTaken",
    "ActionsDeclared",
    "ActionsGivenUp",
    "AnyEvent",
    "AttackTested",
    "CriticalStruck",
    "DamageDealt",
    "EffectBegan",
    "EffectEnded",
    "Event",
    "Fell",
    "FightBegan",
    "FightEnded",
    "FigureSet",
    "HealthChanged",
    "Joined",
    "LeftTheFight",
    "Located",
    "OrdersLeft",
    "PassBegan",
    "ReactionTested",
    "Recovered",
    "RoundBegan",
    "Ruled",
    "TurnLost",
]
