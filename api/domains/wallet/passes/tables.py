"""Columns of passes that other domains may read and join."""

from sqlalchemy import BigInteger, Boolean, DateTime, Text, column, table
from sqlalchemy.dialects.postgresql import JSONB

passes = table(
    "passes",
    column("org_id", Text),
    column("pass_id", Text),
    column("pass_type", Text),
    column("serial_number", Text),
    column("customer_id", Text),
    column("content", JSONB),
    column("change_tag", BigInteger),
    column("updated_at", DateTime(timezone=True)),
)

pass_registrations = table(
    "pass_registrations",
    column("org_id", Text),
    column("pass_id", Text),
    column("device_id", Text),
    column("push_token_sealed", Text),
)

pass_certificates = table(
    "pass_certificates",
    column("org_id", Text),
    column("pass_type", Text),
    column("is_development", Boolean),
    column("expires_at", DateTime(timezone=True)),
)
