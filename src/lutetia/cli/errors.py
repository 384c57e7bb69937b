"""The door of the command line: whatever goes wrong behind it comes out as one clear line and an exit code.

0 all well · 1 a check that failed · 2 wrong usage or bad input · 130 interrupted
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import typer

from lutetia.core.errors import EditionError, MissingExtra
from lutetia.core.i18n import _

ClickException: type[Exception] = typer.BadParameter.__mro__[2]  # typer brings click along under a name of its own


class CommandError(Exception):
    """Something to tell the user in one line."""

    def __init__(self, text: str, code: int = 2) -> None:
        super().__init__(text)
        self.code = code


def run(app: typer.Typer, arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code. No exception of ours, and no traceback, passes."""
    try:
        code = _guarded(app, arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read our output has seen enough
        _silence()
        return 0
    return code


def _guarded(app: typer.Typer, arguments: Sequence[str] | None) -> int:
    output = sys.stdout
    try:
        code = app(args=arguments, prog_name="lutetia", standalone_mode=False)
        return _say(_("interrupted"), 130) if code == 130 else code if isinstance(code, int) else 0
    except CommandError as trouble:
        return _say(str(trouble), trouble.code)
    except (typer.Abort, KeyboardInterrupt):
        return _say(_("interrupted"), 130)
    except ClickException as error:
        said = " ".join((error.format_message() if hasattr(error, "format_message") else str(error)).split())
        return _say(_("{fault} (see lutetia --help)", fault=said), 2) if said else 2  # the help was shown instead
    except BrokenPipeError:
        raise
    except (ValueError, OSError, MissingExtra) as error:  # bad input that no command expected in particular
        return _say(one_line(error), 2)
    except SystemExit as leaving:
        if sys.stdout is not output:  # how typer meets a closed pipe
            sys.stdout = output
            raise BrokenPipeError from None
        return leaving.code if isinstance(leaving.code, int) else 0


def one_line(error: BaseException) -> str:
    """An error's words on one line."""
    if isinstance(error, EditionError):
        return _("edition {name} cannot be used: {faults}", name=error.name, faults="; ".join(error.faults))
    if isinstance(error, OSError):
        said = error.strerror or str(error)
        return f"{error.filename}: {said}" if error.filename else said
    return " ".join(line.strip() for line in str(error).splitlines() if line.strip())


def _say(text: str, code: int) -> int:
    print(f"lutetia: {text}", file=sys.stderr)
    return code


def _silence() -> None:
    """Let nothing more be written to a pipe that is closed, not even on exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            os.dup2(nowhere, stream.fileno())
        except (OSError, ValueError):
            continue
