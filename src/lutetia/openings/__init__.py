"""The opening explorer: what strong play does first, as trees that count games.

`lines` is the interface that a game's `openings` part implements. `sample` reads one finished game, `tree` counts many,
`book` keeps the trees of a game in a file, and `generate` plays the games. `python scripts/openings.py GAME` makes the
file that comes with a game.
"""
