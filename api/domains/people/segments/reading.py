"""What other domains may ask about segments."""

from collections.abc import Collection

from sqlalchemy import text
from sqlalchemy.orm import Session

_KNOWN = text("select segment_id from segments where org_id = :org_id and segment_id = any(:ids)")


def missing_segments(session: Session, org_id: str, segment_ids: Collection[str]) -> set[str]:
    """Those of these ids that are no segments of the organisation."""
    wanted = sorted(set(segment_ids))
    if not wanted:
        return set()
    return set(wanted) - set(session.scalars(_KNOWN, {"org_id": org_id, "ids": wanted}))
