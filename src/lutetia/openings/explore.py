"""Walk through an opening book: what was chosen at a place, with names, pictures and figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lutetia.bots.levels import bot_name
from lutetia.core.i18n import N_, _, plural
from lutetia.core.json_types import Json
from lutetia.openings.book import Book, book_for, figures
from lutetia.openings.lines import GameOpenings, Line, openings_for
from lutetia.openings.sample import role_and_choice
from lutetia.openings.tree import Node


class NotThere(ValueError):
    """There is no such book, line, table or path. `code` is for programs, `key` and `values` make the text."""

    def __init__(self, code: str, key: str, **values: Any) -> None:
        super().__init__(code)
        self.code, self.key, self.values = code, key, values

    def __str__(self) -> str:
        return _(self.key, **self.values)


class Explorer:
    """The book of one game. Raises NotThere if the game has none, ValueError for an unknown game."""

    def __init__(self, game: str) -> None:
        openings, book = openings_for(game), book_for(game)
        if openings is None or book is None:
            raise NotThere("no-openings", N_("There is no opening explorer for this game."))
        self.openings: GameOpenings = openings
        self.book: Book = book

    def line(self, name: str) -> Line:
        """Raises NotThere if there is no such line."""
        if name not in self.openings.lines:
            known = ", ".join(self.openings.lines)
            raise NotThere("no-line", N_("There is no such line; there are: {known}."), known=known)
        return self.openings.lines[name]

    def tree(self, line: str, players: int, role: int) -> Node:
        """The tree of a role, from 1. Raises NotThere."""
        wanted = self.line(line)
        if players not in self.book.tables:
            known = ", ".join(map(str, self.book.tables))
            raise NotThere("no-table", N_("There are openings for these numbers of players: {known}."), known=known)
        if not 1 <= role <= players:
            known = ", ".join(map(str, range(1, players + 1)))
            raise NotThere("no-seat", N_("There is no such seat; the seats are: {known}."), known=known)
        trees = self.book.tables[players].trees.get(line, [])
        at = 0 if wanted.shared else role - 1
        return trees[at] if at < len(trees) else Node()

    def position(self, line: str, players: int, role: int, path: Sequence[str]) -> Json:
        """Where a path leads: `start`, the `path` itself, and the `choices` that follow. Raises NotThere."""
        shared, node = self.line(line).shared, self.tree(line, players, role)
        if node.follow(path) is None:
            raise NotThere("no-path", N_("No strong game went this way."))
        start, made, led = figures(node), list[tuple[int, str]](), []
        for key in path:
            node = node.children[key]
            made.append(role_and_choice(key, role - 1, shared=shared))
            led.append(self._choice(made, key, node))
        choices = [
            self._choice([*made, role_and_choice(key, role - 1, shared=shared)], key, child)
            for key, child in node.children.items()
        ]
        return {"start": start, "path": led, "choices": choices}

    def method(self, players: int) -> str:
        """Who played the games of a table, in a sentence."""
        bot, evaluations = self.book.method["bots"].get(str(players), ""), self.book.method["evaluations"]
        if bot != "network":
            return _("Played by {name} against itself.", name=bot_name(bot))
        if not evaluations:
            return _("Our network against itself, by its first impression; the first moves are varied.")
        return plural(
            "Our network against itself, with {n} evaluation for each move; the first moves are varied.",
            "Our network against itself, with {n} evaluations for each move; the first moves are varied.",
            evaluations,
        )

    def _choice(self, made: list[tuple[int, str]], key: str, node: Node) -> Json:
        role, choice = made[-1]
        return {
            "key": key,
            "label": self.openings.label(choice),
            "picture": self.openings.picture(made),
            "role": role + 1,
            "deeper": bool(node.children),
            **figures(node),
        }
