"""The notebooks run from the first cell to the last, and their stored output is up to date.

`python tests/docs/test_notebooks.py` runs them and stores their output.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
QUICK = [ROOT / "docs" / "notebooks" / f"{name}.ipynb" for name in ("first-bot", "analyse-game")]


def executed(path: Path, folder: Path) -> Any:
    """The notebook with what its cells show now; its files land in the folder."""
    import nbformat  # takes two seconds, and every process of a test run reads this file
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(folder)}}).execute()
    return notebook


def shown(notebook: Any) -> list[Any]:
    """What every cell of code shows, as it is kept."""
    found = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            outputs = json.loads(json.dumps(cell["outputs"]))
            shows = [output.get("text") or _picture(output["data"]) for output in outputs]
            texts = "".join(part for part in shows if isinstance(part, str))  # printed in one piece or in several
            found.append([texts, *(part for part in shows if not isinstance(part, str))])
    return found


def _picture(data: dict[str, Any]) -> dict[str, Any]:
    """What a cell shows; beside a picture the words say where in the memory it was.

    Of a plot only that it is there: its pixels change with matplotlib's version. The cells print its numbers.
    """
    shown = {kind: shows for kind, shows in data.items() if kind != "text/plain" or len(data) == 1}
    return shown | {"image/png": "a plot"} if "image/png" in shown else shown


@pytest.mark.parametrize("path", QUICK, ids=lambda path: path.stem)
def test_the_notebooks_run_and_their_stored_output_is_current(path, tmp_path):
    import nbformat

    kept = nbformat.read(path, as_version=4)
    nbformat.validate(kept)
    now = shown(executed(path, tmp_path))
    assert now == shown(kept)
    assert any("image/svg+xml" in part for cell in now for part in cell if isinstance(part, dict))


def test_the_first_bot_has_at_most_thirty_lines():
    cells = json.loads(QUICK[0].read_text("utf-8"))["cells"]
    (bot,) = [cell["source"] for cell in cells if cell["source"][0].startswith("%%writefile")]
    assert len("".join(bot[1:]).strip().splitlines()) <= 30


if __name__ == "__main__":
    import nbformat

    for each in QUICK:
        with tempfile.TemporaryDirectory() as folder:
            done = executed(each, Path(folder))
        for cell in done["cells"]:
            cell["metadata"] = {}
        nbformat.write(done, each)
        print(f"{each.relative_to(ROOT)}: kept", file=sys.stderr)
