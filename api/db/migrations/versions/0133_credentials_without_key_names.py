"""Connections no longer name the key that sealed their credentials: `waypost reseal` finds it by trying."""

from alembic import op

revision = "0133"
down_revision = "0132"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.execute("alter table connections drop column sealed_by")
