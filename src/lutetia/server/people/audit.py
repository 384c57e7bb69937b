"""The audit log: what operators and moderators have done. Rows are added and never changed or removed.

It holds ids, no names, and never a secret.
"""

from __future__ import annotations

import sqlalchemy as sa

from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.server.store import schema

ACTIONS = {
    "block": N_("Person blocked"),
    "unblock": N_("Person unblocked"),
    "end-sessions": N_("Signed out everywhere"),
    "reset-password": N_("Temporary password given"),
    "remove-second-factor": N_("Two-factor authentication turned off"),
    "make-moderator": N_("Moderator appointed"),
    "remove-moderator": N_("No longer a moderator"),
    "keep-message": N_("Reported message kept"),
    "remove-message": N_("Message removed"),
    "settle-report": N_("Reports settled"),
    "remove-game": N_("Game removed"),
    "block-network": N_("Network blocked"),
    "unblock-network": N_("Network unblocked"),
    "invite": N_("Invitation created"),
    "end-invitation": N_("Invitation ended"),
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
