"""Columns of destination checks that other domains may read and join."""

from sqlalchemy import Text, column, table

destination_checks = table(
    "destination_checks", column("org_id", Text), column("code_id", Text), column("state", Text)
)
