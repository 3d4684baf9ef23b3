"""`estoc`: what a person types, carried out; every error is a sentence and an exit status.

| exit status | means                                                              |
|-------------|--------------------------------------------------------------------|
| 0           | done                                                               |
| 1           | done, and the answer is no: a scenario fails                       |
| 2           | the input is at fault: a file, an option, what was typed           |
| 3           | a ruleset is at fault                                              |
| 4           | Estoc itself is at fault                                           |
| 130         | interrupted by the person                                          |
| 141         | nobody reads the output any more, as with `| head -1`              |
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # as `typing` says it, whose import alone takes longer than `estoc --version` may

if TYPE_CHECKING:  # loaded on first use: `estoc --version` and `--help` need next to nothing
    from argparse import Namespace
    from collections.abc import Sequence

    from estoc.cli.screen import Screen

INTERNAL, INTERRUPTED, PIPE_CLOSED = 4, 130, 141


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out a command line, by default the process's own; gives the exit status."""
    if argv is None:
        argv = sys.argv[1:]
        _speak_utf8()
    try:
        return _carried_out(list(argv))
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError:  # a closed pipe: every other error has been said
        return PIPE_CLOSED


def _carried_out(argv: list[str]) -> int:
    if argv == ["--version"]:
        return _version()
    from estoc.cli.language import preferred
    from estoc.cli.screen import Screen, flush

    screen = Screen(preferred(argv))
    try:
        status = _obeyed(argv, screen)
        flush()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a plugin may even try to leave the process
        return _excused(error, screen, "--debug" in argv)
    return status


def _version() -> int:
    from estoc import __version__

    print(f"estoc {__version__}")
    return 0


def _obeyed(argv: list[str], screen: Screen) -> int:
    from importlib import import_module

    from estoc.cli.arguments import parsed

    try:
        options: Namespace = parsed(argv or ["--help"], screen)
    except SystemExit:  # argparse, once it has shown a help or the version
        return 0
    verb = import_module(f"estoc.cli.{options.verb}")
    return int(verb.run(options, screen))


def _excused(error: BaseException, screen: Screen, debug: bool) -> int:
    """Say in a sentence what went wrong; with `--debug`, how it came about too."""
    from estoc.errors import EstocError, FileError

    if isinstance(error, OSError) and not isinstance(error, EstocError):
        _write_no_more()
        if _is_closed_pipe(error):
            raise error
        reason = error.strerror or str(error)
        error = FileError("the output can't be written: {reason}", reason=reason)
    if debug:
        import traceback

        screen.note(traceback.format_exc())
    if isinstance(error, EstocError):
        screen.error(error)
        return error.exit_status
    screen.note(
        screen.say(
            "this is a fault of Estoc's own ({cause}): please report it, with what --debug shows",
            cause=f"{type(error).__name__}: {error}",
        )
    )
    return INTERNAL


# -- the ends of a pipe ------------------------------------------------------------------------------
def _speak_utf8() -> None:
    """What isn't read at a terminal is UTF-8 with plain line feeds, on every platform alike."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is None:
            continue
        if stream.isatty() or "PYTHONIOENCODING" in os.environ:
            reconfigure(errors="backslashreplace")
        else:
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _is_closed_pipe(error: OSError) -> bool:
    """Whether nobody reads any more; Windows says that an argument is invalid."""
    import errno

    return isinstance(error, BrokenPipeError) or (sys.platform == "win32" and error.errno == errno.EINVAL)


def _write_no_more() -> None:
    """Let what is left in the buffer go nowhere, or the interpreter complains as it ends."""
    from contextlib import suppress

    with suppress(OSError, ValueError):  # where stdout is no real file, as under a test
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
