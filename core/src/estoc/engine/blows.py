"""A blow, step by step, in the order that the ruleset's data give."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from estoc.combat import Answer, Ask, Attack, Blow
from estoc.combat.frames import NOT_YET
from estoc.engine import effects
from estoc.engine.view import Run
from estoc.events import AttackTested, CriticalStruck, DamageDealt, HealthChanged, Located, ReactionTested
from estoc.results import Critical, Damage, Hit, Location, NotHere
from estoc.values import but

NO_REACTION = NotHere("no reaction")


def step(run: Run, blow: Blow) -> None:
    """The next step of a blow, or its end."""
    steps = run.book.blow
    over = blow.step == len(steps) or (_missed(blow) and not _marked(blow))
    if isinstance(blow.damage, Damage) and not blow.dealt and (over or steps[blow.step] == "react"):
        return deal(run, blow, blow.damage)
    if over:
        return run.pop()
    name = steps[blow.step]
    if name == "react" and blow.answer == NOT_YET and not _missed(blow):
        return ask(run, blow)
    blow = but(blow, step=blow.step + 1)
    if name == "critical" or not _missed(blow):
        STEPS[name](run, blow)
    else:
        run.swap(blow)


def _missed(blow: Blow) -> bool:
    return isinstance(blow.hit, Hit) and not blow.hit.landed


def _marked(blow: Blow) -> bool:
    return isinstance(blow.hit, Hit) and bool(blow.hit.marks)


def ask(run: Run, blow: Blow) -> None:
    """The defender may react."""
    run.swap(but(blow, answer=NO_REACTION))
    if blow.attack.at:
        run.push(Ask(blow.attack.at))


def deal(run: Run, blow: Blow, damage: Damage) -> None:
    """Take the damage off the target's pools of health, once no hook has to see how it was before."""
    run.swap(but(blow, dealt=True))
    wound(run, blow.attack.at, damage)
    _start(run, "compute_damage", blow.attack, damage)


# -- the steps ---------------------------------------------------------------------------------------
def hit(run: Run, blow: Blow) -> None:
    """The attacker's test."""
    result = test(run, blow.attack)
    run.swap(but(blow, hit=result))
    run.say(AttackTested(blow.attack, result))
    _after_test(run, blow.attack, result)


def react(run: Run, blow: Blow) -> None:
    """The defender's test, where it reacts; one that stops the blow ends it."""
    answer = blow.answer
    if not isinstance(answer, Answer):
        return run.swap(blow)
    result = test(run, answer.attack)
    run.swap(but(blow, answer=evolve(answer, hit=result)))
    run.say(ReactionTested(answer.attack, result, answer.stops))
    _after_test(run, answer.attack, result)
    if result.landed and answer.stops:
        run.pop()


def critical(run: Run, blow: Blow) -> None:
    """Whether something out of the ordinary comes of it."""
    attack = _bound(run, blow.attack)
    result = run.ask_or_not(
        "critical", Critical, run.combat, attack, blow.hit, blow.location, blow.damage, run.dice
    )
    run.swap(but(blow, critical=result))
    if isinstance(result, Critical):
        run.say(CriticalStruck(attack.by, result))
        _start(run, "critical", attack, result)


def locate(run: Run, blow: Blow) -> None:
    """Where it strikes."""
    attack = _bound(run, blow.attack)
    result = run.ask_or_not("locate", Location, run.combat, attack, blow.hit, run.dice)
    run.swap(but(blow, location=result))
    if isinstance(result, Location):
        run.say(Located(attack.at, result))


def damage(run: Run, blow: Blow) -> None:
    """What it does; the core takes it off the pools of health, see `deal`."""
    attack, answer = _bound(run, blow.attack), blow.answer
    if isinstance(answer, Answer):
        answer = evolve(answer, attack=answer.attack.bound(run.combat))
    result = run.ask_or_not(
        "compute_damage",
        Damage,
        run.combat, attack, blow.hit, answer, blow.critical, blow.location, run.dice,
    )  # fmt: skip
    if isinstance(result, Damage):
        _check_damage(run, result)
        run.say(DamageDealt(attack.by, attack.at, result))
    run.swap(but(blow, damage=result))


def _check_damage(run: Run, damage: Damage) -> None:
    points = damage.total.value
    if not isinstance(points, int) or points < 0:
        raise run.strange("compute_damage", points, "a total that is whole and 0 or more")
    for pool, _ in damage.loses or ():
        if pool not in run.book.health:
            raise run.strange("compute_damage", pool, "pools of health that the ruleset's data have")


STEPS: dict[str, Callable[[Run, Blow], None]] = {
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
    _start(run, "resolve_hit", attack, result)


def _start(run: Run, hook: str, attack: Attack, result: Hit | Critical | Damage) -> None:
    effects.start_by_rule(run, hook, result.gives, attack.at, attack.by)
    effects.start_by_rule(run, hook, result.grants, attack.by, attack.by)


def _bound(run: Run, attack: Attack) -> Attack:
    if run.dice is not None:
        run.dice.who = attack.by
    return attack.bound(run.combat)
