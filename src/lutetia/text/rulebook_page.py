"""The rule book and the page about the component data as HTML: parts, paragraphs and their rule ids.

The texts are bundled Markdown files (lutetia.text.rulebook); user input is never rendered here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from html import escape

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from lutetia.core.i18n import _, all_or_english, current_language
from lutetia.core.json_types import Json
from lutetia.text import rulebook as rules
from lutetia.text import rulings
from lutetia.text.credits import credits_text
from lutetia.text.markdown_blocks import translated


def book(game: str) -> Json:
    """The rules of a game: its parts in order, each with its paragraphs, the credits last, and our rulings."""
    parts: list[Json] = []
    for key, paragraph in _keyed(game):
        if not parts or parts[-1]["heading"] != paragraph.heading:
            part = {"id": f"part-{len(parts) + 1}", "heading": paragraph.heading}
            parts.append(part | {"language": paragraph.heading_language, "paragraphs": []})
        figure = paragraph.figure and asdict(paragraph.figure)
        parts[-1]["paragraphs"].append(
            {
                "key": key,
                "ids": list(paragraph.ids),
                "language": paragraph.language,
                "html": _with_buttons(game, as_html(paragraph.text)),
                "figure": figure,
            }
        )
    if ends := credits_text(game):
        last: Json = {
            "key": "credits",
            "ids": [],
            "language": ends.language,
            "html": as_html(ends.text),
            "figure": None,
        }
        part = {"id": "credits", "heading": ends.heading, "language": ends.language}
        parts.append(part | {"paragraphs": [last]})
    ours = [_shown(game, one) for one in rulings.rulings(game)]
    shown = [one for part in parts for passage in part["paragraphs"] for one in (part, passage, passage["figure"])]
    return {"untranslated": _partly_english([*shown, *ours]), "parts": parts, "rulings": ours}


def _with_buttons(game: str, html: str) -> str:
    """Turn the marks of rulings into buttons; the page opens what `data-ruling` names.

    A button and the punctuation after it stay on one line.
    """
    questions = {one.id: _(one.question) for one in rulings.rulings(game)}
    label = escape(_(rulings.LABEL))

    def button(mark: re.Match[str]) -> str:
        names = f'data-ruling="{mark[1]}" aria-label="{label}: {escape(questions[mark[1]])}"'
        shown = f'<button type="button" {names} aria-haspopup="dialog">{label}</button>'
        return f'<span class="mark">{shown}{mark[2]}</span>' if mark[2] else shown

    return re.sub(rulings.MARK.pattern + r"([.,;:!?)]*)", button, html)


def _shown(game: str, one: rulings.Ruling) -> Json:
    """A ruling in the reader's language, or in English unless all of it is translated."""
    of_sources = (text for told in one.sources for text in (told.section, told.says or rulings.SILENT))
    language, said = all_or_english((one.question, one.ruling, one.why, *of_sources))
    sources = [
        {
            "books": [said(rulings.books(game)[book]) for book in told.books],
            "section": said(told.section),
            "says": said(told.says or rulings.SILENT),
        }
        for told in one.sources
    ]
    ruled = {"question": said(one.question), "ruling": said(one.ruling), "why": said(one.why)}
    return {"id": one.id, "rules": list(one.rules), "language": language, **ruled, "sources": sources}


def _partly_english(shown: Iterable[Json | None]) -> bool:
    return any(one is not None and one["language"] != current_language() for one in shown)


def found(game: str, words: str) -> list[str]:
    """The keys of the paragraphs that contain the words, best match first."""
    keys = {id(paragraph): key for key, paragraph in _keyed(game)}
    return [keys[id(paragraph)] for paragraph in rules.find(game, current_language(), words)]


def _keyed(game: str) -> list[tuple[str, rules.Paragraph]]:
    """Each paragraph with its key in URLs: its first rule id, or its number."""
    found = rules.paragraphs(game, current_language())
    return [(one.ids[0] if one.ids else f"text-{at}", one) for at, one in enumerate(found, 1)]


def data() -> Json:
    """What is known about the components and what is assumed: parts with texts; some are about a game."""
    parts: list[Json] = []
    for block in rules.data_blocks()[1:]:
        told = translated([block], current_language())
        if block.is_heading:
            parts.append({"heading": told.text, "language": told.language, "texts": [], "game": None})
        elif block.is_place:
            parts[-1]["game"] = block.text.strip("[]").partition(":")[2]
        else:
            parts[-1]["texts"].append({"html": as_html(told.text), "language": told.language})
    shown = [one for part in parts for one in (part, *part["texts"])]
    return {"untranslated": _partly_english(shown), "parts": parts}


def as_html(text: str) -> str:
    """Markdown as HTML: paragraphs, lists, tables, and emphasis.

    >>> as_html("one **strong** word")
    '<p>one <b>strong</b> word</p>'
    """
    html: str = _MARKDOWN.render(text)
    return html


class _Renderer(RendererHTML):
    """HTML without line breaks, with `<b>` and `<i>`, and with header cells for the first column of a table."""

    def text(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return escape(tokens[idx].content, quote=False)

    def code_inline(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return f"<code>{escape(tokens[idx].content, quote=False)}</code>"

    def softbreak(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return " "

    def renderToken(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return super().renderToken(tokens, idx, options, env).removesuffix("\n")


def _with_our_tags(state: StateCore) -> None:
    """Change the tags of the parsed Markdown to those that the pages style."""
    tokens = state.tokens
    for at, token in enumerate(tokens):
        for part in token.children or ():
            part.tag = {"strong": "b", "em": "i"}.get(part.tag, part.tag)
        if token.type == "th_open":
            if tokens[at + 1].content:
                token.attrs = {"scope": "col"}
            else:
                token.tag = tokens[at + 2].tag = "td"
        elif token.type == "td_open" and tokens[at - 1].type == "tr_open":
            token.tag = tokens[at + 2].tag = "th"
            token.attrs = {"scope": "row"}


_MARKDOWN = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")
_MARKDOWN.core.ruler.push("our_tags", _with_our_tags)
