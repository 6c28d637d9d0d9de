"""Scans from the lake, because Postgres has no row for a scan."""

from datetime import date, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from runtime.settings import Settings
from warehouse.datasets import dataset_of


class FirstScan(NamedTuple):
    """A browser's first scan of a code on a day."""

    at: datetime
    day: date
    visitor_id: str
    code_id: str | None


def scans_since(
    settings: Settings, org_id: str, time_zone: str, since: datetime
) -> list[FirstScan]:
    """Return the first scan of each browser, code and day since a time, oldest first and without bots, as far as the
    events have reached the lake.
    """
    import pyarrow.dataset as ds

    from warehouse.lake import Lake

    events = Lake.from_settings(settings).events
    if not events.exists():
        return []
    wanted = (
        (ds.field("org_id") == org_id)
        & (ds.field("type") == "scan")
        & (ds.field("day") >= since.date())
        & (ds.field("occurred_at") >= since)
        & (ds.field("visitor_kind") == "cookie")
        & ~ds.field("is_bot")
        & ~ds.field("is_preview")
    )
    rows = dataset_of(events).to_table(
        columns=["visitor_id", "code_id", "occurred_at"], filter=wanted
    )  # fmt: skip
    zone = ZoneInfo(time_zone)
    found: dict[tuple[date, str, str | None], FirstScan] = {}
    for row in rows.to_pylist():
        at, visitor_id, code_id = row["occurred_at"], row["visitor_id"], row["code_id"]
        if visitor_id is None:
            continue
        day = at.astimezone(zone).date()
        key = (day, visitor_id, code_id)
        if key not in found or at < found[key].at:
            found[key] = FirstScan(at, day, visitor_id, code_id)
    return sorted(found.values(), key=lambda it: (it.at, it.visitor_id, it.code_id or ""))
