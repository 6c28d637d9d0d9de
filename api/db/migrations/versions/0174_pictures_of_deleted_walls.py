"""A deleted wall has no pictures. Walls that were deleted earlier kept theirs; their files are deleted at night."""

from alembic import op

revision = "0174"
down_revision = "0173"
branch_labels = None
depends_on = None

PICTURES = """
delete from wall_posts p using walls w
where w.org_id = p.org_id and w.wall_id = p.wall_id and w.deleted_at is not null
"""


def upgrade() -> None:
    """Apply."""
    op.execute(PICTURES)
