"""Columns of promo codes that other domains may read and join."""

from sqlalchemy import Text, column, table

promo_codes = table(
    "promo_codes", column("promo_code_id", Text), column("org_id", Text), column("shown", Text)
)

promo_batches = table(
    "promo_batches", column("batch_id", Text), column("org_id", Text), column("name", Text)
)
