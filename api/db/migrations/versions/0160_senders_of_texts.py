"""What text messages come from, how many a second, and which leave first; the time zone of people's last scans."""

from alembic import op

revision = "0160"
down_revision = "0159"
branch_labels = None
depends_on = None

TABLES = """
alter table sms_numbers
  add column per_second integer not null default 1 check (per_second between 1 and 1000),
  -- Whether it is one of the numbers of the organisation's messaging service at the provider.
  add column in_service boolean not null default false;

-- Where they scanned a code last, as the warehouse has it.
alter table customers add column seen_time_zone text;

create table sms_services (
  org_id text primary key references organizations on delete cascade,
  provider_id text not null,
  per_second integer not null default 1 check (per_second between 1 and 1000),
  made_at timestamptz not null,
  made_by text
);

create table sms_sender_names (
  org_id text not null references organizations on delete cascade,
  country text not null check (country ~ '^[A-Z]{2}$'),
  name text not null check (name ~ '^[A-Za-z0-9 ]{3,11}$' and name ~ '[A-Za-z]'),
  -- Whether the name is registered in the country, where that is needed.
  is_registered boolean not null,
  changed_at timestamptz not null,
  changed_by text,
  primary key (org_id, country)
);

-- Messages that people wait for leave before those of a campaign.
create index messages_waited_for on messages (org_id, due_at)
  where state = 'queued' and source not in ('campaign', 'automation');
"""

OF_ORG = ("sms_services", "sms_sender_names")

# Of all organisations together: several may send from one sender. Nobody but the function sees it.
PACES = """
create table sender_paces (
  sender text primary key,
  -- From when on the sender is free again: what was handed over reserves its time.
  free_at timestamptz not null
);
alter table sender_paces enable row level security;

-- How many of so many segments a sender may send now: after a rest those of 10 seconds at once. What is handed over counts;
-- with `_all` it may run into debt, and a negative number is given back.
create function use_sender(_sender text, _per_second integer, _segments integer, _at timestamptz, _all boolean)
returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  _free timestamptz;
  _count integer := _segments;
begin
  insert into sender_paces values (_sender, _at - interval '10 seconds') on conflict do nothing;
  select greatest(p.free_at, _at - interval '10 seconds') into _free
  from sender_paces p where p.sender = _sender for update;
  if not _all then
    _count := greatest(0, least(_segments, floor(extract(epoch from _at - _free) * _per_second)::integer));
  end if;
  update sender_paces set free_at = _free + make_interval(secs => _count::double precision / _per_second)
  where sender = _sender;
  return _count;
end
$$;
revoke all on function use_sender(text, integer, integer, timestamptz, boolean) from public;
grant execute on function use_sender(text, integer, integer, timestamptz, boolean) to waypost_app;

drop function queue_job(text, text, boolean);

-- As before (0146); with a moment, the job waits for it.
create function queue_job(job_id text, org_id text, is_bulk boolean default false, at timestamptz default null)
returns void
language sql security definer set search_path = public, pg_temp as $$
  select procrastinate_defer_jobs_v1(array[
    row(case when queue_job.is_bulk then 'bulk' else 'default' end, 'waypost.job',
        (select 1 - count(*) from (
           select from jobs j where j.org_id = queue_job.org_id and j.state = 'queued' limit 100) waiting),
        case when queue_job.is_bulk then 'bulk:' || queue_job.org_id end, null,
        jsonb_build_object('job_id', queue_job.job_id, 'org_id', queue_job.org_id),
        queue_job.at)::procrastinate_job_to_defer_v1
  ]);
$$;
revoke all on function queue_job(text, text, boolean, timestamptz) from public;
grant execute on function queue_job(text, text, boolean, timestamptz) to waypost_app;
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
    op.execute(PACES)
