"""What vendors tell us: their webhooks, and the past that is read page by page."""

from alembic import op

revision = "0139"
down_revision = "0138"
branch_labels = None
depends_on = None

INCOMING = """
alter table connections add column incoming_until timestamptz;
create table incoming_webhooks (
  incoming_id text primary key,
  org_id text not null,
  connection_id text not null,
  -- The vendor's own id of the message: each is stored once.
  message_id text not null check (length(message_id) between 1 and 200),
  topic text not null,
  body_sealed text not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'applied', 'left_out', 'failed')),
  tries integer not null default 0,
  received_at timestamptz not null,
  due_at timestamptz not null,
  applied_at timestamptz,
  note text not null default '',
  customer_id text,
  unique (connection_id, message_id),
  foreign key (org_id, connection_id) references connections (org_id, connection_id)
    on delete cascade
);
create index incoming_webhooks_due on incoming_webhooks (connection_id, due_at)
  where state = 'waiting';
create index incoming_webhooks_newest
  on incoming_webhooks (connection_id, received_at desc, incoming_id);
create index incoming_webhooks_of_customer on incoming_webhooks (org_id, customer_id)
  where customer_id is not null;
create index incoming_webhooks_old on incoming_webhooks (received_at);
"""

BACKFILLS = """
create table connection_backfills (
  backfill_id text primary key,
  org_id text not null,
  connection_id text not null,
  state text not null check (state in ('running', 'paused', 'cancelled', 'done')),
  since timestamptz not null,
  -- Where the next page begins; null before the first one.
  position text,
  pages integer not null default 0,
  read integer not null default 0,
  recorded integer not null default 0,
  left_out integer not null default 0,
  total integer,
  started_at timestamptz not null,
  started_by text,
  ended_at timestamptz,
  not_before timestamptz not null,
  foreign key (org_id, connection_id) references connections (org_id, connection_id)
    on delete cascade
);
create unique index connection_backfills_one_at_once on connection_backfills (connection_id)
  where state in ('running', 'paused');
create index connection_backfills_newest on connection_backfills (org_id, connection_id, started_at desc);
create index connection_backfills_due on connection_backfills (not_before) where state = 'running';
"""

PROMOS = "create index promo_codes_by_text on promo_codes (org_id, code)"

FUNCTIONS = """
create function connections_of_account(_vendor text, _account text)
returns table (org_id text, connection_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.org_id, c.connection_id from connections c
  join organizations o on o.org_id = c.org_id and o.deleted_at is null
  where c.vendor = _vendor and c.account_key = _account and _account <> ''
    and c.status <> 'removed'
  order by c.connection_id limit 20
$$;
revoke all on function connections_of_account(text, text) from public;
grant execute on function connections_of_account(text, text) to waypost_app;

create function claim_incoming(_now timestamptz, _until timestamptz)
returns table (org_id text, connection_id text)
language sql volatile security definer set search_path = public, pg_temp as $$
  update connections taken set incoming_until = _until
  where taken.connection_id = (
    select c.connection_id from connections c
    join organizations o on o.org_id = c.org_id and o.deleted_at is null
    where c.status not in ('paused', 'removed')
      and coalesce(c.incoming_until, _now) <= _now
      and coalesce(c.not_before, _now) <= _now
      and exists (select from incoming_webhooks w where w.connection_id = c.connection_id
        and w.state = 'waiting' and w.due_at <= _now)
    order by c.incoming_until nulls first, c.connection_id
    limit 1
    for update of c skip locked)
  returning taken.org_id, taken.connection_id
$$;
revoke all on function claim_incoming(timestamptz, timestamptz) from public;
grant execute on function claim_incoming(timestamptz, timestamptz) to waypost_app;

create function claim_backfill(_now timestamptz, _until timestamptz)
returns table (org_id text, connection_id text, backfill_id text)
language sql volatile security definer set search_path = public, pg_temp as $$
  update connection_backfills taken set not_before = _until
  where taken.backfill_id = (
    select b.backfill_id from connection_backfills b
    join connections c on c.connection_id = b.connection_id and c.status = 'connected'
      and coalesce(c.not_before, _now) <= _now
    join organizations o on o.org_id = c.org_id and o.deleted_at is null
    where b.state = 'running' and b.not_before <= _now
    order by b.not_before, b.backfill_id
    limit 1
    for update of b skip locked)
  returning taken.org_id, taken.connection_id, taken.backfill_id
$$;
revoke all on function claim_backfill(timestamptz, timestamptz) from public;
grant execute on function claim_backfill(timestamptz, timestamptz) to waypost_app;
"""

ERASURE = """
do $do$
declare
  _text text := pg_get_functiondef('erase_person(text[], text[], text[], text[])'::regprocedure);
begin
  execute regexp_replace(_text, E'\\nbegin\\n', E'\\nbegin\\n'
    '  delete from incoming_webhooks where org_id = _org'
    ' and customer_id = any(_customers);\\n');
end
$do$;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(INCOMING)
    op.execute(BACKFILLS)
    for table in ("incoming_webhooks", "connection_backfills"):
        op.execute(f"alter table {table} enable row level security")
        op.execute(
            f"create policy {table}_of_own on {table} to waypost_app"
            " using (org_id = current_setting('app.org_id', true))"
        )
        op.execute(f"grant select, insert, update, delete on {table} to waypost_app")
    op.execute(PROMOS)
    op.execute(FUNCTIONS)
    op.execute(ERASURE)
