"""Reading TOML: what is refused and how, and the line of every value."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from estoc.errors import Fault, Faults, FileError
from estoc.toml import MAX_BYTES, MAX_DEPTH, Toml, nested_deeper, parse, read, written
from estoc.toml_lines import Where, lines

T = TypeVar("T")


def toml(text: str) -> Toml:
    return parse(text.encode(), "fight.toml")


def only_fault(text: str) -> Fault:
    with pytest.raises(Faults) as caught:
        toml(text)
    (fault,) = caught.value.faults
    return fault


class TestRead:
    def test_a_file_gives_its_data_its_name_and_its_text(self, tmp_path: Path) -> None:
        path = tmp_path / "fight.toml"
        path.write_bytes('name = "Éléonore"\n'.encode())
        read_back = read(path)
        assert ({"name": "Éléonore"}, str(path)) == (read_back.data, read_back.file)
        assert 'name = "Éléonore"\n' == read_back.text

    @pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
    @pytest.mark.parametrize("end", ["\n", "\r\n"])
    def test_files_saved_on_windows_are_read_with_their_accents(self, bom: bytes, end: str) -> None:
        """Case 16."""
        text = f'name = "Éléonore"{end}{end}HP = 3{end}'
        read_back = parse(bom + text.encode(), "fight.toml")
        assert {"name": "Éléonore", "HP": 3} == read_back.data
        assert text == read_back.text
        assert 3 == read_back.line(("HP",))

    def test_a_missing_file_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(FileError) as caught:
            read(tmp_path / "none.toml")
        assert f"there is no file {tmp_path / 'none.toml'}" == str(caught.value)

    def test_a_folder_is_not_a_file(self, tmp_path: Path) -> None:
        with pytest.raises(FileError, match="is a folder: name a file in it"):
            read(tmp_path)

    @pytest.mark.skipif(sys.platform == "win32", reason="a file has no folder's name there")
    def test_a_file_taken_for_a_folder_cannot_be_read(self, tmp_path: Path) -> None:
        (tmp_path / "a").write_text("")
        with pytest.raises(FileError, match="can't be read: Not a directory"):
            read(tmp_path / "a" / "b.toml")

    def test_a_name_that_no_file_can_have_is_refused(self) -> None:
        with pytest.raises(FileError, match="can't be read"):
            read("fi\0ght.toml")

    def test_bytes_that_are_not_utf_8_are_shown_with_their_line(self) -> None:
        with pytest.raises(FileError) as caught:
            parse('a = 1\nname = "Él'.encode("latin-1"), "fight.toml")
        expected = "fight.toml isn't UTF-8: byte 0xC9 at offset 14, on line 2; save it as UTF-8"
        assert expected == str(caught.value)

    def test_a_file_beyond_the_limit_is_refused_with_the_limit(self, tmp_path: Path) -> None:
        path = tmp_path / "large.toml"
        path.write_bytes(b"#" * (MAX_BYTES + 1))
        with pytest.raises(FileError, match=f"is larger than {16 * 1024 * 1024} bytes"):
            read(path)

    def test_a_file_at_the_limit_is_read(self) -> None:
        text = b"a = '" + b"#" * (MAX_BYTES - 6) + b"'"
        assert MAX_BYTES - 6 == len(parse(text, "large.toml").data["a"])


class TestSyntax:
    def test_a_fault_has_tomllib_s_line_and_column(self) -> None:
        fault = only_fault('a = 1\nb = "\\q"\n')
        assert (2, "") == (fault.line, fault.path)
        assert str(fault).startswith("not TOML: ")
        assert str(fault).endswith("(column 8)")

    def test_a_fault_at_the_end_has_the_last_line_that_is_written(self) -> None:
        fault = only_fault("a = 1\nb = [\n\n\n")
        assert 2 == fault.line
        assert str(fault).endswith("(at the end of the file)")

    def test_a_number_too_long_for_python_is_a_fault_too(self) -> None:
        assert str(only_fault("a = " + "9" * 5000)).startswith("not TOML: ")

    @pytest.mark.parametrize(
        "text",
        [
            "a = " + "[" * 50_000,
            "a = " + "{a = " * 50_000,
            "a = " + "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1),
            "[" + ".".join("a" * 50_000) + "]",
            " . ".join(['"a"'] * (MAX_DEPTH + 2)) + " = 1",
        ],
        ids=["lists", "tables", "closed lists", "header", "quoted keys"],
    )
    def test_deep_nesting_is_refused_with_the_limit(self, text: str) -> None:
        assert f"nested more than {MAX_DEPTH} deep" == str(only_fault(text))

    def test_a_deep_key_has_its_line(self) -> None:
        assert 3 == only_fault("a = 1\n\n[" + ".".join("a" * 200) + "]").line

    def test_nesting_up_to_the_limit_is_read(self) -> None:
        assert toml("a = " + "[" * MAX_DEPTH + "]" * MAX_DEPTH).data
        assert toml(".".join("a" * (MAX_DEPTH + 1)) + " = 1").data

    def test_a_long_text_with_many_dots_is_no_deep_key(self) -> None:
        assert toml(f'a = "{"One. Two words. " * 200}"').data


@pytest.mark.parametrize(("data", "depth"), [(1, 0), ({}, 0), ({"a": 1}, 0), ({"a": []}, 1), ([[], [{}]], 2)])
def test_the_depth_of_data_counts_boxes_in_boxes(data: object, depth: int) -> None:
    assert not nested_deeper(data, depth)
    assert depth == 0 or nested_deeper(data, depth - 1)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ((), ""),
        (("combatant", 0, "sheet", "INI"), "combatant[0].sheet.INI"),
        (("a b", "é", "x-1_2", ""), '"a b"."é".x-1_2.""'),
        (("dice", 2, 0), "dice[2][0]"),
        (('say "hi"',), '"say \\"hi\\""'),
    ],
)
def test_a_path_is_written_as_toml_would(path: Where, text: str) -> None:
    assert text == written(path)


EXAMPLE = """\
title = "x"          # 1

[[combatant]]        # 3
name = '''
[not] = "a header"
'''
sheet = { HP = 1, MP = { now = 2 } }   # 7
"odd key".x = 4      # 8

[[combatant]]        # 10
weapons = [          # 11
    "bow",           # 12

    { name = "axe", damage = "1d6" },  # 14
]
[combatant.armour]   # 16
torso = 3            # 17
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ((), 1),
        (("title",), 1),
        (("combatant",), 3),
        (("combatant", 0), 3),
        (("combatant", 0, "name"), 4),
        (("combatant", 0, "sheet", "MP", "now"), 7),
        (("combatant", 0, "odd key"), 8),
        (("combatant", 1), 10),
        (("combatant", 1, "weapons"), 11),
        (("combatant", 1, "weapons", 0), 12),
        (("combatant", 1, "weapons", 1, "damage"), 14),
        (("combatant", 1, "armour", "torso"), 17),
        (("combatant", 1, "armour", "torso", "of", 3), 17),
        (("combatant", 1, "side"), 10),
        (("combatant", 2, "side"), 3),
        (("nothing",), 1),
    ],
)
def test_a_path_stands_on_its_line_or_on_that_of_what_is_around_it(path: Where, line: int) -> None:
    assert line == toml(EXAMPLE).line(path)


def test_a_table_stands_at_its_own_header_even_after_its_parts() -> None:
    assert {("a",): 3, ("a", "b"): 1, ("a", "b", "c"): 2} == lines("[a.b]\nc = 1\n[a]")


def test_a_fault_has_its_path_and_its_line() -> None:
    fault = toml(EXAMPLE).fault(("combatant", 1, "armour"), "{line} of {path}", path="P", line="L")
    assert ("combatant[1].armour", 16, "L of P") == (fault.path, fault.line, str(fault))


# -- every path of documents made up, whose values are their own lines -------------------------------
KEYS = ["a", "b-1", "_", "12", "é", "x.y", "a b", "", "#", "=", "[", "]]", 'q"q', "l'l", "\\", "\n", "\t{,"]


class Writer:
    """Writes TOML at random, each whole number being the line on which it stands."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.text = ""

    @property
    def line(self) -> int:
        return self.text.count("\n") + 1

    def one_of(self, *choices: T) -> T:
        return self.random.choice(choices)

    def put(self, *texts: str) -> None:
        self.text += "".join(texts)

    def end(self) -> None:
        self.put(self.one_of("", " ", "  # [a] = {"), self.one_of("\n", "\r\n"))

    def noise(self) -> None:
        for _ in range(self.random.randrange(3)):
            self.put(self.one_of("", " ", "\t"))
            self.end()

    def keys(self, at_most: int, at_least: int = 0) -> list[str]:
        return self.random.sample(KEYS, self.random.randint(at_least, at_most))

    def key(self, key: str) -> str:
        escaped = "".join(f"\\u{ord(letter):04x}" if letter in '"\\\n\t' else letter for letter in key)
        forms = [f'"{escaped}"', f'"{"".join(f"{chr(92)}U{ord(letter):08X}" for letter in key)}"']
        forms += [key] if key in ("a", "b-1", "_", "12") else []
        forms += [f"'{key}'"] if "'" not in key and "\n" not in key else []
        return self.random.choice(forms)

    def dotted(self, keys: tuple[str, ...]) -> str:
        return self.one_of(".", " . ", ".\t").join(map(self.key, keys))

    def value(self, depth: int, multi_line: bool = True) -> None:
        kinds: list[Callable[[int, bool], None]] = [self.whole, self.other]
        kinds += [self.inline_table, self.inline_list] if depth else []
        self.random.choice(kinds)(depth - 1, multi_line)

    def whole(self, *_: object) -> None:
        self.put(str(self.line))

    def other(self, _: int, multi_line: bool) -> None:
        texts = ['"]}\\"#\\\\"', "'\\'", "1979-05-27 07:32:00", "0x1F", "-1.5e3", "true", '""', "''"]
        texts += ['"""\na = [\n""\\"""\n"""', "'''\n[[a]]\n'''''", '"""\\\\"""', '"""a"""""'] * multi_line
        self.put(self.random.choice(texts))

    def inline_table(self, depth: int, _: bool) -> None:
        self.put("{")
        for number, key in enumerate(self.keys(3)):
            self.put(", " if number else "", self.key(key), self.one_of("=", " = "))
            self.value(depth, multi_line=False)
        self.put("}")

    def inline_list(self, depth: int, multi_line: bool) -> None:
        count = self.random.randrange(4)
        self.put("[")
        for number in range(count):
            if multi_line:
                self.noise()
            self.value(depth, multi_line)
            self.put("," if number < count - 1 else self.one_of("", ","))
        if multi_line:
            self.noise()
        self.put("]")

    def pair(self, keys: tuple[str, ...]) -> None:
        self.put(self.one_of("", "  "), self.dotted(keys), self.one_of("=", " = "))
        self.value(depth=3)
        self.end()

    def table(self, path: tuple[str, ...], depth: int) -> None:
        self.noise()
        keys = self.keys(7, at_least=4)
        for key in keys[:4]:
            for inner in self.keys(2) if self.one_of(True, False) else [None]:
                self.pair((key,) if inner is None else (key, inner))
        if depth:
            for key in keys[4:]:
                self.header((*path, key), depth - 1)

    def header(self, path: tuple[str, ...], depth: int) -> None:
        if self.one_of(True, False):
            self.put(self.one_of("[", "[ "), self.dotted(path), "]")
            self.end()
            return self.table(path, depth)
        for _ in range(self.random.randint(1, 3)):
            self.put("[[", self.dotted(path), self.one_of("]]", " ]]"))
            self.end()
            self.table(path, depth)
        return None


def wholes(value: object, path: Where = ()) -> Iterator[tuple[Where, int]]:
    if isinstance(value, dict | list):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for step, part in pairs:
            yield from wholes(part, (*path, step))
    elif type(value) is int and value != 0x1F:
        yield path, value


@given(st.integers(0, 2**32))
@settings(max_examples=200, deadline=None)
def test_every_value_of_any_document_stands_where_it_says(seed: int) -> None:
    writer = Writer(Random(seed))
    writer.table((), depth=2)
    read_back = toml(writer.text)
    assert tomllib.loads(writer.text) == read_back.data
    expected = dict(wholes(read_back.data))
    assert expected == {path: read_back.line(path) for path in expected}
    assert expected.keys() <= lines(writer.text).keys()


def test_the_documents_made_up_hold_many_values_and_deep_ones() -> None:
    paths: list[Where] = []
    for seed in range(50):
        writer = Writer(Random(seed))
        writer.table((), depth=2)
        paths += dict(wholes(tomllib.loads(writer.text)))
    assert len(paths) > 300
    assert any(len(path) > 5 for path in paths)
