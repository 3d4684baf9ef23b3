"""The strict converter: nothing coerced, every fault at once, each with its path and line."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

import pytest
from attrs import field, frozen
from attrs.validators import ge
from hypothesis import given
from hypothesis import strategies as st

from estoc.converter import Phrase, from_json, make, nearest, structure, to_json
from estoc.errors import Fault, Faults
from estoc.figures import figure
from estoc.notation import Expression
from estoc.toml import MAX_DEPTH, parse
from estoc.totals import Total

TWO_BRACKETS = "in which each table is written under [[...]] with two brackets"


@frozen
class Weapon:
    name: str
    damage: Expression
    factor: Fraction = Fraction(1)


@frozen
class Sheet:
    HP: int = figure(at_least=0, at_most=99)
    speed: float = 1.0
    flies: bool = False


@frozen
class Combatant:
    name: str
    side: Literal["red", "blue"]
    sheet: Sheet
    weapons: tuple[str | Weapon, ...] = ()
    armour: Mapping[str, int] = field(factory=dict)
    place: tuple[int, int] | None = None


@frozen
class Fight:
    combatant: tuple[Combatant, ...]


@frozen
class Node:
    inside: Node | None = None


@frozen
class Box:
    inside: Box | None = None
    size: int = figure(0, at_least=0)


@frozen
class Hit:
    score: int


@frozen
class Miss:
    why: str = ""


@frozen
class Blow:
    outcome: Hit | Miss
    before: tuple[Hit | Miss, ...] = ()
    after: tuple[Hit | Miss, ...] | None = None


def said(data: object, cls: Any) -> list[str]:
    """Each fault of data that is no `cls`, as `path: sentence`."""
    with pytest.raises(Faults) as caught:
        structure(make(), data, cls)
    return [f"{fault.path}: {fault}" for fault in caught.value.faults]


GOOD = """\
[[combatant]]
name = "Ann"
side = "red"
sheet = { HP = 3, speed = 1.5, flies = true }
weapons = ["bow", { name = "axe", damage = "1D6 + 2", factor = "7/4" }]
armour = { torso = 2 }
place = [1, -2]
"""


def test_a_file_becomes_values() -> None:
    axe = Weapon("axe", Expression.parse("1d6+2"), Fraction(7, 4))
    ann = Combatant("Ann", "red", Sheet(3, 1.5, True), ("bow", axe), {"torso": 2}, (1, -2))
    toml = parse(GOOD.encode(), "fight.toml")
    assert Fight((ann,)) == structure(make(), toml.data, Fight, toml)


BAD = """\
[[combatant]]
name = "Ann"
sidee = "red"
sheet = { HP = -3, flise = true }
weapons = [
    "bow",
    { name = "axe", damage = "1d6*2" },
]

[[combatant]]
name = 3
side = "Red"
armour = { torso = "2" }
place = [1]
[combatant.sheet]
HP = 12
speed = 2
"""


def test_every_fault_of_a_file_is_reported_at_once_with_its_line() -> None:
    """Case 18."""
    toml = parse(BAD.encode(), "fight.toml")
    with pytest.raises(Faults) as caught:
        structure(make(), toml.data, Fight, toml)
    assert [
        "fight.toml:1: combatant[0]: the key 'side' is missing",
        "fight.toml:3: combatant[0].sidee: unknown key 'sidee'; did you mean 'side'?",
        "fight.toml:4: combatant[0].sheet.flise: unknown key 'flise'; did you mean 'flies'?",
        "fight.toml:4: combatant[0].sheet.HP: expected at least 0, found -3",
        "fight.toml:7: combatant[0].weapons[1].damage: "
        "'1d6*2': a + or a - was expected at character 4, found '*'",
        "fight.toml:11: combatant[1].name: expected a text, found the number 3",
        "fight.toml:12: combatant[1].side: "
        "expected one of 'red', 'blue'; found the text 'Red': did you mean 'red'?",
        "fight.toml:13: combatant[1].armour.torso: expected a whole number, found the text '2'",
        "fight.toml:14: combatant[1].place: expected a list of 2 values, found 1",
        "fight.toml:17: combatant[1].sheet.speed: expected a number with a decimal point, found the number 2",
    ] == str(caught.value).split("\n")


def test_a_value_deep_in_a_file_keeps_the_path_from_the_top() -> None:
    toml = parse(b"[a]\n[a.b]\nHP = 'x'", "fight.toml")
    with pytest.raises(Faults) as caught:
        structure(make(), toml.data["a"]["b"], Sheet, toml, ("a", "b"))
    (fault,) = caught.value.faults
    assert ("a.b.HP", 3) == (fault.path, fault.line)


class TestSingleValues:
    @pytest.mark.parametrize(
        ("value", "cls", "found"),
        [
            (True, int, "a whole number, found true"),
            (1.9, int, "a whole number, found the number 1.9"),
            ("12", int, "a whole number, found the text '12'"),
            (None, int, "a whole number, found nothing"),
            ({}, int, "a whole number, found a table"),
            (2**63, int, "a whole number within 9223372036854775807, found the number 9223372036854775808"),
            (3, str, "a text, found the number 3"),
            (3, float, "a number with a decimal point, found the number 3"),
            (float("nan"), float, "a number with a decimal point, found the number nan"),
            (0, bool, "true or false, found the number 0"),
            ("false", bool, "true or false, found the text 'false'"),
            ("abc", tuple[str, ...], "a list, found the text 'abc'"),
            ({"a": 1}, tuple[str, ...], f"a list, {TWO_BRACKETS}, found a table"),
            ([], Mapping[str, int], "a table, found a list"),
            ("HP", Sheet, "a table, found the text 'HP'"),
            ([], Miss, "a table, found a list"),
            (7, Expression, "dice as a text, such as '1d6+2', found the number 7"),
            ("1/0", Fraction, "a whole number or a fraction such as '7/4', found the text '1/0'"),
            ("1e9", Fraction, "a whole number or a fraction such as '7/4', found the text '1e9'"),
            (True, Fraction, "a whole number or a fraction such as '7/4', found true"),
            ("x" * 70, int, f"a whole number, found the text '{'x' * 60}'..."),
        ],
    )  # fmt: skip
    def test_nothing_is_coerced(self, value: object, cls: Any, found: str) -> None:
        assert [f": expected {found}"] == said(value, cls)

    def test_a_number_too_long_to_be_written_out_is_shown_from_its_start(self) -> None:
        limit = 2**63 - 1
        expected = f": expected a whole number within {limit}, found the number 0x1{'0' * 17}..."
        assert [expected] == said(1 << 40_000, int)

    @pytest.mark.parametrize("value", [0, -(2**63) + 1, 2**63 - 1])
    def test_whole_numbers_of_64_bits_are_read(self, value: int) -> None:
        assert value == structure(make(), value, int)

    @pytest.mark.parametrize(("text", "exact"), [("7/4", Fraction(7, 4)), ("-6/4", Fraction(-3, 2)), (2, 2)])
    def test_fractions_are_exact(self, text: object, exact: Fraction) -> None:
        assert exact == structure(make(), text, Fraction)

    def test_true_is_not_the_literal_1(self) -> None:
        one: Any = Literal[1, 2]
        assert [": expected one of 1, 2; found true"] == said(True, one)

    def test_half_a_character_is_refused(self) -> None:
        with pytest.raises(Faults, match="lone surrogate"):
            from_json(make(), '"\\ud800"', str)


class TestKeys:
    def test_the_nearest_key_is_found_whatever_the_case(self) -> None:
        assert "HP" == nearest("hp", ["MP", "HP"])
        assert "weapon" == nearest("wepon", ["armour", "weapon"])
        assert nearest("zork", ["armour", "weapon"]) is None

    def test_without_a_near_key_the_valid_ones_are_listed(self) -> None:
        assert ["zork: unknown key 'zork'; the keys here are 'HP', 'speed', 'flies'"] == said(
            {"HP": 1, "zork": 2}, Sheet
        )

    def test_keys_of_a_mapping_may_be_whole_numbers_written_as_text(self) -> None:
        converter, table = make(), {1: "a", -20: "b"}
        assert table == structure(converter, {"1": "a", "-20": "b"}, dict[int, str])
        assert table == from_json(converter, to_json(converter, table), dict[int, str])

    @pytest.mark.parametrize("key", ["01", "+1", "1.0", "", "²", "1_0"])
    def test_no_other_text_is_a_whole_number(self, key: str) -> None:
        assert 1 == len(said({key: "a"}, Mapping[int, str]))

    def test_faults_of_keys_and_of_values_come_together(self) -> None:
        assert [
            "x: expected a whole number, found the text 'x'",
            "1: expected a text, found the number 2",
        ] == said({"x": "a", "1": 2}, Mapping[int, str])


class TestUnions:
    def test_a_class_is_named_by_its_tag_both_ways(self) -> None:
        converter = make()
        blow = Blow(Hit(3), (Miss("far"), Hit(1)), (Hit(2),))
        data = {
            "outcome": {"is": "Hit", "score": 3},
            "before": [{"is": "Miss", "why": "far"}, {"is": "Hit", "score": 1}],
            "after": [{"is": "Hit", "score": 2}],
        }
        assert data == converter.unstructure(blow)
        assert blow == structure(converter, data, Blow)

    @pytest.mark.parametrize(
        ("outcome", "expected"),
        [
            ({"score": 3}, "outcome: the key 'is' is missing"),
            (
                {"is": "hit"},
                "outcome.is: expected one of 'Hit', 'Miss'; found the text 'hit': did you mean 'Hit'?",
            ),
            ({"is": 3}, "outcome.is: expected one of 'Hit', 'Miss'; found the number 3"),
            ({"is": "Hit", "score": "3"}, "outcome.score: expected a whole number, found the text '3'"),
            ("Hit", "outcome: expected a table, found the text 'Hit'"),
        ],
    )
    def test_the_tag_is_checked_first(self, outcome: object, expected: str) -> None:
        assert [expected] == said({"outcome": outcome}, Blow)

    @pytest.mark.parametrize("value", [3, "bow", True, None])
    def test_a_union_takes_what_fits_a_member_as_it_is(self, value: object) -> None:
        union: Any = int | str | bool | None
        result = structure(make(), value, union)
        assert (value, type(value)) == (result, type(result))

    def test_a_value_that_fits_no_member_is_told_what_would(self) -> None:
        union: Any = int | str | None
        assert [": expected a whole number or a text, found the number 1.5"] == said(1.5, union)

    def test_a_fraction_or_a_whole_number(self) -> None:
        union: Any = int | Fraction
        assert [3, Fraction(7, 4)] == structure(make(), [3, "7/4"], list[union])


class TestValidators:
    def test_each_figure_out_of_range_is_a_fault_of_its_own_beside_the_others(self) -> None:
        @frozen
        class Pair:
            a: int = figure(at_least=0)
            b: int = figure(at_most=9)
            c: int = 0

        assert [
            "c: expected a whole number, found the text 'x'",
            "a: expected at least 0, found -1",
            "b: expected at most 9, found 10",
        ] == said({"a": -1, "b": 10, "c": "x"}, Pair)

    def test_a_validator_s_own_words_are_kept(self) -> None:
        @frozen
        class One:
            a: int = field(validator=ge(0))
            b: int = field()

            @b.validator
            def _check(self, _: object, value: int) -> None:
                if value > self.a:
                    raise ValueError("b {is} above a")

        assert ["a: 'a' must be >= 0: -1", "b: b {is} above a"] == said({"a": -1, "b": 1}, One)
        assert ["a: expected a whole number, found the text 'x'"] == said({"a": "x", "b": 1}, One)

    def test_what_a_class_says_once_it_is_made_is_a_fault_of_the_table(self) -> None:
        @frozen
        class One:
            a: int = figure()

            def __attrs_post_init__(self) -> None:
                raise ValueError("never right")

        assert ["[0]: never right"] == said([{"a": 1}], tuple[One, ...])

    def test_a_fault_deep_in_tables_with_validators_is_found_at_once(self) -> None:
        data: object = {"size": -1}
        for _ in range(80):
            data = {"inside": data, "size": 1}
        start = time.process_time()
        assert [f"{'.'.join(['inside'] * 80)}.size: expected at least 0, found -1"] == said(data, Box)
        assert time.process_time() - start < 1


def test_an_exception_that_the_data_does_not_explain_is_raised_again() -> None:
    def broken(value: object, _: object) -> Sheet:
        raise KeyError("nowhere")

    converter = make()
    converter.register_structure_hook(Sheet, broken)
    with pytest.raises(KeyError, match="nowhere"):
        structure(converter, [{}], tuple[Sheet, ...])


class TestJson:
    def test_json_is_compact_and_in_the_order_of_the_fields(self) -> None:
        expected = '{"name":"Éa","damage":"1d6+2","factor":"7/4"}'
        weapon = Weapon("Éa", Expression.parse("1d6+2"), Fraction(7, 4))
        assert expected == to_json(make(), weapon)
        assert weapon == from_json(make(), expected, Weapon)

    def test_defaults_are_left_out_only_when_asked(self) -> None:
        assert '{"HP":3,"speed":1.0,"flies":false}' == to_json(make(), Sheet(3))
        assert '{"HP":3}' == to_json(make(omit_defaults=True), Sheet(3))

    def test_a_union_at_the_top_is_written_as_one(self) -> None:
        union: Any = Hit | Miss
        text = to_json(make(), Hit(3), union)
        assert '{"is":"Hit","score":3}' == text
        assert Hit(3) == from_json(make(), text, union)

    def test_a_set_is_written_in_order(self) -> None:
        names = frozenset("hgfedcba")
        assert '["a","b","c","d","e","f","g","h"]' == to_json(make(), names)
        assert names == from_json(make(), to_json(make(), names), frozenset[str])

    def test_a_total_comes_back_with_its_parts(self) -> None:
        total = (
            Total("skill", 12).minus("armour", Total("plate", 3).plus("shield", 1)).times("x", Fraction(7, 4))
        )
        text = '[["skill",12],["armour",-4,[["plate",3],["shield",1]]],["x",6]]'
        assert text == to_json(make(), total)
        assert total == from_json(make(), text, Total)
        assert [["half", "1/2"]] == json.loads(to_json(make(), Total("half", Fraction(1, 2))))
        assert ["[1]: expected a term: a label and a number, found a list"] == said([["a", 1], ["b"]], Total)

    @pytest.mark.parametrize(
        ("text", "line", "sentence"),
        [
            ("", 1, "not JSON: Expecting value (column 1)"),
            ('{"HP":\n1,}', 2, "not JSON: "),
            ('{"HP":1,"HP":2}', 0, "the key 'HP' stands twice in one table"),
            ('{"HP":NaN}', 0, "NaN is no number"),
            ("9" * 5000, 0, "not JSON: "),
            ("[" * 100_000, 0, f"nested more than {MAX_DEPTH} deep"),
            ("[" * 102 + "]" * 102, 0, f"nested more than {MAX_DEPTH} deep"),
            ('{"HP":"x"}', 0, "expected a whole number, found the text 'x'"),
        ],
        ids=["empty", "comma", "twice", "NaN", "digits", "deep", "deep and closed", "shape"],
    )
    def test_bad_json_is_a_fault(self, text: str, line: int, sentence: str) -> None:
        with pytest.raises(Faults) as caught:
            from_json(make(), text, Sheet)
        (fault,) = caught.value.faults
        assert ("<json>", line) == (caught.value.file, fault.line)
        assert str(fault).startswith(sentence)

    def test_values_in_values_are_read_up_to_the_limit(self) -> None:
        deep = '{"inside":' * MAX_DEPTH + "{}" + "}" * MAX_DEPTH
        node = from_json(make(), deep, Node)
        assert MAX_DEPTH + 1 == to_json(make(), node).count("inside")

    @given(st.builds(Hit, st.integers(-(2**62), 2**62)) | st.builds(Miss, st.text()))
    def test_values_come_back_equal(self, outcome: Hit | Miss) -> None:
        converter = make()
        blow = Blow(outcome, (outcome, Miss("x"), outcome))
        assert blow == from_json(converter, to_json(converter, blow), Blow)


def test_ten_thousand_tables_are_read_in_less_than_half_a_second() -> None:
    @frozen
    class Row:
        a: int = figure(at_least=0)
        b: int = 0
        c: str = ""
        d: bool = False
        e: tuple[str, ...] = ()
        f: Literal["x", "y"] = "x"
        g: int | None = None
        h: float = 0.0

    row = {"a": 1, "b": 2, "c": "c", "d": True, "e": ["e"], "f": "y", "g": 3, "h": 1.5}
    converter = make()
    structure(converter, row, Row)
    start = time.process_time()
    assert 10_000 == len(structure(converter, [row] * 10_000, tuple[Row, ...]))
    assert time.process_time() - start < 0.5


def test_a_phrase_reads_as_its_sentence() -> None:
    assert "a list of 3" == str(Phrase("{what} of {count}", {"what": Phrase("a list"), "count": 3}))


def test_the_figures_of_a_fault_are_kept_for_translation() -> None:
    with pytest.raises(Faults) as caught:
        structure(make(), "12", int)
    (fault,) = caught.value.faults
    assert isinstance(fault, Fault)
    assert "expected {expected}, found {found}" == fault.sentence
    assert {
        "expected": Phrase("a whole number"),
        "found": Phrase("the text {value}", {"value": "'12'"}),
    } == fault.figures
