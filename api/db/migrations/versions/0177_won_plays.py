"""The plays with which a player won a prize are found in an index, for the list of prizes on the page of a game."""

from alembic import op

revision = "0177"
down_revision = "0176"
branch_labels = None
depends_on = None

WON = """
create index game_plays_won on game_plays (game_id, player, started_at desc) where prize_id is not null;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(WON)
