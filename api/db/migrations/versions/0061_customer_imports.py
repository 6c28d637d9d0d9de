"""Imports of customers from files, with what they changed, so that a whole import can be undone."""

from alembic import op

revision = "0061"
down_revision = "0060"
branch_labels = None
depends_on = None

IMPORTS = """
alter table customers
  drop constraint customers_source_check,
  add constraint customers_source_check check (source in ('form', 'member', 'import'));

create table customer_imports (
  import_id text primary key,
  org_id text not null references organizations on delete cascade,
  file_name text not null check (length(file_name) between 1 and 200),
  file_bytes bigint not null check (file_bytes > 0),
  encoding text not null,
  delimiter text not null,
  headers jsonb not null,
  -- The first values of each column, until the file is gone.
  samples_sealed text,
  region text not null,
  mapping jsonb not null default '[]',
  options jsonb not null default '{}',
  state text not null check (state in ('uploaded', 'checking', 'checked', 'running', 'done', 'stopped',
    'undoing', 'undone', 'cancelled')),
  error text,
  share real not null default 0 check (share between 0 and 1),
  last_row integer not null default 1,
  rows integer not null default 0,
  created integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  noted integer not null default 0,
  removed integer not null default 0,
  restored integer not null default 0,
  kept integer not null default 0,
  job_id text,
  uploaded_at timestamptz not null,
  uploaded_by text,
  finished_at timestamptz,
  undone_at timestamptz,
  undone_by text
);
create index customer_imports_of_org on customer_imports (org_id, uploaded_at desc);

create table customer_import_problems (
  org_id text not null references organizations on delete cascade,
  import_id text not null references customer_imports on delete cascade,
  row_number integer not null,
  part integer not null,
  field text not null,
  message text not null,
  is_refused boolean not null,
  primary key (import_id, row_number, part)
);

create table customer_import_changes (
  org_id text not null,
  import_id text not null references customer_imports on delete cascade,
  customer_id text not null,
  row_number integer not null,
  is_new boolean not null,
  -- Values before and after, by kind and name; addresses sealed with the customer's key.
  before jsonb not null,
  after jsonb not null,
  primary key (import_id, customer_id),
  foreign key (org_id, customer_id) references customers (org_id, customer_id) on delete cascade
);
create index customer_import_changes_of_customer on customer_import_changes (org_id, customer_id);
"""

POLICIES = "".join(
    f"""
alter table {table} enable row level security;
create policy {table}_of_own on {table} to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update, delete on {table} to waypost_app;
"""
    for table in ("customer_imports", "customer_import_problems", "customer_import_changes")
)

# Of every table that names customers, so that an area that is added later needs no line here. Who belongs to a
# segment is computed from the rest, and what an import itself wrote is no history.
HISTORY = """
create function customers_with_history(_customers text[]) returns setof text
language plpgsql stable set search_path = public, pg_temp as $$
declare
  _org constant text := current_setting('app.org_id');
  _table text;
begin
  return query
    select customer_id from customers
      where org_id = _org and customer_id = any(_customers) and merged_into is not null
    union
    select merged_into from customers where org_id = _org and merged_into = any(_customers)
    union
    select kept_id from customer_merges where org_id = _org and kept_id = any(_customers)
    union
    select merged_id from customer_merges where org_id = _org and merged_id = any(_customers);
  for _table in
    select c.table_name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'customer_id' and t.table_type = 'BASE TABLE'
        and c.table_name not in ('customers', 'customer_import_changes')
        and c.table_name not like '%segment%'
        and has_table_privilege(format('public.%I', c.table_name), 'select')
        and exists (select from information_schema.columns o where o.table_schema = 'public'
          and o.table_name = c.table_name and o.column_name = 'org_id')
  loop
    return query execute format(
      'select distinct customer_id from public.%I where org_id = $1 and customer_id = any($2)', _table)
      using _org, _customers;
  end loop;
end
$$;
revoke all on function customers_with_history(text[]) from public;
grant execute on function customers_with_history(text[]) to waypost_app;
"""


def upgrade() -> None:
    """Apply."""
    for statements in (IMPORTS, POLICIES, HISTORY):
        op.execute(statements)
