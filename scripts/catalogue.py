"""Bring the catalogues up to date with the code: `python scripts/catalogue.py [--new LANGUAGE]`.

Writes src/lutetia/locale/lutetia.pot anew: every text a person reads, those of the package, then those of web/src.
Then every language's .po: new texts are added without a translation, what is translated stays, and what is no longer
used goes to the end of the file as a comment, until somebody deletes it. docs/translating.md tells translators.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "lutetia"
PAGES = ROOT / "web" / "src"
POT = PACKAGE / "locale" / "lutetia.pot"
KEYWORDS = {"_": None, "N_": None, "plural": (1, 2)}

CALL = re.compile(r"(?<![\w.$])(_|N_|plural)\(\s*")
LITERAL = re.compile(r"""'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\$]|\\.)*)`""")
ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)")


def extract() -> Catalog:
    """The catalogue of all texts, in the order of files and lines."""
    catalog = Catalog(project="lutetia", charset="utf-8")
    for file, line, message, comments, context in extract_from_dir(PACKAGE, [("**.py", "python")], keywords=KEYWORDS):
        catalog.add(message, None, [(f"src/lutetia/{file}", line)], auto_comments=comments, context=context)
    for path in sorted([*PAGES.rglob("*.ts"), *PAGES.rglob("*.svelte")]):
        for line, message in texts(path.read_text()):
            catalog.add(message, None, [(path.relative_to(ROOT).as_posix(), line)])
    return catalog


def texts(source: str) -> Iterator[tuple[int, str | tuple[str, str]]]:
    """The texts of a page's source with their lines: those of `_`, `N_` and `plural` that stand there as literals.

    >>> list(texts("_('one') + plural('{n} lamp', '{n} lamps', n) + _(table[key])"))
    [(1, 'one'), (1, ('{n} lamp', '{n} lamps'))]
    """
    for call in CALL.finditer(source):
        first = LITERAL.match(source, call.end())
        if first is None:
            continue
        line = source.count("\n", 0, call.start()) + 1
        if call[1] != "plural":
            yield line, _read(first)
            continue
        comma = re.compile(r"\s*,\s*").match(source, first.end())
        second = LITERAL.match(source, comma.end()) if comma else None
        if second is not None:
            yield line, (_read(first), _read(second))


def _read(literal: re.Match[str]) -> str:
    """What a literal says, its escapes resolved."""
    inner = next(group for group in literal.groups() if group is not None)
    return ESCAPE.sub(lambda e: chr(int(e[1][1:], 16)) if e[1][0] == "u" and len(e[1]) == 5 else e[1], inner)


HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural};\\n"

"""


def po(language: str) -> Path:
    return POT.parent / language / "LC_MESSAGES" / "lutetia.po"


def read(language: str) -> Catalog:
    """The catalogue of a language as it is; an empty one if there is none."""
    if not po(language).exists():
        return Catalog(locale=language)
    with po(language).open("rb") as file:
        return read_po(file, locale=language)


def write(language: str, catalog: Catalog) -> None:
    """Without dates and names, so that only texts make a difference. A rule for plurals that stands there stays."""
    rule = get_plural(language)
    plural = f"nplurals={rule.num_plurals}; plural={rule.plural_expr}"
    if po(language).exists():
        found = re.search(r"Plural-Forms: (.*?);?\\n", po(language).read_text())
        plural = found[1] if found else plural
    po(language).parent.mkdir(parents=True, exist_ok=True)
    with po(language).open("wb") as file:
        file.write(HEADER.format(language=language, plural=plural).encode())
        write_po(file, catalog, omit_header=True, width=120, include_lineno=False)


def main() -> None:
    said = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    said.add_argument("--new", metavar="LANGUAGE", help="begin a further language, such as de or pt_BR")
    wanted = said.parse_args().new
    template = extract()
    with POT.open("wb") as file:
        write_po(file, template, omit_header=True, width=100, include_lineno=False)
    languages = {path.parent.parent.name for path in POT.parent.glob("*/LC_MESSAGES/*.po")} | ({wanted} - {None})
    for language in sorted(languages):
        catalog = read(language)
        catalog.update(deepcopy(template), no_fuzzy_matching=True)  # it would share the texts with the next language
        write(language, catalog)
        todo = sum(not all(one.string if one.pluralizable else [one.string]) for one in catalog if one.id)
        print(f"{language}: {len(catalog)} texts, {todo} to translate, {len(catalog.obsolete)} no longer used")


if __name__ == "__main__":
    main()
