"""What a closed organisation had connected is revoked at the vendors, and its plan ends: nobody pays for it any more."""

from alembic import op

revision = "0165"
down_revision = "0164"
branch_labels = None
depends_on = None

# Ids and states and nothing else, over all organisations.
TO_SETTLE = """
create or replace function connections_to_settle(_now timestamptz)
returns table (org_id text, connection_id text, status text)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.org_id, c.connection_id,
    case when o.deleted_at is null then c.status else 'removed' end
  from connections c join organizations o on o.org_id = c.org_id
  where (o.deleted_at is not null or c.status = 'removed'
      or (c.status in ('connected', 'paused') and c.refresh_at <= _now))
    and coalesce(c.not_before, _now) <= _now
  order by c.refresh_at nulls first, c.connection_id limit 1000
$$;
"""

WITH_PAYMENTS = """
create or replace function organizations_with_payments(at timestamptz) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.org_id from plan_subscriptions s
  join organizations o on o.org_id = s.org_id
  where (s.grace_until <= at and s.plan is not null and s.state in ('past_due', 'unpaid'))
    or (o.deleted_at is not null and s.state not in ('none', 'ended'))
    or exists (
      select from payment_events e
      where e.org_id = s.org_id and e.applied_at is null and e.received_at < at - interval '1 minute')
$$;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(TO_SETTLE)
    op.execute(WITH_PAYMENTS)
