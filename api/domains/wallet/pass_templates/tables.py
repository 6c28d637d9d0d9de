"""Columns of pass templates that other domains may read."""

from sqlalchemy import Text, column, table

pass_templates = table(
    "pass_templates", column("template_id", Text), column("org_id", Text), column("name", Text)
)
