"""The documentation: its examples run, its commands work, and its links lead somewhere."""

from __future__ import annotations

import doctest
import importlib.util
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import typer.main

import lutetia
from lutetia.cli import app

from configurations import FULL

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
ELSEWHERE = {  # commands of the docs that are not run here, and why; that their options exist is checked all the same
    "./play": "sets up an environment and opens a game; tried in a fresh clone before every release",
    "./test": "is what runs this",
    ".venv/bin/pip": "changes the environment these tests run in",
    "pip": "changes the environment these tests run in",
    ".venv/bin/python": "the benchmark takes minutes",
    "python": "writes files of the checkout; test_i18n, test_golden, test_step_counts, tests/package run the same",
    "mkdocs": "test_site.py builds it",
    "scripts/release.sh": "builds everything and takes minutes; run for every release",
}
LONG = {"docs/arena.md", "docs/performance.md"}
"""Pages whose commands take long: without --full only their options are checked."""
LONG_COMMANDS = {"analyse", "bench"}
"""Subcommands that take long. tests/cli/test_commands.py tries `lutetia bench` for a moment, and
tests/cli/test_analyse.py `lutetia analyse` with the end of a game."""
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
NOT_RUN = {  # blocks of Python that are no session, and why
    "docs/records.md": "names the whole contract in one place; test_facade.py holds it",
    "docs/testing.md": "shows where a test's body goes",
}


def blocks(page, kind):
    return re.findall(rf"^```{kind}\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def commands(page):
    for block in blocks(page, "sh"):
        for line in block.splitlines():
            words = shlex.split(line, comments=True)
            if words:
                yield words[: words.index(">")] if ">" in words else words


def options_of(command, words):
    """The options of one of our commands, found by its words; and whether all of the words name commands."""
    while getattr(command, "commands", None) and words and words[0] in command.commands:
        command, words = command.commands[words[0]], words[1:]
    return {name for given in command.params for name in (*given.opts, *given.secondary_opts)} | {"--help", "-h"}


def check_options(words):
    """A command that is not run here has at least the options that it is shown with."""
    given = {word.partition("=")[0] for word in words[1:] if re.match(r"--?[a-z]", word)}
    if words[0] in ("lutetia", ".venv/bin/lutetia", "./play"):
        spoken = ["play", *words[1:]] if words[0] == "./play" else words[1:]
        assert given <= options_of(typer.main.get_command(app), spoken), words
    elif words[0] == "./test":
        assert given <= {"--full", "--quick", "--shuffle", "-k"}, words
    elif words[0] in ("pip", ".venv/bin/pip"):
        for extra in re.findall(r"\[([a-z,]+)\]", " ".join(words)):
            assert set(extra.split(",")) <= set(EXTRAS), words
    elif words[0].startswith("scripts/"):
        assert os.access(ROOT / words[0], os.X_OK), words
    elif words[1] == "-m":
        assert importlib.util.find_spec(words[2]), words
    elif words[0] != "mkdocs":
        source = (ROOT / words[1]).read_text("utf-8")
        assert all(option in source for option in given), words


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_examples(page):
    failed, _tried = doctest.testfile(str(page), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_blocks_without_a_prompt_run(page):
    """Such a block runs as it is, or is listed above with the reason why it does not; its syntax is checked anyway."""
    for block in blocks(page, "python"):
        if ">>> " in block:
            continue
        code = compile(block, str(page), "exec")
        if str(page.relative_to(ROOT)) not in NOT_RUN:
            exec(code, {"lutetia": lutetia})
            continue
        for name in re.findall(r"\blutetia\.([a-z]+)\(", block):
            assert hasattr(lutetia, name), name
        for name in re.findall(r"\bg\.([a-z]+)\b", block):
            assert hasattr(lutetia.Game, name), name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_in_plain_blocks_have_their_options(page):
    """A plain block needs a server, a service or a network: it is not run, but its options must exist."""
    for block in blocks(page, "text"):
        for line in block.splitlines():
            if re.match(r"\$? ?lutetia ", line):
                check_options(shlex.split(line.removeprefix("$ "), comments=True))


def test_every_exception_is_still_needed():
    """Each excuse above is needed by some page."""
    assert set(ELSEWHERE) == {words[0] for page in PAGES for words in commands(page)} - {"lutetia", ".venv/bin/lutetia"}
    for page in NOT_RUN:
        assert any(">>> " not in block for block in blocks(ROOT / page, "python")), page


def test_the_package_docstring():
    tried = doctest.testmod(lutetia)
    assert tried.failed == 0
    assert tried.attempted > 3


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands(page, tmp_path):
    """Every `lutetia …` of a page, in its order and one folder; a game ends politely when nobody answers."""
    env = os.environ | {"HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state"), "NO_COLOR": "1"}
    for words in commands(page):
        long = str(page.relative_to(ROOT)) in LONG or not LONG_COMMANDS.isdisjoint(words[1:2])
        if words[0] in ELSEWHERE or (long and not FULL):
            check_options(words)
            continue
        assert words[0] in ("lutetia", ".venv/bin/lutetia"), f"{words[0]} is neither run nor explained"
        arguments = [str(p) for word in words[1:] for p in (sorted(tmp_path.glob(word)) if "*" in word else [word])]
        done = subprocess.run(
            [sys.executable, "-m", "lutetia", *arguments],
            cwd=tmp_path, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
        assert "Traceback" not in done.stderr


def made_for_the_site(page, target):
    """Whether a link leads to a page that the site makes from the code; test_site.py follows those."""
    place = os.path.relpath(page.parent / target, ROOT / "docs")
    return f'"{place}": ' in (ROOT / "scripts" / "site_pages.py").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links(page):
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text()):
        if not target.startswith(("http:", "https:", "mailto:")):
            assert (page.parent / target).exists() or made_for_the_site(page, target), target
