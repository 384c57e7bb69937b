"""Write src/lutetia/locale/lutetia.pot anew: every text a person reads, as translators get it."""

from __future__ import annotations

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

PACKAGE = Path(__file__).parent.parent / "src" / "lutetia"
POT = PACKAGE / "locale" / "lutetia.pot"
KEYWORDS = {"_": None, "N_": None, "plural": (1, 2)}


def extract() -> Catalog:
    """The catalogue of all texts in the package, in the order of files and lines."""
    catalog = Catalog(project="lutetia", charset="utf-8")
    for file, line, message, comments, context in extract_from_dir(PACKAGE, [("**.py", "python")], keywords=KEYWORDS):
        catalog.add(message, None, [(f"src/lutetia/{file}", line)], auto_comments=comments, context=context)
    return catalog


def main() -> None:
    POT.parent.mkdir(exist_ok=True)
    with POT.open("wb") as file:
        write_po(file, extract(), omit_header=True, width=100, include_lineno=False)


if __name__ == "__main__":
    main()
