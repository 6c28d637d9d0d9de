"""Connections by OAuth: attempts that a browser brings to an end, tokens that end, and accounts that are known again."""

from alembic import op

revision = "0136"
down_revision = "0135"
branch_labels = None
depends_on = None

CONNECTIONS = """
alter table connections
  -- The account in the vendor's own terms: a shop, a merchant.
  add column account_key text not null default '',
  -- From then on the tokens are to be made new.
  add column refresh_at timestamptz,
  add column tokens_at timestamptz;
create index connections_of_account on connections (vendor, account_key) where account_key <> '';
-- A shop has one token of an app at a time: a second connection would end the first one.
create unique index connections_one_of_account on connections (vendor, account_key)
  where vendor = 'shopify' and status <> 'removed';
create index connections_to_refresh on connections (refresh_at) where refresh_at is not null;
"""

ATTEMPTS = """
create table connection_attempts (
  state_hash text primary key,
  org_id text not null references organizations on delete cascade,
  user_id text not null,
  vendor text not null,
  -- The connection that gets new tokens; null for a new one.
  connection_id text,
  given jsonb not null,
  settings jsonb not null,
  event_kinds text[],
  name text not null,
  verifier_sealed text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (org_id, connection_id) references connections (org_id, connection_id)
    on delete cascade
);
create index connection_attempts_of_connection on connection_attempts (org_id, connection_id);
create index connection_attempts_ended on connection_attempts (expires_at);
alter table connection_attempts enable row level security;
create policy connection_attempts_of_own on connection_attempts to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update, delete on connection_attempts to waypost_app;
"""

TO_SETTLE = """
drop function connections_to_settle(timestamptz, timestamptz);
create function connections_to_settle(_now timestamptz)
returns table (org_id text, connection_id text, status text)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.org_id, c.connection_id, c.status from connections c
  join organizations o on o.org_id = c.org_id and o.deleted_at is null
  where (c.status = 'removed' or (c.status in ('connected', 'paused') and c.refresh_at <= _now))
    and coalesce(c.not_before, _now) <= _now
  order by c.refresh_at nulls first, c.connection_id limit 1000
$$;
revoke all on function connections_to_settle(timestamptz) from public;
grant execute on function connections_to_settle(timestamptz) to waypost_app;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(CONNECTIONS)
    op.execute(ATTEMPTS)
    op.execute(TO_SETTLE)
