"""Roles, organisations, people, keys."""

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ROLES = """
do $$
declare
  wanted text;
begin
  foreach wanted in array array['waypost_app', 'waypost_visitor', 'waypost_events'] loop
    begin
      if not exists (select from pg_roles where rolname = wanted) then
        execute format('create role %I nologin', wanted);
      end if;
    exception when duplicate_object or unique_violation then
      null; -- another database of this server made it at the same moment
    end;
    begin
      execute format('grant %I to %I', wanted, current_user);
    exception when insufficient_privilege then
      null; -- an administrator made the roles and granted them
    end;
    execute format('grant usage on schema public to %I', wanted);
  end loop;
end
$$;
"""

TABLES = """
create table organizations (
  org_id text primary key,
  slug text not null unique,
  name text not null check (length(name) between 1 and 200),
  logo text not null default '',
  time_zone text not null default 'UTC',
  locale text not null default 'en-US',
  week_start text not null default 'monday' check (week_start in ('monday', 'sunday', 'saturday')),
  brand jsonb not null default '{}',
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table users (
  user_id text primary key,
  sub text not null unique,
  email text,
  email_verified boolean not null default false,
  name text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz
);

create table memberships (
  org_id text not null references organizations on delete cascade,
  user_id text not null unique references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (org_id, user_id)
);

create table invitations (
  invitation_id text primary key,
  org_id text not null references organizations on delete cascade,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer')),
  invited_by text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 days',
  accepted_at timestamptz,
  revoked_at timestamptz
);
create unique index invitations_open on invitations (org_id, email)
  where accepted_at is null and revoked_at is null;
create index invitations_email on invitations (email)
  where accepted_at is null and revoked_at is null;

create table api_keys (
  key_id text primary key,
  org_id text not null references organizations on delete cascade,
  name text not null,
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer')),
  prefix text not null,
  key_hash text not null unique,
  created_by text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_org on api_keys (org_id, created_at);

create table idempotency_keys (
  org_id text not null references organizations on delete cascade,
  caller text not null,
  key_hash text not null,
  request_hash text not null,
  status integer not null,
  answer bytea not null,
  created_at timestamptz not null default now(),
  primary key (org_id, caller, key_hash)
);
create index idempotency_keys_age on idempotency_keys (org_id, created_at);
"""

LAST_OWNER = """
create function keep_an_owner() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.role <> 'owner' or (tg_op = 'UPDATE' and new.role = 'owner' and new.org_id = old.org_id) then
    return null;
  end if;
  -- Everybody who takes an owner away queues here, so the count below sees the others' commits.
  perform from organizations where org_id = old.org_id and deleted_at is null for no key update;
  if not found then
    return null;
  end if;
  if not exists (select from memberships where org_id = old.org_id and role = 'owner') then
    raise exception 'an organisation keeps at least one owner'
      using errcode = 'check_violation', constraint = 'last_owner';
  end if;
  return null;
end
$$;
create trigger keep_an_owner after update or delete on memberships
  for each row execute function keep_an_owner();
"""

POLICIES = """
alter table organizations enable row level security;
alter table users enable row level security;
alter table memberships enable row level security;
alter table invitations enable row level security;
alter table api_keys enable row level security;
alter table idempotency_keys enable row level security;

create policy own_organization on organizations to waypost_app
  using (org_id = current_setting('app.org_id', true));

create policy members_of_own on memberships to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy own_membership on memberships for select to waypost_app
  using (user_id = current_setting('app.user_id', true));

create policy oneself on users to waypost_app
  using (sub = current_setting('app.user_sub', true));
create policy colleagues on users for select to waypost_app
  using (exists (
    select from memberships m
    where m.user_id = users.user_id and m.org_id = current_setting('app.org_id', true)
  ));

create policy invitations_of_own on invitations to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy invitations_to_oneself on invitations for select to waypost_app
  using (email = current_setting('app.user_email', true));

create policy keys_of_own on api_keys to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy presented_key on api_keys for select to waypost_app
  using (key_hash = current_setting('app.key_hash', true));

create policy idempotency_of_own on idempotency_keys to waypost_app
  using (org_id = current_setting('app.org_id', true));

grant select, insert, update on organizations, users, invitations, api_keys to waypost_app;
grant select, insert, update, delete on memberships, idempotency_keys to waypost_app;
"""


def upgrade() -> None:
    op.execute(ROLES)
    op.execute(TABLES)
    op.execute(LAST_OWNER)
    op.execute(POLICIES)
