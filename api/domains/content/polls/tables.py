"""Columns of polls that other domains may read and join."""

from sqlalchemy import Text, column, table
from sqlalchemy.dialects.postgresql import JSONB

polls = table(
    "polls",
    column("code_id", Text),
    column("poll_id", Text),
    column("org_id", Text),
    column("question", Text),
    column("choices", JSONB),
)
