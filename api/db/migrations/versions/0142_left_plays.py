"""Score games that were started and left before their end."""

from alembic import op

revision = "0142"
down_revision = "0139"
branch_labels = None
depends_on = None

LEFT = """
alter table game_plays drop constraint game_plays_state_check;
alter table game_plays add constraint game_plays_state_check
  check (state in ('started', 'held', 'refused', 'done', 'left')) not valid;
alter table game_plays validate constraint game_plays_state_check;
create index game_plays_started on game_plays (org_id, started_at) where state = 'started';

create or replace function due_prizes(at timestamptz) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.org_id from organizations o
  where o.deleted_at is null and (
    exists (select from prize_awards a where a.org_id = o.org_id and a.state = 'awarded' and a.claim_until <= at)
    or exists (
      select from games g where g.org_id = o.org_id and g.state = 'published' and g.ends_at <= at)
    or exists (
      select from game_plays p
      where p.org_id = o.org_id and p.state = 'started' and p.started_at < at - interval '1 hour')
  )
  limit 500
$$;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(LEFT)
