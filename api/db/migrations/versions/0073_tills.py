"""Tills: enrolled devices, staff with a PIN, their sessions, and the log of what they do."""

from alembic import op

revision = "0073"
down_revision = "0072"
branch_labels = None
depends_on = None

TABLES = """
create table tills (
  till_id text primary key,
  org_id text not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 80),
  secret_hash text not null unique,
  enrolled_at timestamptz not null,
  enrolled_by text,
  revoked_at timestamptz,
  unique (org_id, till_id)
);
create index tills_of_org on tills (org_id, enrolled_at);

create table till_staff (
  staff_id text primary key,
  org_id text not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 80),
  pin_hash text not null,
  attempts integer not null default 0 check (attempts >= 0),
  locked_until timestamptz,
  daily_points integer check (daily_points > 0),
  daily_stamps integer check (daily_stamps > 0),
  daily_redemptions integer check (daily_redemptions > 0),
  created_at timestamptz not null,
  deleted_at timestamptz,
  unique (org_id, staff_id)
);
create index till_staff_of_org on till_staff (org_id, created_at);

create table till_sessions (
  token_hash text primary key,
  org_id text not null,
  till_id text not null,
  staff_id text not null,
  expires_at timestamptz not null,
  foreign key (org_id, till_id) references tills (org_id, till_id) on delete cascade,
  foreign key (org_id, staff_id) references till_staff (org_id, staff_id) on delete cascade
);
create index till_sessions_of_staff on till_sessions (org_id, staff_id);
create index till_sessions_of_till on till_sessions (org_id, till_id);

create table till_actions (
  action_id text primary key,
  org_id text not null,
  till_id text not null,
  staff_id text not null,
  customer_id text not null,
  kind text not null check (kind in ('card', 'points', 'stamps', 'undo', 'redeem', 'undo_redeem')),
  amount integer not null,
  subject_id text not null,
  done_at timestamptz not null,
  unique (org_id, kind, subject_id),
  foreign key (org_id, till_id) references tills (org_id, till_id) on delete cascade,
  foreign key (org_id, staff_id) references till_staff (org_id, staff_id) on delete cascade
);
create index till_actions_of_org on till_actions (org_id, done_at desc, action_id);
create index till_actions_of_staff on till_actions (org_id, staff_id, kind, done_at);
create index till_actions_of_till on till_actions (org_id, till_id);
create index till_actions_of_customer on till_actions (org_id, customer_id);
"""

GRANTS = {
    "tills": "select, insert, update",
    "till_staff": "select, insert, update",
    "till_sessions": "select, insert, delete",
    "till_actions": "select, insert",
}

# A device names its secret or a session's token; everything else is read inside the organisation that it belongs to.
VISITORS = """
create policy tills_for_visitors on tills for select to waypost_visitor using (true);
grant select (secret_hash, org_id) on tills to waypost_visitor;
create policy till_sessions_for_visitors on till_sessions for select to waypost_visitor using (true);
grant select (token_hash, org_id) on till_sessions to waypost_visitor;
"""

ERASURE = """
do $do$
declare
  _text text := pg_get_functiondef('erase_person(text[], text[], text[], text[])'::regprocedure);
begin
  execute regexp_replace(_text, E'\\nbegin\\n', E'\\nbegin\\n'
    '  delete from till_actions where org_id = _org and customer_id = any(_customers);\\n');
end
$do$;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(TABLES)
    for table, rights in GRANTS.items():
        op.execute(f"alter table {table} enable row level security")
        op.execute(
            f"create policy {table}_of_own on {table} to waypost_app"
            " using (org_id = current_setting('app.org_id', true))"
        )
        op.execute(f"grant {rights} on {table} to waypost_app")
    op.execute(VISITORS)
    op.execute(ERASURE)
