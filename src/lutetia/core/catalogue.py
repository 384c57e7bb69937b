"""Message catalogues: one .po file per language, read directly.

A language is a folder in `locale`, and a tag such as `pt` or `pt-BR` everywhere else. A regional catalogue (`pt_BR`)
holds only what differs from that of the language (`pt`).

We read .po files ourselves because the standard library reads only compiled .mo files, and translators should need no
build step. A file of two thousand messages takes a few milliseconds, once, when its language is first used.
"""

from __future__ import annotations

import gettext
import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

DOMAIN = "lutetia"
CATALOGUES = Path(__file__).parent.parent / "locale"
TEMPLATE = CATALOGUES / f"{DOMAIN}.pot"
PAGES = ("web/src/", "lutetia/server/play/undo.py")
"""Sources whose messages the pages translate: their own, and those that the server sends in English."""
SOURCE = "en"
"""The language of the messages in the code; it needs no catalogue."""
PSEUDO = "xx"
"""The pseudo-locale for development: longer, accented English shows overflows and untranslated texts."""

FOLDER = re.compile(r"(?!en$|xx$)[a-z]{2,3}(_[A-Z][a-z]{3})?(_(?:[A-Z]{2}|\d{3}))?")
"""The name of a language's folder: `pl`, `pt_BR`, `es_419`, `zh_Hant_TW`. Others are no languages, such as `pl.old`."""

CONTEXT = "\x04"
"""Separates a context from its message, as in gettext."""

_LINE = re.compile(r'^(?:(msgctxt|msgid_plural|msgid|msgstr)(?:\[\d\])?\s+)?(".*")$', re.MULTILINE)
_PLURAL = re.compile(r"Plural-Forms:\s*nplurals\s*=\s*\d+\s*;\s*plural\s*=\s*([^;\n]+)")
_LOCALE = re.compile(r"^Language:\s*(\w+)", re.MULTILINE)
_COMPLETE = re.compile(r"^X-Complete:\s*yes$", re.MULTILINE)
_FUZZY = re.compile(r"^#,.*\bfuzzy\b", re.MULTILINE)


class CatalogueError(Exception):
    """A .po file that cannot be read: which one, and where."""


@dataclass(frozen=True)
class Catalogue:
    """The translations of one language."""

    language: str
    texts: dict[str, list[str]]
    """By message (the singular for plurals, with its context in front): the translation, or all plural forms."""
    form: Callable[[int], int]
    """The index of the plural form for a number."""
    locale: str
    """The language as its file's header has it: `pt_PT` for the `pt` of Portugal."""

    @property
    def complete(self) -> bool:
        return is_complete(self.language)

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


ENGLISH = Catalogue(SOURCE, {}, _one_or_many, SOURCE)


@cache
def for_pages(tag: str) -> Catalogue:
    """The part of a language's catalogue that the pages need."""
    return _load(tag, PAGES)


@cache
def catalogue(tag: str) -> Catalogue:
    """The catalogue for a tag such as `pt`, `pt-PT` or `pt_PT.UTF-8`; English if there is none."""
    return _load(lookup(tag) or SOURCE)


def lookup(tag: str) -> str | None:
    """The language that we have for a tag: itself, else without its last part, as in RFC 4647.

    >>> lookup("PL-pl"), lookup("tlh")
    ('pl', None)
    """
    wanted = re.split("[-_]", re.split("[.@]", tag.lower())[0])
    ours = {one.lower(): one for one in [*languages(), *([PSEUDO] if pseudo_is_enabled() else [])]}
    names = ("-".join(wanted[:length]) for length in range(len(wanted), 0, -1))
    return next((ours[name] for name in names if name in ours), None)


@cache
def languages() -> tuple[str, ...]:
    """English, and every language with a catalogue. Cached, because the server asks on every request."""
    folders = [path.parent.parent.name for path in CATALOGUES.glob(f"*/LC_MESSAGES/{DOMAIN}.po")]
    return SOURCE, *sorted(folder.replace("_", "-") for folder in folders if FOLDER.fullmatch(folder))


def base(tag: str) -> str | None:
    """The language that a regional one is based on, if we have it; None for all others."""
    general = tag.partition("-")[0]
    return general if general != tag and general in languages() else None


@cache
def is_complete(tag: str) -> bool:
    """Whether the header of a language's file promises every text; of a regional one, that of its base.

    A test holds it to that. The server asks this of all languages at once, so only the header is read.
    """
    if tag in (SOURCE, PSEUDO):
        return tag == SOURCE
    message, forms, _entry = next(_entries(_file(base(tag) or tag)), ("", [""], ""))
    return not message and bool(_COMPLETE.search(forms[0]))


def pseudo_is_enabled() -> bool:
    """The pseudo-locale must be enabled by LUTETIA_PSEUDO, so that no menu offers it by accident."""
    return bool(os.environ.get("LUTETIA_PSEUDO"))


def _file(tag: str) -> Path:
    return CATALOGUES / tag.replace("-", "_") / "LC_MESSAGES" / f"{DOMAIN}.po"


def _load(tag: str, used_in: Sequence[str] = ("",)) -> Catalogue:
    """A language's catalogue; a regional one lies on top of its base, with whose plural forms its own must agree."""
    if tag == SOURCE:
        return ENGLISH
    if tag == PSEUDO:
        return _pseudo_catalogue(read(TEMPLATE, PSEUDO, used_in))
    own, general = read(_file(tag), tag, used_in), base(tag)
    if general is None:
        return own
    below = _load(general, used_in)
    return replace(own, texts=below.texts | own.texts, form=below.form)


def read(path: Path, language: str, used_in: Sequence[str] = ("",)) -> Catalogue:
    """Read a .po file, or the part that some sources use, without untranslated, fuzzy and unused messages.

    Raises CatalogueError.
    """
    texts: dict[str, list[str]] = {}
    form: Callable[[int], int] = _one_or_many
    header = ""
    for message, forms, entry in _entries(path):
        if not message:
            header = forms[0]
            rule = _PLURAL.search(header)
            form = _plural_form(path, rule[1]) if rule else form
        elif all(forms) and any(source in entry for source in used_in) and not _FUZZY.search(entry):
            texts[message] = forms
    locale = _LOCALE.search(header)
    return Catalogue(language, texts, form, locale[1] if locale else language)


def _plural_form(path: Path, rule: str) -> Callable[[int], int]:
    try:
        return gettext.c2py(rule)
    except ValueError as error:
        raise CatalogueError(f"{path}: Plural-Forms: {error}") from None


def _entries(path: Path) -> Iterator[tuple[str, list[str], str]]:
    """Every message (with its context in front), its translations, and the raw lines of its entry.

    The template has no translations; there they are the message itself and its plural.
    """
    template = path.suffix == ".pot"
    for entry in path.read_text(encoding="utf-8").split("\n\n"):
        parts: dict[str, list[str]] = {"msgctxt": [], "msgid": [], "msgid_plural": [], "msgstr": []}
        now: list[str] = []
        for keyword, quoted in _LINE.findall(entry):
            if keyword:
                now = parts[keyword]
                now.append("")
            try:
                now[-1] += json.loads(quoted)  # PO and JSON escape alike
            except (ValueError, IndexError):
                raise CatalogueError(f"{path}: this cannot be read: {keyword} {quoted}".replace(":  ", ": ")) from None
        if parts["msgid"]:
            message = CONTEXT.join([*parts["msgctxt"], parts["msgid"][0]])
            yield message, parts["msgid"] + parts["msgid_plural"] if template else parts["msgstr"], entry


_LETTERS = str.maketrans("AEIOUYaceinosuyzdlr", "ÅĘÎØŪÝáčéïñöšüýžďłř")
_VOWEL = re.compile("[ÅĘÎØŪÝáéïöüý]")
_KEPT = re.compile(r"(\{[^}]*\}|`[^`]*`|<[^>]*>|\[/?\w+\])")


def pseudo_text(text: str) -> str:
    """A text for the pseudo-locale: accents, doubled vowels, brackets. Placeholders and markup stay.

    >>> pseudo_text("{n} lamps")
    '⟦{n} łáámpš⟧'
    """
    pieces = _KEPT.split(text)
    pieces[::2] = [_VOWEL.sub(r"\g<0>\g<0>", piece.translate(_LETTERS)) for piece in pieces[::2]]
    return re.sub(r"\A(\s*)(.*?)(\s*)\Z", r"\1⟦\2⟧\3", "".join(pieces), flags=re.DOTALL)


def _pseudo_catalogue(template: Catalogue) -> Catalogue:
    texts = {message: [pseudo_text(form) for form in forms] for message, forms in template.texts.items()}
    return replace(template, texts=texts)
