"""The verbs and options of the command line, and what is said of a wrong one."""

from __future__ import annotations

import re
from argparse import SUPPRESS, ArgumentParser, HelpFormatter, Namespace
from collections.abc import Sequence
from typing import Any, NoReturn

from estoc.cli.language import LANGUAGES
from estoc.cli.screen import Screen

_SAID = {
    r"the following arguments are required: (?P<names>.+)": "missing: {names}",
    r"unrecognized arguments: (?P<names>.+)": "unknown argument: {names}",
    r"argument (?P<option>.+?): invalid choice: (?P<found>.+) \(choose from (?P<choices>.+)\)": (
        "{option} is one of {choices}, not {found}"
    ),
    r"argument (?P<option>.+?): expected (one|at least one) argument": "{option} needs a value",
    r"argument (?P<option>.+?): ignored explicit argument (?P<found>.+)": "{option} takes no value: {found}",
    r"argument (?P<option>.+?): not allowed with argument (?P<other>.+)": "{option} doesn't go with {other}",
}
"""What argparse says, and how it is said here."""

_DICE = re.compile(r"-[0-9]*(d[0-9]|[0-9] *[-+d])", re.IGNORECASE)
"""Dice that begin with a minus, which argparse would take for an option."""


def parsed(argv: Sequence[str], screen: Screen) -> Namespace:
    """The options of a command line. Raises EstocError; SystemExit once a help is shown."""
    dice_follow = "roll" in argv[:1]
    argv = [f" {text}" if dice_follow and _DICE.match(text) else text for text in argv]
    return _parser(screen).parse_args(argv)


class Parser(ArgumentParser):
    """A parser that speaks the person's language, and raises instead of leaving the process."""

    def __init__(self, *, screen: Screen, description: str, **options: Any) -> None:
        say = screen.say
        super().__init__(
            description=say(description), add_help=False, allow_abbrev=False,
            formatter_class=_formatter(say("usage: ")), **options,
        )  # fmt: skip
        self.screen = screen
        self._positionals.title = say("what it needs")
        self._optionals.title = say("options")
        self.add_argument("-h", "--help", action="help", help=say("show this help"))
        self.add_argument("--lang", choices=LANGUAGES, help=say("the language; by default the locale's"))
        self.add_argument("--debug", action="store_true", help=say("show the traceback of an error"))

    def flag(self, name: str, says: str) -> None:
        """An option without a value."""
        self.add_argument(name, action="store_true", help=self.screen.say(says))

    def option(self, name: str, says: str, **options: Any) -> None:
        """An argument, or an option with a value."""
        self.add_argument(name, help=self.screen.say(says), **options)

    def error(self, message: str) -> NoReturn:
        """Say in one sentence what is wrong. Raises EstocError."""
        from estoc.converter import Phrase
        from estoc.errors import EstocError

        problem = Phrase("{text}", {"text": message})
        for pattern, sentence in _SAID.items():
            if found := re.fullmatch(pattern, message):
                problem = Phrase(sentence, found.groupdict())
        raise EstocError("{problem} ({prog} --help says more)", problem=problem, prog=self.prog)


def _formatter(usage: str) -> type[HelpFormatter]:
    class Formatter(HelpFormatter):
        """Shows help with the word for usage in the person's language."""

        def add_usage(self, text: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
            super().add_usage(text, actions, groups, usage if prefix is None else prefix)

    return Formatter


def _parser(screen: Screen) -> Parser:
    from estoc import __version__

    parser = Parser(
        screen=screen, prog="estoc", description="Tabletop combat by the rules of any installed game."
    )
    parser.add_argument(
        "--version", action="version", version=f"estoc {__version__}", help=screen.say("show the version")
    )
    verbs = parser.add_subparsers(
        dest="verb", metavar="VERB", required=True, title=screen.say("verbs"), parser_class=Parser
    )

    def verb(name: str, says: str) -> Parser:
        added: Parser = verbs.add_parser(name, help=screen.say(says), screen=screen, description=says)
        added.set_defaults(lang=SUPPRESS, debug=SUPPRESS)
        return added

    _list(verb("list", "Show the installed rulesets and house rules."))
    _show(verb("show", "Show what a ruleset is: sheets, weapons, actions, tables, rulings, clauses."))
    _fight(verb("fight", "Play the fight that a file describes."))
    _roll(verb("roll", "Roll dice."))
    _scenario(verb("scenario", "Hold fights against what must come of them."))
    return parser


JSON = "write one JSON document and nothing else"
SEED = "the dice fall by this text: the same seed, the same fight"


def _list(verb: Parser) -> None:
    verb.flag("--json", JSON)


def _show(verb: Parser) -> None:
    verb.option("name", "an installed ruleset, or a ruleset's folder", metavar="NAME")
    verb.flag("--json", JSON)


def _fight(verb: Parser) -> None:
    verb.option("file", "an encounter (TOML)", metavar="FILE")
    verb.flag("--ask", "ask for each decision that the file leaves open")
    dice = verb.add_mutually_exclusive_group()
    say = verb.screen.say
    dice.add_argument("--seed", metavar="TEXT", help=say(SEED))
    dice.add_argument("--dice", choices=("ask",), help=say("ask: the dice are thrown by hand and typed in"))
    form = verb.add_mutually_exclusive_group()
    form.add_argument("--format", choices=("text", "jsonl"), help=say("how the fight is told"))
    form.add_argument("--json", action="store_true", help=say(JSON))


def _roll(verb: Parser) -> None:
    verb.option("dice", "dice, such as 2d6+1", metavar="EXPR", nargs="+")
    verb.option("--seed", SEED, metavar="TEXT")
    verb.flag("--json", JSON)


def _scenario(verb: Parser) -> None:
    verb.option("files", "scenario files (TOML); * stands for any text", metavar="FILE", nargs="+")
    verb.flag("--json", JSON)
