"""Text from files, made harmless for a terminal."""

from __future__ import annotations

import re

_DANGEROUS = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, what ends a line, what turns the direction of writing, and half characters."""


def plain(line: str) -> str:
    r"""A line in which each character that could command a terminal is written out, as `\u001b`.

    That is how JSON writes it too, so that a JSON document on one line keeps its meaning.
    """
    return _DANGEROUS.sub(lambda found: f"\\u{ord(found[0]):04x}", line)
