"""Removes pictures each night that no row knows: their transaction failed after they were stored."""

from datetime import datetime, timedelta

import psycopg
import structlog

from api.jobs.registry import nightly
from api.objects.store import objects_of
from runtime.settings import Settings

GRACE = timedelta(days=1)
"""A picture is stored before its row is committed: younger ones may be about to get one."""

# What each folder of an organisation's files holds, and the rows that know of it.
_KNOWN = {
    "pictures": "select f ->> 'key' from media, jsonb_array_elements(files) f where org_id = %s",
    "walls": "select f ->> 'key' from wall_posts, jsonb_array_elements(files) f where org_id = %s",
}

log = structlog.get_logger(__name__)


@nightly("uploads.sweep")
def sweep(settings: Settings, now: datetime) -> int:
    """Delete pictures older than a day that neither the library nor a wall knows; how many."""
    objects = objects_of(settings)
    removed = 0
    with psycopg.connect(settings.database_url) as connection:
        for (org_id,) in connection.execute("select org_id from organizations").fetchall():
            for folder, statement in _KNOWN.items():
                stored = objects.keys(f"org/{org_id}/{folder}/")
                if not stored:
                    continue
                known = {row[0] for row in connection.execute(statement, [org_id])}
                for key in stored:
                    found = None if key in known else objects.find(key)
                    if found is not None and found.changed_at < now - GRACE:
                        objects.delete(key)
                        removed += 1
                        log.info("a picture that no row knows was removed", key=key)
    return removed
