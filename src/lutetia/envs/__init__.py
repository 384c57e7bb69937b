"""Doors for learners: the games as environments of the libraries that study games.

`pettingzoo` (every seat is an agent), `gymnasium` (one seat against bots), `vector` (thousands of games in one step of
arrays) and `openspiel`. An action is a step's number, its place in `table.words`; see docs/envs.md.
"""
