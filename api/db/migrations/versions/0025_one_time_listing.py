"""One-time codes of a base in the order in which they are listed; the organisation's codes by name."""

from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

INDEXES = """
create index codes_one_time_listed on codes (base_code_id, created_at desc, name, code_id)
  where one_time_state is not null;
create index codes_by_name on codes (org_id, lower(name), code_id)
  where one_time_state is null and deleted_at is null;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(INDEXES)
