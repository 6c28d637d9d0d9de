"""When a pass was last removed from a phone, which holders of passes are listed by."""

from alembic import op

revision = "0169"
down_revision = "0168"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.execute("alter table passes add column removed_at timestamptz")
