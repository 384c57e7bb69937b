"""What the explorer keeps of one finished game."""

from __future__ import annotations

from dataclasses import dataclass

from lutetia.core.game import Game
from lutetia.core.json_types import Json
from lutetia.openings.lines import openings_for

DEEPEST = 12
"""Choices of a line that are kept."""
JOIN = " "
"""Between the role and the choice, in lines that all seats share."""


@dataclass(frozen=True)
class Sample:
    """Roles count from 0 in playing order: whoever began the game is role 0."""

    shares: list[float]
    """Each role's share of the win: 1, or a part of it after a tie."""
    margins: list[int]
    """Each role's points ahead of the best other one."""
    lines: dict[str, list[list[str]]]
    """By name of the line: each role's choices; of a shared line a single list."""

    def as_json(self) -> Json:
        return {"shares": self.shares, "margins": self.margins, "lines": self.lines}


def sample_of(game: Game) -> Sample:
    """What to keep of a game that is over. Raises ValueError for a game without an `openings` part."""
    ruleset, result = game.ruleset, game.result()
    openings = openings_for(ruleset.game)
    if openings is None or result is None:
        fault = f"{ruleset.game} has no openings to count, or the game is not over"
        raise ValueError(fault)
    seats, count = ruleset.seats, len(ruleset.seats)
    first = seats.index(game.first)
    order = [seats[(first + role) % count] for role in range(count)]
    winners = [seat for seat, rank in ruleset.ranks(result).items() if rank == 1]
    scores = ruleset.scores(game.kernel)
    points = [int(scores[seat]["total"]) for seat in order]
    record, lines = game.shared_record(), {}
    for name, line in openings.lines.items():
        chosen: list[list[str]] = [[] for _tree in range(1 if line.shared else count)]
        for seat, choice in line.choices(record):
            role = order.index(seat)
            into = chosen[0 if line.shared else role]
            if len(into) < DEEPEST:
                into.append(f"{role}{JOIN}{choice}" if line.shared else choice)
        lines[name] = chosen
    return Sample(
        shares=[1 / len(winners) if seat in winners else 0.0 for seat in order],
        margins=[own - max(points[:role] + points[role + 1 :]) for role, own in enumerate(points)],
        lines=lines,
    )


def role_and_choice(key: str, role: int, *, shared: bool) -> tuple[int, str]:
    """Who chose, and what: from a key of a tree that belongs to `role`."""
    if not shared:
        return role, key
    who, _space, choice = key.partition(JOIN)
    return int(who), choice
