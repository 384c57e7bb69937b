"""The audit log: what operators and moderators have done. Rows are added and never changed or removed.

It holds ids, no names, and never a secret.
"""

from __future__ import annotations

import sqlalchemy as sa

from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.server.store import schema

ACTIONS = {
    "block": N_("blocked"),
    "unblock": N_("unblocked"),
    "end-sessions": N_("signed out"),
    "reset-password": N_("gave a temporary password to"),
    "remove-second-factor": N_("turned off the second factor of"),
    "make-moderator": N_("made a moderator:"),
    "remove-moderator": N_("is no moderator any more:"),
    "keep-message": N_("kept a reported message of"),
    "remove-message": N_("removed a message of"),
    "settle-report": N_("settled reports about"),
    "remove-game": N_("removed a game"),
    "block-network": N_("blocked the network"),
    "unblock-network": N_("unblocked the network"),
    "invite": N_("made an invitation"),
    "end-invitation": N_("ended an invitation"),
}
"""What can be done, in words for the lists."""


def record(
    connection: sa.Connection,
    now: int,
    by: str | None,
    action: str,
    kind: str,
    subject: str,
    reason: str = "",
    **details: object,
) -> None:
    """Add a row in the transaction of the action itself, so that there is never one without the other.

    `by`: a moderator's id; None: the operator, by a command. `kind`: what `subject` is the id of.
    """
    assert action in ACTIONS, action
    row: Json = {"at": now, "by": by, "action": action, "kind": kind, "subject": subject}
    connection.execute(sa.insert(schema.audit).values(**row, reason=reason, details=details))


def entries(
    connection: sa.Connection,
    *,
    about: str | None = None,
    offset: int = 0,
    limit: int = 100,
    networks: bool = True,
) -> list[Json]:
    """The log, the latest first, with the names that people have now.

    `about`: only what this person did, or what was done to this subject. `offset`: for the next page. Without
    `networks`, no addresses are listed.
    """
    log, actor, subject = schema.audit.c, schema.person.alias("actor"), schema.person.alias("subject")
    wanted = (
        sa.select(schema.audit, actor.c.name.label("by_name"), subject.c.name.label("name"))
        .join(actor, actor.c.id == log.by, isouter=True)
        .join(subject, sa.and_(log.kind == "person", subject.c.id == log.subject), isouter=True)
        .order_by(log.id.desc())
        .offset(offset)
        .limit(limit)
    )
    if about is not None:
        wanted = wanted.where(sa.or_(log.by == about, log.subject == about))
    if not networks:
        wanted = wanted.where(log.kind != "network")
    return [dict(row) for row in connection.execute(wanted).mappings()]


def action_text(action: str) -> str:
    """What was done, in the current language."""
    return _(ACTIONS.get(action, action))
