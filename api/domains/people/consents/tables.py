"""Columns of consents that other domains may read and join."""

from sqlalchemy import DateTime, Integer, LargeBinary, Text, column, table

consent_texts = table(
    "consent_texts",
    column("org_id", Text),
    column("text_hash", Text),
    column("text", Text),
)

consent_entries = table(
    "consent_entries",
    column("org_id", Text),
    column("customer_id", Text),
    column("channel", Text),
    column("purpose", Text),
    column("decision", Text),
    column("address_index", LargeBinary),
    column("decided_at", DateTime(timezone=True)),
)

suppressed_addresses = table(
    "suppressed_addresses",
    column("org_id", Text),
    column("address_index", LargeBinary),
)

contact_rules = table(
    "contact_rules",
    column("org_id", Text),
    column("cap_messages", Integer),
    column("cap_days", Integer),
    column("min_age", Integer),
)
