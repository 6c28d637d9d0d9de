"""Columns of batches that other domains may read and join."""

from sqlalchemy import Text, column, table

code_batches = table(
    "code_batches", column("batch_id", Text), column("org_id", Text), column("name", Text)
)
