"""A blow, step by step, in the order that the ruleset's data give."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from estoc.combat import Answer, Ask, Attack, Blow
from estoc.combat.frames import NOT_YET
from estoc.engine import effects
from estoc.engine.rounds import settle
from estoc.engine.view import Run
from estoc.events import AttackTested, CriticalStruck, DamageDealt, HealthChanged, Located, ReactionTested
from estoc.results import Critical, Damage, Hit, Location, NotHere
from estoc.values import but

NO_REACTION = NotHere("no reaction")


def step(run: Run, blow: Blow) -> None:
    """The next step of a blow, or its end."""
    steps = run.book.blow
    if blow.step == len(steps) or (_missed(blow) and not _marked(blow)):
        return finish(run, blow)
    name = steps[blow.step]
    if name == "react" and blow.answer == NOT_YET and not _missed(blow):
        return ask(run, blow)
    run.swap(but(blow, step=blow.step + 1))
    if name == "critical" or not _missed(blow):
        STEPS[name](run)


def _missed(blow: Blow) -> bool:
    return isinstance(blow.hit, Hit) and not blow.hit.landed


def _marked(blow: Blow) -> bool:
    return isinstance(blow.hit, Hit) and bool(blow.hit.marks)


def ask(run: Run, blow: Blow) -> None:
    """The defender may react."""
    run.swap(but(blow, answer=NO_REACTION))
    if blow.attack.at:
        run.push(Ask(blow.attack.at))


def finish(run: Run, blow: Blow) -> None:
    """The blow is done; see who has fallen."""
    run.pop()
    settle(run, *dict.fromkeys(name for name in (blow.attack.at, blow.attack.by) if name))


# -- the steps ---------------------------------------------------------------------------------------
def hit(run: Run) -> None:
    """The attacker's test."""
    blow = _blow(run)
    result = test(run, blow.attack)
    run.swap(but(blow, hit=result))
    run.say(AttackTested(blow.attack, result))
    _after_test(run, blow.attack, result)


def react(run: Run) -> None:
    """The defender's test, where it reacts; one that stops the blow ends it."""
    blow = _blow(run)
    answer = blow.answer
    if not isinstance(answer, Answer):
        return
    result = test(run, answer.attack)
    run.swap(but(blow, answer=evolve(answer, hit=result)))
    run.say(ReactionTested(answer.attack, result, answer.stops))
    _after_test(run, answer.attack, result)
    if result.landed and answer.stops:
        finish(run, _blow(run))


def critical(run: Run) -> None:
    """Whether something out of the ordinary comes of it."""
    blow = _blow(run)
    attack = _bound(run, blow.attack)
    result = run.ask_or_not(
        "critical", Critical, run.combat, attack, blow.hit, blow.location, blow.damage, run.dice
    )
    run.swap(but(blow, critical=result))
    if isinstance(result, Critical):
        run.say(CriticalStruck(attack.by, result))
        _start(run, attack, result)


def locate(run: Run) -> None:
    """Where it strikes."""
    blow = _blow(run)
    attack = _bound(run, blow.attack)
    result = run.ask_or_not("locate", Location, run.combat, attack, blow.hit, run.dice)
    run.swap(but(blow, location=result))
    if isinstance(result, Location):
        run.say(Located(attack.at, result))


def damage(run: Run) -> None:
    """What it does; the core takes it off the pools of health."""
    blow = _blow(run)
    attack, answer = _bound(run, blow.attack), blow.answer
    if isinstance(answer, Answer):
        answer = evolve(answer, attack=answer.attack.bound(run.combat))
    result = run.ask_or_not(
        "compute_damage",
        Damage,
        run.combat, attack, blow.hit, answer, blow.critical, blow.location, run.dice,
    )  # fmt: skip
    run.swap(but(blow, damage=result))
    if isinstance(result, Damage):
        run.say(DamageDealt(attack.by, attack.at, result))
        wound(run, attack.at, result)
        _start(run, attack, result)


STEPS: dict[str, Callable[[Run], None]] = {
    "hit": hit,
    "critical": critical,
    "react": react,
    "locate": locate,
    "damage": damage,
}


# -- what the steps share ----------------------------------------------------------------------------
def test(run: Run, attack: Attack) -> Hit:
    """Ask the rules for a test, an attacker's or a defender's."""
    return run.ask("resolve_hit", Hit, run.combat, _bound(run, attack), run.dice)


def wound(run: Run, who: str, dealt: Damage) -> None:
    """Take damage off somebody's pools of health."""
    before = run.combat[who]
    after = before.after(dealt)
    run.put(after)
    for old, new in zip(before.health, after.health, strict=True):
        if old.lost != new.lost:
            whole = getattr(after.sheet, new.name)
            run.say(HealthChanged(who, new.name, whole - old.lost, whole - new.lost))


def _after_test(run: Run, attack: Attack, result: Hit) -> None:
    effects.end_of_test(run, attack)
    _start(run, attack, result)


def _start(run: Run, attack: Attack, result: Hit | Critical | Damage) -> None:
    effects.start(run, result.gives, attack.at, attack.by)
    effects.start(run, result.grants, attack.by, attack.by)


def _blow(run: Run) -> Blow:
    blow = run.top
    assert isinstance(blow, Blow)
    return blow


def _bound(run: Run, attack: Attack) -> Attack:
    if run.dice is not None:
        run.dice.who = attack.by
    return attack.bound(run.combat)
