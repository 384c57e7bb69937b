"""Environments for learning agents.

`pettingzoo` (every seat is an agent), `gymnasium` (one seat against bots), `vector` (thousands of games at once, as
arrays) and `openspiel`. An action is the index of a step in `ruleset.step_texts`; see docs/envs.md.
"""

INSTALL = "to install what the environments need: pip install 'lutetia[rl]'"
"""A note on the error if one of their packages is missing."""
