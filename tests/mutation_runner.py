"""Shared by the rule suites: selecting tests by rule id, and mutations that must make them fail.

A suite is a folder with `test_rules_*.py`, whose tests are marked `@pytest.mark.rule("P41")`, and a `mutations.toml`:

    [kernel]
    file = "games/paris/rules/kernel.py"           # under src/lutetia/
    mutations = [
      { rule = "P41", old = "code that occurs exactly once", new = "its replacement" },
    ]
"""

from __future__ import annotations

import compileall
import os
import random
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from py_compile import PycInvalidationMode

import pytest

import lutetia

ROOT = Path(__file__).parents[1]
SOURCE = Path(lutetia.__file__).parent


# ---- pytest --rule P41 -----------------------------------------------------------------------------------------


def add_rule_option(parser: pytest.Parser) -> None:
    """For a suite's `pytest_addoption`; another suite may have added it already."""
    try:
        parser.addoption("--rule", help="run only the tests of this rule, e.g. P41")
    except ValueError as error:
        if "--rule" not in str(error):
            raise


def keep_the_rule(config: pytest.Config, items: list[pytest.Item]) -> None:
    """For a suite's `pytest_collection_modifyitems`: keep only the tests of the rule given by --rule."""
    wanted = config.getoption("--rule", default=None)
    if wanted:
        of_rule = [item for item in items if any(wanted in mark.args for mark in item.iter_markers("rule"))]
        config.hook.pytest_deselected(items=[item for item in items if item not in of_rule])
        items[:] = of_rule


# ---- mutations -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mutation:
    """A change of one line of the source that breaks a rule."""

    rule: str
    file: str
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.new}"

    def stands(self) -> int:
        """How often the line to change occurs in the source."""
        return (SOURCE / self.file).read_text(encoding="utf-8").count(self.old)


def rule_ids(rules: str, letter: str) -> set[str]:
    """The ids of all rules in a file of docs/rules."""
    text = (ROOT / "docs" / "rules" / rules).read_text(encoding="utf-8")
    return set(re.findall(rf"^- ({letter}\d+)\b", text, re.MULTILINE))


def copy_package(folder: Path) -> Path:
    """Copy the package without its compiled modules, to mutate it there.

    Python takes a module's byte code only if it fits the source's hash, so a mutated module is compiled again.
    """
    there = folder / "lutetia"
    shutil.copytree(SOURCE, there, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "web", "server"))
    compileall.compile_dir(there, quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH)
    return there


class Suite:
    """The rules of one game, their tests and their mutations.

    Rule ids begin with `letter`. A normal run tries `sample` mutations, LUTETIA_FULL=1 all of them.
    """

    def __init__(self, folder: Path, rules: str, letter: str, sample: int = 2) -> None:
        self.tests = sorted(folder.glob("test_rules_*.py"))
        self.letter, self.sample = letter, sample
        self.ids = rule_ids(rules, letter)
        listed = tomllib.loads((folder / "mutations.toml").read_text(encoding="utf-8")).values()
        self.mutations = [Mutation(file=part["file"], **mutation) for part in listed for mutation in part["mutations"]]

    def __str__(self) -> str:
        return self.letter

    def chosen(self) -> list[Mutation]:
        """The mutations that this run tries."""
        if os.environ.get("LUTETIA_FULL"):
            return self.mutations
        return random.Random(1889).sample(self.mutations, self.sample)

    def lacking(self) -> dict[str, list[str]]:
        """Rules without a test or a mutation, and ids that are no rules."""
        marked = re.findall(r"mark\.rule\(([^)]*)\)", "".join(file.read_text(encoding="utf-8") for file in self.tests))
        tested = set(re.findall(rf"\b{self.letter}\d+\b", " ".join(marked)))
        mutated = {mutation.rule for mutation in self.mutations}
        return {
            "without a test": sorted(self.ids - tested),
            "without a mutation": sorted(self.ids - mutated),
            "no rule": sorted((tested | mutated) - self.ids),
        }

    def run(self, copy: Path, rule: str) -> subprocess.CompletedProcess[str]:
        """Run the tests of a rule on the copied package until the first fails."""
        return subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-x",
                "-q",
                "-p",
                "no:cacheprovider",
                "--rule",
                rule,
                *map(str, self.tests),
            ],
            cwd=ROOT,
            env=os.environ
            | {
                "PYTHONPATH": str(copy.parent),
                "PYTHONDONTWRITEBYTECODE": "1",
                "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # the tests of rules need none, and loading them takes a second
                "LUTETIA_CORE": "pure",
            },
            capture_output=True,
            text=True,
            timeout=300,
        )

    def survives(self, copy: Path, mutation: Mutation) -> str | None:
        """The output if no test of the rule fails under the mutation; None if one fails, as it must."""
        file = copy / mutation.file
        sound = file.read_text(encoding="utf-8")
        file.write_text(sound.replace(mutation.old, mutation.new), encoding="utf-8")
        try:
            done = self.run(copy, mutation.rule)
        finally:
            file.write_text(sound, encoding="utf-8")
        failed = done.returncode == 1 and re.search(r"\b1 failed\b", done.stdout)
        return None if failed else done.stdout + done.stderr
