"""Write src/lutetia/locale/lutetia.pot anew: every text a person reads, as translators get it.

One catalogue for server, terminal and pages: the texts of the package, then those of web/src.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

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


def main() -> None:
    POT.parent.mkdir(exist_ok=True)
    with POT.open("wb") as file:
        write_po(file, extract(), omit_header=True, width=100, include_lineno=False)


if __name__ == "__main__":
    main()
