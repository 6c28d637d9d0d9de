"""One of an organisation's numbers is chosen to send from."""

from alembic import op

revision = "0129"
down_revision = "0127"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.execute("""
alter table sms_numbers add column default_since timestamptz;
""")
