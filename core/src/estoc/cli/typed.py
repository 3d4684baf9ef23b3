"""What a person types as a decision, made into a step such as files hold.

2                                     the second of those listed
2 distance=30 aim=head                with circumstances
shoot at=Bert with="long bow"         any step, its keys as in a file
declare strike, strike at=Bert, move  all that one will do, parted by commas
stop reason="it is late"              the game master's word
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from estoc.combat import GAME_MASTER, MASTERS, VERBS, Combat, Decision
from estoc.errors import EstocError
from estoc.ruleset import Ruleset

MAX_TYPED = 2_000
"""How much may be typed at once; what is looked for in it takes time by the square of its length."""

_VALUE = r"""\"(?:[^"\\]|\\.)*"|\[[^\]]*\]|\{[^}]*\}"""
_ITEM = re.compile(rf"(?:{_VALUE}|[^,])+")
_PAIR = re.compile(rf"""(?P<key>[^\s=,"]+)=(?P<value>{_VALUE}|[^\s,]+)""")
_NUMBER = re.compile("([0-9]{1,6})(?:[ \t]+|$)")


def decision(text: str, rules: Ruleset, combat: Combat, listed: Sequence[Decision]) -> Decision:
    """The decision that a person has typed. Raises EstocError, a Faults where the rules can't read it."""
    if len(text) > MAX_TYPED:
        raise EstocError("{count} characters at once, at most {limit}", count=len(text), limit=MAX_TYPED)
    table, rest = _begun(text, rules, listed)
    if table["do"] == "declare":
        table["actions"] = _declared(rest, rules)
    else:
        table |= {key: value for key, value in _step(rest, rules).items() if key != "do"}
    if "by" not in table:
        table["by"] = GAME_MASTER if table["do"] in MASTERS else combat.awaited[0]
    return rules.decision(table, combat)


def _begun(text: str, rules: Ruleset, listed: Sequence[Decision]) -> tuple[dict[str, Any], str]:
    """What the number or the words at the beginning stand for, and the rest of the line."""
    if number := _NUMBER.match(text):
        if not 1 <= int(number[1]) <= len(listed):
            raise EstocError("{number} isn't listed: 1 to {count}", number=number[1], count=len(listed))
        return rules.table(listed[int(number[1]) - 1]), text[number.end() :]
    for word in ("declare", *_phrases("declare", rules)):
        if text.casefold().startswith(word.casefold()):
            return {"do": "declare"}, text[len(word) :]
    return {"do": _step(text, rules)["do"]}, text


def _declared(text: str, rules: Ruleset) -> list[dict[str, Any]]:
    """The actions declared: none only where that is said."""
    if not text.strip():
        actions = tuple(key for key, action in rules.book.actions.items() if not action.answers)
        sentence = (
            "say what is declared, actions parted by commas, or: declare nothing; the actions are: {actions}"
        )
        raise EstocError(sentence, actions=actions)
    if text.strip().casefold() in ("nothing", *(each.casefold() for each in _phrases("nothing", rules))):
        return []
    return [_step(item, rules) for item in _ITEM.findall(text)]


def _phrases(key: str, rules: Ruleset) -> list[str]:
    return [rules.words(language).phrase(key) for language in rules.languages]


def _step(text: str, rules: Ruleset) -> dict[str, Any]:
    """A step's table: what is done, then its keys and values."""
    do = " ".join(_PAIR.sub(" ", text).split())
    known = attrs.fields_dict(rules.classes.Circumstances)
    pairs = {rules.key(each["key"], known): _value(each["value"]) for each in _PAIR.finditer(text)}
    return {"do": rules.key(do, (*rules.book.actions, *VERBS)), **pairs}


def _value(text: str) -> Any:
    """A value as in a file, or the text itself: quotes can be left out."""
    try:
        value: Mapping[str, Any] = tomllib.loads(f"value = {text}")
    except ValueError:
        return text
    return value["value"]
