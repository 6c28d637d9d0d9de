"""Exports that are too long to be sent at once: written by a worker, fetched by a signed address."""

import tempfile
from datetime import timedelta
from pathlib import Path
from typing import Any

from api.jobs.registry import JobContext, job

ADDRESS_LIVES = timedelta(hours=24)


@job("exports.events")
def export_events(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Write raw events into the object store; done twice, the same file is there."""
    from api.objects.store import objects_of
    from warehouse.lake import Lake
    from warehouse.queries.analytics import Analytics
    from warehouse.queries.raw_events import raw_events_of

    events = raw_events_of({**args["events"], "org_id": context.org_id})
    analytics = Analytics(Lake.from_settings(context.settings))
    key = f"org/{context.org_id}/exports/{context.job_id}.csv"
    objects = objects_of(context.settings)
    try:
        with tempfile.TemporaryDirectory(prefix="waypost-export-") as folder:
            path = Path(folder) / "export.csv"
            rows = analytics.copy_events(events, str(path))
            with path.open("rb") as file:
                objects.put(key, file, "text/csv")
    finally:
        analytics.close()
    context.progress(rows, rows)
    seconds = int(ADDRESS_LIVES.total_seconds())
    return {
        "file_name": args["file_name"],
        "rows": rows,
        "url": objects.signed_url(key, seconds=seconds, filename=args["file_name"]),
        "expires_at": (context.now() + ADDRESS_LIVES).isoformat(),
    }
