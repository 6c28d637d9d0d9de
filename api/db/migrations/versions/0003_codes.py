"""Codes, and how visitors see them."""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

TABLES = """
create table codes (
  code_id text primary key check (code_id ~ '^[0-9A-Za-z]{10}$'),
  org_id text not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 200),
  type text not null
    check (type in ('page', 'redirect', 'pass', 'wall', 'note', 'game', 'promo', 'form')),
  destination text check (length(destination) <= 2048),
  content jsonb not null default '{}',
  width integer not null default 512 check (width between 1 and 10000),
  height integer not null default 512 check (height between 1 and 10000),
  design jsonb not null default '{}',
  tags text[] not null default '{}',
  properties jsonb not null default '{}',
  folder_id text,
  base_code_id text references codes on delete set null,
  rules jsonb not null default '[]',
  state text not null default 'active' check (state in ('active', 'paused')),
  active_from timestamptz,
  active_until timestamptz,
  fallback_url text check (length(fallback_url) <= 2048),
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  check (type <> 'redirect' or destination is not null),
  check (active_from < active_until)
);
create index codes_org on codes (org_id, created_at desc, code_id);
create index codes_base on codes (base_code_id) where base_code_id is not null;
"""

# Web processes keep resolved codes in memory; these tell them what to drop. An empty payload: all.
CHANGES = """
create function tell_code_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('code_changed', coalesce(new.code_id, old.code_id));
  return null;
end
$$;
create trigger tell_code_changed after insert or update or delete on codes
  for each row execute function tell_code_changed();

create function tell_organization_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('code_changed', '');
  return null;
end
$$;
create trigger tell_organization_changed after update of name, logo, brand, deleted_at on organizations
  for each row execute function tell_organization_changed();
"""

POLICIES = """
alter table codes enable row level security;

create policy codes_of_own on codes to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy codes_for_visitors on codes for select to waypost_visitor using (true);
create policy organizations_for_visitors on organizations for select to waypost_visitor using (true);

grant select, insert, update on codes to waypost_app;
grant select (code_id, org_id, name, type, destination, content, base_code_id, rules, state,
              active_from, active_until, fallback_url, deleted_at, width, height, design, version)
  on codes to waypost_visitor;
grant select (org_id, name, logo, brand, deleted_at) on organizations to waypost_visitor;
"""


def upgrade() -> None:
    op.execute(TABLES)
    op.execute(CHANGES)
    op.execute(POLICIES)
