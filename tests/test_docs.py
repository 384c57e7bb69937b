"""What the documentation says is true: its examples run, its commands work, its links lead somewhere."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import lutetia

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
ELSEWHERE = {  # commands of the docs that are not run here, and why
    "./play": "sets up an environment and opens a game; tried in a fresh clone before every release",
    "./test": "is what runs this",
    ".venv/bin/pip": "changes the environment these tests run in",
    ".venv/bin/python": "the benchmark takes minutes",
    "python": "writes files of the checkout; test_words, test_golden and test_step_counts run the same code",
}


def commands(page):
    for block in re.findall(r"^```sh\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            words = shlex.split(line, comments=True)
            if words:
                yield words


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_examples(page):
    failed, _tried = doctest.testfile(str(page), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert failed == 0


def test_the_package_docstring():
    tried = doctest.testmod(lutetia)
    assert tried.failed == 0
    assert tried.attempted > 3


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands(page, tmp_path):
    """Every `lutetia …` of a page, in its order and one folder; a game ends politely when nobody answers."""
    env = os.environ | {"HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state"), "NO_COLOR": "1"}
    for words in commands(page):
        if words[0] in ELSEWHERE:
            continue
        assert words[0] in ("lutetia", ".venv/bin/lutetia"), f"{words[0]} is neither run nor explained"
        arguments = [str(p) for word in words[1:] for p in (sorted(tmp_path.glob(word)) if "*" in word else [word])]
        done = subprocess.run(
            [sys.executable, "-m", "lutetia", *arguments],
            cwd=tmp_path, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links(page):
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text()):
        if not target.startswith(("http:", "https:", "mailto:")):
            assert (page.parent / target).exists(), target
