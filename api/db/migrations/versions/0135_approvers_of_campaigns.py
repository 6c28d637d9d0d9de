"""Which role approves campaigns is set by the organisation."""

from alembic import op

revision = "0135"
down_revision = "0133"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.execute("""
alter table campaign_settings add column approval_role text not null default 'editor'
  check (approval_role in ('editor', 'admin', 'owner'));
""")
