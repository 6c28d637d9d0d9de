"""Games that have ended can be archived."""

from alembic import op

revision = "0094"
down_revision = "0092"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.execute(
        "alter table games add column archived_at timestamptz"
        " check (archived_at is null or state = 'ended')"
    )


def downgrade() -> None:
    """Drop it."""
    op.execute("alter table games drop column archived_at")
