"""Write the JSON Schemas of positions set up by hand: `python scripts/setup_schemas.py`.

They are those of the models that the server checks positions with. The library reads the files, so that it needs no
pydantic. A test compares files and models.
"""

from __future__ import annotations

import json
from typing import Any

from lutetia.companion import companion, names
from lutetia.games import manifest


def schema_of(game: str) -> dict[str, Any]:
    """The schema of a game's model, without the titles that pydantic makes of the names."""
    found: dict[str, Any] = _untitled(manifest(game).load("companion_model").model_json_schema())
    title = f"A position of {manifest(game).title} that is set up by hand"
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title} | found


def text_of(game: str) -> str:
    """The file's text."""
    return json.dumps(schema_of(game), ensure_ascii=False, indent=2) + "\n"


def _untitled(part: Any) -> Any:
    if isinstance(part, dict):
        return {key: _untitled(value) for key, value in part.items() if key != "title" or not isinstance(value, str)}
    return [_untitled(value) for value in part] if isinstance(part, list) else part


if __name__ == "__main__":
    for name in names():
        if found := companion(name).play_on:
            found.schema.write_text(text_of(name), "utf-8")
