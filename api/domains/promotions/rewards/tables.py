"""Columns of rewards that other domains may read."""

from sqlalchemy import DateTime, Integer, Text, column, table

rewards = table(
    "rewards",
    column("reward_id", Text),
    column("org_id", Text),
    column("name", Text),
    column("unit", Text),
    column("price", Integer),
    column("cost_cents", Integer),
    column("paid_by", Text),
    column("deleted_at", DateTime(timezone=True)),
)
