"""Bulk jobs wait in a queue of their own, one at a time of each organisation, and who queues many goes behind the others."""

from alembic import op

revision = "0146"
down_revision = "0145"
branch_labels = None
depends_on = None

QUEUE = """
drop function queue_job(text, text);

-- The priority falls with what the organisation has waiting, so that the first job of one is before the hundredth
-- of another.
create function queue_job(job_id text, org_id text, is_bulk boolean default false) returns void
language sql security definer set search_path = public, pg_temp as $$
  select procrastinate_defer_jobs_v1(array[
    row(case when queue_job.is_bulk then 'bulk' else 'default' end, 'waypost.job',
        (select 1 - count(*) from (
           select from jobs j where j.org_id = queue_job.org_id and j.state = 'queued' limit 100) waiting),
        case when queue_job.is_bulk then 'bulk:' || queue_job.org_id end, null,
        jsonb_build_object('job_id', queue_job.job_id, 'org_id', queue_job.org_id),
        null)::procrastinate_job_to_defer_v1
  ]);
$$;
revoke all on function queue_job(text, text, boolean) from public;
grant execute on function queue_job(text, text, boolean) to waypost_app;
"""


def upgrade() -> None:
    op.execute(QUEUE)
