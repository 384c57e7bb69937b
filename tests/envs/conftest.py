"""Uncompiled, only what has code of its own there is tested; the adapters go through the same facade as everybody."""

from __future__ import annotations

from lutetia.envs.observer import COMPILED

if not COMPILED:
    collect_ignore = ["test_gymnasium.py", "test_openspiel.py", "test_pettingzoo.py"]
