"""Deletes links that have expired, each night."""

from datetime import datetime

import psycopg

from api.jobs.registry import nightly
from runtime.settings import Settings


@nightly("message_links")
def delete_expired(settings: Settings, now: datetime) -> int:
    """Delete expired links, and return the number of messages that had them."""
    with psycopg.connect(settings.database_url) as connection:
        return connection.execute(
            "delete from message_links where expires_at <= %s", [now]
        ).rowcount
