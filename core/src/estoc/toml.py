"""A TOML file as it was read, and the line on which each of its values stands."""

from __future__ import annotations

import json
import os
import re
import tomllib
import unicodedata
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

from attrs import field, frozen

from estoc.errors import Fault, Faults, FileError
from estoc.toml_lines import Where, lines

MAX_BYTES = 16 * 1024 * 1024
MAX_DEPTH = 100
"""How many tables and lists may stand in one another, in TOML and in JSON."""

_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+"""
# `tomllib` takes time and memory by the square of the parts of a dotted key: 16 kB of them fill 256 MB.
_DOTTED = re.compile(rf"(?<![\w-])(?:(?:{_PART}){{{MAX_DEPTH + 1}}}(?P<deep>)|(?:{_PART})++)")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_PLACE = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)


@frozen(eq=False)
class Toml:
    """What a file holds (`data`), its name (`file`), and its text without a BOM, line ends kept."""

    data: dict[str, Any]
    file: str
    text: str | None = field(default=None, repr=False)
    """None for a table that came from no file."""

    @cached_property
    def _lines(self) -> dict[Where, int]:
        return lines(self.text or "")

    def line(self, path: Where) -> int:
        """The line (from 1) of the value at `path`, or of the nearest table or list around it; 0 for none."""
        if self.text is None:
            return 0
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)

    def fault(self, path: Where, sentence: str, /, **figures: object) -> Fault:
        """A fault at `path`, with its line."""
        fault = Fault(written(path), sentence, line=self.line(path))
        fault.figures.update(figures)
        return fault


def read(path: str | os.PathLike[str]) -> Toml:
    """The TOML file at `path`; raises FileError when it can't be read, Faults when it isn't TOML."""
    try:
        with Path(path).open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise FileError("there is no file {file}", file=str(path)) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        if Path(path).is_dir():
            raise FileError("{file} is a folder: name a file in it", file=str(path)) from None
        reason = getattr(error, "strerror", None) or str(error)
        raise FileError("{file} can't be read: {reason}", file=str(path), reason=reason) from None
    return parse(raw, str(path))


def parse(raw: bytes, file: str) -> Toml:
    """The TOML in the bytes of `file`; raises FileError when they aren't text, Faults when not TOML."""
    if len(raw) > MAX_BYTES:
        raise FileError("{file} is larger than {limit} bytes", file=file, limit=MAX_BYTES)
    text = unicodedata.normalize("NFC", _decoded(raw, file).removeprefix("\ufeff"))  # as macOS doesn't write
    try:
        _refuse_deep_keys(text)
        data = tomllib.loads(text)
        if nested_deeper(data, MAX_DEPTH):
            raise RecursionError
    except RecursionError:
        raise Faults(file, (_too_deep(),)) from None
    except Fault as fault:
        raise Faults(file, (fault,)) from None
    except ValueError as error:  # TOMLDecodeError, and a number of thousands of digits
        raise Faults(file, (_syntax_fault(str(error), text),)) from None
    return Toml(data, file, text)


def written(path: Where) -> str:
    """A path as a person reads it: `combatant[0].sheet.INI`, a key quoted when TOML would."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{_key(part)}" for part in path)
    return text.removeprefix(".")


def nested_deeper(data: object, levels: int) -> bool:
    """Whether tables and lists stand in one another more than `levels` deep."""
    inside: list[Any] = [data]
    for _ in range(levels + 1):
        inside = [part for box in inside for part in _parts(box) if isinstance(part, (dict, list))]
    return bool(inside)


def _parts(box: Any) -> Iterable[Any]:
    return box.values() if isinstance(box, dict) else box if isinstance(box, list) else ()


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def _decoded(raw: bytes, file: str) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FileError(
            "{file} isn't UTF-8: byte {byte} at offset {offset}, on line {line}; save it as UTF-8",
            file=file,
            byte=f"0x{raw[error.start]:02X}",
            offset=error.start,
            line=raw.count(b"\n", 0, error.start) + 1,
        ) from None


def _refuse_deep_keys(text: str) -> None:
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MAX_DEPTH and any(key["deep"] is not None for key in _DOTTED.finditer(line)):
            raise _too_deep(number)


def _too_deep(line: int = 0) -> Fault:
    return Fault("", "nested more than {limit} deep", line=line, limit=MAX_DEPTH)


def _syntax_fault(message: str, text: str) -> Fault:
    if not (place := _PLACE.fullmatch(message)):
        return Fault("", "not TOML: {reason}", reason=message)
    reason, line, column = place.groups()
    if line:
        return Fault("", "not TOML: {reason} (column {column})", line=int(line), reason=reason, column=column)
    last = text.rstrip().count("\n") + 1
    return Fault("", "not TOML: {reason} (at the end of the file)", line=last, reason=reason)
