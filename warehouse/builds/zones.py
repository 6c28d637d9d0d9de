"""Recounts local days when an organisation moves to another time zone."""

import pyarrow as pa
import pyarrow.compute as pc

from warehouse.builds.session import BuildSession
from warehouse.builds.slices import BEFORE_ALL, Bound
from warehouse.builds.tables import mart_table

_MART = "activity_day"


def rebuild_changed_zones(session: BuildSession, slice_rows: int) -> list[str]:
    """Recount the local days of organisations whose rows use another time zone than theirs.

    All of them are replaced in one commit that keeps the mart's positions. Return the IDs of these organisations.

    Raises:
        LakeConflictError: another writer committed concurrently. The call can be retried.
    """
    kept = session.keep_zones_of_mart()
    changed = sorted(org for org, zones in kept.items() if zones != {session.zones.get(org, "UTC")})
    if not changed:
        return []
    table = mart_table(session.lake, _MART)
    handle = table.handle()
    whole = {n: Bound(BEFORE_ALL, pos) for n, pos in table.positions(handle=handle).items()}
    session.keep_zones({org: session.zones.get(org, "UTC") for org in changed})
    parts = [table.schema.empty_table()]
    for piece, count in session.stage_slices(whole, session.lake.events.files(), slice_rows):
        if count:
            session.show_visitors(piece)
            session.show_numbers()
            rows = session.rows(_MART)
            parts.append(rows.filter(pc.is_in(rows["org_id"], pa.array(changed))))
    quoted = ", ".join("'{}'".format(org.replace("'", "''")) for org in changed)
    table.replace(pa.concat_tables(parts), f"org_id in ({quoted})", handle=handle)
    session.keep_zones_of_mart()
    return changed
