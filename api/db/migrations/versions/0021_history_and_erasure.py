"""How codes and folders were at a time, how long events are kept, and whom nobody may know any more.

History is written by triggers, whoever changes a row, and only ever added to: a version holds until the
next one begins. Times of one code only grow, because its row is locked while the trigger runs.
"""

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

_VERSION = """{0}.name, {0}.type,
      case when {0}.deleted_at is not null then 'deleted' else {0}.state end,
      {0}.folder_id, {0}.properties, host_of({0}.destination), {0}.base_code_id"""

HISTORY = """
create table code_history (
  org_id text not null references organizations on delete cascade,
  code_id text not null,
  valid_from timestamptz not null,
  name text not null,
  type text not null,
  state text not null,
  folder_id text,
  properties jsonb not null,
  destination_host text,
  base_code_id text,
  primary key (org_id, code_id, valid_from)
);

create table folder_history (
  org_id text not null references organizations on delete cascade,
  folder_id text not null,
  valid_from timestamptz not null,
  name text not null,
  parent_id text,
  is_removed boolean not null,
  primary key (org_id, folder_id, valid_from)
);

create function host_of(address text) returns text language sql immutable as $$
  select lower(substring(address from '^[A-Za-z][A-Za-z0-9+.-]*://(?:[^/?#@]*@)?([^/?#:]+)'))
$$;
"""

TRIGGERS = f"""
create function keep_new_codes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into code_history
    select made.org_id, made.code_id, least(made.created_at, clock_timestamp()),
      {_VERSION.format("made")}
    from made;
  return null;
end
$$;
create trigger keep_new_codes after insert on codes referencing new table as made
  for each statement execute function keep_new_codes();

create function keep_changed_code() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into code_history
    select new.org_id, new.code_id,
      greatest(clock_timestamp(), coalesce(
        (select max(h.valid_from) from code_history h
          where h.org_id = new.org_id and h.code_id = new.code_id) + interval '1 microsecond',
        '-infinity')),
      {_VERSION.format("new")};
  return null;
end
$$;
create trigger keep_changed_code after update on codes for each row
  when (row(old.name, old.type, old.state, old.folder_id, old.properties, old.destination,
            old.base_code_id, old.deleted_at is null)
    is distinct from row(new.name, new.type, new.state, new.folder_id, new.properties, new.destination,
            new.base_code_id, new.deleted_at is null))
  execute function keep_changed_code();

create function keep_folder() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  said folders := case when tg_op = 'DELETE' then old else new end;
begin
  insert into folder_history
    select said.org_id, said.folder_id,
      case when tg_op = 'INSERT' then least(said.created_at, clock_timestamp())
      else greatest(clock_timestamp(), coalesce(
        (select max(h.valid_from) from folder_history h
          where h.org_id = said.org_id and h.folder_id = said.folder_id) + interval '1 microsecond',
        '-infinity')) end,
      said.name, said.parent_id, tg_op = 'DELETE'
    where exists (select from organizations o where o.org_id = said.org_id);
  return null;
end
$$;
create trigger keep_new_folder after insert or delete on folders
  for each row execute function keep_folder();
create trigger keep_changed_folder after update on folders for each row
  when (row(old.name, old.parent_id) is distinct from row(new.name, new.parent_id))
  execute function keep_folder();

revoke all on function keep_new_codes(), keep_changed_code(), keep_folder() from public;
"""

PRESENT_STATE = f"""
insert into code_history
  select c.org_id, c.code_id, c.created_at, {_VERSION.format("c")} from codes c;
insert into folder_history
  select org_id, folder_id, created_at, name, parent_id, false from folders;
"""

VIEWS = """
create view analytics_v1.code_history with (security_invoker = true) as
  select org_id, code_id, name, type, state, folder_id, properties, destination_host, base_code_id,
    valid_from,
    lead(valid_from) over (partition by org_id, code_id order by valid_from) as valid_to
  from code_history;

create view analytics_v1.folder_history with (security_invoker = true) as
  select org_id, folder_id, name, parent_id, is_removed, valid_from,
    lead(valid_from) over (partition by org_id, folder_id order by valid_from) as valid_to
  from folder_history;
"""

RETENTION = """
alter table organizations
  add column retention_months integer check (retention_months between 1 and 120);

create view analytics_v1.retention with (security_invoker = true) as
  select org_id, retention_months, time_zone from organizations
  where retention_months is not null;
"""

ERASURES = """
create table erasures (
  erasure_id text primary key,
  org_id text not null references organizations on delete cascade,
  subject text not null check (subject in ('customer', 'visitor')),
  state text not null default 'asked' check (state in ('asked', 'done', 'failed')),
  asked_by text,
  asked_at timestamptz not null,
  finished_at timestamptz,
  receipt jsonb not null default '{}',
  check ((state = 'done') = (finished_at is not null))
);
create index erasures_of_org on erasures (org_id, asked_at desc);

-- What must not come back: events that were under way when somebody was erased are stripped where
-- they land. Only a digest is kept, which nobody can turn into the identifier.
create table erased_identifiers (
  org_id text not null references organizations on delete cascade,
  digest text not null check (length(digest) = 64),
  erased_at timestamptz not null default now(),
  primary key (org_id, digest)
);
"""

POLICIES = """
alter table code_history enable row level security;
create policy code_history_of_own on code_history for select to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy code_history_for_pipelines on code_history for select to waypost_pipelines using (true);

alter table folder_history enable row level security;
create policy folder_history_of_own on folder_history for select to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy folder_history_for_pipelines on folder_history for select to waypost_pipelines
  using (true);

grant select on code_history, folder_history to waypost_app, waypost_pipelines;
grant select on analytics_v1.code_history, analytics_v1.folder_history
  to waypost_app, waypost_pipelines;
grant select on analytics_v1.retention to waypost_app, waypost_pipelines;
grant select (retention_months) on organizations to waypost_pipelines;

alter table erasures enable row level security;
create policy erasures_of_own on erasures to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update on erasures to waypost_app;

alter table erased_identifiers enable row level security;
create policy erased_identifiers_of_own on erased_identifiers to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy erased_identifiers_for_events on erased_identifiers for select to waypost_events
  using (true);
grant select, insert on erased_identifiers to waypost_app;
grant select on erased_identifiers to waypost_events;
"""


def upgrade() -> None:
    for statements in (HISTORY, TRIGGERS, PRESENT_STATE, VIEWS, RETENTION, ERASURES, POLICIES):
        op.execute(statements)
