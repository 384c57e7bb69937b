"""Compare our rules with the published rulebooks: no sentence of theirs may be in ours.

The rulebooks are not part of this repository, so no test can do this: `python scripts/own_words.py FOLDER`, with them
as plain text, prints every run of words that is theirs, and fails if there is one.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from pathlib import Path

import lutetia
from lutetia.core import i18n
from lutetia.core.catalogue import languages
from lutetia.text.rulebook import as_lines, data_page, source

SHARED = 8  # words in a row that would be a copied sentence


def plain_words(text: str) -> list[str]:
    """Small letters without accents or signs: a scan may have lost them."""
    letters = unicodedata.normalize("NFKD", text.lower().replace("ł", "l"))
    return re.findall(r"[a-z0-9]+", "".join(c for c in letters if not unicodedata.combining(c)))


def runs(text: str) -> dict[tuple[str, ...], str]:
    words = plain_words(text)
    return {tuple(words[i : i + SHARED]): " ".join(words[i : i + SHARED]) for i in range(len(words) - SHARED + 1)}


def ours(language: str) -> dict[str, str]:
    """Our texts in a language: the rules and rulings of each game, and the page about the data."""
    i18n.language.set(language)
    rulings = {f"{game} rulings": "\n".join(as_lines(game, "rulings")) for game in lutetia.games()}
    return {game: source(game, language) for game in lutetia.games()} | rulings | {"data": data_page(language)}


def copied(rulebooks: Path) -> list[str]:
    """Every run of so many words that a text of ours shares with a rulebook."""
    theirs = {run for book in rulebooks.glob("*.txt") for run in runs(book.read_text(encoding="utf-8"))}
    return [
        f"{name} ({language}): {words}"
        for language in languages()
        for name, text in ours(language).items()
        for run, words in runs(text).items()
        if run in theirs
    ]


if __name__ == "__main__":
    found = copied(Path(sys.argv[1]))
    print("\n".join(found) or "no sentence is shared")
    sys.exit(bool(found))
