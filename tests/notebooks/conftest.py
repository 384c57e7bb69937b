"""A notebook is for the compiled core: uncompiled, learning would take all day."""

from __future__ import annotations

from lutetia.envs.observer import COMPILED

if not COMPILED:
    collect_ignore = ["test_learning.py"]
