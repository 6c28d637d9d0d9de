"""Columns of consents that other domains may read and join."""

from sqlalchemy import Text, column, table

consent_texts = table(
    "consent_texts",
    column("org_id", Text),
    column("text_hash", Text),
    column("text", Text),
)
