"""The rules and the page about the data as pages show them: parts, paragraphs with their ids, and HTML.

The texts are our own (lutetia.text.rulebook), in a few marks of Markdown; nothing that a person has typed comes here.
"""

from __future__ import annotations

import re
from html import escape

from lutetia.core.edition import read_toml
from lutetia.core.i18n import N_, _, current_language
from lutetia.core.json_types import Json
from lutetia.games import manifest
from lutetia.text import rulebook as rules

KNOWN = {"stated": N_("stated"), "deduced": N_("deduced"), "reconstructed": N_("reconstructed")}


def language() -> str:
    """The language of the reader, where the rules are told in it; else English."""
    return current_language() if current_language() in rules.LANGUAGES else "en"


def book(game: str) -> Json:
    """The rules of a game: parts in the order of reading, each with its paragraphs."""
    parts: list[Json] = []
    for key, told in _keyed(game):
        if not parts or parts[-1]["heading"] != told.heading:
            parts.append({"id": f"part-{len(parts) + 1}", "heading": told.heading, "paragraphs": []})
        figure = {"name": told.figure.name, "caption": told.figure.caption} if told.figure else None
        parts[-1]["paragraphs"].append(
            {"key": key, "ids": list(told.ids), "html": as_html(told.text), "figure": figure}
        )
    return {"language": language(), "parts": parts}


def found(game: str, words: str) -> list[str]:
    """The keys of the paragraphs in which the words occur, the best first."""
    keys = {id(told): key for key, told in _keyed(game)}
    return [keys[id(told)] for told in rules.find(game, language(), words)]


def _keyed(game: str) -> list[tuple[str, rules.Paragraph]]:
    """Every paragraph with its name in addresses: its first rule, or its place."""
    all_of_them = rules.paragraphs(game, language())
    return [(told.ids[0] if told.ids else f"text-{at}", told) for at, told in enumerate(all_of_them, 1)]


def data() -> Json:
    """What is known of the components and what is guessed: parts with HTML and, where they belong, games whose data
    are listed."""
    parts: list[Json] = []
    _title, *blocks = rules.data_page(language()).split("\n\n")
    for block in (block.strip() for block in blocks):
        if block.startswith("## "):
            parts.append({"heading": block.removeprefix("## "), "html": "", "game": None})
        elif table := re.fullmatch(r"\[table:(\w+)\]", block):
            parts[-1]["game"] = table[1]
        elif block:
            parts[-1]["html"] += as_html(block)
    for part in parts:
        part["rows"] = _statuses(part["game"]) if part["game"] else []
    return {"language": language(), "parts": parts}


def _statuses(game: str) -> list[Json]:
    """What the edition's own notes say of each of its parts; the notes are in English."""
    rows = []
    for name, part in read_toml(manifest(game).edition_file).items():
        for at, one in enumerate(part if isinstance(part, list) else [part]):
            note = one.get("status") if isinstance(one, dict) else None
            if note:
                called = f"{name} {one.get('name', at + 1)}" if isinstance(part, list) else name
                rows.append(
                    {"part": called, "known": [_(text) for word, text in KNOWN.items() if word in note], "note": note}
                )
    return rows


# ---- Markdown, as far as our texts use it ----------------------------------------------------------------------------


def as_html(text: str) -> str:
    """Paragraphs, lists and tables.

    >>> as_html("one **strong** word")
    '<p>one <b>strong</b> word</p>'
    """
    return "".join(_block(block) for block in text.split("\n\n") if block.strip())


def _block(block: str) -> str:
    lines = block.strip("\n").split("\n")
    if all(line.startswith("|") for line in lines):
        return _table([[cell.strip() for cell in line.strip("|").split("|")] for line in lines])
    if all(line.startswith("- ") for line in lines):
        return "<ul>" + "".join(f"<li>{_inline(line[2:])}</li>" for line in lines) + "</ul>"
    return f"<p>{_inline(' '.join(lines))}</p>"


def _table(rows: list[list[str]]) -> str:
    head, _rule, *body = rows
    top = "".join(f'<th scope="col">{_inline(cell)}</th>' if cell else "<td></td>" for cell in head)
    under = "".join(
        f'<tr><th scope="row">{_inline(first)}</th>{"".join(f"<td>{_inline(cell)}</td>" for cell in rest)}</tr>'
        for first, *rest in body
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{under}</tbody></table>"


def _inline(text: str) -> str:
    marked = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(text, quote=False))
    return re.sub(r"\*(.+?)\*", r"<i>\1</i>", re.sub(r"`(.+?)`", r"<code>\1</code>", marked))
