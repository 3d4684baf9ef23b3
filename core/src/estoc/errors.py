"""Everything that can go wrong, one sentence a class, under one root.

A message is an English sentence with named slots, and the figures that fill them: the sentence is at
once the text and the key by which `estoc.words` finds its translation.

| root          | exit status | means                                    |
|---------------|-------------|------------------------------------------|
| `EstocError`  | 2           | the input is at fault                    |
| `AnswerIsNo`  | 1           | what was asked was done; the answer is no |
| `PluginError` | 3           | a ruleset or a house rule is at fault    |
"""

from __future__ import annotations


class EstocError(Exception):
    """The root of every error that Estoc raises on purpose.

    `sentence` is English with slots, `figures` what fills them; `str` gives the English text.
    """

    exit_status = 2

    def __init__(self, sentence: str, /, **figures: object) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.figures = figures

    def __str__(self) -> str:
        return self.sentence.format_map({name: _listed(each) for name, each in self.figures.items()})


def _listed(figure: object) -> object:
    """Several names as a person lists them."""
    return ", ".join(map(str, figure)) if isinstance(figure, tuple) else figure


class AnswerIsNo(EstocError):
    """Nothing is wrong with the input or the plugins; the answer is no."""

    exit_status = 1


class PluginError(EstocError):
    """A ruleset or a house rule is at fault, and the sentence says which and where."""

    exit_status = 3


# -- decisions ---------------------------------------------------------------------------------------
class Refused(EstocError, ValueError):
    """A decision that the rules forbid now: no die was asked for and nothing has changed.

    `key` is short and stable (`"turn"`, `"limit attack"`), for hosts and scenarios to compare.
    """

    def __init__(self, key: str, sentence: str, /, **figures: object) -> None:
        super().__init__(sentence, **figures)
        self.key = key


# -- dice --------------------------------------------------------------------------------------------
class NotationError(EstocError, ValueError):
    """A text that is no dice expression, or one beyond the limits."""


class DiceError(EstocError, ValueError):
    """Dice that can't be had as the rules ask for them."""


class NoSuchDie(DiceError):
    """A rule asked for a die that can't be: of no sides, or of a number of them that isn't whole."""


class MissingDie(AnswerIsNo, LookupError):
    """A rule asked for a die when the script had none left."""


class WrongDie(AnswerIsNo, ValueError):
    """A rule asked for a die of another size than the script's next one."""


class LeftOverDice(AnswerIsNo, ValueError):
    """Dice of the script that no rule asked for."""


# -- files -------------------------------------------------------------------------------------------
class FileError(EstocError, OSError):
    """A file that can't be read or written, or that isn't UTF-8."""


class Fault(EstocError, ValueError):
    """One thing wrong in a file: `path` names the place (`combatant[0].sheet.INI`), `line` is 1 or more,
    0 where unknown."""

    def __init__(self, path: str, sentence: str, /, *, line: int = 0, **figures: object) -> None:
        super().__init__(sentence, **figures)
        self.path = path
        self.line = line


class Faults(EstocError, ValueError):
    """All that is wrong in one file, in the order of its lines."""

    def __init__(self, file: str, faults: tuple[Fault, ...]) -> None:
        super().__init__("{count} faults in {file}", count=len(faults), file=file)
        self.file = file
        self.faults = tuple(sorted(faults, key=lambda fault: fault.line))

    def __str__(self) -> str:
        return "\n".join(f"{self.place(fault)}: {fault}" for fault in self.faults)

    def place(self, fault: Fault) -> str:
        """Where one of the faults is: the file, the line and the path, as far as they are known."""
        line = f"{self.file}:{fault.line}" if fault.line else self.file
        return ": ".join(part for part in (line, fault.path) if part)


# -- rulesets ----------------------------------------------------------------------------------------
class RulesetNotFound(EstocError, LookupError):
    """No installed ruleset or house rule, and no folder, has this name."""


class RulesetClash(PluginError, LookupError):
    """Two installed distributions claim one name."""


class RulesetBroken(PluginError, ImportError):
    """A ruleset or house rule that can't be imported or isn't one."""


class RulesetInvalid(PluginError, ValueError):
    """A ruleset whose hooks or data break the contract."""


class InterfaceMismatch(PluginError, ImportError):
    """A plugin written for another version of the hook interface."""


class RuleFailed(PluginError, RuntimeError):
    """A hook raised an exception or gave no answer; says the hook, the file and line, and the dice so far."""
