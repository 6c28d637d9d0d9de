"""Profiles of customers: more facts, custom fields, notes of members, and where somebody sent forms."""

from alembic import op

revision = "0057"
down_revision = "0056"
branch_labels = None
depends_on = None

PROFILES = r"""
alter table customers
  add language text check (length(language) between 2 and 35),
  add time_zone text check (length(time_zone) <= 64),
  -- ISO 8601; without a year as in vCard: --05-17.
  add birthday text check (birthday ~ '^([0-9]{4}|-)-[0-9]{2}-[0-9]{2}$'),
  add owner_id text,
  add source text not null default 'form' check (source in ('form', 'member'));
create index customers_owners on customers (org_id, owner_id) where owner_id is not null;
create index customers_tags on customers using gin (tags);

create table customer_fields (
  org_id text not null references organizations on delete cascade,
  name text not null check (name ~ '^[a-z][a-z0-9_]{0,39}$'),
  label text not null check (length(label) between 1 and 80),
  type text not null check (type in ('text', 'number', 'date', 'yes_no', 'choice')),
  options text[] not null default '{}',
  created_at timestamptz not null,
  created_by text,
  primary key (org_id, name)
);

create table customer_notes (
  note_id text primary key,
  org_id text not null,
  customer_id text not null,
  text text not null check (length(text) between 1 and 5000),
  author_id text,
  created_at timestamptz not null,
  foreign key (org_id, customer_id) references customers (org_id, customer_id) on delete cascade
);
create index customer_notes_of_customer on customer_notes (org_id, customer_id, created_at desc);

create table customer_touchpoints (
  org_id text not null,
  customer_id text not null,
  code_id text not null default '',
  page_id text not null default '',
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (org_id, customer_id, code_id, page_id),
  foreign key (org_id, customer_id) references customers (org_id, customer_id) on delete cascade
);
create index customer_touchpoints_of_code on customer_touchpoints (org_id, code_id, customer_id);
create index customer_touchpoints_of_page on customer_touchpoints (org_id, page_id, customer_id);

insert into customer_touchpoints
  select org_id, customer_id, coalesce(code_id, ''), page_id, min(created_at), max(created_at)
  from submissions where customer_id is not null
  group by 1, 2, 3, 4;
"""

POLICIES = "".join(
    f"""
alter table {table} enable row level security;
create policy {table}_of_own on {table} to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update, delete on {table} to waypost_app;
"""
    for table in ("customer_fields", "customer_notes", "customer_touchpoints")
)

ERASURE = """
create or replace function erase_person(
  _customers text[], _visitors text[], _addresses text[], _hashes text[])
returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  _org constant text := current_setting('app.org_id');
  _strangers text[];
  _done jsonb;
  _notes bigint;
  _n bigint;
begin
  delete from customer_notes where org_id = _org and customer_id = any(_customers);
  get diagnostics _notes = row_count;
  delete from customer_touchpoints where org_id = _org and customer_id = any(_customers);
  _done := erase_rows_of_person(_customers, _visitors, _addresses, _hashes);
  select coalesce(array_agg(lower(one)), '{}') into _strangers
    from unnest(_addresses) as one
    where not exists (
      select from memberships m join users u using (user_id)
      where m.org_id = _org and lower(u.email) = lower(one));
  delete from report_recipients where org_id = _org and email = any(_strangers);
  get diagnostics _n = row_count;
  update report_mails set email = 'erased:' || gen_random_uuid(), message = ''
    where org_id = _org and email = any(_strangers);
  _done := jsonb_set(_done, '{rows,customer_notes}', to_jsonb(_notes));
  return jsonb_set(_done, '{rows,report_recipients}', to_jsonb(_n));
end
$$;
"""


def upgrade() -> None:
    """Apply."""
    for statements in (PROFILES, POLICIES, ERASURE):
        op.execute(statements)
