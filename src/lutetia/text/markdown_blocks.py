"""The texts for players that are written in Markdown, block by block, and their translations.

The English files are in the package: a game's rules, its part of the data page, and the page itself. A block is what
empty lines separate: a heading, a paragraph, a list, a table, or a figure with its caption. Each is one entry of the
catalogue, so a translator needs no other file. Its context says where it is: `rules L20`, or `data`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lutetia.core.catalogue import CONTEXT, PSEUDO, SOURCE, catalogue

_BLOCK = re.compile(
    r"(?P<before>#+ |\[(?P<ids>[A-Z]\d+(?: [A-Z]\d+)*)\] |!\[)?"
    r"(?P<text>.*?)"
    r"(?P<after>\]\(position:(?P<figure>[a-z0-9-]+)\))?",
    re.DOTALL,
)
_PLACE = re.compile(r"\[[a-z]+(?::\w+)?\]")


@dataclass(frozen=True)
class Block:
    """A block in English. `before` and `after` are Markdown that stays; `text` is what is translated."""

    line: int
    before: str
    text: str
    after: str
    context: str
    ids: tuple[str, ...]
    """The ids of the rules that a paragraph begins with."""
    figure: str | None
    """The name of the position that it shows."""

    @property
    def is_heading(self) -> bool:
        return self.before.startswith("#")

    @property
    def is_place(self) -> bool:
        """A line such as `[games]`, which is replaced and not read."""
        return _PLACE.fullmatch(self.text) is not None


@dataclass(frozen=True)
class Translated:
    """A text, and the language that it is in: English where a translation is missing."""

    text: str
    language: str


def blocks(markdown: str, subject: str) -> Iterator[Block]:
    """The blocks of a file, whose contexts begin with its subject.

    >>> [(one.context, one.before, one.text) for one in blocks("## Buildings\\n\\n[L20] Build.\\n\\nAlso:", "rules")]
    [('rules', '## ', 'Buildings'), ('rules L20', '[L20] ', 'Build.'), ('rules L20', '', 'Also:')]
    """
    ids = ""
    line = 1
    for written in markdown.split("\n\n"):
        found = _BLOCK.fullmatch(written.strip("\n"))
        if found is None:
            raise AssertionError("every text is a block")
        ids = found["ids"] or ("" if (found["before"] or "").startswith("#") else ids)
        yield Block(
            line,
            found["before"] or "",
            found["text"],
            found["after"] or "",
            f"{subject} {ids}".strip(),
            tuple((found["ids"] or "").split()),
            found["figure"],
        )
        line += written.count("\n") + 2


def translated(parts: Sequence[Block], language: str) -> Translated:
    """The text of some blocks, without `before` and `after`. It is in English unless all of them are translated."""
    texts = {} if language == PSEUDO else catalogue(language).texts  # its brackets would break the Markdown
    found = [texts.get(one.context + CONTEXT + one.text) for one in parts]
    if not all(found):
        return Translated("\n\n".join(one.text for one in parts), SOURCE)
    return Translated("\n\n".join(forms[0] for forms in found if forms), catalogue(language).language)


def written(block: Block, language: str) -> str:
    """A block as Markdown in a language."""
    return block.before + translated([block], language).text + block.after
