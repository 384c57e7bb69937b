"""Bring the catalogues up to date with the code: `python scripts/catalogue.py [--new LANGUAGE]`.

Writes src/lutetia/locale/lutetia.pot anew: every text a person reads, those of the package, then those of web/src, then
the rules, paragraph by paragraph. Then every language's .po: new texts are added without a translation, what is
translated stays, and what is no longer used goes to the end of the file as a comment, until somebody deletes it. A
regional catalogue such as pt_BR keeps only what it says otherwise. docs/translating.md tells translators.
"""

from __future__ import annotations

import argparse
import ast
import re
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po

from lutetia.core.catalogue import FOLDER
from lutetia.text.markdown_blocks import blocks

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "lutetia"
PAGES = ROOT / "web" / "src"
POT = PACKAGE / "locale" / "lutetia.pot"

CALL = re.compile(r"(?<![\w.$])(_|N_|plural|pgettext)\(\s*")
COMMA = re.compile(r"\s*,\s*")
LITERAL = re.compile(r"""'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\$]|\\.)*)`""")
CONCATENATED = re.compile(r"'\s*\+\s*'")
ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)")


def extract() -> Catalog:
    """The catalogue of all texts, in the order of files and lines."""
    catalog = Catalog(project="lutetia", charset="utf-8")
    found = [(path, messages_in_python(path.read_text())) for path in sorted(PACKAGE.rglob("*.py"), key=_outer_first)]
    found += [
        (path, messages_in_rulings(path.read_text())) for path in sorted(PACKAGE.glob("games/*/rules/rulings.toml"))
    ]
    pages = sorted([*PAGES.rglob("*.ts"), *PAGES.rglob("*.svelte")])
    found += [(path, messages_in_pages(path.read_text())) for path in pages]
    found += [(path, messages_in_markdown(path)) for path in sorted(PACKAGE.rglob("*en.md"), key=_outer_first)]
    for path, texts in found:
        for line, message, context in texts:
            catalog.add(message, None, [(path.relative_to(ROOT).as_posix(), line)], context=context)
    return catalog


def _outer_first(path: Path) -> list[tuple[bool, str]]:
    """The files of a folder before those of the folders in it."""
    return [*((True, part) for part in path.parent.parts), (False, path.name)]


Text = tuple[int, str | tuple[str, str], str | None]
"""The line of a text, the text (of a plural: one and many), and its context if it has one."""


def messages_in_python(source: str) -> Iterator[Text]:
    """The texts of a module, also those within f-strings.

    >>> list(messages_in_python('''f"{_('one')}" + plural('{n} lamp', '{n} lamps', n) + _(table[key])'''))
    [(1, 'one', None), (1, ('{n} lamp', '{n} lamps'), None)]
    """
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        mark = call.func.id if isinstance(call.func, ast.Name) else ""
        literals = [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        if mark in ("_", "N_") and literals:
            yield call.lineno, literals[0], None
        elif mark in ("plural", "NP_") and len(literals) > 1:
            yield call.lineno, (literals[0], literals[1]), None
        elif mark == "pgettext" and len(literals) > 1:
            yield call.lineno, literals[1], literals[0]


def messages_in_rulings(source: str) -> Iterator[Text]:
    """The texts of a file of rulings: the books' names, then each ruling with what its sources say."""
    data = tomllib.loads(source)
    rows = [data["books"]]
    for one in data["rulings"]:
        rows += [{key: one[key] for key in ("question", "ruling", "why")}]
        rows += [{key: text for key, text in told.items() if key != "books"} for told in one["sources"]]
    for row in rows:
        for text in row.values():
            yield 1, text, None


def messages_in_pages(source: str) -> Iterator[Text]:
    """The texts of a page's source: those that stand there as literals.

    >>> list(messages_in_pages("plural('{n} lamp', '{n} lamps', n) + _(table[key]) + pgettext('of goods', 'Supply')"))
    [(1, ('{n} lamp', '{n} lamps'), None), (1, 'Supply', 'of goods')]
    >>> list(messages_in_pages("_('a long ' + 'text')"))
    [(1, 'a long text', None)]
    """
    source = CONCATENATED.sub("", source)
    for call in CALL.finditer(source):
        first = LITERAL.match(source, call.end())
        if first is None:
            continue
        line = source.count("\n", 0, call.start()) + 1
        if call[1] in ("_", "N_"):
            yield line, _read(first), None
            continue
        comma = COMMA.match(source, first.end())
        second = LITERAL.match(source, comma.end()) if comma else None
        if second is not None and call[1] == "plural":
            yield line, (_read(first), _read(second)), None
        elif second is not None:
            yield line, _read(second), _read(first)


def messages_in_markdown(path: Path) -> Iterator[Text]:
    """The blocks of a text in Markdown, each with its place in the rules."""
    about_data = "data" in (path.parent.name, path.name.partition(".")[0])
    for block in blocks(path.read_text(encoding="utf-8"), "data" if about_data else "rules"):
        if not block.is_place:
            yield block.line, block.text, block.context


def _read(literal: re.Match[str]) -> str:
    """What a literal says, its escapes resolved."""
    inner = next(group for group in literal.groups() if group is not None)
    return ESCAPE.sub(lambda e: chr(int(e[1][1:], 16)) if e[1][0] == "u" and len(e[1]) == 5 else e[1], inner)


HEADER = """msgid ""
msgstr ""
"Language: {locale}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural};\\n"
{complete}
"""
COMPLETE = '"X-Complete: yes\\n"\n'


def po(language: str) -> Path:
    return POT.parent / language / "LC_MESSAGES" / "lutetia.po"


def read(language: str) -> Catalog:
    """The catalogue of a language as it is; an empty one if there is none."""
    if not po(language).exists():
        return Catalog(locale=language)
    with po(language).open("rb") as file:
        return read_po(file, locale=language)


def base(language: str) -> str | None:
    """The language that a regional one is based on, if there is a catalogue of it."""
    general = language.partition("_")[0]
    return general if general != language and po(general).exists() else None


def write(language: str, catalog: Catalog) -> None:
    """Without dates and names, so that only texts make a difference. What the header says of the language stays."""
    old = po(language).read_text() if po(language).exists() else ""
    model = po(base(language) or language)
    locale = re.search(r"Language: (\w+)", old)
    plural = re.search(r"Plural-Forms: (.*?);?\\n", model.read_text() if model.exists() else "")
    rule = get_plural(language)
    po(language).parent.mkdir(parents=True, exist_ok=True)
    with po(language).open("wb") as file:
        header = HEADER.format(
            locale=locale[1] if locale else language,
            plural=plural[1] if plural else f"nplurals={rule.num_plurals}; plural={rule.plural_expr}",
            complete=COMPLETE if COMPLETE in old else "",
        )
        file.write(header.encode())
        write_po(file, catalog, omit_header=True, width=120, include_lineno=False)


def update(language: str, template: Catalog) -> str:
    """Bring the catalogue of a language up to date, or begin one. Says what it holds."""
    catalog = read(language)
    catalog.update(deepcopy(template), no_fuzzy_matching=True)  # it would share the texts with the next language
    todo = [one for one in catalog if one.id and not all(one.string if one.pluralizable else [one.string])]
    if base(language):
        for one in todo:
            catalog.delete(one.id, one.context)
    write(language, catalog)
    missing = f"the others as in {base(language)}" if base(language) else f"{len(todo)} to translate"
    return f"{language}: {len(catalog)} texts, {missing}, {len(catalog.obsolete)} no longer used"


def folder(language: str) -> str:
    """The name of a language's folder. Raises ArgumentTypeError if a language has no such name.

    >>> folder("pt-BR")
    'pt_BR'
    """
    name = language.replace("-", "_")
    if not FOLDER.fullmatch(name):
        raise argparse.ArgumentTypeError(f"{language!r}: write a language as de, pt_BR or zh_Hant_TW")
    return name


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--new", metavar="LANGUAGE", type=folder, help="begin a further language: de, pt_BR")
    wanted = parser.parse_args().new
    template = extract()
    with POT.open("wb") as file:
        write_po(file, template, omit_header=True, width=100, include_lineno=False)
    languages = {path.parent.parent.name for path in POT.parent.glob("*/LC_MESSAGES/*.po")} | ({wanted} - {None})
    for language in sorted(languages):
        print(update(language, template))


if __name__ == "__main__":
    main()
