"""Imports of passes go through the mechanism of those of customers."""

from alembic import op

revision = "0101"
down_revision = "0100"
branch_labels = None
depends_on = None

KINDS = """
alter table customer_imports
  add column kind text not null default 'customers' check (kind in ('customers', 'passes')),
  -- What rows are made from: of passes, their template.
  add column subject_id text check ((kind = 'passes') = (subject_id is not null));
alter table customer_imports alter column kind drop default;
drop index customer_imports_of_org;
create index customer_imports_of_org on customer_imports (org_id, kind, uploaded_at desc);
"""


def upgrade() -> None:
    """Apply."""
    op.execute(KINDS)
