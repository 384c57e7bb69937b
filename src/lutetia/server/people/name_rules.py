"""Which names people may have: nobody looks like the operator, a bot or another member.

Two names look alike if their skeletons are equal, as in Unicode TS 39. Its full list of confusable characters has
thousands of entries, mostly of scripts that are never mixed with ours, and changes every year. Compatibility
normalisation (NFKC) already covers full-width, mathematical and circled letters; the table below adds the letters of
other scripts, and of our own, that look like Latin ones in the fonts of the pages.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache

from lutetia.bots import NAMES
from lutetia.bots.levels import LEVELS
from lutetia.core import catalogue
from lutetia.core.i18n import N_, _, speaking
from lutetia.server.errors import Refused
from lutetia.server.people.text_input import LONGEST_NAME, one_line

MOST_MARKS = 2
"""Accents on one letter, beyond those that are part of the letter. No living orthography needs more."""
INVISIBLE = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0} | set(
    range(0xFE00, 0xFE0F)
)
"""Characters that take no ink although Python calls them printable."""
EMOJI_STYLE = "\N{VARIATION SELECTOR-16}"
"""Part of many emoji, and invisible itself."""
_LOOKALIKES = {
    "a": "аαɑ⍺",
    "b": "вƅьβɓ",
    "c": "с",
    "d": "ԁɗđ",
    "e": "еєҽɛε",
    "f": "ғƒ",
    "g": "ɡԍցɠ",
    "h": "һнհɦ",
    "j": "јϳʝ",
    "k": "кκƙ",
    "l": "i1|іıιɩӏłɫⲓǀ",
    "n": "ηпռɲ",
    "o": "0оοօσøɵ",
    "p": "рρƥ",
    "q": "ԛզ",
    "r": "гɍ",
    "s": "ѕʂꜱ",
    "t": "тτƭŧ",
    "u": "υսʋμ",
    "v": "νѵ",
    "x": "хχ×",
    "y": "уγүɣʏ",
    "z": "ʐƶ",
    "rn": "mм",
    "vv": "wԝωѡш",
}
"""By Latin letter: the small letters, of any script, that look like it or like its capital."""
_SKELETON = str.maketrans({other: letter for letter, others in _LOOKALIKES.items() for other in others})
RESERVED_WORDS = (
    "admin", "administrator", "administrador", "administrateur", "administratrice", "správce", "zarządca",
    "moderator", "moderador", "moderátor", "modérateur", "modératrice", "operator", "operador", "opérateur",
    "sysadmin", "webmaster", "support", "suporte", "soporte", "wsparcie", "podpora", "staff", "official", "oficial",
    "officiel", "bot", "lutetia",
)  # fmt: skip
"""Words that make somebody seem to speak for the server, anywhere in a name."""
RESERVED_NAMES = (
    "mod", "root", "owner", "team", "bots", "system", "systém", "système", "sistema", "server", "serwer",
    "servidor", "serveur", "guest", "spectator", "anonymous",
)  # fmt: skip
"""The same, as the whole name."""
DIGITS = "0123456789"


def checked_name(name: str) -> str:
    """A name as it is stored: one short visible line without reserved words. Raises Refused."""
    name = " ".join(one_line(name, LONGEST_NAME).split())
    if any(ord(letter) in INVISIBLE for letter in name) or not name.replace(EMOJI_STYLE, "").strip():
        raise Refused(422, "unprintable", N_("Only visible characters are allowed."))
    if _most_marks(name) > MOST_MARKS:
        reason = N_("A letter in a name can have at most {most} accents on top of each other.")
        raise Refused(422, "many-accents", reason, most=MOST_MARKS)
    if is_reserved(name):
        reason = N_("This name is reserved for the server and its bots; choose another.")
        raise Refused(422, "reserved-name", reason)
    return name


def _most_marks(name: str) -> int:
    """The longest sequence of combining marks. One that encircles a letter, or has no letter, counts as too many."""
    most = marks = 0
    for at, letter in enumerate(name.replace(EMOJI_STYLE, "")):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind == "Mn" else MOST_MARKS + 1 if kind == "Me" else 0
        most = max(most, MOST_MARKS + 1 if marks and not at else marks)
    return most


def skeleton(name: str) -> str:
    """What a name looks like: equal for names that people would take for the same. Accents make a difference.

    >>> skeleton("Romań") == skeleton("Roman"), skeleton("Аda 0.") == skeleton("ADA O")
    (False, True)
    """
    folded = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name).casefold()).replace(EMOJI_STYLE, "")
    kept = "".join(letter for letter in folded if letter.isalnum() or letter == "|" or unicodedata.combining(letter))
    return kept.translate(_SKELETON) or folded


def is_reserved(name: str) -> bool:
    """Whether a name, or a word of it, is reserved. Here accents and numbers around a word make no difference."""
    plain = _without_accents(name)
    words = "".join(letter if letter.isalnum() or letter == "|" else " " for letter in plain).split()
    wholes = {skeleton(plain), skeleton(plain.strip(DIGITS + " ") or plain)}
    looks = wholes.union(*({skeleton(word), skeleton(word.strip(DIGITS) or word)} for word in words))
    return not (looks.isdisjoint(_reserved_words()) and wholes.isdisjoint(_reserved_names()))


@cache
def _reserved_words() -> frozenset[str]:
    return _plain_skeletons(RESERVED_WORDS)


@cache
def _reserved_names() -> frozenset[str]:
    """With the bots' characters in every language. Only a whole name counts: there are people called Armand."""
    characters = {character.name for level in LEVELS for character in level.characters}
    found = {*RESERVED_NAMES, *NAMES, *characters}
    for tag in catalogue.languages():
        with speaking(tag):
            found |= {_(name) for name in characters}
    return _plain_skeletons(found)


def _plain_skeletons(words: Iterable[str]) -> frozenset[str]:
    return frozenset(skeleton(_without_accents(word)) for word in words)


def _without_accents(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
