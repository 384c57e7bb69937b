"""The rule book in every language: paragraphs with the ids of the rules that they explain, and figures.

Rules are English Markdown files, translated block by block (lutetia.text.markdown_blocks). `## ` begins a part. A
paragraph begins with its rule ids, as in `[L20]` or `[L44 L53]`, and includes the lists and tables up to the next one.
`{ruling:ID}` in it marks one of our rulings (lutetia.text.rulings). `![caption](position:NAME)` on a line of its own is
its figure. Text under a heading before the first ids is an introduction and explains no rule.
"""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from lutetia.core.catalogue import SOURCE
from lutetia.core.i18n import current_language
from lutetia.core.manifest import Manifest
from lutetia.games import manifest, manifests
from lutetia.text import rulings
from lutetia.text.markdown_blocks import Block, Translated, blocks, translated, written

DATA = Path(__file__).parent / "data"
_STEM, _ENDING = 4, 2  # letters: a search keeps at least so many of a word, and drops at most so many


def figures() -> list[str]:
    """The names of all figures."""
    return sorted(
        f"{game.name}-{file.stem}" for game in manifests() for file in (game.folder / "rules/positions").glob("*.json")
    )


def position_file(name: str) -> Path:
    """The file of a figure's position. The figure's name begins with the game's name, as in `GAME-light`."""
    game, _hyphen, figure = name.partition("-")
    return manifest(game).folder / "rules" / "positions" / f"{figure}.json"


@dataclass(frozen=True)
class FigurePosition:
    """A position for a figure: a record, how many of its steps are played, and which places are marked.

    `marked` uses the names of the game's views. `draws` names a picture of the game's front end that is shown in place
    of the board, such as all buildings.
    """

    record: dict[str, Any]
    at: int
    marked: tuple[str, ...]
    draws: str | None = None


@dataclass(frozen=True)
class Figure:
    """A picture of a position, with a caption."""

    name: str
    caption: str
    language: str = SOURCE
    """The language of the caption."""

    @property
    def position(self) -> FigurePosition:
        written = json.loads(position_file(self.name).read_text(encoding="utf-8"))
        return FigurePosition(written["record"], written["at"], tuple(written["marked"]), written.get("draws"))


@dataclass(frozen=True)
class Paragraph:
    """A paragraph. `ids` are the rules that it explains (none: it introduces a part); `text` is Markdown."""

    ids: tuple[str, ...]
    heading: str
    text: str
    figure: Figure | None
    language: str
    heading_language: str


@cache
def title(game: str, language: str) -> str:
    """The title of the rule book."""
    return translated(_blocks(game)[:1], language).text


@cache
def paragraphs(game: str, language: str) -> tuple[Paragraph, ...]:
    """The rules of a game in order. Raises FileNotFoundError if the game is not one of `names()`."""
    found: list[Paragraph] = []
    heading = Translated("", SOURCE)
    parts: list[Block] = []
    for block in _blocks(game)[1:]:
        if block.is_heading:
            heading, parts = translated([block], language), []
        elif block.figure:
            caption = translated([block], language)
            shown = Figure(f"{game}-{block.figure}", caption.text, caption.language)
            found[-1] = replace(found[-1], figure=shown)
        else:
            begins = block.ids or not parts
            parts = [block] if begins else [*parts, block]
            told = translated(parts, language)
            if begins:
                found.append(Paragraph(block.ids, heading.text, told.text, None, told.language, heading.language))
            else:
                found[-1] = replace(found[-1], text=told.text, language=told.language)
    return tuple(found)


@cache
def known_ids(game: str) -> tuple[str, ...]:
    """The ids of all rules, in order."""
    return tuple(name for paragraph in paragraphs(game, "en") for name in paragraph.ids)


def paragraph(game: str, language: str, rule: str) -> Paragraph:
    """The paragraph that explains a rule. Raises KeyError for an unknown rule."""
    for found in paragraphs(game, language):
        if rule in found.ids:
            return found
    raise KeyError(rule)


def as_lines(game: str, topic: str) -> list[str]:
    """A rule with our rulings about it, or all rulings (`rulings`), as plain text; nothing for any other topic."""
    lines: list[str] = []
    told = rulings.rulings(game)
    if topic != "rulings":
        rule = topic.upper()
        if game not in names() or rule not in known_ids(game):
            return []
        text = rulings.in_words(paragraph(game, current_language(), rule).text)
        lines = [line.replace("**", "") for line in text.split("\n") if set(line) - set("|-")]
        told = tuple(one for one in told if rule in one.rules)
    return [*lines, *(line for one in told for line in ("", *rulings.as_lines(game, one)))]


def find(game: str, language: str, words: str) -> list[Paragraph]:
    """The paragraphs that contain all the words, in any order. Accents, case and word endings are ignored.

    Matches in a heading or rule id come first, then words that begin as typed, then words with other endings (Polish
    and Czech have many). Equal matches keep their order.
    """
    wanted = _plain(words)
    stems = [want[: max(_STEM, len(want) - _ENDING)] for want in wanted]
    hits = []
    for one in paragraphs(game, language) if wanted else ():
        top = [*_plain(one.heading), *(name.lower() for name in one.ids)]
        everything = [*top, *_plain(rulings.in_words(one.text)), *_plain(one.figure.caption if one.figure else "")]
        if _all_in(stems, everything):
            rank = 0 if _all_in(wanted, top) else 1 if _all_in(wanted, everything) else 2
            hits.append((rank, one))
    return [one for _rank, one in sorted(hits, key=lambda hit: hit[0])]


def _all_in(beginnings: list[str], words: list[str]) -> bool:
    return all(any(word.startswith(begun) for word in words) for begun in beginnings)


def data_page(language: str) -> str:
    """What is known about the components, what is assumed, and how to correct it, as Markdown."""
    return "\n\n".join(written(block, language) for block in data_blocks())


@cache
def data_blocks() -> tuple[Block, ...]:
    """The page about the components. The line `[games]` of the shared page is replaced by the games' own parts, each
    of which ends with `[table:NAME]`, the place for the data of the game's edition."""
    shared = (DATA / "en.md").read_text(encoding="utf-8")
    texts = {game.name: _texts(game) / "data.en.md" for game in manifests()}
    parts = [
        f"{file.read_text(encoding='utf-8').strip()}\n\n[table:{game}]" for game, file in texts.items() if file.exists()
    ]
    return tuple(blocks(shared.replace("[games]", "\n\n".join(parts)), "data"))


def names() -> list[str]:
    """The games that have a text of their rules."""
    return [game.name for game in manifests() if (_texts(game) / "en.md").exists()]


def source(game: str, language: str) -> str:
    """The Markdown of a game's rules. Raises FileNotFoundError if the game is not one of `names()`."""
    return "\n\n".join(written(block, language) for block in _blocks(game))


@cache
def _blocks(game: str) -> tuple[Block, ...]:
    return tuple(blocks((_texts(manifest(game)) / "en.md").read_text(encoding="utf-8"), "rules"))


def _texts(game: Manifest) -> Path:
    return game.folder / "rules" / "texts"


def _plain(text: str) -> list[str]:
    """Lower-case words without accents. ł and œ are replaced by hand: Unicode does not decompose them."""
    letters = unicodedata.normalize("NFKD", text.lower().replace("ł", "l").replace("œ", "oe"))
    return re.findall(r"\w+", "".join(c for c in letters if not unicodedata.combining(c)))
