"""Google's callbacks about a pass may arrive out of order. The expiry of the newest one tells which are older."""

from alembic import op

revision = "0173"
down_revision = "0172"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.execute("alter table google_passes add column callback_expires_at timestamptz")
