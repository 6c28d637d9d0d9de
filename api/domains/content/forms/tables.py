"""Columns of submissions that other domains may read and join."""

from sqlalchemy import DateTime, Text, column, table
from sqlalchemy.dialects.postgresql import ARRAY

submissions = table(
    "submissions",
    column("submission_id", Text),
    column("org_id", Text),
    column("page_id", Text),
    column("form_id", Text),
    column("code_id", Text),
    column("customer_id", Text),
    column("visitor_id", Text),
    column("field_names", ARRAY(Text)),
    column("sealed", Text),
    column("language", Text),
    column("created_at", DateTime(timezone=True)),
)
