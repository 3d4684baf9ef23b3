"""The rules one by one, held against fractions worked by hand and against counting every face."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import product
from typing import Any, TypeVar

import pytest

from estoc import Attack, Combat, Combatant, Hit, Limit, Location, NotHere, Total, load
from estoc.combat import Amendments, Answer, Blow, Pool
from estoc.dice import Recorded, Scripted, outcomes
from estoc_warforum import rules
from estoc_warforum.rules import Circumstances, Sheet

RULES = load("warforum")
BOOK = RULES.book
TWENTY = range(1, 21)
NO_ANSWER = NotHere("no reaction")

T = TypeVar("T", bound=Hashable)


def somebody(name: str = "A", **figures: Any) -> Combatant:
    own = {key: figures.pop(key) for key in ("player", "entered") if key in figures}
    weapons = tuple(BOOK.weapons[each] for each in figures.pop("weapons", ()))
    armour = tuple(BOOK.armour[each] for each in figures.pop("armour", ()))
    sheet = Sheet(**{"INI": 10, **figures})
    return Combatant(name, name, sheet, weapons=weapons, armour=armour, health=(Pool("PV"),), **own)


def attack(
    action: str, by: Combatant, at: Combatant | None = None, using: str = "", *tags: str, **said: Any
) -> Attack:
    """Somebody's attack with the first weapon, at somebody ordinary."""
    at = at or somebody("B")
    using = using or by.weapons[0].name
    made = Attack(by.name, at.name, action, using, ("attack", *tags), Circumstances(**said))
    return made.bound(Combat((by, at)))


def shot(by: Combatant, at: Combatant | None = None, using: str = "", **said: Any) -> Attack:
    return attack("shoot", by, at, using, "shot", **said)


def blow(by: Combatant, at: Combatant | None = None, using: str = "") -> Attack:
    return attack("strike", by, at, using, "blow")


def parry(by: Combatant, of: Attack) -> Attack:
    made = Attack(by.name, of.by, "parry", by.weapons[0].name, (), Circumstances(), answers=Blow(of))
    return made.bound(Combat((by, of.attacker)))


def landing(test: Attack) -> Fraction:
    """The exact chance that a test succeeds."""
    return outcomes(lambda dice: rules.resolve_hit(test, dice, BOOK).landed).get(True, Fraction(0))


def faces(succeeds: Callable[[int], bool]) -> Fraction:
    """The share of a d20's faces on which a test succeeds, those that succeed or fail by themselves aside."""
    return Fraction(1 + sum(succeeds(face) for face in range(2, 20)), 20)


# -- the round (W03 to W07, W10, W20) ----------------------------------------------------------------
@pytest.mark.parametrize("na", range(11))
def test_na_plus_1_actions_of_which_na_are_attacks(na: int) -> None:
    budget = rules.action_budget(somebody(NA=na, pare_les_tirs=True), BOOK)
    assert (("action", na + 1),) == budget.tokens
    assert (Limit("attack", na, "NA attacks a round, no more"),) == budget.limits
    assert 0 == budget.passes
    assert "able" == budget.standing


def test_without_the_skill_no_shot_is_deflected() -> None:
    limits = rules.action_budget(somebody(), BOOK).limits
    assert Limit("deflect", 0, "no skill or spell that parries shots") == limits[-1]


@pytest.mark.parametrize(("lost", "standing"), [(0, "able"), (59, "able"), (60, "out")])
def test_out_at_0_pv(lost: int, standing: str) -> None:
    hurt = somebody(PV=60).losing((("PV", lost),))
    assert standing == rules.action_budget(hurt, BOOK).standing


def test_the_order_is_by_ini_then_players_then_entry() -> None:
    """Four people of every mix: INI 12 or 10, player or not, entered forwards or backwards."""
    kinds = list(product((12, 10), (True, False)))
    for mix in product(kinds, repeat=4):
        for ranks in ((0, 1, 2, 3), (3, 2, 1, 0)):
            people = [
                somebody(f"{number}", INI=ini, player=player, entered=rank)
                for number, ((ini, player), rank) in enumerate(zip(mix, ranks, strict=True))
            ]
            order = rules.determine_initiative(Combat(tuple(people)))
            expected = sorted(people, key=lambda one: (-one.sheet.INI, 1 - one.player, one.entered))
            assert tuple(one.name for one in expected) == order.names
            assert [one.sheet.INI for one in expected] == [place.count for place in order.places]


@pytest.mark.parametrize(
    ("player", "rivals", "others", "tie"),
    [
        (True, 0, 0, ""),
        (False, 0, 0, ""),
        (True, 0, 2, "players first"),
        (False, 0, 1, "players first"),
        (True, 1, 0, "first to post"),
        (False, 3, 0, "order of entry"),
        (True, 2, 1, "players first, then first to post"),
        (False, 1, 1, "players first, then order of entry"),
    ],
)
def test_a_tie_says_what_broke_it(player: bool, rivals: int, others: int, tie: str) -> None:
    assert tie == rules.tie_of(player, rivals, others)


# -- the test (W08 to W10, W13, W14, W20, W21) -------------------------------------------------------
@pytest.mark.parametrize(
    ("figures", "said", "chance"),
    [
        ({"TIR": 12}, {"distance": 30}, Fraction(10, 20)),
        ({"TIR": 12}, {"distance": 29}, Fraction(12, 20)),
        ({"TIR": 12}, {"distance": 65}, Fraction(8, 20)),
        ({"TIR": 12}, {"aim": "tête"}, Fraction(8, 20)),
        ({"TIR": 12}, {"aim": "torse"}, Fraction(10, 20)),
        ({"TIR": 12, "tir_precis": 2}, {"aim": "tête"}, Fraction(10, 20)),
        ({"TIR": 12, "tir_precis": 3}, {"aim": "torse"}, Fraction(12, 20)),
        ({"TIR": 12}, {"malus": 3}, Fraction(9, 20)),
        ({"TIR": 0}, {}, Fraction(1, 20)),
        ({"TIR": 12}, {"distance": 1000}, Fraction(1, 20)),
        ({"TIR": 99}, {}, Fraction(19, 20)),
    ],
)
def test_the_exact_chance_of_a_shot(figures: Any, said: Any, chance: Fraction) -> None:
    assert chance == landing(shot(somebody(weapons=["arc long"], **figures), **said))


@pytest.mark.parametrize("level", range(4))
@pytest.mark.parametrize("aim", ["", "torse", "bras", "jambe droite", "tête", "main", "pied gauche"])
def test_the_chance_of_an_aimed_shot_counted_face_by_face(aim: str, level: int) -> None:
    more = max(0, {"": 0, "torse": 2, "bras": 2, "jambe droite": 2}.get(aim, 4) - [0, 1, 2, 4][level])
    for tir, metres in product((0, 7, 12, 25), (0, 19, 20, 45)):
        target = tir - sum(2 for at in range(1, metres + 1) if at % 20 == 0)
        archer = somebody(TIR=tir, tir_precis=level, weapons=["arc court"])
        expected = faces(lambda face, target=target: face + more <= target)  # type: ignore[misc]
        assert expected == landing(shot(archer, aim=aim, distance=metres))


@pytest.mark.parametrize("figure", range(23))
def test_the_chance_of_a_blow_and_of_parries(figure: int) -> None:
    man = somebody(ATT=figure, PAR=figure, TIR=0, weapons=["bouclier"])
    bowman = somebody("B", weapons=["arc long"])
    assert faces(lambda face: face <= figure) == landing(blow(man))
    assert faces(lambda face: face <= figure) == landing(parry(man, blow(bowman)))
    assert faces(lambda face: 2 * face <= figure) == landing(parry(man, shot(bowman)))


def test_half_of_par_says_how_it_came_about() -> None:
    assert [("PAR", 13), ("half", Fraction(-13, 2)), ("rounding", Fraction(-1, 2))] == [
        (term.label, term.value) for term in rules.parry_target(Sheet(INI=1, PAR=13), True).terms
    ]


@pytest.mark.parametrize("face", TWENTY)
def test_only_a_natural_1_and_20_are_marked(face: int) -> None:
    archer = somebody(TIR=12, weapons=["arc long"])
    hit = rules.resolve_hit(shot(archer, aim="tête"), Scripted([(20, face)]), BOOK)
    marks = {1: ("critical success",), 20: ("critical failure",)}.get(face, ())
    assert (marks, face, face + 4, "at most") == (hit.marks, hit.die, hit.score.value, hit.rule)
    assert {1: "natural 1", 20: "natural 20"}.get(face, "") == hit.why
    assert (marks[0] if marks else None) == getattr(rules.critical(hit), "what", None)


def test_what_is_no_mark_is_not_critical() -> None:
    assert NotHere("neither 1 nor 20") == rules.critical(Hit.at_most(Total("d20", 2), Total("ATT", 10)))


@pytest.mark.parametrize(
    ("weapon", "step"), [("arc long", 30), ("arc court", 20), ("arbalète", 40), ("javelot", 10)]
)
def test_the_distance_malus_metre_by_metre(weapon: str, step: int) -> None:
    archer = somebody(weapons=[weapon])
    malus = 0
    for metres in range(0, 130):
        malus += 2 if metres and metres % step == 0 else 0
        assert malus == rules.distance_malus(shot(archer, distance=metres))


def test_each_die_says_what_it_is_for() -> None:
    archer = somebody(weapons=["arc long"])
    plain, aimed = shot(archer), shot(archer, aim="tête")
    dice = Recorded(Scripted([(20, 7), (20, 12), (20, 3), (8, 4)]))
    rules.resolve_hit(plain, dice, BOOK)
    rules.locate(aimed, dice, BOOK)
    location = rules.locate(plain, dice, BOOK)
    rules.compute_damage(plain, NO_ANSWER, location, dice, BOOK)
    assert ["test", "precision", "location", "damage"] == [die.why for die in dice.faces]


# -- the wound (W11, W12, W15 to W18, W20) -----------------------------------------------------------
def where(test: Attack) -> dict[str, Fraction]:
    return outcomes(lambda dice: rules.locate(test, dice, BOOK).zone)


def test_the_chance_of_each_zone() -> None:
    expected = {
        "tête": Fraction(3, 20),
        "bras gauche": Fraction(4, 20),
        "bras droit": Fraction(4, 20),
        "torse": Fraction(5, 20),
        "jambe droite": Fraction(2, 20),
        "jambe gauche": Fraction(2, 20),
    }
    archer = somebody(weapons=["arc long"])
    assert expected == where(shot(archer))
    assert {"tête": Fraction(1)} == where(shot(archer, aim="tête"))
    assert {"pied gauche": Fraction(1, 2), "pied droit": Fraction(1, 2)} == where(shot(archer, aim="pied"))


@pytest.mark.parametrize("die", TWENTY)
@pytest.mark.parametrize("limb", ["bras", "jambes", "main", "pied"])
def test_even_is_left_and_odd_is_right(limb: str, die: int) -> None:
    sided = rules.sided(limb, die, BOOK)
    assert ("gauche" in sided, "droit" in sided) == (die in range(2, 21, 2), die in range(1, 21, 2))
    assert sided.split()[0] == {"jambes": "jambe"}.get(limb, limb)
    assert sided == rules.sided(sided, die + 1, BOOK)


COVERED = {
    "cotte matelassée": (5, "bras gauche", "bras droit", "main gauche", "main droite", "torse"),
    "cotte de mailles": (8, "bras gauche", "bras droit", "main gauche", "main droite", "torse",
                         "jambe gauche", "jambe droite", "pied gauche", "pied droit"),
    "casque": (6, "tête"),
}  # fmt: skip


@pytest.mark.parametrize("zone", ["tête", "torse", *(f"{limb} {side}" for limb, side in (
    ("bras", "gauche"), ("bras", "droit"), ("main", "gauche"), ("main", "droite"),
    ("jambe", "gauche"), ("jambe", "droite"), ("pied", "gauche"), ("pied", "droit")))])  # fmt: skip
@pytest.mark.parametrize("armour", COVERED)
def test_armour_protects_what_it_covers(armour: str, zone: str) -> None:
    protection, *zones = COVERED[armour]
    assert (protection if zone in zones else 0) == rules.protection(BOOK.armour[armour], zone, BOOK)


def harm(test: Attack, zone: str = "torse", answer: Answer | NotHere = NO_ANSWER) -> dict[Any, Fraction]:
    """The exact chance of each damage."""
    at = Location(zone, "rolled", 12)
    return outcomes(lambda dice: rules.compute_damage(test, answer, at, dice, BOOK).total.value)


def test_the_document_s_crossbow_in_full() -> None:
    """34+1d8 - END 8 - 5: 22 to 29, each as likely; 4 less at a malus of 2, 5 more where nothing covers."""
    skaven = somebody(weapons=["arbalète"])
    woman = somebody("B", END=8, armour=["cotte matelassée"])
    assert dict.fromkeys(range(22, 30), Fraction(1, 8)) == harm(shot(skaven, woman))
    assert dict.fromkeys(range(18, 26), Fraction(1, 8)) == harm(shot(skaven, woman, distance=40))
    assert dict.fromkeys(range(27, 35), Fraction(1, 8)) == harm(shot(skaven, woman), "tête")
    assert dict.fromkeys(range(22, 30), Fraction(1, 8)) == harm(shot(skaven, woman, malus=4))


def test_damage_stops_at_0() -> None:
    """34+1d8 - 38: -3 to 4, the four lowest of which are 0."""
    expected = {0: Fraction(4, 8), **dict.fromkeys(range(1, 5), Fraction(1, 8))}
    assert expected == harm(shot(somebody(weapons=["arbalète"]), somebody("B", END=38)))


@pytest.mark.parametrize(
    ("weapon", "off"),
    [("épée", 12), ("épée à deux mains", 10), ("hache", 8), ("lance", 10), ("dague", 5), ("bouclier", 20)],
)
def test_a_parry_takes_off_what_its_weapon_says_if_it_succeeds(weapon: str, off: int) -> None:
    test = blow(somebody(weapons=["épée à deux mains"]))
    answer = parry(somebody("B", weapons=[weapon]), test)
    made, failed = (
        Answer(answer, Hit.at_most(Total("d20", die), Total("PAR", 10)))  # a 10 succeeds, an 11 fails
        for die in (10, 11)
    )
    assert dict.fromkeys(range(27 - off, 35 - off), Fraction(1, 8)) == harm(test, answer=made)
    assert dict.fromkeys(range(27, 35), Fraction(1, 8)) == harm(test, answer=failed)


def heavy(test: Attack, damage: int) -> bool:
    return rules.is_heavy(Total("damage", damage), test, BOOK)


@pytest.mark.parametrize("pv", [*range(1, 14), 48, 49, 50, 51, 52, 100])
def test_a_heavy_wound_is_over_3_quarters_rounded_up(pv: int) -> None:
    """The least whole number that four times is three times all PV or more is not yet heavy."""
    test = blow(somebody(weapons=["épée"]), somebody("B", PV=pv))
    rounded_up = next(number for number in range(pv + 1) if 4 * number >= 3 * pv)
    assert [damage > rounded_up for damage in range(pv + 2)] == [heavy(test, n) for n in range(pv + 2)]


def test_pv_50_38_is_no_heavy_wound_and_39_is() -> None:
    hurt = somebody("B", PV=50).losing((("PV", 20),))
    test = blow(somebody(weapons=["épée"]), hurt)
    assert [False, True] == [heavy(test, 38), heavy(test, 39)]


def test_whether_a_shot_makes_a_heavy_wound_is_a_ruling() -> None:
    test = shot(somebody(weapons=["arbalète"]), somebody("B", PV=10, END=0))

    def given(choice: str) -> tuple[str, ...]:
        book = RULES.amended(Amendments((("heavy_wound", choice),)))
        damage = rules.compute_damage(test, NO_ANSWER, Location("torse", "rolled"), Scripted([(8, 1)]), book)
        return tuple(effect.key for effect in damage.gives)

    assert [(), ("heavy wound",)] == [given("melee"), given("every blow")]
