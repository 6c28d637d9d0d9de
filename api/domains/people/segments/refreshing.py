"""Updates the members of segments with rules."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from sqlalchemy import Engine
from sqlalchemy.orm import Session
from uuid_utils.compat import uuid7

from api.db.session import enter_tenant
from api.domains.people.segments.counting import Counter, rules_of
from api.domains.people.segments.errors import SegmentsNotReady
from api.domains.people.segments.member_repository import CHUNK, MemberRepository
from api.domains.people.segments.recording import ChangeRecorder
from api.domains.people.segments.repository import SegmentRepository
from api.kit.errors import Invalid
from warehouse.date_ranges import zone_of
from warehouse.segments.engine import CustomerBehaviour

EVERY = timedelta(minutes=15)
"""How often a segment is counted."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Refresher:
    """Counts segments, each in its own transaction."""

    engine: Engine
    behaviour: CustomerBehaviour

    def refresh_due(self, now: datetime) -> int:
        """Count all segments of any organisation that are due, and return how many were counted."""
        with Session(self.engine) as session:
            due = SegmentRepository(session).due(now)
        counted = 0
        for org_id, segment_id in due:
            try:
                counted += self.refresh(org_id, segment_id, now)
            except SegmentsNotReady:
                log.warning("segment not counted: the lake cannot be read", segment=segment_id)
            except Exception:  # The other segments are still counted.
                log.exception("segment not counted", org_id=org_id, segment=segment_id)
        return counted

    def refresh(self, org_id: str, segment_id: str, now: datetime) -> bool:
        """Update the members of a segment to those who match its rules now.

        Returns False if it was deleted or is a list, or if its rules were changed or it was counted in the meantime.

        Raises:
            SegmentsNotReady: what customers did cannot be read.
        """
        while True:
            with Session(self.engine, expire_on_commit=False) as session, session.begin():
                enter_tenant(session, org_id)
                changed = _refresh(session, self.behaviour, org_id, segment_id, now)
            if changed is None or changed < CHUNK:
                return changed is not None


def _refresh(
    session: Session, behaviour: CustomerBehaviour, org_id: str, segment_id: str, now: datetime
) -> int | None:
    """Return how many entered or left, or None if there is no such segment with rules, or it changed in the
    meantime.
    """
    segments, members = SegmentRepository(session), MemberRepository(session)
    found = segments.find(org_id, segment_id)
    rules = rules_of(found) if found is not None else None
    if found is None or rules is None:
        return None
    before = (found.rules, found.counted_at)
    zone = zone_of(segments.organization(org_id).time_zone)
    counter = Counter(segments, members, behaviour, org_id, zone, now)
    fits = None
    try:
        fits = counter.fitting(rules, segment_id)
    except Invalid as too_much:  # Segments that it names have grown.
        log.warning("segment not counted", segment=segment_id, error=str(too_much))
    # Locked only now, because the warehouse needs time and members save changes in the meantime.
    segment = segments.lock(org_id, segment_id)
    if segment is None or (segment.rules, segment.counted_at) != before:
        return None
    segment.due_at = now + EVERY
    if fits is None:
        return 0
    members.follow_merges(org_id, segment_id)
    changes = members.change(org_id, segment_id, fits, now)
    ChangeRecorder(segments, members, now, uuid7).record(segment, changes)
    session.flush()
    return max(len(changes.entered), len(changes.left))
