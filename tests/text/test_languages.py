"""Every language: complete, correct placeholders and plurals, parsed as by Babel; no text bypasses it."""

from __future__ import annotations

import ast
import pickle
import re
import string
import sys
import tomllib
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

import lutetia
from lutetia.core import catalogue, i18n
from lutetia.core.numbers import decimal, percent
from lutetia.games import manifests
from lutetia.server.http.languages import languages, negotiate_language, own_name

ROOT = Path(__file__).parents[2]
PACKAGE = Path(lutetia.__file__).parent
PAGES = ROOT / "web" / "src"
sys.path.insert(0, str(ROOT / "scripts"))
FOREIGN = [tag for tag in catalogue.languages() if tag != "en"]
COMPLETE = [tag for tag in FOREIGN if catalogue.catalogue(tag).complete]
REGIONAL = [tag for tag in FOREIGN if catalogue.base(tag)]
every_language = pytest.mark.parametrize("language", FOREIGN)
complete_ones = pytest.mark.parametrize("language", COMPLETE)


def babel(language):
    """The file as translators' tools see it."""
    with (catalogue.CATALOGUES / language.replace("-", "_") / "LC_MESSAGES" / "lutetia.po").open("rb") as file:
        return read_po(file)


@pytest.fixture(scope="module")
def template():
    from catalogue import extract  # the script's

    return {key(message) for message in extract() if message.id}


def key(message):
    """What a message is found by in a catalogue: the English of one, after its context."""
    english = message.id[0] if message.pluralizable else message.id
    return f"{message.context}{catalogue.CONTEXT}{english}" if message.context else english


@pytest.fixture
def speak():
    """Set the language until the test ends."""
    tokens = []
    yield lambda tag: tokens.append(i18n.language.set(tag))
    for token in reversed(tokens):
        i18n.language.reset(token)


# ---- the catalogues --------------------------------------------------------------------------------------------------


def test_the_promised_languages_exist():
    """Some of them to be complete: a header that is lost would turn them into experimental ones."""
    assert {"pl", "pt", "pt-BR", "cs", "fr", "de", "es"} <= set(COMPLETE)
    assert languages()[: len(COMPLETE) + 1] == ["en", *COMPLETE]
    assert [own_name(tag) for tag in ("en", "pl", "pt", "pt-BR", "cs", "fr")] == [
        "English", "Polski", "Português (Portugal)", "Português (Brasil)", "Čeština", "Français",
    ]  # fmt: skip


def test_every_folder_is_a_language():
    """A misspelt one (pt-BR, PT_br) would be left out."""
    folders = {path.name for path in catalogue.CATALOGUES.iterdir() if path.is_dir()}
    assert folders == {tag.replace("-", "_") for tag in FOREIGN}
    found = [name for name in ("pl", "pt_BR", "zh_Hant_TW", "en", "xx", "pt-BR", "PT_br", "pl.old", "")
             if catalogue.FOLDER.fullmatch(name)]  # fmt: skip
    assert found == ["pl", "pt_BR", "zh_Hant_TW"]


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ('msgid "Yes"\nmsgstr "a \\q"\n', 'this cannot be read: msgstr "a \\q"'),
        ('"Yes"\n', 'this cannot be read: "Yes"'),
        ('msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=m>1;\\n"\n', "Plural-Forms: "),
    ],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path, written, fault):
    file = tmp_path / "lutetia.po"
    file.write_text(written)
    with pytest.raises(catalogue.CatalogueError, match=re.escape(f"{file}: {fault}")):
        catalogue.read(file, "eo")


@complete_ones
def test_nothing_is_missing(language, template):
    """Neither in the code and the pages nor in the rules."""
    assert len([one for one in template if one.startswith(("rules ", "data"))]) > 100
    translated = catalogue.catalogue(language).texts
    assert sorted(template - set(translated)) == []


@every_language
def test_nothing_is_left_over(language, template):
    found = babel(language)
    assert sorted(key(one) for one in found if one.id and key(one) not in template) == []
    assert [str(key) for key in found.obsolete] == []


@every_language
def test_the_file_is_read_as_translators_tools_read_it(language):
    ours, theirs = catalogue.read(catalogue._file(language), language), babel(language)
    parsed = {}
    for one in theirs:
        forms = list(one.string) if one.pluralizable else [one.string]
        if one.id and all(forms) and not one.fuzzy:
            parsed[key(one)] = forms
    assert ours.texts == parsed


def fields(text):
    return sorted(field for _text, field, _spec, _conversion in string.Formatter().parse(text) if field is not None)


@every_language
def test_placeholders_markup_and_spaces_match_the_english(language):
    faults = []
    for one in babel(language):
        if not one.id or not one.string:
            continue
        pairs = [(one.id, one.string)] if not one.pluralizable else [(one.id[1], form) for form in one.string if form]
        for english, translation in pairs:
            singular = one.pluralizable and translation == one.string[0]  # where n is 1 it may be said in a word
            same = set(fields(translation)) == set(fields(english)) or (
                singular
                and set(fields(english)) - set(fields(translation)) <= {"n"}
                and set(fields(translation)) <= set(fields(english))
            )
            marks = all(english.count(mark) == translation.count(mark) for mark in ("`", "**", "[/", "\n"))
            spaces = (english[:1] == " ", english[-1:] == " ") == (translation[:1] == " ", translation[-1:] == " ")
            if not (same and marks and spaces):
                faults.append((english, translation))
    assert faults == []


def test_no_line_of_french_begins_with_a_sign():
    """French has a space before them, which must not break. Tables of the rules are another thing."""
    forms = [form for one in babel("fr") for form in (one.string if one.pluralizable else (one.string,)) if one.id]
    assert [form for form in forms if re.search(r"[^ |] [:;!?%»](?![-:\w])", form)] == []


@every_language
def test_plurals_have_the_forms_of_the_language(language):
    found, theirs = catalogue.catalogue(language), babel(language)
    assert {found.form(n) for n in range(1_000)} == set(range(theirs.num_plurals))
    rounded = [found.form(n) == found.form(n if n < 100 else 100 + n % 100) for n in range(10_000)]
    assert all(rounded), "the pages are told the forms of the numbers to 199 only"
    for one in theirs:
        if one.pluralizable and any(one.string):
            assert len([form for form in one.string if form]) == theirs.num_plurals, one.id


def test_plural_forms_fit_the_numbers():
    """1, 2, 5, 12, 22 and nothing at all; European Portuguese says "0 pontos", French "0 point"."""
    chosen = {tag: [catalogue.catalogue(tag).form(n) for n in (0, 1, 2, 5, 12, 22)] for tag in FOREIGN}
    assert chosen["pl"] == [2, 0, 1, 2, 2, 1]
    assert chosen["cs"] == [2, 0, 1, 2, 2, 2]
    assert chosen["pt"] == [1, 0, 1, 1, 1, 1]
    assert chosen["fr"] == [0, 0, 1, 1, 1, 1]


@complete_ones
def test_plurals_agree_with_those_of_unicode(language):
    rule = Locale.parse(catalogue.catalogue(language).locale).plural_form
    ours = catalogue.catalogue(language).form
    categories = {}
    for n in range(1, 1_000):
        assert categories.setdefault(rule(n), ours(n)) == ours(n), n


@pytest.mark.parametrize("language", REGIONAL)
def test_a_regional_catalogue_holds_only_what_differs(language):
    """What it does not say comes from the language, and what that does not say stays English; on the pages too."""
    own, general = catalogue.read(catalogue._file(language), language), catalogue.base(language)
    assert own.texts
    for whole, below in (
        (catalogue.catalogue(language), catalogue.catalogue(general)),
        (catalogue.for_pages(language), catalogue.for_pages(general)),
    ):
        said = {message: forms for message, forms in own.texts.items() if message in whole.texts}
        assert said
        assert [message for message, forms in said.items() if forms == below.texts.get(message)] == []
        assert whole.texts == below.texts | said
        assert (whole.language, whole.complete) == (language, below.complete)
        assert whole.text("not a message") == "not a message"
        assert [whole.form(n) for n in range(200)] == [own.form(n) for n in range(200)]


def terms(folder):
    """The terms in a folder by their names, as `lumiere.supply`; the English ones without a folder."""
    glossary = tomllib.loads((catalogue.CATALOGUES / folder / "glossary.toml").read_text(encoding="utf-8"))
    return {
        f"{part}.{name}": term for part, found in glossary.items() if part != "avoid" for name, term in found.items()
    }


def terms_of(language):
    """All terms of a language; a regional one has a glossary of what differs, if anything does."""
    general = catalogue.base(language)
    if general is None:
        return terms(language)
    folder = catalogue._file(language).parent.parent
    return terms(general) | (terms(folder) if (folder / "glossary.toml").exists() else {})


@complete_ones
def test_the_glossary_has_every_term(language):
    own = terms_of(language)
    assert set(own) == set(terms(""))
    for name, term in own.items():
        assert {"term"} <= set(term) <= {"term", "forms", "note"}, name
        assert all(text.strip() == text and text for text in term.values()), name


def stems(term):
    """What the forms of a term begin with: all but the last letters, which cases change."""
    translation = f"{term['term']} {term.get('forms', '')}"
    found = re.findall(r"[^\W\d_]{3,}", re.sub(r"\([^)]*\)", "", translation).lower())
    found = found or [term["term"]]  # "or" is gold in French
    return {word[: max(3, len(word) - 3)] for word in found}


@complete_ones
def test_translations_use_the_terms_of_the_glossary(language):
    """Where the English uses a term, the translation mostly does too: sentences turn as they need."""
    known = {}
    own = terms_of(language)
    for name, term in terms("").items():  # both games may call different things by one English word
        if re.fullmatch(r"[a-z][a-z ]{3,}", term["en"]):  # else: several words for it, or a name
            known.setdefault(term["en"], set()).update(stems(own[name]))
    technical = re.compile(
        r"\{\w+\}|`[^`]*`|--\w+|\b(?:option|lumiere:|paris:|NAME=|lutetia) ?\S+.*"
        r"|\bround (?:an?|the)\b"  # in space, not in time
    )
    strayed = []
    for english, begun in known.items():
        word = re.compile(rf"\b{english}s?\b")
        uses = [
            " ".join(forms).lower()
            for message, forms in catalogue.catalogue(language).texts.items()
            if word.search(technical.sub("", message.rpartition(catalogue.CONTEXT)[2].lower()))
        ]
        kept = sum(any(stem in translation for stem in begun) for translation in uses)
        if len(uses) >= 5 and kept < 0.6 * len(uses):
            strayed.append((english, kept, len(uses)))
    assert len(known) > 50
    assert strayed == []


# ---- how a language is chosen ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "spoken"),
    [
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "cs_CZ.UTF-8"}, "cs"),
        ({"LANG": "pt_BR.UTF-8"}, "pt-BR"),
        ({"LANG": "pt_PT.UTF-8"}, "pt"),
        ({"LANG": "pl_PL.UTF-8", "LANGUAGE": "gd:cs:pl"}, "cs"),
        ({"LANG": "pl_PL.UTF-8", "LANGUAGE": "en_GB:pl"}, "en"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "tlh"}, "en"),
        ({"LANG": "../../etc"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_comes_from_the_environment(environment, spoken, monkeypatch):
    for name in i18n.ENVIRONMENT:
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    i18n._from_environment.cache_clear()
    try:
        assert i18n.current_language() == spoken
    finally:
        i18n._from_environment.cache_clear()


def test_the_language_comes_from_the_browser():
    assert negotiate_language("pt-BR,pt;q=0.9,en;q=0.8") == "pt-BR"
    assert negotiate_language("pt-br") == "pt-BR"
    assert negotiate_language("pt-PT,pt-BR;q=0.9") == "pt"
    assert negotiate_language("pt") == "pt"
    assert negotiate_language("tlh-DE, cs;q=0.5, pl;q=0.7") == "pl"
    assert negotiate_language("nonsense;q=x, ,") == "en"


def test_numbers_are_written_as_the_language_does(speak):
    assert (percent(0.125), decimal(-1735.25)) == ("12.5%", "−1,735.2")
    speak("cs")
    assert (percent(0.125), decimal(-12735.25)) == ("12,5\xa0%", "−12\xa0735,2")


@every_language
def test_numbers_are_written_as_babel_writes_them(speak, language):
    speak(language)
    locale = Locale.parse(catalogue.catalogue(language).locale)
    for value in (0.0, 12.5, 1735.2, 12345678.9):
        assert decimal(value) == format_decimal(value, "#,##0.0", locale)
    assert percent(0.125) == format_decimal(12.5, "0.0", locale) + locale.percent_formats[None].suffix[0]


def test_errors_are_in_the_readers_language(speak):
    game = lutetia.new("lumiere", seed=1)
    with pytest.raises(lutetia.IllegalStep) as caught:
        game.play("pass")
    english = str(caught.value)
    speak("pl")
    assert str(caught.value) != english
    assert caught.value.rule in str(caught.value)


def test_errors_name_things_in_the_readers_language(speak):
    game = lutetia.new("paris", seed=1)
    with pytest.raises(lutetia.IllegalStep) as caught:
        game.play("sell gold_prestige")
    assert str(caught.value) == "you have no gold prestige token (P60)"
    speak("pl")
    assert str(caught.value) == "nie masz takiego żetonu: złoty prestiż (P60)"
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)  # as workers hand errors on


# ---- the language that is none ---------------------------------------------------------------------------------------


def test_the_pseudo_language_is_used_only_on_request(monkeypatch):
    monkeypatch.delenv("LUTETIA_PSEUDO", raising=False)
    assert "xx" not in languages()
    monkeypatch.setenv("LUTETIA_PSEUDO", "1")
    assert "xx" in languages()
    catalogue.catalogue.cache_clear()
    try:
        dressed = catalogue.catalogue("xx")
        assert dressed.text("Play again").startswith("⟦")
        assert all(set(fields(message)) == set(fields(forms[0])) for message, forms in dressed.texts.items())
        longer = [len(forms[0]) / len(message) for message, forms in dressed.texts.items() if len(message) > 20]
        assert 1.3 < sum(longer) / len(longer) < 1.5
    finally:
        catalogue.catalogue.cache_clear()


# ---- no text passes the catalogue by ---------------------------------------------------------------------------------

PROSE = re.compile(r"[A-Za-zÀ-ž]{2,}[,.:;!?]? [A-Za-zÀ-ž]{2,}")
COMMAND = r"^(?:sudo|pip install|unset|chmod|lutetia (?:serve|restore)) "
"""Commands to be typed are the same in every language."""
SQL = r"^\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|RETURNING|WITH|SET|COMMENT ON) |extract\(epoch"
NAMED = r"^ready worker |^lutetia timekeeper$|^rematch of "
"""Marks between processes, in the database and in the log."""
MARKUP = re.compile(
    r'^panel turn$|^key bank $|\w="|^[\w-]*">|\bbold\b|max-age|accept-|tab: complete|^The file$|'
    + "|".join((COMMAND, SQL, NAMED))
)
THROUGH = {"_", "N_", "NP_", "plural", "pgettext"}
NOT_READ = {
    "compile", "fullmatch", "match", "sub", "text", "execute", "Field", "AttributeError", "AssertionError", "Counter",
    "Gauge", "Histogram", "RulingsError", "OutageLog",
}  # fmt: skip
OWN_LANGUAGE = {
    "La Cité de la Lumière", "Jardin des Plantes", "Le Peintre", "Moulin Rouge", "Fontaine des Mers", "Le Penseur",
    "La Grande Lumière", "La Villette",
}  # fmt: skip
OWN_LANGUAGE |= {name for game in manifests() for credit in game.credits for name in credit.names}
TECHNICAL = (  # steps as records write them, messages between processes, logs, names of things, errors for developers
    "games/*/rules/notation.py", "games/*/rules/tables.py", "games/*/observation.py", "games/__init__.py",
    "core/catalogue.py", "core/manifest.py", "core/python_kernel.py", "core/fields.py", "cli/keys.py", "cli/replay.py",
    "drawing/pixels.py",
    "envs/*.py", "server/ops/*.py", "server/store/**/*.py", "server/play/deadlines.py", "server/live/*.py",
    "server/http/routes/live.py", "server/people/user_agents.py", "train/*.py",
    "core/json_lines.py", "openings/book.py", "openings/generate.py", "openings/sample.py",
    "server/http/engine_files.py", "server/local/*.py", "server/plain_json.py",
    "bots/blueprint.py", "bots/evaluator.py", "bots/network.py", "bots/network_evaluator.py", "bots/tree.py",
    "bots/tree_nodes.py", "bots/weights_file.py",
)  # fmt: skip


def test_the_technical_files_exist():
    assert [pattern for pattern in TECHNICAL if not list(PACKAGE.glob(pattern))] == []


def test_every_text_in_python_goes_through_the_catalogue():
    technical = {path for pattern in TECHNICAL for path in PACKAGE.glob(pattern)}
    strays = []
    for source in sorted(set(PACKAGE.rglob("*.py")) - technical):
        for node in _outside(ast.parse(source.read_text())):
            text = re.sub(r"<[a-zA-Z/!][^<]*", "", node.value)
            markup = MARKUP.search(text)
            if PROSE.search(text) and text not in OWN_LANGUAGE and not markup:
                strays.append(f"{source.relative_to(PACKAGE)}:{node.lineno}: {node.value[:60]}")
    assert strays == [], "\n".join(strays)


VALUED = re.compile(r"\0 [A-Za-zÀ-ž]{2,}|[A-Za-zÀ-ž]{2,}:? \0|\0 [A-Z]\b")
"""A word beside a value, which stands here as NUL: a text that was put together past the catalogue."""
NOT_SAID = re.compile(  # styles, markup, files' own words, marks between processes; then steps and the board's names
    r'\b(?:bold|italic|underline|on) |="|color-scheme|no attribute|^(?:lutetia:?|ready|per_value:|zones:) \0'
    r"|^(?:\[\w+\] )?(?:build|building|card|disc|district|draw|end|figure|hold|key bank|move|own) \0"
    r"|^(?:\[\w+\] )?(?:place|take|tile|track|use) \0"
    r"|^(?:Lutetia|Python) \0|" + "|".join((COMMAND, SQL, NAMED))
)


def _put_together(text):
    plain = re.sub(r"<[a-zA-Z/!][^<]*", "", text)
    return (VALUED.search(plain) or PROSE.search(plain)) and not NOT_SAID.search(plain)


def test_python_joins_no_translated_text_by_hand():
    """An f-string joins only what needs no translation: names, numbers, texts that have been translated."""
    technical = {path for pattern in TECHNICAL for path in PACKAGE.glob(pattern)}
    strays, seen = [], 0
    for source in sorted(set(PACKAGE.rglob("*.py")) - technical):
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.JoinedStr):
                seen += 1
                text = "".join(part.value if isinstance(part, ast.Constant) else "\0" for part in node.values)
                if _put_together(text):
                    strays.append(f"{source.relative_to(PACKAGE)}:{node.lineno}: {text}")
    assert strays == [], "\n".join(strays)
    assert seen > 500


def _outside(tree):
    """The string constants that neither go through the catalogue nor are documentation."""
    inside = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name in THROUGH | NOT_READ or "log" in ast.unparse(node.func):
                inside |= {id(inner) for inner in ast.walk(node)}
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            inside.add(id(node.value))
        elif isinstance(node, ast.AnnAssign):
            inside |= {id(inner) for inner in ast.walk(node.annotation)}
        elif isinstance(node, ast.Assert) and node.msg:
            inside |= {id(inner) for inner in ast.walk(node.msg)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield node


NAMES = re.compile(
    r"Lutetia|Paris|La Cité de(?: la Lumière)?|la Lumière|Carte postale|Bodoni Moda(?: SC)?|Amarante|Source Sans 3"
    r"|Svelte"
    r"|\./play|lutetia serve --host [\d.]+|Enter|Esc|&\w+;"
)
READ_ALOUD = re.compile(r'\b(?:aria-label|aria-roledescription|title|alt|placeholder)="([^"]*[A-Za-z]{2}[^"]*)"')


def test_every_text_in_the_markup_of_the_pages_goes_through_the_catalogue():
    strays = []
    for page in sorted(PAGES.rglob("*.svelte")):
        markup = re.sub(r"<(script|style)\b.*?</\1>|<!--.*?-->", "", page.read_text(), flags=re.DOTALL)
        plain = _without_expressions(markup)
        shown = [*READ_ALOUD.findall(plain), *re.sub(r"<[^<>]*>", "\n", plain).split("\n")]
        strays += [f"{page.name}: {text.strip()}" for text in shown if re.search("[A-Za-zÀ-ž]{2}", NAMES.sub("", text))]
    assert strays == [], "\n".join(strays)


def _without_expressions(markup):
    """`{…}` may nest, and hold strings with braces."""
    kept, depth, at = [], 0, 0
    while at < len(markup):
        char = markup[at]
        if depth and char in "'\"`":
            at += 1
            while markup[at] != char:
                at += 2 if markup[at] == "\\" else 1
        elif char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
        elif not depth:
            kept.append(char)
        at += 1
    return "".join(kept)


LITERAL = re.compile(r"""'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)\"""")
SAID = re.compile(r"(?<![\w.$])(_|N_|plural|pgettext)\(\s*$|(plural|pgettext)\(\s*('[^']*'|\"[^\"]*\"|`[^`]*`),\s*$")
NOT_SHOWN = re.compile(
    r"xMid|prefers-|pointer: |input|\[|^ol,|<[a-zA-Z]|\$\{|no preview|^key arc$|"
    r"too long for a QR code|nothing to choose here"
)


def test_every_text_in_the_scripts_of_the_pages_goes_through_the_catalogue():
    strays = []
    for source in sorted([*PAGES.rglob("*.ts"), *PAGES.rglob("*.svelte")]):
        if source.name == "schema.d.ts":
            continue
        code = re.sub(r"<style.*?</style>|//[^\n]*|/\*.*?\*/", "", source.read_text(), flags=re.DOTALL)
        code = re.sub(r"'\s*\+\s*'", "", code)  # one long text may be written as several literals
        for literal in LITERAL.finditer(code):
            text = literal[1] if literal[1] is not None else literal[2]
            before = code[max(0, literal.start() - 200) : literal.start()]
            if not PROSE.search(text) or SAID.search(before) or re.search(r"[\w-]=$", before):
                continue
            if text not in OWN_LANGUAGE and not NOT_SHOWN.search(text):
                strays.append(f"{source.relative_to(PAGES)}: {text}")
    assert strays == [], "\n".join(strays)


def _templates(code):
    """The texts of template literals, their values as NUL; those within values too."""
    found = []

    def literal(at):
        text = ""
        while code[at] != "`":
            if code.startswith("${", at):
                at, text = value(at + 2), text + "\0"
            else:
                at, text = (at + 2, text) if code[at] == "\\" else (at + 1, text + code[at])
        found.append(text)
        return at + 1

    def value(at):
        depth = 1
        while depth:
            char = code[at]
            if char == "`":
                at = literal(at + 1)
                continue
            if char in "'\"":
                at = re.compile(rf"(?:[^{char}\\]|\\.)*", re.DOTALL).match(code, at + 1).end()
            depth += (char == "{") - (char == "}")
            at += 1
        return at

    start = code.find("`")
    while start >= 0:
        start = code.find("`", literal(start + 1))
    return found


def test_the_pages_join_no_translated_text_by_hand():
    assert _templates("`a ${b ? `c ${'}'}` : ''} d`") == ["c \0", "a \0 d"]
    strays, seen = [], 0
    for source in sorted([*PAGES.rglob("*.ts"), *PAGES.rglob("*.svelte")]):
        if source.name == "schema.d.ts":
            continue
        code = re.sub(r"<style.*?</style>|(?<!:)//[^\n]*|/\*.*?\*/", "", source.read_text(), flags=re.DOTALL)
        for text in _templates(code):
            seen += 1
            if _put_together(text):
                strays.append(f"{source.relative_to(PAGES)}: {text}")
    assert strays == [], "\n".join(strays)
    assert seen > 200
