"""A few pixels of each picture, for pages to show until it is there."""

from alembic import op

revision = "0054"
down_revision = "0053"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.execute("alter table media add preview text")


def downgrade() -> None:
    """Take back."""
    op.execute("alter table media drop preview")
