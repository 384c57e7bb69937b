"""The published schemas, and what checks a document against one."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import lutetia

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

FOLDER = Path(lutetia.__file__).parent / "schemas"


@cache
def schema(name: str) -> Any:
    """One of them by its name, such as `record`."""
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


@cache
def validator(name: str) -> Draft202012Validator:
    """jsonschema takes two seconds to import, so only the processes that use it do."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema(name))
