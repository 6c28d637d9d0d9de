"""Campaigns, automations and messages of an organisation, for its archive. The texts of messages are encrypted with the
keys of their recipients and are only in each person's own export.
"""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import text
from sqlalchemy.orm import Session

PAGE = 5_000

_CAMPAIGNS = text("""
select campaign_id, name, is_template, channel, purpose, audience_kind, audience_id, variants, experiment, schedule,
  code_id, reward_id, state, audience_size, winner, created_at, started_at, finished_at, archived_at
from campaigns where org_id = :org_id order by created_at, campaign_id
""")
_AUTOMATIONS = text("""
select automation_id, name, state, plan, revision, live_plan, live_revision, created_at, turned_on_at, archived_at
from automations where org_id = :org_id order by created_at, automation_id
""")
_MESSAGES = text("""
select message_id, source, source_id, step, variant, customer_id, channel, purpose, language, code_id, state, reason,
  segments, cost_micros, currency, sender, created_at, sending_at, sent_at, delivered_at, clicked_at, ended_at
from messages where org_id = :org_id and message_id > :after order by message_id limit :most
""")


def campaigns_of(session: Session, org_id: str) -> list[dict[str, Any]]:
    """Return every campaign and template."""
    return [dict(it) for it in session.execute(_CAMPAIGNS, {"org_id": org_id}).mappings()]


def automations_of(session: Session, org_id: str) -> list[dict[str, Any]]:
    """Return every automation."""
    return [dict(it) for it in session.execute(_AUTOMATIONS, {"org_id": org_id}).mappings()]


def walk_messages(session: Session, org_id: str) -> Iterator[dict[str, Any]]:
    """Yield every message that was queued or refused."""
    after = ""
    while True:
        values = {"org_id": org_id, "after": after, "most": PAGE}
        rows = [dict(it) for it in session.execute(_MESSAGES, values).mappings()]
        yield from rows
        if len(rows) < PAGE:
            return
        after = rows[-1]["message_id"]
