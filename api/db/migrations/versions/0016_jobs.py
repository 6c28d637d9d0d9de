"""Jobs as callers see them, and procrastinate's queue, which workers take them from."""

from alembic import op
from procrastinate.schema import SchemaManager

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

TABLE = """
create table jobs (
  job_id text primary key,
  org_id text not null references organizations on delete cascade,
  kind text not null check (length(kind) between 1 and 80),
  args jsonb not null default '{}',
  state text not null default 'queued'
    check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  done bigint not null default 0,
  total bigint,
  result jsonb,
  error text,
  created_by text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index jobs_of_org on jobs (org_id, created_at desc);

alter table jobs enable row level security;
create policy jobs_of_own on jobs to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update on jobs to waypost_app;
"""

# The app's role may queue a job and nothing else: the queue's tables are not its business.
QUEUE = """
create function queue_job(job_id text, org_id text) returns void
language sql security definer set search_path = public as $$
  select procrastinate_defer_jobs_v1(array[
    row('default', 'waypost.job', 0, null, null,
        jsonb_build_object('job_id', job_id, 'org_id', org_id), null)::procrastinate_job_to_defer_v1
  ]);
$$;
revoke all on function queue_job(text, text) from public;
grant execute on function queue_job(text, text) to waypost_app;
"""


def upgrade() -> None:
    op.execute(TABLE)
    # Through the driver itself: the script has per cent signs and colons that are no parameters.
    op.get_bind().connection.cursor().execute(SchemaManager.get_schema())
    op.execute(QUEUE)
