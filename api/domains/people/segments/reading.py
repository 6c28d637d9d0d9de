"""Functions for other domains to read segments."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from sqlalchemy import text
from sqlalchemy.orm import Session

from api.domains.people.segments.member_repository import MemberRepository

if TYPE_CHECKING:
    import pyarrow as pa

_KNOWN = text("select segment_id from segments where org_id = :org_id and segment_id = any(:ids)")


def missing_segments(session: Session, org_id: str, segment_ids: Collection[str]) -> set[str]:
    """Return those of these IDs that are not segments of the organisation."""
    wanted = sorted(set(segment_ids))
    if not wanted:
        return set()
    return set(wanted) - set(session.scalars(_KNOWN, {"org_id": org_id, "ids": wanted}))


def proven_browsers(session: Session, org_id: str) -> "pa.Table":
    """Return `visitor_id` and `customer_id` of every browser that is proven to belong to a customer, as profiles were
    before merges.
    """
    return MemberRepository(session).browsers(org_id, None).rows


def merged_customers(session: Session, org_id: str) -> dict[str, str]:
    """Return the customer into which another one was merged."""
    return MemberRepository(session).merged(org_id)
