"""Whether a browser, and with it a form, is proven to be the customer's that it names."""

from alembic import op

revision = "0053"
down_revision = "0052"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.execute("alter table customer_visitors add is_proven boolean not null default false")
    # The browser of somebody's first form made them known.
    op.execute(
        "update customer_visitors v set is_proven = true from submissions s"
        " where s.org_id = v.org_id and s.visitor_id = v.visitor_id"
        " and s.customer_id = v.customer_id and s.is_new_customer"
    )
    op.execute("grant select (is_proven) on customer_visitors to waypost_visitor")
    op.execute("alter table submissions add is_proven boolean not null default true")


def downgrade() -> None:
    """Take back."""
    op.execute("alter table submissions drop is_proven")
    op.execute("alter table customer_visitors drop is_proven")
