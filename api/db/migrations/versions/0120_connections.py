"""Connections to vendors: credentials, deliveries of events, and what became of each request."""

from alembic import op

revision = "0120"
down_revision = "0119"
branch_labels = None
depends_on = None

# A day of the outbox stays until all followers have passed it.
FOLLOWERS = """
create policy read_positions on outbox_followers for select to waypost_events using (true);
grant select on outbox_followers to waypost_events;
"""

TABLES = """
create table connections (
  connection_id text primary key,
  org_id text not null references organizations on delete cascade,
  vendor text not null,
  name text not null check (length(name) between 1 and 80),
  status text not null check (status in ('connected', 'paused', 'broken', 'disabled', 'removed')),
  account text not null default '',
  credentials_sealed text not null,
  -- Which sealing key sealed the credentials, so that the key can be rotated.
  sealed_by text not null,
  scopes text[] not null default '{}',
  event_kinds text[] not null default '{}',
  settings jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null,
  created_by text,
  expires_at timestamptz,
  last_ok_at timestamptz,
  last_error jsonb,
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz,
  broken_since timestamptz,
  reported_at timestamptz,
  not_before timestamptz,
  busy_until timestamptz,
  served_at timestamptz,
  unique (org_id, connection_id)
);
create unique index connections_one_of_vendor on connections (org_id, vendor)
  where vendor not in ('webhooks', 'rest_hooks') and status <> 'removed';
create index connections_of_org on connections (org_id, created_at);

create table connection_deliveries (
  delivery_id text primary key default 'dlv_' || replace(gen_random_uuid()::text, '-', ''),
  org_id text not null,
  connection_id text not null,
  event_id uuid not null,
  kind text not null,
  customer_id text,
  event jsonb not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'sending', 'delivered', 'skipped', 'refused', 'set_aside')),
  tries integer not null default 0 check (tries >= 0),
  -- Events of one batch keep their order.
  due_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  give_up_at timestamptz not null default now() + interval '3 days',
  ended_at timestamptz,
  last_status integer,
  last_answer text not null default '',
  unique (connection_id, event_id),
  foreign key (org_id, connection_id) references connections (org_id, connection_id)
    on delete cascade
);
create index connection_deliveries_due on connection_deliveries (connection_id, due_at)
  where state in ('waiting', 'sending');
create index connection_deliveries_newest
  on connection_deliveries (connection_id, created_at desc, delivery_id);
create index connection_deliveries_of_customer on connection_deliveries (org_id, customer_id)
  where customer_id is not null;
create index connection_deliveries_ended on connection_deliveries (ended_at)
  where ended_at is not null;

create table connection_requests (
  request_id text primary key,
  org_id text not null,
  connection_id text not null,
  purpose text not null check (purpose in ('delivery', 'test', 'refresh', 'read', 'backfill', 'revoke')),
  outcome text not null check (outcome in ('ok', 'busy', 'down', 'credentials', 'refused')),
  status integer,
  answer text not null default '',
  events integer not null default 0,
  milliseconds integer not null,
  requested_at timestamptz not null,
  foreign key (org_id, connection_id) references connections (org_id, connection_id)
    on delete cascade
);
create index connection_requests_newest on connection_requests (connection_id, requested_at desc);
create index connection_requests_old on connection_requests (requested_at);
"""

OF_ORG = ("connections", "connection_deliveries", "connection_requests")

# Ids and nothing else, over all organisations. Whoever waited longest is served first, and an organisation has at
# most two connections served at once.
FUNCTIONS = """
create function organizations_with_connections(_among text[]) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct c.org_id from connections c
  where c.org_id = any(_among) and c.status in ('connected', 'paused', 'broken')
    and c.event_kinds <> '{}'
$$;
revoke all on function organizations_with_connections(text[]) from public;
grant execute on function organizations_with_connections(text[]) to waypost_app;

create function claim_connection(_now timestamptz, _until timestamptz)
returns table (org_id text, connection_id text)
language sql volatile security definer set search_path = public, pg_temp as $$
  update connections taken set busy_until = _until, served_at = _now
  where taken.connection_id = (
    select c.connection_id from connections c
    join organizations o on o.org_id = c.org_id and o.deleted_at is null
    where c.status = 'connected'
      and coalesce(c.busy_until, _now) <= _now
      and coalesce(c.not_before, _now) <= _now
      and exists (
        select from connection_deliveries d
        where d.connection_id = c.connection_id and d.state in ('waiting', 'sending')
          and d.due_at <= _now)
      and (select count(*) from connections b where b.org_id = c.org_id and b.busy_until > _now) < 2
    order by (select max(s.served_at) from connections s where s.org_id = c.org_id) nulls first,
      c.served_at nulls first, c.connection_id
    limit 1
    for update of c skip locked)
  returning taken.org_id, taken.connection_id
$$;
revoke all on function claim_connection(timestamptz, timestamptz) from public;
grant execute on function claim_connection(timestamptz, timestamptz) to waypost_app;

create function organizations_with_broken_connections() returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct c.org_id from connections c
  join organizations o on o.org_id = c.org_id and o.deleted_at is null
  where c.status in ('broken', 'disabled') and c.reported_at is null
$$;
revoke all on function organizations_with_broken_connections() from public;
grant execute on function organizations_with_broken_connections() to waypost_app;

create function connections_to_settle(_now timestamptz, _expires_before timestamptz)
returns table (org_id text, connection_id text, status text)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.org_id, c.connection_id, c.status from connections c
  join organizations o on o.org_id = c.org_id and o.deleted_at is null
  where (c.status = 'removed' and coalesce(c.not_before, _now) <= _now)
    or (c.status in ('connected', 'paused') and c.expires_at <= _expires_before
      and coalesce(c.not_before, _now) <= _now)
  order by c.connection_id limit 1000
$$;
revoke all on function connections_to_settle(timestamptz, timestamptz) from public;
grant execute on function connections_to_settle(timestamptz, timestamptz) to waypost_app;
"""

ERASURE = """
do $do$
declare
  _text text := pg_get_functiondef('erase_person(text[], text[], text[], text[])'::regprocedure);
begin
  execute regexp_replace(_text, E'\\nbegin\\n', E'\\nbegin\\n'
    '  delete from connection_deliveries where org_id = _org'
    ' and customer_id = any(_customers);\\n');
end
$do$;
"""

ALERTS = """
alter table owner_alerts drop constraint owner_alerts_kind_check;
alter table owner_alerts add constraint owner_alerts_kind_check
  check (kind in ('destinations', 'domains', 'certificates', 'connections'));
"""


def upgrade() -> None:
    """Apply."""
    op.execute(FOLLOWERS)
    op.execute(TABLES)
    for table in OF_ORG:
        op.execute(f"alter table {table} enable row level security")
        op.execute(
            f"create policy {table}_of_own on {table} to waypost_app"
            " using (org_id = current_setting('app.org_id', true))"
        )
        op.execute(f"grant select, insert, update, delete on {table} to waypost_app")
    op.execute(FUNCTIONS)
    op.execute(ERASURE)
    op.execute(ALERTS)
