"""Points that a refund could not take back, because they had been spent, are taken if the redemption is undone."""

from alembic import op

revision = "0172"
down_revision = "0171"
branch_labels = None
depends_on = None

SHORTFALLS = """
create table loyalty_shortfalls (
  org_id text not null references organizations on delete cascade,
  lot_id text primary key references loyalty_entries (entry_id) on delete cascade,
  amount integer not null check (amount >= 0)
);
create index loyalty_shortfalls_of_org on loyalty_shortfalls (org_id);
alter table loyalty_shortfalls enable row level security;
create policy loyalty_shortfalls_of_own on loyalty_shortfalls to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update on loyalty_shortfalls to waypost_app;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(SHORTFALLS)
