"""Records who entered and left a segment: events, totals of the day, and the number of members."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from api.domains.people.segments.events import segment_changed
from api.domains.people.segments.member_repository import Changes, MemberRepository
from api.domains.people.segments.models import Segment
from api.domains.people.segments.repository import SegmentRepository
from ingest.outbox.recording import record_many
from warehouse.date_ranges import zone_of


@dataclass(frozen=True)
class ChangeRecorder:
    """Records changes in the transaction that makes them."""

    segments: SegmentRepository
    members: MemberRepository
    now: datetime
    new_event_id: Callable[[], UUID]

    def record(self, segment: Segment, changes: Changes) -> None:
        """Record these changes of a locked segment."""
        organization = self.segments.organization(segment.org_id)
        record_many(
            self.members.session,
            [
                segment_changed(
                    segment.org_id,
                    segment.segment_id,
                    customer_id,
                    action,
                    is_demo=organization.is_demo,
                    event_id=self.new_event_id(),
                    now=self.now,
                )
                for action, several in _by_action(changes)
                for customer_id in several
            ],
        )
        segment.members = self.members.members(segment.org_id, segment.segment_id)
        segment.counted_at = self.now
        if changes.entered or changes.left:
            day = self.now.astimezone(zone_of(organization.time_zone)).date()
            own = segment.org_id, segment.segment_id
            self.members.tally(*own, day, changes, segment.members)


def _by_action(changes: Changes) -> list[tuple[Literal["entered", "left"], list[str]]]:
    return [("left", changes.left), ("entered", changes.entered)]
