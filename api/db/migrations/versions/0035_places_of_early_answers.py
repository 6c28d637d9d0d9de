"""Answers that a form counts although they came before its limit give their place back, too."""

from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None

# 0029 counted them when the limit was published, but only what stands in `places` is given back.
STATEMENT = """
update submissions s set places = array_append(s.places, '')
from form_places p
where p.org_id = s.org_id and p.page_id = s.page_id and p.form_id = s.form_id and p.place = ''
  and not '' = any(s.places)
"""


def upgrade() -> None:
    """Apply."""
    op.execute(STATEMENT)
