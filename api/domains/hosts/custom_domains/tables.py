"""Columns of custom domains that other domains may read and join."""

from sqlalchemy import DateTime, Text, column, table

custom_domains = table(
    "custom_domains",
    column("domain_id", Text),
    column("org_id", Text),
    column("host", Text),
    column("proven_at", DateTime(timezone=True)),
)
