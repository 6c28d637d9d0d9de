"""Columns of referrals that other domains may read and join."""

from sqlalchemy import DateTime, Text, column, table

referral_codes = table(
    "referral_codes",
    column("org_id", Text),
    column("code", Text),
    column("customer_id", Text),
    column("created_at", DateTime(timezone=True)),
)

referrals = table(
    "referrals",
    column("org_id", Text),
    column("referrer_id", Text),
    column("friend_id", Text),
    column("state", Text),
    column("created_at", DateTime(timezone=True)),
)
