"""Columns of custom domains that other domains may read and join."""

from sqlalchemy import DateTime, Text, column, table

own_domains = table(
    "own_domains",
    column("domain_id", Text),
    column("org_id", Text),
    column("host", Text),
    column("proven_at", DateTime(timezone=True)),
)
