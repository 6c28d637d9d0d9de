"""Two profiles of one person become one, and can become two again; probable duplicates that are none."""

from alembic import op

revision = "0060"
down_revision = "0059"
branch_labels = None
depends_on = None

MERGES = """
alter table customers
  -- The profile that this one was merged into, always the last of a chain.
  add merged_into text check (merged_into <> customer_id),
  add phone_verified_at timestamptz,
  add foreign key (org_id, merged_into) references customers (org_id, customer_id);
create index customers_merged on customers (org_id, merged_into) where merged_into is not null;
create index customers_birthdays on customers (org_id, birthday) where birthday is not null;

create table customer_merges (
  merge_id text primary key,
  org_id text not null,
  kept_id text not null,
  merged_id text not null,
  reason text not null check (reason in ('member', 'verified_phone')),
  note text not null default '' check (length(note) <= 500),
  -- Both profiles before.
  snapshot jsonb not null,
  -- What the kept profile got from the other one.
  filled jsonb not null,
  merged_at timestamptz not null,
  merged_by text,
  undone_at timestamptz,
  undone_by text,
  check (kept_id <> merged_id),
  foreign key (org_id, kept_id) references customers (org_id, customer_id) on delete cascade,
  foreign key (org_id, merged_id) references customers (org_id, customer_id) on delete cascade
);
create unique index customer_merges_in_force on customer_merges (org_id, merged_id)
  where undone_at is null;
create index customer_merges_of_kept on customer_merges (org_id, kept_id, merged_at);

create table customer_distinctions (
  org_id text not null,
  first_id text not null,
  second_id text not null,
  distinguished_at timestamptz not null,
  distinguished_by text,
  primary key (org_id, first_id, second_id),
  check (first_id < second_id),
  foreign key (org_id, first_id) references customers (org_id, customer_id) on delete cascade,
  foreign key (org_id, second_id) references customers (org_id, customer_id) on delete cascade
);
create index customer_distinctions_second on customer_distinctions (org_id, second_id);

grant select (merged_into) on customers to waypost_visitor;
"""

POLICIES = "".join(
    f"""
alter table {table} enable row level security;
create policy {table}_of_own on {table} to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update, delete on {table} to waypost_app;
"""
    for table in ("customer_merges", "customer_distinctions")
)

# What was merged or held apart goes with the profiles.
ERASURE = """
do $do$
declare
  _text text := pg_get_functiondef('erase_person(text[], text[], text[], text[])'::regprocedure);
begin
  execute regexp_replace(_text, E'\\nbegin\\n', E'\\nbegin\\n'
    '  delete from customer_merges where org_id = _org'
    ' and (kept_id = any(_customers) or merged_id = any(_customers));\\n'
    '  delete from customer_distinctions where org_id = _org'
    ' and (first_id = any(_customers) or second_id = any(_customers));\\n');
end
$do$;
"""


def upgrade() -> None:
    """Apply."""
    for statements in (MERGES, POLICIES, ERASURE):
        op.execute(statements)
