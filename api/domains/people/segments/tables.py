"""Columns of segments that other domains may read."""

from sqlalchemy import Text, column, table

segments = table(
    "segments",
    column("org_id", Text),
    column("segment_id", Text),
    column("name", Text),
)
