"""What is wrong with settings, in words: the variable, what was found, what is allowed; and variables nobody knows."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import Any, Literal, get_args, get_origin

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from lutetia.core.errors import closest, shown, with_guess
from lutetia.core.i18n import _

PREFIX = "LUTETIA_"
OTHERS = ("LANG", "PURE", "PSEUDO", "FULL", "CORE", "COMPILE", "TEST_DATABASE", "TEST_CLUSTER")
"""Variables that are not the server's: of the whole package, its tests and its build."""
_PASSWORD = re.compile(r"(://[^:@/]*:).*(?=@)", re.DOTALL)  # up to the last @: a password may have one, too


def explain(error: ValidationError, fields: dict[str, FieldInfo]) -> str:
    """One line about the first fault of an error."""
    fault = error.errors()[0]
    name = str(fault["loc"][0])
    found = shown(_without_password(str(fault["input"])), 80)
    why = fault.get("ctx", {}).get("error") or _("{allowed} is needed", allowed=allowed(fields[name]))
    return _("{variable} cannot be used: {why}", variable=f"{PREFIX}{name.upper()}={found}", why=str(why))


def _without_password(text: str) -> str:
    """A value that is safe to print. Before an @ there may be a password, even in something that is no URL."""
    hidden = _PASSWORD.sub(r"\1…", text)
    return "…" if "@" in text and hidden == text else hidden


def allowed(field: FieldInfo) -> str:
    """The values that a setting may have."""
    kind = next((one for one in (field.annotation, *get_args(field.annotation)) if one in (bool, int, float)), None)
    if get_origin(field.annotation) is Literal:
        return _("one of {values}", values=", ".join(map(str, get_args(field.annotation))))
    if kind is bool:
        return _("true or false")
    bounds: dict[str, Any] = {
        name: getattr(bound, name) for bound in field.metadata for name in ("ge", "gt", "le") if hasattr(bound, name)
    }
    if kind is int and "le" in bounds:
        return _("a whole number from {least} to {most}", least=bounds["ge"], most=bounds["le"])
    if kind is int:
        return _("a whole number of at least {least}", least=bounds["ge"])
    if kind is float:
        return _("a number above {bound}", bound=bounds["gt"])
    return _("a text")


def unknown_variables(known: Iterable[str]) -> Iterator[str]:
    """A sentence about every LUTETIA_… variable that is set and means nothing."""
    names = [name.upper() for name in (*known, *OTHERS)]
    for variable in sorted(os.environ):
        name = variable.removeprefix(PREFIX)
        if variable.startswith(PREFIX) and name not in names:
            fault, guess = _("{variable} is set, but it is not a setting", variable=variable), closest(name, names)
            yield with_guess(fault, PREFIX + guess, [PREFIX + guess]) if guess else fault
