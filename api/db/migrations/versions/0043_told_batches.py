"""Batches of codes from before batches were told of, as events: what of them was not used up by now.

What was used up before is in the lake as redemptions without a batch. So nothing counts twice.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op
from uuid_utils.compat import uuid7

revision = "0043"
down_revision = "0041"
branch_labels = None
depends_on = None

ONE_TIME = """
select org_id, base_code_id as code_id, batch_id, 'one_time_code' as kind, null::timestamptz as ends_at,
  count(*) as codes, count(*) as uses,
  count(*) filter (where one_time_state = 'void') as voided,
  count(*) filter (where one_time_state = 'void') as uses_voided
from codes
where one_time_state is not null and one_time_state <> 'used'
  and batch_id is not null and base_code_id is not null
group by org_id, base_code_id, batch_id
"""

PROMO = """
select batch.org_id, batch.code_id, batch.batch_id, 'promo_code' as kind, batch.ends_at,
  count(*) as codes, sum(promo.max_uses - promo.used) as uses,
  count(*) filter (where promo.withdrawn_at is not null) as voided,
  sum(promo.max_uses - promo.used) filter (where promo.withdrawn_at is not null) as uses_voided
from promo_batches as batch
inner join promo_codes as promo on promo.batch_id = batch.batch_id
where promo.max_uses is null or promo.used < promo.max_uses
group by batch.batch_id
"""

RECORD = sa.text(
    "insert into outbox (event_id, org_id, key, payload)"
    " values (:event_id, :org_id, :key, :payload)"
)


def told(batch: Any, now: datetime) -> Iterator[dict[str, Any]]:
    """What the outbox is to hold of a batch: that it was issued, and what was withdrawn of it."""
    at = now.isoformat().replace("+00:00", "Z")
    for action, codes, uses in (
        ("issued", batch.codes, batch.uses),
        ("voided", batch.voided, batch.uses_voided),
    ):
        if not codes:
            continue
        data = {"batch_id": batch.batch_id, "kind": batch.kind, "action": action, "codes": codes}
        if uses is not None:
            data["uses"] = int(uses)
        if batch.ends_at is not None:
            data["ends_at"] = batch.ends_at.astimezone(UTC).isoformat()
        event_id = uuid7()
        event = {
            "event_id": str(event_id),
            "type": "issue",
            "version": 1,
            "org_id": batch.org_id,
            "code_id": batch.code_id,
            "occurred_at": at,
            "received_at": at,
            "data": data,
        }
        yield {
            "event_id": event_id,
            "org_id": batch.org_id,
            "key": batch.code_id,
            "payload": json.dumps(event).encode(),
        }


def tell_batches(connection: sa.Connection, now: datetime) -> int:
    """Record every batch; returns how many events it took."""
    rows = [
        row
        for statement in (ONE_TIME, PROMO)
        for batch in connection.execute(sa.text(statement))
        for row in told(batch, now)
    ]
    for row in rows:
        connection.execute(RECORD, row)
    return len(rows)


def upgrade() -> None:
    """Apply."""
    tell_batches(op.get_bind(), datetime.now(UTC))


def downgrade() -> None:
    """Take back: nothing, as an event that was told stays told."""
