"""A poll can be deleted by those who made it; its votes go with it."""

from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("grant delete on polls to waypost_app")


def downgrade() -> None:
    op.execute("revoke delete on polls from waypost_app")
