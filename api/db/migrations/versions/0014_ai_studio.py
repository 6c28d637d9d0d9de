"""Pictures of the AI studio: which job made them, of which content, and the code that uses them."""

from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

TABLES = """
create table ai_pictures (
  job_id text not null,
  number integer not null check (number between 1 and 4),
  org_id text not null references organizations on delete cascade,
  media_id text not null references media on delete cascade,
  content text not null,
  prompt text not null check (length(prompt) <= 500),
  style text not null,
  seed bigint not null,
  source text not null,
  grip integer not null,
  code_id text references codes on delete set null,
  created_at timestamptz not null default now(),
  primary key (job_id, number)
);
create index ai_pictures_of_org on ai_pictures (org_id, created_at desc, job_id, number);
create unique index ai_pictures_of_code on ai_pictures (code_id) where code_id is not null;
"""

POLICIES = """
alter table ai_pictures enable row level security;
create policy ai_pictures_of_own on ai_pictures to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update, delete on ai_pictures to waypost_app;
"""


def upgrade() -> None:
    op.execute(TABLES)
    op.execute(POLICIES)
