"""Orders of currencies with small units, such as ten million rupiah, fit their columns."""

from alembic import op

revision = "0163"
down_revision = "0160"
branch_labels = None
depends_on = None

WIDER = """
alter table customer_orders alter column amount_cents type bigint, alter column refunded_cents type bigint;
alter table order_refunds alter column amount_cents type bigint;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(WIDER)
