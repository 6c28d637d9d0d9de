"""For how long after a click what a person does counts for a campaign; campaigns by notifications to browsers."""

from alembic import op

revision = "0126"
down_revision = "0122"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.execute(
        """
        alter table campaigns
          add column window_hours integer not null default 72 check (window_hours between 1 and 720),
          drop constraint campaigns_channel_check,
          add constraint campaigns_channel_check
            check (channel in ('sms', 'email', 'wallet_push', 'web_push', 'best'))
        """
    )
