"""Which phones have to be told that a pass changed, noted with the change itself."""

from alembic import op

revision = "0083"
down_revision = "0081"
branch_labels = None
depends_on = None

TABLE = """
create table pass_pushes (
  pass_id text not null,
  device_id text not null,
  org_id text not null references organizations on delete cascade,
  -- The tag of the newest change that the phone was not told of.
  tag bigint not null,
  tries integer not null default 0 check (tries >= 0),
  due_at timestamptz not null,
  primary key (pass_id, device_id),
  foreign key (pass_id, device_id) references pass_registrations (pass_id, device_id) on delete cascade
);
create index pass_pushes_of_org on pass_pushes (org_id, due_at);
create index pass_pushes_due on pass_pushes (due_at);
create index jobs_open on jobs (org_id, kind) where state in ('queued', 'running');

alter table pass_pushes enable row level security;
create policy pass_pushes_of_own on pass_pushes to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update, delete on pass_pushes to waypost_app;
"""

# Whoever changes passes, in one statement or in many: their phones are noted in the same transaction. Several
# changes before a push become one. Passes that were signed for development are on no phone.
TRIGGER = """
create function queue_pass_pushes() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  _org text;
  _job text;
begin
  for _org in
    with noted as (
      insert into pass_pushes (pass_id, device_id, org_id, tag, due_at)
      select r.pass_id, r.device_id, r.org_id, n.change_tag, clock_timestamp()
      from changed n
        join unchanged o on o.pass_id = n.pass_id
        join pass_registrations r on r.org_id = n.org_id and r.pass_id = n.pass_id
        join pass_certificates c on c.org_id = n.org_id and c.pass_type = n.pass_type
      where n.change_tag > o.change_tag and not c.is_development
      on conflict (pass_id, device_id) do update
        set tag = excluded.tag, tries = 0, due_at = excluded.due_at
      returning org_id
    )
    select distinct noted.org_id from noted
  loop
    continue when exists (
      select from jobs j where j.org_id = _org and j.kind = 'passes.push' and j.state = 'queued'
    );
    _job := 'job_' || replace(gen_random_uuid()::text, '-', '');
    insert into jobs (job_id, org_id, kind) values (_job, _org, 'passes.push');
    perform queue_job(_job, _org);
  end loop;
  return null;
end;
$$;

create trigger passes_changed after update on passes
  referencing old table as unchanged new table as changed
  for each statement execute function queue_pass_pushes();
"""

DUE = """
create function due_pass_pushes(at timestamptz) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct p.org_id
  from pass_pushes p join organizations o on o.org_id = p.org_id
  where p.due_at <= at and o.deleted_at is null
    and not exists (
      select from jobs j
      where j.org_id = p.org_id and j.kind = 'passes.push' and j.state in ('queued', 'running')
    )
$$;
revoke all on function due_pass_pushes(timestamptz) from public;
grant execute on function due_pass_pushes(timestamptz) to waypost_app;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(TABLE)
    op.execute(TRIGGER)
    op.execute(DUE)
