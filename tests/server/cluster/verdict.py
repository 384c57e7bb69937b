"""After a run: is everything that the clients were told true? The log in the database decides."""

from __future__ import annotations

from server.cluster.linearizability import Logged, Violation, check
from server.cluster.players import Crew
from server.ledger import games, sound


def logs(database: str) -> dict[str, list[Logged]]:
    """Each game's log."""
    return {
        game: [Logged(event.seq, event.kind, event.step, event.client_key) for event in events]
        for game, (_row, _seats, events) in games(database).items()
    }


def violations(crew: Crew, database: str) -> list[Violation]:
    """What must not have happened."""
    return check(crew.history, logs(database))


def assert_true(crew: Crew, database: str) -> int:
    """Every answer was right, and the log replays to every state that was shown. Returns the acknowledged changes."""
    crew.raise_errors()
    found = violations(crew, database)
    assert not found, "\n".join(f"{violation.rule}: {violation.text}" for violation in found[:20])
    sound(database)
    crew.ledger.held_against(database)
    return crew.history.acknowledged
