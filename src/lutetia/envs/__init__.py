"""Doors for learners: the games as environments of the libraries that study games.

`pettingzoo` (every seat is an agent), `gymnasium` (one seat against bots), `vector` (thousands of games in one step of
arrays) and `openspiel`. An action is a step's number, its place in `table.words`; see docs/envs.md.
"""

INSTALL = "to install what the environments need: pip install 'lutetia[rl]'"
"""LazyText beside the error where one of their packages is missing."""
