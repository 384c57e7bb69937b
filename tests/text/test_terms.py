"""One thing has one English name: no text uses a word that locale/glossary.toml forbids.

Checked are all English texts of the catalogue, the English rules and the documentation for players.
"""

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from lutetia.core.catalogue import CATALOGUES

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "docs" / "index.md",
    *sorted(ROOT.glob("src/lutetia/text/data/en.md")),
    *sorted(ROOT.glob("src/lutetia/games/*/rules/texts/en.md")),
    *sorted(ROOT.glob("src/lutetia/games/*/rules/texts/data.en.md")),
]
TECHNICAL = re.compile(r"```.*?```|`[^`]*`|\{\w*\}|\]\([^)]*\)|https?://\S+", re.S)


@cache
def glossary():
    return tomllib.loads((CATALOGUES / "glossary.toml").read_text())


def words(patterns):
    return re.compile(rf"(?<![\w-])(?:{'|'.join(patterns)})(?![\w-])", re.IGNORECASE)


@cache
def bans():
    """(the game whose texts it is for, or None; the pattern; phrases that are fine; unchecked paths; what to use)."""
    found = []
    for section, terms in glossary().items():
        if section == "avoid":
            found += [(None, words([pattern]), None, (), instead) for pattern, instead in terms.items()]
            continue
        game = section if (ROOT / "src/lutetia/games" / section).is_dir() else None
        for term in terms.values():
            if "forbidden" in term:
                fine = words(map(re.escape, term["fine"])) if "fine" in term else None
                pattern = words(map(re.escape, term["forbidden"]))
                found.append((game, pattern, fine, tuple(term.get("except_in", ())), term["en"]))
    return found


def strayed(text, paths):
    """The forbidden words in this text of these files, each with what to use instead."""
    found = []
    for game, pattern, fine, unchecked, instead in bans():
        here = [path for path in paths if not any(part in path for part in unchecked)]
        if game is not None:
            here = [path for path in here if f"games/{game}/" in path]
        if not here:
            continue
        plain = TECHNICAL.sub(" … ", fine.sub(" … ", text) if fine else text)
        found += [(match[0], instead) for match in pattern.finditer(plain)]
    return found


def messages():
    with (CATALOGUES / "lutetia.pot").open("rb") as file:
        for message in read_po(file):
            if message.id:
                forms = [message.id] if isinstance(message.id, str) else message.id
                yield " / ".join(forms), [path for path, _line in message.locations]


def test_no_text_uses_a_forbidden_word():
    checked = list(messages())
    assert len(checked) > 2000
    found = [(text, *stray) for text, paths in checked for stray in strayed(text, paths)]
    assert found == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_document_for_players_uses_a_forbidden_word(path):
    name = path.relative_to(ROOT).as_posix()
    paragraphs = re.sub(r"```.*?```", "", path.read_text(), flags=re.S).split("\n\n")
    found = [(text[:60], *stray) for text in paragraphs for stray in strayed(text.replace("\n", " "), [name])]
    assert found == []


LUMIERE, PARIS, SERVER = "web/src/games/lumiere/x.ts", "src/lutetia/games/paris/x.py", "src/lutetia/server/x.py"


@pytest.mark.parametrize(
    ("text", "path", "word"),
    [
        ("Cover a space of your rival's.", LUMIERE, "rival"),
        ("Rivals play next.", SERVER, "Rivals"),
        ("free spaces of your colour or for both", LUMIERE, "for both"),
        ("Move your figure.", PARIS, "figure"),
        ("Prizes", PARIS, "Prizes"),
        ("Buy an address.", PARIS, "address"),
        ("take an end tile", PARIS, "end tile"),
        ("Choose a step.", LUMIERE, "step"),
        ("All sixteen tiles lie there.", LUMIERE, "lie"),
        ("Only who sits here may do that.", SERVER, "Only who"),
        ("Your mail address", SERVER, "mail address"),
        ("Press a bank to put a key there.", PARIS, "Press a"),
    ],
)
def test_a_forbidden_word_is_found(text, path, word):
    assert [found for found, _instead in strayed(text, [path])] == [word]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("A lamp shines for both players.", LUMIERE),
        ("{rival} and `rival` are names in the program.", LUMIERE),
        ("Every figure of the report", "src/lutetia/arena/x.py"),  # a number, not a piece of paris
        ("Too many connections from your address", SERVER),
        ("a turn has a list of at least one step", "src/lutetia/core/record.py"),
        ("Your move: {step}", LUMIERE),
        ("Press Enter.", SERVER),
        ("the players who tied; believe it; belief", PARIS),
    ],
)
def test_other_words_are_fine(text, path):
    assert strayed(text, [path]) == []
