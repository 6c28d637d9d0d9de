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
  -- Who it is, until it is done.
  wanted jsonb,
  receipt jsonb not null default '{}',
  check ((state = 'done') = (finished_at is not null)),
  check (state <> 'done' or wanted is null)
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

# One transaction, as the owner: the app's role may delete neither events nor proofs. Whose rows they are
# is not the caller's to say. A test holds it against every column that names a visitor or customer.
ERASE = """
create function stripped_event(said jsonb) returns jsonb language sql immutable as $$
  select (said - 'customer_key')
    || jsonb_build_object(
      'visitor', jsonb_build_object('kind', 'none'),
      'context', coalesce(said -> 'context', '{}') - '{region,city,user_agent}'::text[],
      'data', (coalesce(said -> 'data', '{}') - '{sealed,consents,link,target}'::text[])
        || coalesce((
          select jsonb_object_agg(own, 'erased-' || (said ->> 'event_id'))
          from unnest('{submission_id,redemption_id,play_id,message_id,order_id,pass_id}'::text[]) as own
          where said -> 'data' ? own
        ), '{}'))
$$;

create function erase_person(_customers text[], _visitors text[], _addresses text[], _hashes text[])
returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  _org constant text := current_setting('app.org_id');
  _names constant text[] := _customers || _visitors || _addresses;
  _done jsonb := '{}';
  _files jsonb;
  _n bigint;
begin
  select coalesce(jsonb_agg(files), '[]') into _files
    from wall_posts where org_id = _org and visitor_id = any(_visitors);
  delete from wall_reports where org_id = _org and visitor_id = any(_visitors);
  delete from wall_posts where org_id = _org and visitor_id = any(_visitors);
  get diagnostics _n = row_count; _done := _done || jsonb_build_object('wall_posts', _n);

  delete from submission_consents where org_id = _org and customer_id = any(_customers);
  delete from submissions
    where org_id = _org and (customer_id = any(_customers) or visitor_id = any(_visitors));
  get diagnostics _n = row_count; _done := _done || jsonb_build_object('submissions', _n);
  delete from customer_visitors
    where org_id = _org and (customer_id = any(_customers) or visitor_id = any(_visitors));
  delete from customers where org_id = _org and customer_id = any(_customers);
  get diagnostics _n = row_count; _done := _done || jsonb_build_object('customers', _n);

  delete from terms_acceptances
    where org_id = _org and (visitor_id = any(_visitors) or email_hash = any(_hashes));
  get diagnostics _n = row_count; _done := _done || jsonb_build_object('terms_acceptances', _n);
  delete from code_visitors where org_id = _org and visitor_id = any(_visitors);
  delete from phone_verifications where org_id = _org and phone_key = any(_hashes);
  delete from sandbox_messages where org_id = _org and recipient = any(_addresses);
  get diagnostics _n = row_count; _done := _done || jsonb_build_object('messages', _n);

  -- What was used up stays used up, and a tally stays what it was.
  update promo_uses set customer = 'erased:' || use_id, visitor_id = 'erased',
      latitude = null, longitude = null, region = null, city = null
    where org_id = _org and (visitor_id = any(_visitors) or customer = any(_names));
  get diagnostics _n = row_count; _done := _done || jsonb_build_object('promo_uses', _n);
  update votes set visitor_id = 'erased-' || gen_random_uuid()
    where org_id = _org and visitor_id = any(_visitors);
  get diagnostics _n = row_count; _done := _done || jsonb_build_object('votes', _n);
  delete from promo_guesses g
    where org_id = _org and exists (
      select from unnest(_names) as one where position(one in g.guesser) > 0);
  update promo_alarms a set guesser = 'erased:' || alarm_id
    where org_id = _org and exists (
      select from unnest(_names) as one where position(one in a.guesser) > 0);

  -- Answers kept for callers who ask again, and what jobs were told.
  delete from idempotency_keys k
    where org_id = _org and exists (
      select from unnest(_names) as one
      where position(convert_to(one, 'UTF8') in k.answer) > 0 or position(one in k.caller) > 0);
  update jobs j set args = '{}', result = null
    where org_id = _org and state in ('done', 'failed', 'cancelled') and exists (
      select from unnest(_names) as one
      where position(one in j.args::text) > 0 or position(one in coalesce(j.result::text, '')) > 0);

  -- Events wait here for three days and are published again if a broker loses them.
  update outbox set payload =
      convert_to(stripped_event(convert_from(payload, 'UTF8')::jsonb)::text, 'UTF8')
    where org_id = _org and exists (
      select from unnest(_customers || _visitors) as one
      where position(convert_to(one, 'UTF8') in payload) > 0);
  get diagnostics _n = row_count; _done := _done || jsonb_build_object('outbox', _n);
  delete from dead_letters d
    where position(convert_to('"org_id":"' || _org || '"', 'UTF8') in d.payload) > 0
      and exists (
        select from unnest(_customers || _visitors) as one
        where position(convert_to(one, 'UTF8') in d.payload) > 0);

  insert into erased_identifiers (org_id, digest)
    select _org, encode(sha256(convert_to(_org || ':' || one, 'UTF8')), 'hex')
    from unnest(_customers || _visitors) as one
    on conflict do nothing;
  return jsonb_build_object('rows', _done, 'files', _files);
end
$$;
revoke all on function erase_person(text[], text[], text[], text[]) from public;
grant execute on function erase_person(text[], text[], text[], text[]) to waypost_app;
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
grant select on erased_identifiers to waypost_app;
grant select on erased_identifiers to waypost_events;
"""


def upgrade() -> None:
    for statements in (
        HISTORY,
        TRIGGERS,
        PRESENT_STATE,
        VIEWS,
        RETENTION,
        ERASURES,
        ERASE,
        POLICIES,
    ):
        op.execute(statements)
