"""In which language a person is answered."""

from __future__ import annotations

import os
from collections.abc import Sequence

LANGUAGES = ("en", "fr")
_NAMES = {"english": "en", "french": "fr"}
"""As Windows names languages in its locales."""


def preferred(argv: Sequence[str]) -> str:
    """The language that `--lang` asks for, else the locale's where Estoc speaks it, else English."""
    for before, text in zip(("", *argv), (*argv, ""), strict=True):
        asked = text if before == "--lang" else text.removeprefix("--lang=") if "--lang=" in text else ""
        if asked in LANGUAGES:
            return asked
    return _spoken(_locale())


def _locale() -> str:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return value
    import locale

    return locale.getlocale()[0] or ""


def _spoken(name: str) -> str:
    """The language of a locale such as `fr_CA.UTF-8` or `French_France`."""
    language = name.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    language = _NAMES.get(language, language)
    return language if language in LANGUAGES else LANGUAGES[0]
