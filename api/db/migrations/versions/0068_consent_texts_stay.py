"""Texts that people agreed to cannot be changed or deleted by the application."""

from alembic import op

revision = "0068"
down_revision = "0067"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.execute("revoke update, delete on consent_texts from waypost_app")
