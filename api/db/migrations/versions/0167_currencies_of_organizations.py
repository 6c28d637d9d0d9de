"""An organisation may say in which currency its costs are."""

from alembic import op

revision = "0167"
down_revision = "0166"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.execute("alter table organizations add column currency text check (currency ~ '^[A-Z]{3}$')")
