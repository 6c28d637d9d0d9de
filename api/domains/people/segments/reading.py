"""What other domains may ask about segments."""

from collections.abc import Collection

import pyarrow as pa
from sqlalchemy import text
from sqlalchemy.orm import Session

from api.domains.people.segments.member_repository import MemberRepository

_KNOWN = text("select segment_id from segments where org_id = :org_id and segment_id = any(:ids)")


def missing_segments(session: Session, org_id: str, segment_ids: Collection[str]) -> set[str]:
    """Those of these ids that are no segments of the organisation."""
    wanted = sorted(set(segment_ids))
    if not wanted:
        return set()
    return set(wanted) - set(session.scalars(_KNOWN, {"org_id": org_id, "ids": wanted}))


def proven_browsers(session: Session, org_id: str) -> pa.Table:
    """`visitor_id` and `customer_id` of every browser that is known to be a customer's, as profiles were before merges."""
    return MemberRepository(session).browsers(org_id, None).rows


def merged_customers(session: Session, org_id: str) -> dict[str, str]:
    """The customer that another one was merged into."""
    return MemberRepository(session).merged(org_id)
