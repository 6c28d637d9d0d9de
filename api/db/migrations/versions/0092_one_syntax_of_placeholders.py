"""Passes of which visitors get copies name the person and the serial number as templates do."""

from alembic import op

revision = "0092"
down_revision = "0091"
branch_labels = None
depends_on = None

RENAMED = """
update passes p set content =
  replace(replace(content::text, '{name}', '{{customer.name}}'), '{serial}', '{{serial}}')::jsonb
from pass_offers o
where o.org_id = p.org_id and o.pass_id = p.pass_id
  and (content::text like '%{name}%' or content::text like '%{serial}%')
  and content::text not like '%{{%'
"""


def upgrade() -> None:
    """Apply."""
    op.execute(RENAMED)
