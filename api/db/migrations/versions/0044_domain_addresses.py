"""What is wrong with the addresses that own domains lead on to."""

from alembic import op

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.execute(
        "alter table own_domains add column home_problem text, add column unknown_problem text"
    )


def downgrade() -> None:
    """Take back."""
    op.execute("alter table own_domains drop column home_problem, drop column unknown_problem")
