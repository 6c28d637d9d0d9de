"""Custom fields can be merge keys: customers with the same value are proposed as one person."""

from alembic import op

revision = "0097"
down_revision = "0096"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.execute("alter table customer_fields add is_merge_key boolean not null default false")
