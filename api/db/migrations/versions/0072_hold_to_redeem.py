"""Rewards that are redeemed on the card itself, by holding a button in front of the staff."""

from alembic import op

revision = "0072"
down_revision = "0069"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.execute("alter table rewards add column hold_to_redeem boolean not null default false")
