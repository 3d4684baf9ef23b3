"""The reference says what the code does: each key, figure, decision, event and limit, and no other."""

from __future__ import annotations

import ast
import inspect
import json
import re
from argparse import Action, ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import attrs
import pytest

import estoc
from estoc import book, cli, combat, effects, encounter, errors, events, grammar, hookspecs, scenario
from estoc.book.reading import _Data
from estoc.book.tables import RowTable, TableTable
from estoc.cli import command
from estoc.cli.arguments import _parser as parser
from estoc.cli.screen import Screen
from estoc.grammar.tables import OrderTable
from estoc.playing import play

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT / "docs" / "reference"
EXAMPLES = ROOT / "docs" / "examples"


def section(page: str, heading: str) -> str:
    """What stands under a heading, up to the next."""
    text = (REFERENCE / page).read_text(encoding="utf-8")
    found = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", text, re.DOTALL | re.MULTILINE)
    assert found, f"{page} has no heading {heading!r}"
    return found[1]


def rows(text: str) -> Iterator[list[str]]:
    """The cells of each row of the tables in a text, headings left out."""
    for line in re.findall(r"^\|(?!-)(.*)\|\n(?!\|-)", text, re.MULTILINE):
        yield [cell.strip() for cell in re.split(r"(?<!\\)\|", line)]


def listed(page: str, heading: str) -> dict[str, list[str]]:
    """The rows under a heading, by the code that their first cell shows."""
    return {row[0].strip("`"): row for row in rows(section(page, heading))}


# -- keys of files -----------------------------------------------------------------------------------
def keys(cls: Any, *left_out: str) -> dict[str, str]:
    """The keys of a table in a file, and the default of each as the reference writes it."""
    return {
        field.name.rstrip("_"): default(field) for field in attrs.fields(cls) if field.name not in left_out
    }


def default(field: attrs.Attribute[Any]) -> str:
    if field.default is attrs.NOTHING:
        return "required"
    factory = getattr(field.default, "factory", None)
    value = factory() if factory else field.default
    if value is None:
        return "none"
    return f"`{json.dumps({} if attrs.has(type(value)) else value)}`"


ENCOUNTER = keys(encounter.EncounterTable)
STEP = keys(grammar.StepTable)
IN_A_CATALOGUE = {"like": "none", "ours": "`false`"}
OF_THE_FIGHT = ("key", "on", "by")
"""Of an effect: what the file's own key says, or what the fight does."""


@pytest.mark.parametrize(
    ("page", "heading", "expected"),
    [
        ("encounter.md", "The file", ENCOUNTER),
        ("encounter.md", "A combatant", keys(grammar.CombatantTable)),
        ("encounter.md", "A standing order", keys(OrderTable)),
        ("encounter.md", "A step", {**STEP, **keys(encounter.When)}),
        ("scenario.md", "The file", {"clauses": "`[]`"}),
        ("scenario.md", "A step", keys(scenario.Expectation)),
        ("ruleset.md", "The file", keys(_Data)),
        ("ruleset.md", "The source", keys(book.Source)),
        ("ruleset.md", "An action", keys(book.Action, "key")),
        ("ruleset.md", "An effect", keys(effects.Effect, *OF_THE_FIGHT)),
        ("ruleset.md", "A modifier", keys(effects.Modifier)),
        ("ruleset.md", "A table", keys(TableTable)),
        ("ruleset.md", "A row", keys(RowTable)),
        ("ruleset.md", "A catalogue", IN_A_CATALOGUE),
        ("ruleset.md", "A ruling", keys(book.Ruling, "key")),
        ("ruleset.md", "A choice", keys(book.Choice)),
        ("ruleset.md", "A clause", keys(book.Clause, "key")),
    ],
)
def test_every_key_is_listed_with_its_default(page: str, heading: str, expected: dict[str, str]) -> None:
    assert expected == {key: row[2] for key, row in listed(page, heading).items()}


def test_a_scenario_adds_nothing_to_an_encounter_but_its_clauses() -> None:
    assert {"clauses"} == keys(scenario.ScenarioTable).keys() - ENCOUNTER.keys()


def test_every_end_of_an_effect_is_listed() -> None:
    assert set(effects.ENDS) == listed("ruleset.md", "Until").keys()


def test_every_step_of_a_blow_is_listed_with_what_it_asks() -> None:
    asked = {step: row[1].strip("`") for step, row in listed("ruleset.md", "The order of a blow").items()}
    assert hookspecs.ASKED_AT == {step: hook for step, hook in asked.items() if step != "react"}
    assert set(book.STEPS) == asked.keys()


def test_every_hook_is_listed_with_its_arguments_and_answers() -> None:
    told = {
        hook: (tuple(re.findall(r"\w+", row[1])), row[2].replace("`", "").replace(" or ", " | "))
        for hook, row in listed("ruleset.md", "The hooks").items()
    }
    answers = {hook: getattr(hookspecs.RulesetSpec, hook).__annotations__["return"] for hook in told}
    assert {hook: (names, answers[hook]) for hook, names in hookspecs.HOOKS.items()} == told


# -- decisions and refusals --------------------------------------------------------------------------
def test_every_decision_of_the_core_is_listed() -> None:
    assert combat.VERBS.keys() == listed("decisions.md", "The core's decisions").keys()


def test_every_field_of_a_decision_is_listed() -> None:
    assert attrs.fields_dict(combat.Decision).keys() == listed("decisions.md", "In Python").keys()


def test_every_refusal_is_listed() -> None:
    assert set(refusals()) == listed("scenario.md", "Refusals").keys()


def refusals() -> Iterator[str]:
    """The key of every refusal in the source, with capitals where a name stands in it."""
    for file in (ROOT / "core" / "src" / "estoc").rglob("*.py"):
        for call in calls(file, "Refused", "unknown"):
            match call.args[0]:
                case ast.Constant(str(key)) if "{" not in key:
                    yield key
                case ast.JoinedStr([ast.Constant(str(key)), _]):
                    yield key + {"limit ": "TAG", "forbidden ": "EFFECT"}[key]


def calls(file: Path, *names: str) -> Iterator[ast.Call]:
    """The calls of functions of these names in a file."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            yield node


# -- events ------------------------------------------------------------------------------------------
def sentences(event: type[events.Event]) -> set[str]:
    """All that an event may be told as: the texts with slots in what gives its sentence."""
    source = ast.parse(inspect.getsource(event))
    texts = {node.value for node in ast.walk(source) if isinstance(node, ast.Constant)}
    return {text for text in texts if isinstance(text, str) and "{" in text}


@pytest.mark.parametrize("event", get_args(events.AnyEvent), ids=lambda event: str(event.__name__))
def test_every_event_is_listed_with_its_fields_and_sentences(event: type[events.Event]) -> None:
    told = list(rows(section("events.md", event.__name__)))
    fields = [name for row in told for name in re.findall(r"\w+", row[0])]
    assert [field.name for field in attrs.fields(event)] == fields
    assert sentences(event) == {row[1].strip("`") for row in told}


def test_no_event_is_listed_that_there_is_not() -> None:
    headings = re.findall(r"^### (.*)$", (REFERENCE / "events.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert [event.__name__ for event in get_args(events.AnyEvent)] == headings


def test_every_figure_that_a_scenario_may_name_is_listed() -> None:
    """A large fight, several times: all that can come of it comes."""
    fight = estoc.read_encounter(EXAMPLES / "escarmouche.toml")
    met = {
        figure
        for seed in range(3)
        for moment in play(fight, estoc.seeded(seed))
        for figure in scenario.outcome(moment.combat, moment.events)
    }
    assert met == listed("scenario.md", "Figures").keys()


# -- commands ----------------------------------------------------------------------------------------
def verbs() -> dict[str, ArgumentParser]:
    """The parser of each verb."""
    actions = parser(Screen("en"))._actions
    return dict(next(each.choices for each in actions if isinstance(each, _SubParsersAction)))


def arguments(verb: ArgumentParser) -> set[str]:
    """The arguments of a verb as the reference writes them, those of every verb left out."""
    return {written(each) for each in verb._actions if each.dest not in ("help", "lang", "debug")}


def written(argument: Action) -> str:
    choices = f"{{{','.join(argument.choices)}}}" if argument.choices else ""
    return " ".join(filter(None, (", ".join(argument.option_strings), str(argument.metavar or choices))))


@pytest.mark.parametrize("verb", verbs())
def test_every_argument_of_a_verb_is_listed(verb: str) -> None:
    assert arguments(verbs()[verb]) == listed("commands.md", verb).keys() - {
        "Head",
        "an event's class",
        "Tail",
    }


def test_every_verb_is_listed() -> None:
    headings = re.findall(r"^## (.*)$", (REFERENCE / "commands.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert [*verbs(), "Exit status"] == headings


def test_every_exit_status_is_listed() -> None:
    of_errors = [errors.EstocError, errors.AnswerIsNo, errors.PluginError]
    statuses = {
        0,
        *(each.exit_status for each in of_errors),
        command.INTERNAL,
        command.INTERRUPTED,
        command.PIPE_CLOSED,
    }
    assert [str(status) for status in sorted(statuses)] == list(listed("commands.md", "Exit status"))


def test_the_first_and_the_last_line_of_a_told_fight_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["fight", str(EXAMPLES / "skavens.toml"), "--format", "jsonl", "--seed", "1"])
    head, *_, tail = map(json.loads, capsys.readouterr().out.splitlines())
    told = listed("commands.md", "fight")
    for line in (head, tail):
        assert list(line)[1:] == re.findall(r"\w+", told[line["is"]][1])


# -- limits ------------------------------------------------------------------------------------------
def test_every_limit_is_listed_with_its_value() -> None:
    told = [
        row
        for heading in ("Dice", "Files and messages", "A fight")
        for row in rows(section("limits.md", heading))
    ]
    for name, value, _ in told:
        module, _, constant = name.strip("`").rpartition(".")
        figure = getattr(import_module(module), constant)
        assert value in (f"{figure:,}", f"2^{figure.bit_length() - 1}")


def test_no_limit_is_left_out() -> None:
    told = {row[0].strip("`") for row in rows((REFERENCE / "limits.md").read_text(encoding="utf-8"))}
    assert set(limits()) == told - {"limit"}


def limits() -> Iterator[str]:
    """Whatever the source calls a limit: whole numbers by names such as `MAX_...`."""
    source = ROOT / "core" / "src"
    for file in (source / "estoc").rglob("*.py"):
        for name in re.findall(
            r"^(MAX_\w+|LIMIT|MANY|MOST_\w+) =", file.read_text(encoding="utf-8"), re.MULTILINE
        ):
            yield ".".join([*file.relative_to(source).with_suffix("").parts, name])
