"""The list of passes is searched in one index, which has what a search compares, instead of in all passes."""

from alembic import op

revision = "0175"
down_revision = "0174"
branch_labels = None
depends_on = None

INDEX = """
drop index passes_of_org;
create index passes_of_org on passes (org_id, created_at desc) include (pass_id, serial_number, customer_id);
"""


def upgrade() -> None:
    """Apply."""
    op.execute(INDEX)
