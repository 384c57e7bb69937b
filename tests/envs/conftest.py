"""Uncompiled, only what has numbers of its own is tested: the adapters go through the same facade as everything else."""

from __future__ import annotations

from conftest import COMPILED

if not COMPILED:
    collect_ignore = ["test_gymnasium.py", "test_openspiel.py", "test_pettingzoo.py"]
