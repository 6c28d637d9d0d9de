"""Segments of customers: rules or lists, who is in them, and how many entered and left by day."""

from alembic import op

revision = "0063"
down_revision = "0062"
branch_labels = None
depends_on = None

TABLES = """
create table segments (
  segment_id text primary key,
  org_id text not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 120),
  description text not null default '' check (length(description) <= 1000),
  kind text not null check (kind in ('rules', 'list')),
  rules jsonb check ((rules is not null) = (kind = 'rules')),
  members bigint not null default 0 check (members >= 0),
  counted_at timestamptz,
  due_at timestamptz,
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  unique (org_id, segment_id)
);
create unique index segments_names on segments (org_id, lower(name));
create index segments_due on segments (due_at) where due_at is not null;

create table segment_members (
  org_id text not null,
  segment_id text not null,
  customer_id text not null,
  entered_at timestamptz not null,
  primary key (org_id, segment_id, customer_id),
  foreign key (org_id, segment_id) references segments (org_id, segment_id) on delete cascade,
  foreign key (org_id, customer_id) references customers (org_id, customer_id) on delete cascade
);
create index segment_members_of_customer on segment_members (org_id, customer_id);

create table segment_days (
  org_id text not null,
  segment_id text not null,
  day date not null,
  entered bigint not null,
  "left" bigint not null,
  members bigint not null,
  primary key (org_id, segment_id, day),
  foreign key (org_id, segment_id) references segments (org_id, segment_id) on delete cascade
);

-- For the worker, which goes through all organisations.
create function due_segments(at timestamptz)
returns table (org_id text, segment_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.org_id, s.segment_id from segments s join organizations o using (org_id)
  where s.due_at <= at and o.deleted_at is null
  order by s.due_at
  limit 500
$$;
revoke all on function due_segments(timestamptz) from public;
grant execute on function due_segments(timestamptz) to waypost_app;
"""

POLICIES = "".join(
    f"""
alter table {table} enable row level security;
create policy {table}_of_own on {table} to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update, delete on {table} to waypost_app;
"""
    for table in ("segments", "segment_members", "segment_days")
)

VISITORS = """
create policy segment_members_for_visitors on segment_members for select to waypost_visitor
  using (true);
grant select (org_id, segment_id, customer_id) on segment_members to waypost_visitor;
"""

ERASURE = """
do $do$
declare
  _text text := pg_get_functiondef('erase_person(text[], text[], text[], text[])'::regprocedure);
begin
  execute regexp_replace(_text, E'\\nbegin\\n', E'\\nbegin\\n'
    '  delete from segment_members where org_id = _org and customer_id = any(_customers);\\n');
end
$do$;
"""


def upgrade() -> None:
    """Apply."""
    for statements in (TABLES, POLICIES, VISITORS, ERASURE):
        op.execute(statements)
