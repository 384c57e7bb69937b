"""After a run: is everything that the clients were told true? The log in the database decides."""

from __future__ import annotations

from types import SimpleNamespace

from lutetia.server.play.actions import stored_key

from server.cluster.history import History
from server.cluster.linearizability import Logged, Violation, check
from server.cluster.players import Crew
from server.ledger import games, sound


def logs(database: str, history: History) -> dict[str, list[Logged]]:
    """Each game's log. The keys of everything but steps are stored as hashes; they are looked up in the history."""
    found: dict[str, list[Logged]] = {}
    parts = history.by_game()
    for game, (_row, seats, events) in games(database).items():
        sent = [op.key for op in parts.get(game, History()).operations if op.kind == "undo" and op.key]
        people = {seat.person for seat in seats if seat.person}
        keys = {stored_key(SimpleNamespace(id=person), key): key for person in people for key in sent}
        found[game] = [
            Logged(event.seq, event.kind, event.step, keys.get(event.client_key, event.client_key)) for event in events
        ]
    return found


def violations(crew: Crew, database: str) -> list[Violation]:
    """What must not have happened."""
    return check(crew.history, logs(database, crew.history))


def assert_true(crew: Crew, database: str) -> int:
    """Every answer was right, and the log replays to every state that was shown. Returns the acknowledged changes."""
    crew.raise_errors()
    found = violations(crew, database)
    assert not found, "\n".join(f"{violation.rule}: {violation.text}" for violation in found[:20])
    sound(database)
    crew.ledger.held_against(database)
    return crew.history.acknowledged
