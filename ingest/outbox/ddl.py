"""Tables of the outbox and of the relay, in SQL that Postgres 15 understands.

Days are partitions so that old ones can be dropped whole: deleting rows would leave dead tuples behind in the busiest
table. The relay may not alter tables, so the two functions that add and drop a day run as the owner and do nothing
else.
"""

OUTBOX = """
create sequence outbox_seq;

create table outbox (
  seq bigint not null default nextval('outbox_seq'),
  xid xid8 not null default pg_current_xact_id(),
  day date not null default (now() at time zone 'utc')::date,
  event_id uuid not null,
  org_id text not null,
  key text not null,
  payload bytea not null,
  recorded_at timestamptz not null default now()
) partition by range (day);
create index outbox_order on outbox (xid, seq);
create table outbox_default partition of outbox default;
"""

PARTITIONS = """
create function outbox_add_day(wanted date) returns boolean
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  name text := 'outbox_' || to_char(wanted, 'YYYYMMDD');
begin
  -- The relay, pipelines and tests may all ask for the same day at once.
  perform pg_advisory_xact_lock(7290142010);
  if to_regclass(name) is not null then
    return false;
  end if;
  -- Rows that came before their partition stay where they are; the relay reads them there.
  if exists (select from outbox_default where day = wanted) then
    return false;
  end if;
  execute format('create table %I partition of outbox for values from (%L) to (%L)',
                 name, wanted, wanted + 1);
  return true;
exception when check_violation then
  return false; -- the first row of the day came in between
end
$$;

create function outbox_drop_day(wanted date) returns boolean
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  name text := 'outbox_' || to_char(wanted, 'YYYYMMDD');
begin
  if wanted > (now() at time zone 'utc')::date - 3 then
    raise exception 'day % is younger than three days', wanted;
  end if;
  delete from outbox_default where day = wanted;
  if to_regclass(name) is null then
    return found;
  end if;
  execute format('drop table %I', name);
  return true;
end
$$;
revoke all on function outbox_add_day(date), outbox_drop_day(date) from public;
grant execute on function outbox_add_day(date), outbox_drop_day(date) to waypost_events;
"""

RELAY = """
create table relay_cursor (
  only_one boolean primary key default true check (only_one),
  pos bigint not null,
  xid xid8 not null,
  seq bigint not null,
  partitions integer not null,
  highs jsonb not null,
  topic_id text,
  log_ends jsonb not null default '{}',
  rewind_wanted boolean not null default false,
  updated_at timestamptz not null default now()
);

create table relay_checkpoints (
  pos bigint primary key,
  xid xid8 not null,
  seq bigint not null,
  highs jsonb not null,
  recorded_at timestamptz not null default now()
);

create table bulk_loads (
  name text primary key,
  first_pos bigint not null,
  row_count bigint not null,
  highs_before jsonb not null,
  highs_after jsonb not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
"""

POLICIES = """
alter table outbox enable row level security;
alter table outbox_default enable row level security;
create policy record_own on outbox for insert to waypost_app
  with check (org_id = current_setting('app.org_id', true));
create policy record_visits on outbox for insert to waypost_visitor with check (true);
create policy read_all on outbox for select to waypost_events using (true);
create policy record_again on outbox for insert to waypost_events with check (true);

grant insert on outbox to waypost_app, waypost_visitor;
grant usage on sequence outbox_seq to waypost_app, waypost_visitor, waypost_events;
grant select, insert on outbox to waypost_events;
grant select, insert, update, delete on relay_cursor, relay_checkpoints, bulk_loads
  to waypost_events;
grant select on relay_cursor, relay_checkpoints to waypost_app;
"""

FIRST_DAYS = """
select outbox_add_day((now() at time zone 'utc')::date + ahead) from generate_series(0, 3) ahead;
"""

STATEMENTS = (OUTBOX, PARTITIONS, RELAY, POLICIES, FIRST_DAYS)
