"""Every rule of docs/rules/lumiere.md has a test that names it, and a listed mutation under which that test fails.

A normal run tries a sample of the mutations, LUTETIA_FULL=1 all of them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from mutation_runner import Mutation, Suite

SUITE = Suite(Path(__file__).parent, "lumiere.md", "L")


def test_every_rule_has_a_test_and_a_mutation() -> None:
    assert len(SUITE.ids) > 40
    assert SUITE.lacking() == {"without a test": [], "without a mutation": [], "no rule": []}


@pytest.mark.parametrize("mutation", SUITE.mutations, ids=str)
def test_what_is_mutated_stands_once_in_the_source(mutation: Mutation) -> None:
    assert mutation.stands() == 1


@pytest.fixture(scope="session")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return SUITE.copy(tmp_path_factory.mktemp("mutated"))


def test_without_a_mutation_the_copy_passes(copy: Path) -> None:
    done = SUITE.run(copy, "L41")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("mutation", SUITE.chosen(), ids=str)
def test_a_test_of_the_rule_fails_under_the_mutation(copy: Path, mutation: Mutation) -> None:
    survivor = SUITE.survives(copy, mutation)
    assert survivor is None, survivor
