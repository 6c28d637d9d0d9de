"""Folders, nested, and the folder that a code lies in."""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

TABLES = """
create table folders (
  folder_id text primary key,
  org_id text not null references organizations on delete cascade,
  parent_id text,
  name text not null check (length(name) between 1 and 80),
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  unique (org_id, folder_id),
  check (parent_id <> folder_id),
  foreign key (org_id, parent_id) references folders (org_id, folder_id)
);
create unique index folders_name on folders (org_id, coalesce(parent_id, ''), lower(name));

alter table codes add constraint codes_folder
  foreign key (org_id, folder_id) references folders (org_id, folder_id);
create index codes_of_folder on codes (org_id, folder_id) where folder_id is not null;
"""

POLICIES = """
alter table folders enable row level security;
create policy folders_of_own on folders to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update, delete on folders to waypost_app;
"""


def upgrade() -> None:
    op.execute(TABLES)
    op.execute(POLICIES)
