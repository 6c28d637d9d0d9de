"""Columns of passes that other domains may read and join."""

from sqlalchemy import BigInteger, Boolean, DateTime, Integer, Text, column, table
from sqlalchemy.dialects.postgresql import JSONB

passes = table(
    "passes",
    column("org_id", Text),
    column("pass_id", Text),
    column("pass_type", Text),
    column("serial_number", Text),
    column("customer_id", Text),
    column("content", JSONB),
    column("template_id", Text),
    column("template_version", Integer),
    column("uses", Integer),
    column("max_uses", Integer),
    column("change_tag", BigInteger),
    column("fetched_tag", BigInteger),
    column("stale_tag", BigInteger),
    column("created_at", DateTime(timezone=True)),
    column("updated_at", DateTime(timezone=True)),
    column("removed_at", DateTime(timezone=True)),
)

pass_registrations = table(
    "pass_registrations",
    column("org_id", Text),
    column("pass_id", Text),
    column("device_id", Text),
    column("push_token_sealed", Text),
    column("created_at", DateTime(timezone=True)),
)

pass_redemptions = table(
    "pass_redemptions",
    column("org_id", Text),
    column("pass_id", Text),
    column("redeemed_at", DateTime(timezone=True)),
    column("undone_at", DateTime(timezone=True)),
)

pass_certificates = table(
    "pass_certificates",
    column("org_id", Text),
    column("pass_type", Text),
    column("is_development", Boolean),
    column("expires_at", DateTime(timezone=True)),
)
