"""Notifications to browsers: keys, subscriptions, messages."""

from alembic import op

revision = "0107"
down_revision = "0104"
branch_labels = None
depends_on = None

TABLES = """
create table web_push_keys (
  org_id text primary key references organizations on delete cascade,
  public_key text not null,
  private_key_sealed text not null,
  created_at timestamptz not null
);

create table web_push_subscriptions (
  subscription_id text primary key,
  org_id text not null references organizations on delete cascade,
  endpoint_hash text not null,
  sealed text not null,
  visitor_id text,
  customer_id text,
  page_id text not null,
  page_version integer not null,
  code_id text,
  language text not null,
  time_zone text,
  text_hash text not null,
  agreed_at timestamptz not null,
  unique (org_id, endpoint_hash),
  unique (org_id, subscription_id)
);
create index web_push_subscriptions_of_customer on web_push_subscriptions (org_id, customer_id)
  where customer_id is not null;
create index web_push_subscriptions_of_visitor on web_push_subscriptions (org_id, visitor_id)
  where visitor_id is not null;

create table web_push_messages (
  message_id text primary key,
  org_id text not null references organizations on delete cascade,
  text text not null,
  url text,
  audience text not null check (audience in ('all', 'segment')),
  audience_id text,
  state text not null check (state in ('scheduled', 'running', 'paused', 'done', 'cancelled')),
  scheduled_for timestamptz,
  due_at timestamptz,
  -- The last subscription that was looked at, in the order of their ids.
  position text not null default '',
  total bigint not null default 0,
  sent bigint not null default 0,
  gone bigint not null default 0,
  failed bigint not null default 0,
  not_allowed bigint not null default 0,
  created_at timestamptz not null,
  created_by text,
  finished_at timestamptz,
  unique (org_id, message_id),
  check ((audience = 'all') = (audience_id is null)),
  check ((state in ('scheduled', 'running')) = (due_at is not null))
);
create index web_push_messages_of_org on web_push_messages (org_id, created_at desc);
create index web_push_messages_due on web_push_messages (due_at) where due_at is not null;

create table web_push_waiting (
  message_id text not null,
  subscription_id text not null,
  org_id text not null,
  due_at timestamptz not null,
  tries integer not null default 0,
  primary key (message_id, subscription_id),
  foreign key (org_id, message_id) references web_push_messages (org_id, message_id) on delete cascade,
  foreign key (org_id, subscription_id)
    references web_push_subscriptions (org_id, subscription_id) on delete cascade
);
create index web_push_waiting_due on web_push_waiting (message_id, due_at);
create index web_push_waiting_of_browser on web_push_waiting (org_id, subscription_id);

create function due_web_push_messages(at timestamptz) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct m.org_id
  from web_push_messages m join organizations o on o.org_id = m.org_id
  where m.due_at <= at and o.deleted_at is null
    and not exists (
      select from jobs j
      where j.org_id = m.org_id and j.kind = 'web_push.send' and j.state in ('queued', 'running')
    )
$$;
revoke all on function due_web_push_messages(timestamptz) from public;
grant execute on function due_web_push_messages(timestamptz) to waypost_app;
"""

ERASURE = """
do $do$
declare
  _text text := pg_get_functiondef('erase_person(text[], text[], text[], text[])'::regprocedure);
begin
  execute regexp_replace(_text, E'\\nbegin\\n', E'\\nbegin\\n'
    '  delete from web_push_subscriptions where org_id = _org\\n'
    '    and (customer_id = any(_customers) or visitor_id = any(_visitors));\\n');
end
$do$;
"""

GRANTS = {
    "web_push_keys": "select, insert",
    "web_push_subscriptions": "select, insert, update, delete",
    "web_push_messages": "select, insert, update",
    "web_push_waiting": "select, insert, update, delete",
}


def upgrade() -> None:
    """Apply."""
    op.execute(TABLES)
    op.execute(ERASURE)
    for table, rights in GRANTS.items():
        op.execute(f"alter table {table} enable row level security")
        op.execute(
            f"create policy {table}_of_own on {table} to waypost_app"
            " using (org_id = current_setting('app.org_id', true))"
        )
        op.execute(f"grant {rights} on {table} to waypost_app")
