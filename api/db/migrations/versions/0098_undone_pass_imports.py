"""Which import made a pass, so that the whole import can be undone."""

from alembic import op

revision = "0098"
down_revision = "0097"
branch_labels = None
depends_on = None

IMPORTS = """
alter table passes add column import_id text;
-- Only passes that nobody has are deleted by members.
grant delete on passes to waypost_app;
create index passes_of_import on passes (org_id, import_id) where import_id is not null;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(IMPORTS)
