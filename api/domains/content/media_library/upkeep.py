"""Removes unused files each night: pictures without a row (their transaction failed), downloads whose day is over, and
large pictures that can be rendered again.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import psycopg
import structlog

from api.domains.content.media_library.service import PASSES_FOLDER
from api.jobs.registry import nightly
from api.objects.store import ObjectStore, objects_of
from runtime.settings import Settings

GRACE = timedelta(days=1)
"""A picture is stored before its row is committed, so a younger file may be about to get its row."""

# The query that returns the keys in use in each folder of an organisation's files.
_KNOWN = {
    "pictures": "select f ->> 'key' from media, jsonb_array_elements(files) f where org_id = %s",
    "walls": "select f ->> 'key' from wall_posts, jsonb_array_elements(files) f where org_id = %s",
}

DOWNLOAD_FOLDERS = ("exports", "packs", "slips", "imports")
"""Folders of downloads with addresses valid for a day, and of imports, which wait for a day. They contain people's
names and unused codes. Pictures of walls were once packed among the uploads, under the ID of their job.
"""
DOWNLOAD_LIFETIME = timedelta(hours=25)

RENDERED_FOLDER = "drawn"
"""The folder of large pictures of codes, which are rendered again on request."""
RENDERED_LIFETIME = timedelta(days=7)

log = structlog.get_logger(__name__)


@nightly("uploads.sweep")
def sweep(settings: Settings, now: datetime) -> int:
    """Delete pictures older than a day that are neither in the library nor on a wall, files whose addresses have
    expired, and large pictures of codes after a week. Returns how many were deleted.
    """
    objects = objects_of(settings)
    removed = 0
    with psycopg.connect(settings.database_url) as connection:
        for (org_id,) in connection.execute("select org_id from organizations").fetchall():
            for folder, statement in _KNOWN.items():
                stored = objects.keys(f"org/{org_id}/{folder}/")
                in_use = (
                    {row[0] for row in connection.execute(statement, [org_id])} if stored else ()
                )
                orphans = [key for key in stored if key not in in_use]
                removed += _delete_older(objects, orphans, now - GRACE)
            removed += _delete_older(
                objects, _of_no_picture(connection, objects, org_id), now - GRACE
            )
            for folder in DOWNLOAD_FOLDERS:
                lent = objects.keys(f"org/{org_id}/{folder}/")
                removed += _delete_older(objects, lent, now - DOWNLOAD_LIFETIME)
            drawn = objects.keys(f"org/{org_id}/{RENDERED_FOLDER}/")
            removed += _delete_older(objects, drawn, now - RENDERED_LIFETIME)
            packed = [
                key
                for key in objects.keys(f"org/{org_id}/uploads/")
                if key.split("/")[3].startswith("job_")
            ]
            removed += _delete_older(objects, packed, now - DOWNLOAD_LIFETIME)
    return removed


def _of_no_picture(
    connection: psycopg.Connection[Any], objects: ObjectStore, org_id: str
) -> list[str]:
    """Return the files in sizes for passes whose picture no longer exists."""
    drawn = objects.keys(f"org/{org_id}/{PASSES_FOLDER}/")
    statement = "select media_id from media where org_id = %s"
    known = {row[0] for row in connection.execute(statement, [org_id])} if drawn else set()
    return [key for key in drawn if key.split("/")[3] not in known]


def _delete_older(objects: ObjectStore, keys: Iterable[str], than: datetime) -> int:
    removed = 0
    for key in keys:
        found = objects.find(key)
        if found is not None and found.changed_at < than:
            objects.delete(key)
            removed += 1
            log.info("a file that nobody can have any more was removed", key=key)
    return removed
