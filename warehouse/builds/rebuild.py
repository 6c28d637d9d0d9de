"""Marts built anew from raw events, each replaced in one commit that keeps its positions.

A rebuilt mart covers exactly the positions that it covered before: what arrived since stays with the
tail and the next incremental build.
"""

from collections.abc import Mapping
from datetime import date

import pyarrow as pa

from warehouse.builds.session import SLICE_ROWS, BuildSession
from warehouse.builds.slices import BEFORE_ALL, Bound
from warehouse.builds.tables import ensure_marts, mart_table
from warehouse.lake import Lake
from warehouse.models.catalogue import marts

BY_DAY = ("activity_15m", "people_15m", "activity_day")
"""Marts whose Delta partition is the arrival day."""


def rebuild_day(
    lake: Lake, zones: Mapping[str, str], day: date, *, slice_rows: int = SLICE_ROWS
) -> dict[str, int]:
    """Replace one arrival day of the marts that are kept by day; returns rows by mart.

    New people are those of the visitors mart as it is; `rebuild_all` counts them anew as well.

    Raises:
        LakeConflictError: a build added rows of that day meanwhile; start again.
    """
    ensure_marts(lake)
    files = [file for file in lake.events.files() if file.partition["day"] == day]
    written = {}
    with BuildSession(lake, zones) as session:
        session.keep_zones_of_mart()
        for name in BY_DAY:
            table = mart_table(lake, name)
            handle = table.handle()
            whole = {n: Bound(BEFORE_ALL, pos) for n, pos in table.positions(handle=handle).items()}
            parts = [table.schema.empty_table()]
            for piece, count in session.stage_slices(whole, files, slice_rows):
                if count:
                    session.show_visitors(piece)
                    parts.append(session.rows(name))
            rows = pa.concat_tables(parts)
            table.replace(rows, f"day = '{day.isoformat()}'", handle=handle)
            written[name] = rows.num_rows
    return written


def rebuild_visitors(lake: Lake, zones: Mapping[str, str], *, slice_rows: int = SLICE_ROWS) -> int:
    """Replace the visitors mart by what raw events say in order of position; returns its rows.

    Raises:
        LakeConflictError: a build added visitors meanwhile; start again.
    """
    ensure_marts(lake)
    table = mart_table(lake, "visitors")
    handle = table.handle()
    whole = {n: Bound(BEFORE_ALL, pos) for n, pos in table.positions(handle=handle).items()}
    with BuildSession(lake, zones) as session:
        known = table.schema.empty_table()
        for _, count in session.stage_slices(whole, lake.events.files(), slice_rows):
            if count:
                session.show_rows("marts.visitors", known)
                known = pa.concat_tables([known, session.rows("visitors")])
    rows = known.sort_by([(name, "ascending") for name in marts()["visitors"].sorted_by])
    table.replace(rows, "true", handle=handle)
    return len(rows)


def rebuild_all(lake: Lake, zones: Mapping[str, str], *, slice_rows: int = SLICE_ROWS) -> None:
    """Rebuild the visitors, then every arrival day.

    Between two of the commits, new people of days not done yet still follow the old visitors.
    """
    rebuild_visitors(lake, zones, slice_rows=slice_rows)
    for day in sorted({file.partition["day"] for file in lake.events.files()}):
        rebuild_day(lake, zones, day, slice_rows=slice_rows)
