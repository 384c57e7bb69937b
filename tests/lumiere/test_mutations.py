"""Every rule of docs/rules/lumiere.md has a test that names it, and a listed mutation under which that test fails.

A plain run tries a sample of the mutations, LUTETIA_FULL=1 all of them.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import lutetia

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SOURCE = Path(lutetia.__file__).parent
RULES = ROOT / "docs" / "rules" / "lumiere.md"
RULE_TESTS = sorted(HERE.glob("test_rules_*.py"))
LISTED = tomllib.loads((HERE / "mutations.toml").read_text(encoding="utf-8")).values()
MUTATIONS = [{"file": part["file"]} | mutation for part in LISTED for mutation in part["mutations"]]
SAMPLE = 8


def test_every_rule_has_a_test_and_a_mutation() -> None:
    rules = set(re.findall(r"^- (L\d+)", RULES.read_text(encoding="utf-8"), re.MULTILINE))
    marked = re.findall(r"mark\.rule\(([^)]*)\)", "".join(file.read_text(encoding="utf-8") for file in RULE_TESTS))
    tested = set(re.findall(r"L\d+", " ".join(marked)))
    mutated = {mutation["rule"] for mutation in MUTATIONS}
    assert len(rules) > 40
    assert {"without a test": rules - tested, "without a mutation": rules - mutated} == {
        "without a test": set(),
        "without a mutation": set(),
    }
    assert tested | mutated <= rules


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda m: f"{m['rule']}: {m['new']}")
def test_what_is_mutated_stands_once_in_the_source(mutation: dict[str, str]) -> None:
    assert (SOURCE / mutation["file"]).read_text(encoding="utf-8").count(mutation["old"]) == 1


@pytest.fixture(scope="session")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package without its compiled parts, to be mutated."""
    there = tmp_path_factory.mktemp("mutated") / "lutetia"
    shutil.copytree(SOURCE, there, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "web"))
    return there


def run_tests(copy: Path, rule: str) -> subprocess.CompletedProcess[str]:
    """The tests of a rule, until the first fails, on the copied package."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--rule", rule, *map(str, RULE_TESTS)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(copy.parent), "PYTHONDONTWRITEBYTECODE": "1", "LUTETIA_CORE": "pure"},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_without_a_mutation_the_copy_passes(copy: Path) -> None:
    done = run_tests(copy, "L41")
    assert done.returncode == 0, done.stdout


def chosen() -> list[dict[str, str]]:
    return MUTATIONS if os.environ.get("LUTETIA_FULL") else random.Random(1889).sample(MUTATIONS, SAMPLE)


@pytest.mark.parametrize("mutation", chosen(), ids=lambda m: f"{m['rule']}: {m['new']}")
def test_a_test_of_the_rule_fails_under_the_mutation(copy: Path, mutation: dict[str, str]) -> None:
    file = copy / mutation["file"]
    sound = file.read_text(encoding="utf-8")
    file.write_text(sound.replace(mutation["old"], mutation["new"]), encoding="utf-8")
    try:
        done = run_tests(copy, mutation["rule"])
    finally:
        file.write_text(sound, encoding="utf-8")
    assert done.returncode == 1, done.stdout + done.stderr
    assert re.search(r"\b1 failed\b", done.stdout), done.stdout
