"""Errors of the command line: each is printed as one clear line and ends the command with an exit code.

0 success · 1 a check failed · 2 wrong usage or bad input · 75 the database is away, try again later · 130 interrupted
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import typer

from lutetia.core.errors import EditionError, MissingExtra, with_guess
from lutetia.core.i18n import _

ClickException: type[Exception] = typer.BadParameter.__mro__[2]  # typer bundles click under a private name

TRY_LATER = os.EX_TEMPFAIL if hasattr(os, "EX_TEMPFAIL") else 75


class CommandError(Exception):
    """A message for the user in one line."""

    def __init__(self, text: str, code: int = 2) -> None:
        super().__init__(text)
        self.code = code


def run(app: typer.Typer, arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code. Errors of the user are printed, never raised."""
    try:
        code = _run(app, arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has closed it
        _discard_output()
        return 0
    return code


def _run(app: typer.Typer, arguments: Sequence[str] | None) -> int:
    output = sys.stdout
    try:
        code = app(args=arguments, prog_name="lutetia", standalone_mode=False)
        return _print(_("interrupted"), 130) if code == 130 else code if isinstance(code, int) else 0
    except CommandError as error:
        return _print(str(error), error.code)
    except (typer.Abort, KeyboardInterrupt):
        return _print(_("interrupted"), 130)
    except ClickException as error:
        text = _usage_error(error)
        return _print(text, 2) if text else 2  # without text: help was shown
    except BrokenPipeError:
        raise
    except (ValueError, OSError, MissingExtra) as error:  # bad input that no command handles itself
        return _print(one_line(error), 2)
    except SystemExit as leaving:
        if sys.stdout is not output:  # typer replaces it when a pipe is closed
            sys.stdout = output
            raise BrokenPipeError from None
        return leaving.code if isinstance(leaving.code, int) else 0


def _usage_error(error: Exception) -> str:
    """What was wrong with the arguments, and the command whose help says what is allowed; "" if help was shown."""
    option = getattr(error, "option_name", None)
    text = " ".join((error.format_message() if hasattr(error, "format_message") else str(error)).split())
    if not text:
        return ""
    if hasattr(error, "possibilities") and option:
        text = with_guess(_("there is no option {option}", option=option), option, error.possibilities or ())
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "lutetia"
    return _("{fault} (see {command} --help)", fault=text, command=command)


def one_line(error: BaseException) -> str:
    """The message of an error on one line."""
    if isinstance(error, EditionError):
        return _("edition {name} cannot be used: {faults}", name=error.name, faults="; ".join(error.faults))
    if isinstance(error, OSError):
        text = error.strerror or str(error)
        return f"{error.filename}: {text}" if error.filename else text
    return " ".join(line.strip() for line in str(error).splitlines() if line.strip())


def _print(text: str, code: int) -> int:
    print(f"lutetia: {text}", file=sys.stderr)
    return code


def _discard_output() -> None:
    """Discard further output, so that Python does not fail on the closed pipe on exit."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            os.dup2(devnull, stream.fileno())
        except (OSError, ValueError):
            continue
