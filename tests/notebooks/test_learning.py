"""The notebook runs from top to bottom, and its agent learns: in seconds to beat chance, in minutes to beat greedy."""

from __future__ import annotations

import ast
import json
import os
from pathlib import Path
from unittest.mock import Mock

import pytest

import lutetia

FULL = bool(os.environ.get("LUTETIA_FULL"))
NOTEBOOK = Path(__file__).parents[2] / "docs" / "notebooks" / "learning-agent.ipynb"


def outputs(cell):
    return [kind for output in cell.get("outputs", ()) for kind in output.get("data", {"text": ""})]


def stored():
    """The notebook as it is stored."""
    import nbformat  # takes two seconds, and every process of a test run reads this file

    return nbformat.read(NOTEBOOK, as_version=4)


def defined_in_the_notebook(name):
    """A function of the notebook, without running the rest of it."""
    source = "\n".join(cell.source for cell in stored().cells if cell.cell_type == "code")
    (found,) = [part for part in ast.parse(source).body if getattr(part, "name", None) == name]
    namespace = {}
    exec(ast.unparse(found), namespace)
    return namespace[name]


@pytest.mark.full
def test_the_agent_learns(monkeypatch):
    monkeypatch.setenv("LEARN_SECONDS", "600" if FULL else "10")
    monkeypatch.setenv("LEARN_PAIRS", "50" if FULL else "15")
    from nbclient import NotebookClient
    from nbformat import v4

    notebook = stored()
    notebook.cells.append(v4.new_code_cell("import json\nprint(json.dumps(results))"))
    NotebookClient(notebook, timeout=None, resources={"metadata": {"path": str(NOTEBOOK.parent)}}).execute()
    results = json.loads(notebook.cells[-1].outputs[0].text)
    assert results["at a glance against random"]["rate"] > 0.5
    if FULL:
        assert results["two turns ahead against greedy"]["low"] > 0.5


@pytest.mark.parametrize(("winner", "points"), [("orange", [1, 0]), ("blue", [0, 1]), ("draw", [0.5, 0.5])])
def test_a_draw_counts_half_for_each_seat(winner, points):
    game = Mock(ruleset=lutetia.ruleset("lumiere"))
    game.result.return_value = {"winner": winner}
    won = defined_in_the_notebook("won")
    assert [won(game, seat) for seat in (0, 1)] == points


def test_the_notebook_is_stored_with_its_output():
    from nbformat import validate

    notebook = stored()
    validate(notebook)
    shown = [kind for cell in notebook.cells if cell.cell_type == "code" for kind in outputs(cell)]
    assert shown.count("image/png") == 1, "the learning curve"
    assert shown.count("image/svg+xml") == 1, "the city"
    assert shown.count("text/markdown") == 2, "the match and the score sheet"
    assert all(cell.execution_count for cell in notebook.cells if cell.cell_type == "code")
