"""Lists of customers that members maintain by hand or import."""

from collections.abc import Collection

from api.auth.member import Member
from api.domains.people.customers.contacts import normalised_email, normalised_phone, region_of
from api.domains.people.customers.sealing import Sealer
from api.domains.people.segments.errors import SegmentHasRules, SegmentNotFound
from api.domains.people.segments.member_repository import Changes
from api.domains.people.segments.models import Segment
from api.domains.people.segments.recording import ChangeRecorder
from api.domains.people.segments.schemas import (
    ChangeSegmentMembers,
    ImportProblem,
    ImportSegmentMembers,
    SegmentImported,
    SegmentMembersChanged,
)


class ListService:
    """Lists of one organisation, accessed through one session."""

    def __init__(self, recorder: ChangeRecorder, sealer: Sealer) -> None:
        self._recorder = recorder
        self._sealer = sealer

    def change(self, me: Member, body: ChangeSegmentMembers) -> SegmentMembersChanged:
        """Add customers to a list and remove others. Unknown customers are skipped.

        Raises:
            SegmentNotFound: there is none.
            SegmentHasRules: it is not a list.
        """
        segment = self._lock(me.org_id, body.segment_id)
        changes = self._change(segment, body.add, set(body.remove) - set(body.add))
        return SegmentMembersChanged(
            added=len(changes.entered), removed=len(changes.left), members=segment.members
        )

    def import_contacts(self, me: Member, body: ImportSegmentMembers) -> SegmentImported:
        """Add the customers with these addresses and numbers to a list.

        Raises:
            SegmentNotFound: there is none.
            SegmentHasRules: it is not a list.
        """
        segment = self._lock(me.org_id, body.segment_id)
        region = region_of(me.locale)
        problems: list[ImportProblem] = []
        indexes: dict[int, bytes] = {}
        for row, text in enumerate(body.contacts, 1):
            email = normalised_email(text)
            phone = None if email else normalised_phone(text, region)
            index = next((it for it in self._sealer.indexes(me.org_id, email, phone) if it), None)
            if index is None:
                problems.append(ImportProblem(row=row, problem="not_an_address"))
            else:
                indexes[row] = index
        found = self._recorder.members.find_by(me.org_id, set(indexes.values()))
        problems += [
            ImportProblem(row=row, problem="unknown_customer")
            for row, index in indexes.items()
            if index not in found
        ]
        named = [found[index] for index in indexes.values() if index in found]
        if body.dry_run:
            is_in = self._recorder.members.listed(me.org_id, segment.segment_id, set(named))
            added = len(set(named) - is_in)
        else:
            added = len(self._change(segment, set(named), ()).entered)
        return SegmentImported(
            added=added,
            already=len(named) - added,
            problems=sorted(problems, key=lambda it: it.row),
            members=segment.members,
        )

    def _lock(self, org_id: str, segment_id: str) -> Segment:
        segment = self._recorder.segments.lock(org_id, segment_id)
        if segment is None:
            raise SegmentNotFound
        if segment.kind != "list":
            raise SegmentHasRules
        return segment

    def _change(self, segment: Segment, add: Collection[str], remove: Collection[str]) -> Changes:
        members, now = self._recorder.members, self._recorder.now
        own = segment.org_id, segment.segment_id
        left = members.remove(*own, remove) if remove else []
        entered = members.add(*own, add, now) if add else []
        changes = Changes(entered, left)
        self._recorder.record(segment, changes)
        return changes
