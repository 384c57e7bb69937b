"""A notebook as a page: its words, its code, and what the code showed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any


def notebook_page(path: Path) -> str:
    parts = []
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        parts += [_shown(output) for output in cell["outputs"]]
    return "\n\n".join(part for part in parts if part) + "\n"


def _shown(output: dict[str, Any]) -> str:
    data = output.get("data", {})
    if "image/svg+xml" in data:
        drawn = "".join(data["image/svg+xml"])
        return re.sub(r"\n\s*", " ", re.sub(r'width="\d+" height="\d+" ', "", drawn, count=1))
    if "image/png" in data:
        return f'<img alt="" src="data:image/png;base64,{"".join(data["image/png"]).strip()}">'
    if "text/markdown" in data:
        return "".join(data["text/markdown"])
    words = "".join(output.get("text", data.get("text/plain", [])))
    return f"```text\n{words.rstrip()}\n```" if words else ""
