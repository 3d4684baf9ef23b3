"""Where each value of a TOML text stands.

`tomllib` says what a file holds but not where, so a light scan of the text finds the lines again, when
there is a fault to report and not before.
"""

from __future__ import annotations

import re
import tomllib

Where = tuple[str | int, ...]
"""The keys and the list indices (from 0) that lead to a value: `("combatant", 0, "sheet", "INI")`."""

_TOKEN = re.compile(
    r'''"""(?:\\.|[^\\])*?"{3,5}'''
    r"""|'''.*?'{3,5}"""
    r'''|"(?:\\.|[^"\\])*"'''
    r"""|'[^']*'"""
    r"""|\#[^\n]*"""
    r"""|[\n\[\]{},=.]"""
    r"""|[^\s\[\]{},=.#"']+""",
    re.DOTALL,
)


def lines(text: str) -> dict[Where, int]:
    """The line (from 1) of each table, key and list element of a text that `tomllib` accepts."""
    scan = _Scan()
    for token in _TOKEN.finditer(text + "\n"):
        scan.take(token[0])
    return scan.lines


class _Scan:
    """How far a scan has come: the table it is in, the boxes open around it, the value that comes next."""

    def __init__(self) -> None:
        self.lines: dict[Where, int] = {}
        self.line = 1
        self.table: Where = ()
        self.latest: dict[Where, int] = {}  # the index of the latest element of each [[list]]
        self.boxes: list[tuple[Where, bool]] = []  # inline lists (True) and tables (False)
        self.next: Where = ()
        self.keys: Where = ()
        self.begin_keys()

    def begin_keys(self) -> None:
        self.at_key, self.keys, self.brackets = True, (), 0

    def take(self, token: str) -> None:
        if token == "\n":
            self.end_line()
        elif token[0] != "#":
            (self.take_key if self.at_key else self.take_value)(token)
        self.line += token.count("\n")

    def end_line(self) -> None:
        if self.brackets:
            self.begin_table()
        if not self.boxes:
            self.begin_keys()

    def begin_table(self) -> None:
        path: Where = ()
        for number, key in enumerate(self.keys, 1):
            path = self.mark((*path, key))
            if number == len(self.keys) and self.brackets == 2:
                self.latest[path] = self.latest.get(path, -1) + 1
            if path in self.latest:
                path = self.mark((*path, self.latest[path]))
        self.table = path
        self.lines[path] = self.line  # [a] may come after [a.b]

    def take_key(self, token: str) -> None:
        if token == "[":
            self.brackets += 1
        elif token == "=":
            self.begin_value()
        elif token == "}":
            self.close()
        elif token not in ".]":
            self.keys = (*self.keys, _unquoted(token))

    def begin_value(self) -> None:
        self.next = self.boxes[-1][0] if self.boxes else self.table
        for key in self.keys:
            self.next = self.mark((*self.next, key))
        self.at_key = False

    def take_value(self, token: str) -> None:
        if token in "]}":
            self.close()
        elif token == ",":
            self.next_part()
        else:
            self.mark(self.next)
            if token in "[{":
                self.open(is_list=token == "[")

    def open(self, *, is_list: bool) -> None:
        self.boxes.append((self.next, is_list))
        if is_list:
            self.next = (*self.next, 0)
        else:
            self.begin_keys()

    def next_part(self) -> None:
        if self.boxes[-1][1]:
            *box, index = self.next
            self.next = (*box, int(index) + 1)
        else:
            self.begin_keys()

    def close(self) -> None:
        self.next = self.boxes.pop()[0]
        self.at_key = False

    def mark(self, path: Where) -> Where:
        self.lines.setdefault(path, self.line)
        return path


def _unquoted(key: str) -> str:
    if key[0] not in "\"'":
        return key
    return str(tomllib.loads(f"key = {key}")["key"]) if "\\" in key else key[1:-1]
