"""Around the dashboard: annotations, saved views, share links, reports by mail."""

from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

ANNOTATIONS = """
create table annotations (
  annotation_id text primary key,
  org_id text not null references organizations on delete cascade,
  code_id text references codes on delete cascade,
  kind text not null default 'note' check (kind in (
    'note', 'destination', 'rules', 'paused', 'resumed', 'moved', 'deleted', 'restored',
    'published', 'unpublished')),
  starts_at timestamptz not null,
  ends_at timestamptz,
  text text not null default '' check (length(text) <= 500),
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  check (kind <> 'note' or text <> ''),
  check (ends_at > starts_at)
);
create index annotations_of_org on annotations (org_id, starts_at desc);
create index annotations_of_code on annotations (code_id, starts_at desc) where code_id is not null;

alter table annotations enable row level security;
create policy annotations_of_own on annotations to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update, delete on annotations to waypost_app;
"""

# Triggers, so that no way of changing a code (one, many, a folder, an import) can forget to tell.
EDITS = """
create function note_edit(
  org_id text, code_id text, kind text, details jsonb
) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into annotations (annotation_id, org_id, code_id, kind, starts_at, details, created_by)
  values (
    'ann_' || replace(gen_random_uuid()::text, '-', ''), org_id, code_id, kind, now(), details,
    nullif(current_setting('app.user_id', true), ''))
$$;
revoke all on function note_edit(text, text, text, jsonb) from public;

create function note_code_edit() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.deleted_at is null and new.deleted_at is not null then
    perform note_edit(new.org_id, new.code_id, 'deleted', '{}');
  elsif old.deleted_at is not null and new.deleted_at is null then
    perform note_edit(new.org_id, new.code_id, 'restored', '{}');
  end if;
  if old.destination is distinct from new.destination then
    perform note_edit(new.org_id, new.code_id, 'destination',
      jsonb_build_object('from', old.destination, 'to', new.destination));
  end if;
  if old.rules is distinct from new.rules then
    perform note_edit(new.org_id, new.code_id, 'rules', jsonb_build_object(
      'from', jsonb_array_length(old.rules), 'to', jsonb_array_length(new.rules)));
  end if;
  if old.state is distinct from new.state then
    perform note_edit(new.org_id, new.code_id,
      case new.state when 'paused' then 'paused' else 'resumed' end, '{}');
  end if;
  if old.folder_id is distinct from new.folder_id then
    perform note_edit(new.org_id, new.code_id, 'moved', jsonb_build_object(
      'from', (select name from folders where folder_id = old.folder_id),
      'to', (select name from folders where folder_id = new.folder_id)));
  end if;
  return null;
end
$$;
create trigger note_code_edit after update on codes for each row
  when (
    new.one_time_state is null and (
      (old.deleted_at is null) <> (new.deleted_at is null)
      or old.destination is distinct from new.destination
      or old.rules is distinct from new.rules
      or old.state is distinct from new.state
      or old.folder_id is distinct from new.folder_id))
  execute function note_code_edit();

create function note_page_edit() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_edit(new.org_id, new.code_id,
    case when new.published_version is null then 'unpublished' else 'published' end,
    jsonb_build_object('page', new.name));
  return null;
end
$$;
create trigger note_page_edit after update on pages for each row
  when (old.published_version is distinct from new.published_version)
  execute function note_page_edit();
"""

VIEWS = """
create table saved_views (
  view_id text primary key,
  org_id text not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 80),
  query text not null check (length(query) <= 4000),
  is_shared boolean not null default false,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index saved_views_name on saved_views (org_id, created_by, lower(name));

create table default_views (
  org_id text not null references organizations on delete cascade,
  caller_id text not null,
  view_id text not null references saved_views on delete cascade,
  primary key (org_id, caller_id)
);
create index default_views_of_view on default_views (view_id);

alter table saved_views enable row level security;
create policy saved_views_of_own on saved_views to waypost_app
  using (org_id = current_setting('app.org_id', true));
alter table default_views enable row level security;
create policy default_views_of_own on default_views to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update, delete on saved_views, default_views to waypost_app;
"""

LINKS = """
create table share_links (
  link_id text primary key,
  org_id text not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 80),
  token_hash text not null unique,
  hint text not null,
  question jsonb not null,
  range_is_fixed boolean not null default false,
  created_by text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index share_links_of_org on share_links (org_id, created_at desc);

alter table share_links enable row level security;
create policy share_links_of_own on share_links to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy presented_link on share_links for select to waypost_app
  using (token_hash = current_setting('app.link_hash', true));
grant select, insert, update on share_links to waypost_app;
"""

REPORTS = """
create table report_schedules (
  schedule_id text primary key,
  org_id text not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 80),
  question jsonb not null default '{}',
  cadence text not null check (cadence in ('day', 'week', 'month')),
  weekday integer not null default 0 check (weekday between 0 and 6),
  month_day integer not null default 1 check (month_day between 1 and 31),
  hour integer not null check (hour between 0 and 23),
  is_active boolean not null default true,
  next_run_at timestamptz not null,
  created_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (org_id, schedule_id)
);
create index report_schedules_due on report_schedules (next_run_at) where is_active;
create index report_schedules_of_org on report_schedules (org_id, created_at);

create table report_recipients (
  recipient_id text primary key,
  org_id text not null,
  schedule_id text not null,
  email text not null check (email = lower(email) and length(email) <= 320),
  state text not null check (state in ('pending', 'confirmed', 'unsubscribed')),
  asked_at timestamptz,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  created_at timestamptz not null default now(),
  unique (schedule_id, email),
  foreign key (org_id, schedule_id) references report_schedules (org_id, schedule_id)
    on delete cascade
);
create index report_recipients_of_org on report_recipients (org_id, email);

-- One row a schedule and period, and below it one a recipient: what makes a mail go out once.
create table report_runs (
  org_id text not null,
  schedule_id text not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  state text not null default 'queued' check (state in ('queued', 'done', 'failed')),
  message text not null default '',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (schedule_id, period_start),
  foreign key (org_id, schedule_id) references report_schedules (org_id, schedule_id)
    on delete cascade
);

create table report_mails (
  org_id text not null,
  schedule_id text not null,
  period_start timestamptz not null,
  email text not null,
  state text not null check (state in ('sending', 'sent', 'kept', 'failed')),
  message text not null default '',
  changed_at timestamptz not null,
  primary key (schedule_id, period_start, email),
  foreign key (schedule_id, period_start) references report_runs on delete cascade
);

alter table report_schedules enable row level security;
create policy report_schedules_of_own on report_schedules to waypost_app
  using (org_id = current_setting('app.org_id', true));
alter table report_recipients enable row level security;
create policy report_recipients_of_own on report_recipients to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy presented_recipient on report_recipients for select to waypost_app
  using (recipient_id = current_setting('app.recipient_id', true));
alter table report_runs enable row level security;
create policy report_runs_of_own on report_runs to waypost_app
  using (org_id = current_setting('app.org_id', true));
alter table report_mails enable row level security;
create policy report_mails_of_own on report_mails to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update, delete on report_schedules, report_recipients to waypost_app;
grant select, insert, update on report_runs, report_mails to waypost_app;

-- Whose schedules are due, over all organisations: ids and nothing else.
create function due_reports(at timestamptz)
returns table (org_id text, schedule_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.org_id, s.schedule_id
  from report_schedules s join organizations o on o.org_id = s.org_id
  where s.is_active and s.next_run_at <= at and o.deleted_at is null
  order by s.next_run_at
  limit 500
$$;
revoke all on function due_reports(timestamptz) from public;
grant execute on function due_reports(timestamptz) to waypost_app;

alter table sandbox_messages
  add column subject text not null default '' check (length(subject) <= 1000),
  add column html text not null default '' check (length(html) <= 200000),
  drop constraint sandbox_messages_body_check,
  add constraint sandbox_messages_body_check check (length(body) <= 20000);
"""


def upgrade() -> None:
    op.execute(ANNOTATIONS)
    op.execute(EDITS)
    op.execute(VIEWS)
    op.execute(LINKS)
    op.execute(REPORTS)
