"""Messages to holders of passes, changes of many passes at once, and mails before certificates expire."""

from alembic import op

revision = "0084"
down_revision = "0083"
branch_labels = None
depends_on = None

TABLES = """
create table pass_updates (
  update_id text primary key,
  org_id text not null references organizations on delete cascade,
  kind text not null check (kind in ('message', 'field')),
  -- The message, or the field's new value.
  text text not null,
  field_key text,
  change_message text,
  audience text not null check (audience in ('all', 'segment', 'pass')),
  audience_id text,
  state text not null check (state in ('scheduled', 'running', 'paused', 'done', 'cancelled')),
  scheduled_for timestamptz,
  due_at timestamptz,
  -- The last pass that was looked at, in the order of their ids.
  position text not null default '',
  total bigint not null default 0,
  changed bigint not null default 0,
  unchanged bigint not null default 0,
  not_allowed bigint not null default 0,
  limited bigint not null default 0,
  created_at timestamptz not null,
  created_by text,
  finished_at timestamptz,
  unique (org_id, update_id),
  check ((kind = 'field') = (field_key is not null)),
  check ((audience = 'all') = (audience_id is null)),
  check ((state in ('scheduled', 'running')) = (due_at is not null))
);
create index pass_updates_of_org on pass_updates (org_id, created_at desc);
create index pass_updates_due on pass_updates (due_at) where due_at is not null;

create table pass_update_deliveries (
  update_id text not null,
  pass_id text not null,
  org_id text not null,
  customer_id text,
  state text not null check (state in ('changed', 'waiting')),
  -- When the pass got the message, or from when on it may.
  at timestamptz not null,
  primary key (update_id, pass_id),
  foreign key (org_id, update_id) references pass_updates (org_id, update_id) on delete cascade,
  foreign key (org_id, pass_id) references passes (org_id, pass_id) on delete cascade
);
-- One person gets a message once, however many passes they hold.
create unique index pass_update_deliveries_of_person on pass_update_deliveries (update_id, customer_id);
create index pass_update_deliveries_of_pass on pass_update_deliveries (org_id, pass_id, at);
create index pass_update_deliveries_waiting on pass_update_deliveries (update_id, at) where state = 'waiting';
create index pass_update_deliveries_by_age on pass_update_deliveries (at);

create function due_pass_updates(at timestamptz) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct u.org_id
  from pass_updates u join organizations o on o.org_id = u.org_id
  where u.due_at <= at and o.deleted_at is null
    and not exists (
      select from jobs j
      where j.org_id = u.org_id and j.kind = 'passes.update' and j.state in ('queued', 'running')
    )
$$;
revoke all on function due_pass_updates(timestamptz) from public;
grant execute on function due_pass_updates(timestamptz) to waypost_app;
"""

EXPIRY = """
alter table owner_alerts drop constraint owner_alerts_kind_check;
alter table owner_alerts add constraint owner_alerts_kind_check
  check (kind in ('destinations', 'domains', 'certificates'));
-- The expiry that the owners were told of.
alter table pass_certificates add column warned_of timestamptz;
create index pass_certificates_by_expiry on pass_certificates (expires_at) where not is_development;

create function expiring_pass_certificates(before timestamptz) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct c.org_id
  from pass_certificates c join organizations o on o.org_id = c.org_id
  where not c.is_development and c.expires_at < before and c.warned_of is distinct from c.expires_at
    and o.alerts_by_mail and o.deleted_at is null
  limit 500
$$;
revoke all on function expiring_pass_certificates(timestamptz) from public;
grant execute on function expiring_pass_certificates(timestamptz) to waypost_app;
"""

ERASURE = """
do $do$
declare
  _text text := pg_get_functiondef('erase_person(text[], text[], text[], text[])'::regprocedure);
begin
  execute regexp_replace(_text, E'\\nbegin\\n', E'\\nbegin\\n'
    '  delete from pass_update_deliveries where org_id = _org and customer_id = any(_customers);\\n');
end
$do$;
"""

GRANTS = {
    "pass_updates": "select, insert, update",
    "pass_update_deliveries": "select, insert, update, delete",
}


def upgrade() -> None:
    """Apply."""
    op.execute(TABLES)
    op.execute(EXPIRY)
    op.execute(ERASURE)
    for table, rights in GRANTS.items():
        op.execute(f"alter table {table} enable row level security")
        op.execute(
            f"create policy {table}_of_own on {table} to waypost_app"
            " using (org_id = current_setting('app.org_id', true))"
        )
        op.execute(f"grant {rights} on {table} to waypost_app")
