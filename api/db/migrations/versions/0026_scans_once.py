"""Visitors' processes keep answers to scans and page events that come with an Idempotency-Key."""

from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

POLICIES = """
create policy idempotency_of_scanners on idempotency_keys to waypost_visitor
  using (caller like 'scanner:%') with check (caller like 'scanner:%');
grant select, insert, update on idempotency_keys to waypost_visitor;
"""


def upgrade() -> None:
    op.execute(POLICIES)
