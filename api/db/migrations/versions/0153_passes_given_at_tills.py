"""Passes that are given at a till are in its log."""

from alembic import op

revision = "0153"
down_revision = "0146"
branch_labels = None
depends_on = None

KINDS = """
alter table till_actions drop constraint till_actions_kind_check;
alter table till_actions add constraint till_actions_kind_check
  check (kind in ('card', 'points', 'stamps', 'undo', 'redeem', 'undo_redeem', 'pass')) not valid;
alter table till_actions validate constraint till_actions_kind_check;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(KINDS)
