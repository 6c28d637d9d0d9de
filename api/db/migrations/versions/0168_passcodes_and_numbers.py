"""Passcodes are messages that no plan counts; how far campaigns have got is read from an index."""

from alembic import op

revision = "0168"
down_revision = "0167"
branch_labels = None
depends_on = None

USED = """
create or replace function messages_used(_org text, _since timestamptz) returns bigint
language sql volatile security definer set search_path = public, pg_temp as $$
  select count(*) from messages
  where org_id = _org and created_at >= _since and state not in ('refused', 'cancelled', 'failed')
    and source <> 'passcode'
$$;
"""

NUMBERS = """
create index messages_numbers on messages (org_id, source, source_id) include (state, sending_at, clicked_at)
  where source = 'campaign' and sending_at is not null;
"""


def upgrade() -> None:
    """Apply."""
    for statement in (USED, NUMBERS):
        op.execute(statement)
