"""Automations, their revisions, and the way of each person through them."""

from alembic import op

revision = "0127"
down_revision = "0126"
branch_labels = None
depends_on = None

TABLES = """
create table automations (
  automation_id text primary key,
  org_id text not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 80),
  is_rule boolean not null default false,
  state text not null check (state in ('draft', 'on', 'paused', 'archived')),
  trigger_kind text not null,
  plan jsonb not null,
  revision integer not null check (revision > 0),
  live_plan jsonb,
  live_revision integer,
  sweep_at timestamptz,
  passed_over jsonb not null default '{}',
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  updated_by text,
  turned_on_at timestamptz,
  archived_at timestamptz,
  check ((live_plan is null) = (live_revision is null)),
  check (state not in ('on', 'paused') or live_plan is not null),
  check ((state = 'archived') = (archived_at is not null)),
  unique (org_id, automation_id)
);
create index automations_newest on automations (org_id, created_at desc, automation_id);
create index automations_on on automations (org_id) where state = 'on';
create index automations_swept on automations (sweep_at) where state = 'on' and sweep_at is not null;

create table automation_revisions (
  automation_id text not null,
  org_id text not null,
  revision integer not null,
  plan jsonb not null,
  changed text[] not null,
  edited_at timestamptz not null,
  edited_by text,
  live_from timestamptz,
  primary key (automation_id, revision),
  foreign key (org_id, automation_id) references automations (org_id, automation_id) on delete cascade
);

-- Who entered when last: one row decides whether somebody may enter, whatever workers do at the same time.
create table automation_people (
  automation_id text not null,
  customer_id text not null,
  org_id text not null,
  entered_at timestamptz not null,
  times integer not null check (times > 0),
  primary key (automation_id, customer_id),
  foreign key (org_id, automation_id) references automations (org_id, automation_id) on delete cascade
);
create index automation_people_of_customer on automation_people (org_id, customer_id);

create table automation_enrolments (
  enrolment_id text primary key,
  org_id text not null,
  automation_id text not null,
  revision integer not null,
  customer_id text not null,
  turn integer not null check (turn > 0),
  entry_key text not null check (length(entry_key) <= 1200),
  entered_at timestamptz not null,
  step_id text,
  due_at timestamptz,
  reason text check (reason in ('finished', 'exit', 'goal', 'segment_left', 'no_date', 'too_late', 'merged', 'archived')),
  ended_at timestamptz,
  converted_at timestamptz,
  check ((reason is null) = (due_at is not null)),
  check ((reason is null) = (ended_at is null)),
  -- What lets somebody in lets them in once, however often it is looked at.
  unique (automation_id, customer_id, entry_key),
  foreign key (org_id, automation_id) references automations (org_id, automation_id) on delete cascade,
  foreign key (automation_id, revision) references automation_revisions (automation_id, revision)
);
create unique index automation_enrolments_in on automation_enrolments (automation_id, customer_id)
  where due_at is not null;
create index automation_enrolments_due on automation_enrolments (org_id, due_at) where due_at is not null;
create index automation_enrolments_newest on automation_enrolments (org_id, automation_id, entered_at desc);
create index automation_enrolments_of_customer on automation_enrolments (org_id, customer_id);
"""

OF_ORG = ("automations", "automation_revisions", "automation_people", "automation_enrolments")

# Ids and nothing else, over all organisations.
FUNCTIONS = """
create function due_automations(at timestamptz) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.org_id from organizations o
  where o.deleted_at is null
    and exists (select from automations a
      where a.org_id = o.org_id and a.state = 'on'
        and (a.sweep_at <= at or exists (
          select from automation_enrolments e where e.automation_id = a.automation_id and e.org_id = o.org_id
            and e.due_at <= at)))
    and not exists (
      select from jobs j
      where j.org_id = o.org_id and j.kind = 'automations.run' and j.state in ('queued', 'running'))
$$;

create function automating_organizations(_org_ids text[]) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct a.org_id from automations a join organizations o on o.org_id = a.org_id
  where a.org_id = any(_org_ids) and a.state = 'on' and o.deleted_at is null
$$;
revoke all on function due_automations(timestamptz), automating_organizations(text[]) from public;
grant execute on function due_automations(timestamptz), automating_organizations(text[]) to waypost_app;
"""

ERASURE = """
do $do$
declare
  _text text := pg_get_functiondef('erase_person(text[], text[], text[], text[])'::regprocedure);
begin
  execute regexp_replace(_text, E'\\nbegin\\n', E'\\nbegin\\n'
    '  delete from automation_enrolments where org_id = _org and customer_id = any(_customers);\\n'
    '  delete from automation_people where org_id = _org and customer_id = any(_customers);\\n');
end
$do$;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(TABLES)
    for table in OF_ORG:
        op.execute(f"alter table {table} enable row level security")
        op.execute(
            f"create policy {table}_of_own on {table} to waypost_app"
            " using (org_id = current_setting('app.org_id', true))"
        )
        op.execute(f"grant select, insert, update, delete on {table} to waypost_app")
    op.execute(FUNCTIONS)
    op.execute(ERASURE)
