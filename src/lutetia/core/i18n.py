"""Translation of everything that people read: terminal, errors and pages share one catalogue.

`_` marks and translates a message. `N_` only marks it, for tables that are translated when they are shown; `NP_` does
the same for a counted message. `pgettext` adds a context to a message that means different things in different places.
Values are filled in by name, so that each language can order them as it needs.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import cast

from lutetia.core.catalogue import CONTEXT, SOURCE, Catalogue, catalogue

language: ContextVar[str | None] = ContextVar("language", default=None)
"""The reader's language; None: as the environment says."""

ENVIRONMENT = ("LUTETIA_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def N_(message: str) -> str:
    """Mark a message for the catalogue."""
    return message


class CountedText(str):
    """A message whose plural form is chosen when it is shown, by its value `n`."""

    many: str


def NP_(one: str, many: str) -> CountedText:
    """Mark a counted message for the catalogue."""
    message = CountedText(one)
    message.many = many
    return message


def _(message: str, /, **values: object) -> str:
    """The message in the current language, with its values."""
    if isinstance(message, CountedText):
        return _current().plural(message, message.many, cast(int, values["n"])).format(**values)
    translated = _current().text(message)
    return translated.format(**values) if values else translated


def pgettext(context: str, message: str, /, **values: object) -> str:
    """The message in the current language, in this context."""
    found_by = context + CONTEXT + message
    return _(found_by, **values)


def plural(one: str, many: str, n: int, /, **values: object) -> str:
    """The plural form of the message for n; `{n}` is filled in."""
    return _current().plural(one, many, n).format(n=n, **values)


class LazyText(str):
    """A message used as a value in another message, translated when that one is shown.

    >>> _("you have no key at {place}", place=LazyText("the bank of {district}", district="Chaillot"))
    'you have no key at the bank of Chaillot'
    """

    values: dict[str, object]

    def __new__(cls, message: str, /, **values: object) -> LazyText:
        text = super().__new__(cls, message)
        text.values = values
        return text

    def __format__(self, _spec: str) -> str:
        message = str(self)
        return _(message, **self.values)


@contextmanager
def speaking(tag: str) -> Iterator[None]:
    """Translate to this language for a while."""
    before = language.set(tag)
    try:
        yield
    finally:
        language.reset(before)


def all_or_english(messages: Iterable[str]) -> tuple[str, Callable[[str], str]]:
    """The current language and `_` if it has all these messages; otherwise English, and messages as they are.

    So a passage is never in two languages, and a page can say which one it is in.
    """
    if all(message in _current().texts for message in messages):
        return current_language(), _
    return SOURCE, str


def current_language() -> str:
    """The language that `_` translates to: one that has a catalogue, or English."""
    return _current().language


def _current() -> Catalogue:
    return catalogue(language.get() or _from_environment())


@cache
def _from_environment() -> str:
    """From the first variable that is set; from a list (`LANGUAGE=gd:cs`), the first language that we have."""
    wanted = next((os.environ[name] for name in ENVIRONMENT if os.environ.get(name)), SOURCE)
    for tag in wanted.split(":"):
        found = catalogue(tag).language
        if found != SOURCE or tag.lower().startswith(SOURCE):
            return found
    return SOURCE
