"""A report knows the day on which it goes out next, whatever time zone its organisation moves to."""

from alembic import op

revision = "0050"
down_revision = "0049"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.execute("alter table report_schedules add next_run_day date")
    op.execute(
        "update report_schedules s set next_run_day = (s.next_run_at at time zone o.time_zone)::date"
        " from organizations o where o.org_id = s.org_id"
    )
    op.execute("alter table report_schedules alter next_run_day set not null")


def downgrade() -> None:
    """Take back."""
    op.execute("alter table report_schedules drop next_run_day")
