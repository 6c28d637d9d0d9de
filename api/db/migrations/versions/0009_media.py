"""Pictures that organisations upload or have made; the files lie in the object store."""

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

TABLES = """
create table media (
  media_id text primary key,
  org_id text not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 200),
  source text not null check (source in ('upload', 'ai')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes bigint not null check (bytes > 0),
  files jsonb not null,
  created_at timestamptz not null default now(),
  created_by text
);
create index media_of_org on media (org_id, created_at desc, media_id);
"""

POLICIES = """
alter table media enable row level security;
create policy media_of_own on media to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, delete on media to waypost_app;
"""


def upgrade() -> None:
    op.execute(TABLES)
    op.execute(POLICIES)
