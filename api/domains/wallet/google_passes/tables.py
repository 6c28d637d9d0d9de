"""Columns of passes in Google Wallet that other domains may read."""

from sqlalchemy import Boolean, DateTime, Text, column, or_, table

google_passes = table(
    "google_passes",
    column("org_id", Text),
    column("pass_id", Text),
    column("has_users", Boolean),
    column("is_saved", Boolean),
)

google_notices = table(
    "google_notices",
    column("org_id", Text),
    column("pass_id", Text),
    column("claimed_at", DateTime(timezone=True)),
)

is_held_at_google = or_(
    google_passes.c.is_saved,
    google_passes.c.is_saved.is_(None) & google_passes.c.has_users,
)
"""Whether somebody has the pass in Google Wallet, according to Google's last callback, or without one to its last
answer.
"""
