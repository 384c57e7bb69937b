"""Every rule of docs/rules has a test that names it, and a listed mutation under which that test fails.

A normal run tries a sample of the mutations, LUTETIA_FULL=1 all of them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from mutation_runner import Mutation, Suite, copy_package

HERE = Path(__file__).parent
SUITES = (Suite(HERE / "lumiere", "lumiere.md", "L"), Suite(HERE / "paris" / "rules", "paris.md", "P"))
every_suite = pytest.mark.parametrize("suite", SUITES, ids=str)


@every_suite
def test_every_rule_has_a_test_and_a_mutation(suite: Suite) -> None:
    assert len(suite.ids) > 40
    assert suite.lacking() == {"without a test": [], "without a mutation": [], "no rule": []}


@pytest.mark.parametrize("mutation", [mutation for suite in SUITES for mutation in suite.mutations], ids=str)
def test_the_mutated_line_is_in_the_source_once(mutation: Mutation) -> None:
    assert mutation.stands() == 1


@pytest.fixture(scope="session")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_package(tmp_path_factory.mktemp("mutated"))


@every_suite
def test_without_a_mutation_the_copy_passes(copy: Path, suite: Suite) -> None:
    done = suite.run(copy, f"{suite.letter}41")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("suite", "mutation"), [(suite, mutation) for suite in SUITES for mutation in suite.chosen()], ids=str
)
def test_a_test_of_the_rule_fails_under_the_mutation(copy: Path, suite: Suite, mutation: Mutation) -> None:
    survivor = suite.survives(copy, mutation)
    assert survivor is None, survivor
