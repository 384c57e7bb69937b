"""The rule book and the page about the component data as HTML: parts, paragraphs and their rule ids.

The texts are bundled Markdown files (lutetia.text.rulebook); user input is never rendered here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from lutetia.core.i18n import current_language
from lutetia.core.json_types import Json
from lutetia.text import rulebook as rules


def language() -> str:
    """The reader's language if the rules are available in it, else English."""
    return current_language() if current_language() in rules.LANGUAGES else "en"


def book(game: str) -> Json:
    """The rules of a game: its parts in order, each with its paragraphs."""
    parts: list[Json] = []
    for key, paragraph in _keyed(game):
        if not parts or parts[-1]["heading"] != paragraph.heading:
            parts.append({"id": f"part-{len(parts) + 1}", "heading": paragraph.heading, "paragraphs": []})
        figure = {"name": paragraph.figure.name, "caption": paragraph.figure.caption} if paragraph.figure else None
        parts[-1]["paragraphs"].append(
            {"key": key, "ids": list(paragraph.ids), "html": as_html(paragraph.text), "figure": figure}
        )
    return {"language": language(), "parts": parts}


def found(game: str, words: str) -> list[str]:
    """The keys of the paragraphs that contain the words, best match first."""
    keys = {id(paragraph): key for key, paragraph in _keyed(game)}
    return [keys[id(paragraph)] for paragraph in rules.find(game, language(), words)]


def _keyed(game: str) -> list[tuple[str, rules.Paragraph]]:
    """Each paragraph with its key in URLs: its first rule id, or its number."""
    found = rules.paragraphs(game, language())
    return [(one.ids[0] if one.ids else f"text-{at}", one) for at, one in enumerate(found, 1)]


def data() -> Json:
    """What is known about the components and what is assumed: parts with HTML; some are about a game."""
    parts: list[Json] = []
    _title, *blocks = rules.data_page(language()).split("\n\n")
    for block in (block.strip() for block in blocks):
        if block.startswith("## "):
            parts.append({"heading": block.removeprefix("## "), "html": "", "game": None})
        elif table := re.fullmatch(r"\[table:(\w+)\]", block):
            parts[-1]["game"] = table[1]
        elif block:
            parts[-1]["html"] += as_html(block)
    return {"language": language(), "parts": parts}


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
