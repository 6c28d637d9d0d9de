"""Recounts local days when an organisation moves to another time zone."""

from collections.abc import Mapping
from datetime import date

import pyarrow as pa
import pyarrow.compute as pc

from warehouse.builds.session import BuildSession
from warehouse.builds.slices import BEFORE_ALL, Bound
from warehouse.builds.tables import mart_table
from warehouse.date_ranges import zone_of
from warehouse.retention_horizons import Horizon, literal, read_horizons

_MART = "activity_day"


def rebuild_changed_zones(session: BuildSession, slice_rows: int) -> list[str]:
    """Recount the local days of organisations whose rows use another time zone than theirs.

    All of them are replaced in one commit that keeps the mart's positions, except totals of events that retention
    deleted. Return the IDs of these organisations.

    Raises:
        LakeConflictError: another writer committed concurrently. The call can be retried.
    """
    kept = session.keep_zones_of_mart()
    zones = {
        org: session.zones.get(org, "UTC")
        for org, known in sorted(kept.items())
        if known != {session.zones.get(org, "UTC")}
    }
    if not zones:
        return []
    table = mart_table(session.lake, _MART)
    handle = table.handle()
    whole = {n: Bound(BEFORE_ALL, pos) for n, pos in table.positions(handle=handle).items()}
    files = session.lake.events.files()
    gone = {org: at for org, at in read_horizons(session.lake).items() if org in zones}
    session.keep_zones(zones)
    parts = [table.schema.empty_table()]
    for piece, count in session.stage_slices(whole, files, slice_rows):
        if count:
            session.show_visitors(piece)
            session.show_numbers()
            rows = session.rows(_MART)
            own = rows.filter(pc.is_in(rows["org_id"], pa.array(list(zones))))
            parts.append(_recounted(own, zones, gone))
    predicate = " or ".join(_recounted_sql(org, zone, gone.get(org)) for org, zone in zones.items())
    table.replace(pa.concat_tables(parts), predicate, handle=handle)
    session.keep_zones_of_mart()
    return list(zones)


def _first_recounted(zone: str, horizon: Horizon) -> date:
    """Return the first local day in the new zone on which an event after the horizon may have happened."""
    return min(horizon.first_day, horizon.before.astimezone(zone_of(zone)).date())


def _recounted(rows: pa.Table, zones: Mapping[str, str], gone: Mapping[str, Horizon]) -> pa.Table:
    """Return the rows without those of days that cannot be recounted from raw events."""
    for org, horizon in gone.items():
        edge = pa.scalar(_first_recounted(zones[org], horizon), pa.date32())
        is_old = pc.and_(pc.equal(rows["org_id"], org), pc.less(rows["local_day"], edge))
        rows = rows.filter(pc.invert(is_old))
    return rows


def _recounted_sql(org_id: str, zone: str, horizon: Horizon | None) -> str:
    """Return the predicate for the rows that are replaced. Totals of deleted events stay in their zone, so queries of
    their days read `activity_15m`.
    """
    own = f"org_id = {literal(org_id)}"
    if horizon is None:
        return f"({own})"
    first = literal(_first_recounted(zone, horizon).isoformat())
    is_over = f"local_day >= {literal(horizon.first_day.isoformat())} or zone = {literal(zone)}"
    return f"({own} and local_day >= {first} and ({is_over}))"
