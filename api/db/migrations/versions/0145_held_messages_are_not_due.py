"""Messages that a paused campaign holds back are not due: no job is queued for them every minute."""

from alembic import op

revision = "0145"
down_revision = "0144"
branch_labels = None
depends_on = None

# Ids and nothing else, over all organisations.
DUE = """
create or replace function due_messages(at timestamptz) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.org_id from organizations o
  where o.deleted_at is null
    and (exists (
        select from messages m
        where m.org_id = o.org_id and m.state = 'queued' and not m.held and m.due_at <= at)
      or exists (select from messages m where m.org_id = o.org_id and m.claimed_until <= at)
      or exists (select from messages m where m.org_id = o.org_id and m.provider = 'twilio'
        and m.provider_id is not null and m.cost_micros is null and m.claimed_until is null
        and m.state <> 'queued' and m.due_at <= at and m.sending_at > at - interval '2 days'))
    and not exists (
      select from jobs j
      where j.org_id = o.org_id and j.kind = 'messages.dispatch' and j.state in ('queued', 'running'))
$$;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(DUE)
