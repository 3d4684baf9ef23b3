"""`estoc list`: what is installed, the broken ones with their reason."""

from __future__ import annotations

from argparse import Namespace

from estoc.cli.screen import Screen
from estoc.errors import EstocError
from estoc.finding import NONE_INSTALLED
from estoc.loading import HOUSE_RULES, RULESETS, Installed, installed


def run(options: Namespace, screen: Screen) -> int:
    """Show every installed ruleset and house rule; a broken one disturbs no other."""
    rulesets, house_rules = installed(RULESETS), installed(HOUSE_RULES)
    if options.json:
        screen.document(
            {
                "rulesets": [_entry(each, screen) for each in rulesets],
                "house_rules": [_entry(each, screen) for each in house_rules],
            }
        )
    else:
        screen.show(_line(each, screen) for each in (*rulesets, *house_rules))
    if not rulesets:
        tell = screen.note if options.json else print
        tell(screen.say(NONE_INSTALLED[RULESETS]))
    for each in (*rulesets, *house_rules):
        if each.problem:
            screen.error(EstocError("warning: {problem}", problem=each.problem))
    return 0


def _line(one: Installed, screen: Screen) -> str:
    if one.problem:
        return screen.say("{name}: can't be used: {problem}", name=one.name, problem=one.problem)
    return screen.say(
        "{name}: {title} ({distribution} {version})",
        name=one.name, title=one.title, distribution=one.distribution, version=one.version,
    )  # fmt: skip


def _entry(one: Installed, screen: Screen) -> dict[str, object]:
    return {
        "name": one.name,
        "title": one.title,
        "distribution": one.distribution,
        "version": one.version,
        "problem": screen.words.error(one.problem) if one.problem else None,
    }
