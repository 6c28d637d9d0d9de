"""Leaderboards of games count players by score, and the points of teams and places."""

from alembic import op

revision = "0104"
down_revision = "0102"
branch_labels = None
depends_on = None

TABLES = """
alter table game_plays add column team text;
-- The team or the place for which a player reached their best score.
alter table game_bests add column side text;

-- How many players have a score as their best: ranks are sums over these few rows.
create table game_score_counts (
  game_id text not null references games (game_id) on delete cascade,
  period text not null,
  score bigint not null,
  org_id text not null references organizations (org_id),
  players bigint not null,
  primary key (game_id, period, score)
) with (fillfactor = 70);
insert into game_score_counts (game_id, period, score, org_id, players)
  select game_id, period, score, org_id, count(*) from game_bests group by 1, 2, 3, 4;

-- What the players of a team or a place have together: the sum of their best scores.
create table game_sides (
  game_id text not null references games (game_id) on delete cascade,
  period text not null,
  side text not null,
  org_id text not null references organizations (org_id),
  players bigint not null,
  points bigint not null,
  primary key (game_id, period, side)
) with (fillfactor = 70);
"""


def upgrade() -> None:
    """Apply."""
    op.execute(TABLES)
    for table in ("game_score_counts", "game_sides"):
        op.execute(f"alter table {table} enable row level security")
        op.execute(
            f"create policy {table}_of_own on {table} to waypost_app"
            " using (org_id = current_setting('app.org_id', true))"
        )
        op.execute(f"grant select, insert, update, delete on {table} to waypost_app")
