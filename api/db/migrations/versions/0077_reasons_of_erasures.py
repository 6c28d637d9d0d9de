"""An erasure keeps why it was requested."""

from alembic import op

revision = "0077"
down_revision = "0074"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.execute("alter table erasures add reason text check (length(reason) between 1 and 500)")
