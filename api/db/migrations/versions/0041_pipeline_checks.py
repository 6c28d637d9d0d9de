"""What the pipelines' checks found last, so that operators are told of what fails."""

from alembic import op

revision = "0041"
down_revision = "0039"
branch_labels = None
depends_on = None

# Of the installation, not of an organisation. `dagster/runs` is the worker's own: it fails where no
# check was made for hours.
TABLE = """
create table pipeline_checks (
  asset text not null,
  name text not null,
  passes boolean not null,
  said text not null default '' check (length(said) <= 500),
  since timestamptz not null,
  checked_at timestamptz not null,
  told_at timestamptz,
  primary key (asset, name)
);

alter table pipeline_checks enable row level security;
create policy pipeline_checks_for_pipelines on pipeline_checks to waypost_pipelines using (true);
create policy pipeline_checks_for_worker on pipeline_checks to waypost_app using (true);
grant select, insert, update on pipeline_checks to waypost_pipelines, waypost_app;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(TABLE)


def downgrade() -> None:
    """Take back."""
    op.execute("drop table pipeline_checks")
