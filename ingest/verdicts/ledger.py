"""State and results of a recompute, in two small tables of the lake.

`verdict_changes` counts the changes by version of the rules, day of arrival and organisation. `verdict_days` holds the
stage of each day, so that an interrupted recompute can continue.
"""

from collections.abc import Iterable
from datetime import date
from typing import Literal

import pyarrow as pa
from deltalake.exceptions import TableNotFoundError

from ingest.verdicts.history import JudgedDay
from ingest.verdicts.rules import VERDICT_VERSION
from warehouse.lake import Lake, LakeTable

Stage = Literal["judging", "judged", "recount"]
"""judging: events may be new while marts are old. judged: both are new, but first scans are not settled yet. recount:
first scans moved on this day. A settled day has no row.
"""

CHANGES = pa.schema(
    [
        pa.field("version", pa.int32(), nullable=False),
        pa.field("day", pa.date32(), nullable=False),
        pa.field("org_id", pa.string(), nullable=False),
        pa.field("what", pa.string(), nullable=False),  # audience
        pa.field("before", pa.string(), nullable=False),
        pa.field("after", pa.string(), nullable=False),
        pa.field("events", pa.int64(), nullable=False),
    ]
)
_DAYS = pa.schema(
    [pa.field("day", pa.date32(), nullable=False), pa.field("stage", pa.string(), nullable=False)]
)


def changes_table(lake: Lake) -> LakeTable:
    """Return the table `verdict_changes`."""
    return lake.table("verdict_changes", CHANGES, [])


def _days_table(lake: Lake) -> LakeTable:
    return lake.table("verdict_days", _DAYS, [])


def note_changes(lake: Lake, judged: JudgedDay) -> None:
    """Store the changes of this day. Idempotent."""
    rows = [
        {"version": VERDICT_VERSION, "day": judged.day, **change._asdict(), "events": events}
        for change, events in sorted(judged.changes.items())
    ]
    predicate = f"version = {VERDICT_VERSION} and day = '{judged.day.isoformat()}'"
    changes_table(lake).ensure().replace(pa.Table.from_pylist(rows, schema=CHANGES), predicate)


def stages(lake: Lake) -> dict[date, str]:
    """Return the stages of unfinished days."""
    try:
        rows = _days_table(lake).handle().to_pyarrow_table().to_pylist()
    except TableNotFoundError:
        return {}
    return {row["day"]: row["stage"] for row in rows}


def set_stage(lake: Lake, days: Iterable[date], stage: Stage) -> None:
    """Store the stage of these days, in one commit."""
    merged = stages(lake) | dict.fromkeys(days, stage)
    rows = [{"day": day, "stage": stage} for day, stage in sorted(merged.items())]
    _days_table(lake).ensure().replace(pa.Table.from_pylist(rows, schema=_DAYS), "true")


def settle_all(lake: Lake) -> None:
    """Mark all days as finished."""
    _days_table(lake).ensure().replace(_DAYS.empty_table(), "true")
