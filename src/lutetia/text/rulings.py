"""Our rulings: where the rulebooks are silent or disagree, what each of them says, and why we rule as we do.

A game keeps its rulings in `rules/rulings.toml`. The text of the rules marks a ruling as `{ruling:ID}`, in every
language; a page turns the mark into a button (`rulebook_page`), plain text into words in parentheses (`in_words`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from lutetia.core.i18n import N_, _
from lutetia.games import manifest

MARK = re.compile(r"\{ruling:([a-z0-9-]+)\}")
LABEL = N_("our ruling")
SILENT = N_("Says nothing about this.")


class RulingsError(Exception):
    """A file of rulings that cannot be used: which ruling, what is wrong, and the words that are."""

    def __init__(self, ruling: str, fault: str, words: Iterable[str]) -> None:
        super().__init__(f"{ruling}: {fault}: {', '.join(sorted(words))}")


@dataclass(frozen=True)
class Source:
    """What books say in a section, in our words; `says` is "" if they are silent. All texts are English messages."""

    books: tuple[str, ...]
    section: str
    says: str


@dataclass(frozen=True)
class Ruling:
    """A ruling. `rules` are the ids of the rules that it belongs to. All texts are English messages."""

    id: str
    rules: tuple[str, ...]
    question: str
    ruling: str
    why: str
    sources: tuple[Source, ...]


@cache
def books(game: str) -> dict[str, str]:
    """The names of a game's rulebooks, by code."""
    return dict(_data(game).get("books", {}))


@cache
def rulings(game: str) -> tuple[Ruling, ...]:
    """The rulings of a game in the order of its rules; none if it has no file of rulings. Raises RulingsError."""
    return tuple(_ruling(one, books(game)) for one in _data(game).get("rulings", ()))


def _ruling(one: dict[str, Any], known_books: Collection[str]) -> Ruling:
    name = str(one.get("id", "?"))
    _check_keys(name, one, {"id", "rules", "question", "ruling", "why", "sources"})
    sources = []
    for told in one["sources"]:
        _check_keys(name, told, {"books", "section"}, {"says"})
        if unknown := set(told["books"]) - set(known_books):
            raise RulingsError(name, "unknown books", unknown)
        sources.append(Source(tuple(told["books"]), told["section"], told.get("says", "")))
    return Ruling(name, tuple(one["rules"]), one["question"], one["ruling"], one["why"], tuple(sources))


def _check_keys(name: str, table: dict[str, Any], needed: set[str], optional: Collection[str] = ()) -> None:
    """A misspelt `says` would make a book silent."""
    if missing := needed - set(table):
        raise RulingsError(name, "missing keys", missing)
    if unknown := set(table) - needed - set(optional):
        raise RulingsError(name, "unknown keys", unknown)


def marks(text: str) -> list[str]:
    """The ids of the rulings that a text marks, in order.

    >>> marks("You may still build {ruling:chimneys}.")
    ['chimneys']
    """
    return MARK.findall(text)


def in_words(text: str) -> str:
    """The text with its marks in words, for plain text and search."""
    return MARK.sub(f"({_(LABEL)})", text)


def as_lines(game: str, one: Ruling) -> list[str]:
    """A ruling as lines of plain text, in the current language."""
    rows = [
        f"{', '.join(_(books(game)[book]) for book in source.books)} ({_(source.section)}): "
        + (_(source.says) if source.says else _(SILENT))
        for source in one.sources
    ]
    return [
        f"{' '.join(one.rules)} · {_(one.question)}",
        f"{_(one.ruling)} {_(one.why)}",
        *(f"· {row}" for row in rows),
    ]


def _data(game: str) -> dict[str, Any]:
    file = manifest(game).folder / "rules" / "rulings.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
