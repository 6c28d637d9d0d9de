"""Whether advertising by text message keeps the hours that countries name."""

from alembic import op

revision = "0131"
down_revision = "0129"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.execute("alter table contact_rules add column by_country boolean not null default false")
