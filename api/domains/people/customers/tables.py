"""Columns of customers that other domains may read and join."""

from sqlalchemy import DateTime, LargeBinary, Text, column, table
from sqlalchemy.dialects.postgresql import ARRAY

customers = table(
    "customers",
    column("customer_id", Text),
    column("org_id", Text),
    column("email", Text),
    column("phone", Text),
    column("first_name", Text),
    column("last_name", Text),
    column("tags", ARRAY(Text)),
    column("sealing_key", LargeBinary),
    column("created_at", DateTime(timezone=True)),
)

customer_visitors = table(
    "customer_visitors",
    column("org_id", Text),
    column("visitor_id", Text),
    column("customer_id", Text),
)
"""The customer that last used a visitor's browser."""
