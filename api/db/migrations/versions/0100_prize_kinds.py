"""Prizes that give a one-time code or a wallet pass."""

from alembic import op

revision = "0100"
down_revision = "0099"
branch_labels = None
depends_on = None

COLUMNS = """
alter table prizes
  -- Of which code winners get one-time codes. `batch_id` is then the batch of those that were given.
  add column base_code_id text,
  -- From which template winners get a pass.
  add column template_id text,
  drop constraint prizes_gives_check,
  add constraint prizes_gives_check
    check (gives in ('screen', 'form', 'code', 'one_time', 'pass', 'reward', 'points'));
"""


def upgrade() -> None:
    """Apply."""
    op.execute(COLUMNS)
