"""The one name for JSON objects."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
"""A JSON object: what views, records, options and results are made of."""
