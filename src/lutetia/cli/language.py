"""`--language`, before or after a command.

It is read before anything else, because help texts are made when the commands are imported. It is put into the
environment, so that processes started by a command use the same language.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

OPTION = "--language"


def requested(arguments: Sequence[str]) -> str | None:
    """The language that the arguments ask for; None: the language of the system.

    >>> requested(["play", "--language", "cs"]), requested(["--language=pl", "play"]), requested(["play"])
    ('cs', 'pl', None)
    """
    found = None
    for i, word in enumerate(arguments):
        if word == "--":
            break
        if word == OPTION and i + 1 < len(arguments):
            found = arguments[i + 1]
        elif word.startswith(f"{OPTION}="):
            found = word.partition("=")[2]
    return found


def option_first(arguments: Sequence[str]) -> list[str]:
    """The arguments with the option moved before the command, where typer expects it.

    >>> option_first(["play", "--language", "cs", "GAME"])
    ['--language', 'cs', 'play', 'GAME']
    """
    found = requested(arguments)
    if found is None:
        return list(arguments)
    rest, after = [], False
    ends = list(arguments).index("--") if "--" in arguments else len(arguments)
    for word in arguments[:ends]:
        if not after and word != OPTION and not word.startswith(f"{OPTION}="):
            rest.append(word)
        after = not after and word == OPTION
    return [OPTION, found, *rest, *arguments[ends:]]


if (tag := requested(sys.argv[1:])) is not None:
    os.environ["LUTETIA_LANG"] = tag
