"""Conditions on thousands of values, for PostgreSQL."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY


def among(column: sa.ColumnElement[Any], values: Collection[str]) -> sa.ColumnElement[bool]:
    """Whether a column has one of these values.

    They are one array. As a list, `IN (…)`, they would be parameters of their own: at most 65,535, and slow to write.
    """
    return column == sa.func.any(sa.literal(list(values), ARRAY(sa.Text)))
