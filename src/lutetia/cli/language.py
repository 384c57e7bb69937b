"""`--language`, before a command or behind it. It is read before anything else: the texts of the help are made when the
commands are imported, and processes that a command starts shall speak the same language."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

OPTION = "--language"


def spoken(arguments: Sequence[str]) -> str | None:
    """The language that is asked for; None: that of the system.

    >>> spoken(["play", "--language", "cs"]), spoken(["--language=pl", "play"]), spoken(["play"])
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


def in_front(arguments: Sequence[str]) -> list[str]:
    """The arguments with the option in front of the command, where every command takes it.

    >>> in_front(["play", "--language", "cs", "paris"])
    ['--language', 'cs', 'play', 'paris']
    """
    found = spoken(arguments)
    if found is None:
        return list(arguments)
    rest, after = [], False
    ends = list(arguments).index("--") if "--" in arguments else len(arguments)
    for word in arguments[:ends]:
        if not after and word != OPTION and not word.startswith(f"{OPTION}="):
            rest.append(word)
        after = not after and word == OPTION
    return [OPTION, found, *rest, *arguments[ends:]]


if (asked := spoken(sys.argv[1:])) is not None:
    os.environ["LUTETIA_LANG"] = asked
