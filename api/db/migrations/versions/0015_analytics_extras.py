"""Analytics may read what folders are called."""

from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

VIEWS = """
create view analytics_v1.folders with (security_invoker = true) as
  select org_id, folder_id, parent_id, name, created_at from folders;

create policy folders_for_pipelines on folders for select to waypost_pipelines using (true);
grant select on analytics_v1.folders to waypost_app, waypost_pipelines;
grant select (org_id, folder_id, parent_id, name, created_at) on folders to waypost_pipelines;
"""


def upgrade() -> None:
    op.execute(VIEWS)
