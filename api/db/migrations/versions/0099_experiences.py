"""Experiences of old clients."""

from alembic import op

revision = "0099"
down_revision = "0098"
branch_labels = None
depends_on = None

TABLE = """
create table experiences (
  experience_id text primary key,
  org_id text not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 80),
  code_id text not null references codes (code_id) on delete cascade,
  page_id text,
  reward_id text,
  game_id text,
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  check (reward_id is null or game_id is null),
  constraint experiences_page foreign key (org_id, page_id) references pages (org_id, page_id)
    on delete set null (page_id)
);
create unique index experiences_name on experiences (org_id, lower(name));

alter table experiences enable row level security;
create policy experiences_of_own on experiences to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update, delete on experiences to waypost_app;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(TABLE)
