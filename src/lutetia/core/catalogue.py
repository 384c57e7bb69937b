"""A language's catalogue: its .po file, read as it stands, so that translators' files are all there is.

Nothing is compiled or generated. A file of two thousand texts is read in a few milliseconds, once, when the first
text of its language is shown.
"""

from __future__ import annotations

import gettext
import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

DOMAIN = "lutetia"
CATALOGUES = Path(__file__).parent.parent / "locale"
TEMPLATE = CATALOGUES / f"{DOMAIN}.pot"
PAGES = ("web/src/", "lutetia/server/play/undo.py", "/rules/names.py")
"""Where texts stand that the pages show themselves: their own, and those of which a state brings only the English."""
SOURCE = "en"
"""The language in which the texts stand in the code: it needs no catalogue."""
PSEUDO = "xx"
"""English in costume, longer and accented: it shows what overflows and what was never translated. For development."""

CONTEXT = "\x04"
"""Between a context and its message, as gettext does it: one English word may need two in another language."""

_LINE = re.compile(r'^(?:(msgctxt|msgid_plural|msgid|msgstr)(?:\[\d\])?\s+)?(".*")$', re.MULTILINE)
_PLURAL = re.compile(r"Plural-Forms:\s*nplurals\s*=\s*\d+\s*;\s*plural\s*=\s*([^;\n]+)")
_FUZZY = re.compile(r"^#,.*\bfuzzy\b", re.MULTILINE)


@dataclass(frozen=True)
class Catalogue:
    """Texts by their English (that of one for plurals), after its context if it has one: the translation, or the forms
    in the order of the language; and which of the forms a number takes."""

    language: str
    texts: dict[str, list[str]]
    form: Callable[[int], int]

    def text(self, message: str) -> str:
        found = self.texts.get(message)
        return found[0] if found else message.rpartition(CONTEXT)[2]

    def plural(self, one: str, many: str, n: int) -> str:
        found = self.texts.get(one)
        if found is None:
            return one if n == 1 else many
        return found[min(self.form(n), len(found) - 1)]


def _one_or_many(n: int) -> int:
    return int(n != 1)


ENGLISH = Catalogue(SOURCE, {}, _one_or_many)


@cache
def for_pages(tag: str) -> Catalogue:
    """What the pages need of a language that is spoken here."""
    if tag == PSEUDO:
        return _dressed(read(TEMPLATE, PSEUDO, used_in=PAGES))
    return ENGLISH if tag == SOURCE else read(_file(tag), tag, used_in=PAGES)


@cache
def catalogue(tag: str) -> Catalogue:
    """The one for a tag such as `pt`, `pt-PT` or `pt_PT.UTF-8`; English where there is none."""
    tag = tag.partition(".")[0].partition("@")[0].replace("-", "_")
    if tag == PSEUDO and pseudo_is_spoken():
        return _dressed(read(TEMPLATE, PSEUDO))
    for name in (tag, tag.partition("_")[0].lower()):
        if re.fullmatch(r"\w+", name) and _file(name).is_file():
            return read(_file(name), name)
    return ENGLISH


@cache
def languages() -> tuple[str, ...]:
    """Those that have a catalogue, and English, which needs none. Looked for once: the server asks at every request."""
    return SOURCE, *sorted(path.parent.parent.name for path in CATALOGUES.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def pseudo_is_spoken() -> bool:
    """Only where somebody has asked for it: nobody should find it in a menu."""
    return bool(os.environ.get("LUTETIA_PSEUDO"))


def _file(name: str) -> Path:
    return CATALOGUES / name / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(path: Path, language: str, used_in: Sequence[str] = ("",)) -> Catalogue:
    """A .po file, or what some sources need of it. What is untranslated, unsure (fuzzy) or unused is left out."""
    texts: dict[str, list[str]] = {}
    form: Callable[[int], int] = _one_or_many
    for message, forms, entry in _entries(path):
        if not message:
            rule = _PLURAL.search(forms[0])
            form = gettext.c2py(rule[1]) if rule else form
        elif all(forms) and any(source in entry for source in used_in) and not _FUZZY.search(entry):
            texts[message] = forms
    return Catalogue(language, texts, form)


def _entries(path: Path) -> Iterator[tuple[str, list[str], str]]:
    """Every message of a catalogue (after its context) with its translations, and its lines as they stand. In the
    template, where nothing is translated, they are what is to be translated: the message, and its plural."""
    template = path.suffix == ".pot"
    for entry in path.read_text(encoding="utf-8").split("\n\n"):
        parts: dict[str, list[str]] = {"msgctxt": [], "msgid": [], "msgid_plural": [], "msgstr": []}
        now: list[str] = []
        for keyword, quoted in _LINE.findall(entry):
            if keyword:
                now = parts[keyword]
                now.append("")
            now[-1] += json.loads(quoted)  # PO and JSON escape alike
        if parts["msgid"]:
            message = CONTEXT.join([*parts["msgctxt"], parts["msgid"][0]])
            yield message, parts["msgid"] + parts["msgid_plural"] if template else parts["msgstr"], entry


_LETTERS = str.maketrans("AEIOUYaceinosuyzdlr", "ÅĘÎØŪÝáčéïñöšüýžďłř")
_VOWEL = re.compile("[ÅĘÎØŪÝáéïöüý]")
_KEPT = re.compile(r"(\{[^}]*\}|`[^`]*`|<[^>]*>|\[/?\w+\])")


def dressed(text: str) -> str:
    """A text in costume: accents, every vowel twice, in brackets. Values and markup stay.

    >>> dressed("{n} lamps")
    '⟦{n} łáámpš⟧'
    """
    pieces = _KEPT.split(text)
    pieces[::2] = [_VOWEL.sub(r"\g<0>\g<0>", piece.translate(_LETTERS)) for piece in pieces[::2]]
    before, inner, after = re.fullmatch(r"(\s*)(.*?)(\s*)", "".join(pieces), re.DOTALL).groups()  # type: ignore[union-attr]
    return f"{before}⟦{inner}⟧{after}"


def _dressed(template: Catalogue) -> Catalogue:
    texts = {message: [dressed(form) for form in forms] for message, forms in template.texts.items()}
    return Catalogue(template.language, texts, template.form)
