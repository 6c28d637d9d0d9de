"""Whoever sets a limit anew may lock its counts, row after row in the order in which visits do."""

from alembic import op

revision = "0049"
down_revision = "0048"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.execute("grant update (scans) on code_counters to waypost_app")
    op.execute("grant update (last_at) on code_visitors to waypost_app")


def downgrade() -> None:
    """Take back."""
    op.execute("revoke update (scans) on code_counters from waypost_app")
    op.execute("revoke update (last_at) on code_visitors from waypost_app")
