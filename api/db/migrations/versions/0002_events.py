"""The outbox, the relay's memory, dead letters."""

from alembic import op

from ingest.landing import ddl as landing
from ingest.outbox import ddl as outbox

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for statement in (*outbox.STATEMENTS, *landing.STATEMENTS):
        op.execute(statement)
