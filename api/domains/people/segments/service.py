"""Segments as members see and change them."""

from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from api.auth.member import Member
from api.domains.people.customers.field_values import WrongValue, field_value
from api.domains.people.customers.profiles import ProfileService
from api.domains.people.customers.schemas import CustomerFieldRead
from api.domains.people.segments.counting import Counter, rules_of
from api.domains.people.segments.errors import (
    SegmentInUse,
    SegmentNameTaken,
    SegmentNotFound,
    TooManySegments,
    invalid,
)
from api.domains.people.segments.models import Segment
from api.domains.people.segments.repository import SegmentRepository
from api.domains.people.segments.rules import (
    FieldCondition,
    Placed,
    SegmentCondition,
    SegmentRules,
    leaves,
)
from api.domains.people.segments.schemas import (
    ListSegments,
    NamedThing,
    PreviewSegment,
    SaveSegment,
    SegmentDayRead,
    SegmentDetail,
    SegmentPreview,
    SegmentRead,
)

MAX_SEGMENTS = 200
DAYS_SHOWN = 90
OPERATORS: Mapping[str, frozenset[str]] = {
    "text": frozenset({"is", "is_not", "contains", "known", "unknown"}),
    "choice": frozenset({"is", "is_not", "known", "unknown"}),
    "yes_no": frozenset({"is", "is_not", "known", "unknown"}),
    "number": frozenset({"is", "is_not", "at_least", "at_most", "known", "unknown"}),
    "date": frozenset({"is", "is_not", "at_least", "at_most", "known", "unknown"}),
}


class SegmentService:
    """Segments of one organisation, accessed through one session."""

    def __init__(
        self,
        segments: SegmentRepository,
        profiles: ProfileService,
        counter: Counter,
        count_soon: Callable[[str], None],
        new_id: Callable[[str], str],
    ) -> None:
        """`count_soon` starts the count of a segment once the transaction has committed."""
        self._segments = segments
        self._profiles = profiles
        self._counter = counter
        self._count_soon = count_soon
        self._new_id = new_id

    @property
    def _now(self) -> datetime:
        return self._counter.now

    def list_segments(self, org_id: str, wanted: ListSegments) -> tuple[list[SegmentRead], int]:
        """Return a page of segments and the number of matches."""
        rows, total = self._segments.list_segments(org_id, wanted)
        return [self._read(row) for row in rows], total

    def get(self, org_id: str, segment_id: str) -> SegmentDetail:
        """Return a segment with its rules, uses and changes.

        Raises:
            SegmentNotFound: there is none.
        """
        segment = self._segments.find(org_id, segment_id)
        if segment is None:
            raise SegmentNotFound
        rules = rules_of(segment)
        since = today_of(self._now, self._counter.zone) - timedelta(days=DAYS_SHOWN)
        return SegmentDetail(
            **self._read(segment).model_dump(),
            rules=rules,
            named=self._named(org_id, rules) if rules else [],
            used_by=self._used_by(org_id, segment_id),
            days=[
                SegmentDayRead.model_validate(it)
                for it in self._segments.days(org_id, segment_id, since)
            ],
        )

    def save(self, me: Member, body: SaveSegment) -> SegmentDetail:
        """Create a segment, or change one.

        Raises:
            SegmentNotFound: there is none with this ID.
            SegmentNameTaken: another one has the name.
            TooManySegments: the maximum number is reached.
            Invalid: the rules name something that does not exist, or the segment itself, or are too extensive.
        """
        self._segments.lock_all(me.org_id)
        if body.segment_id is None:
            segment = self._new(me, body)
        else:
            found = self._segments.lock(me.org_id, body.segment_id)
            if found is None:
                raise SegmentNotFound
            if (found.kind == "list") != (body.rules is None):
                raise invalid(
                    "rules",
                    "are not allowed for a list; only a segment that was"
                    " created with rules has some",
                )
            segment = found
        if body.rules is not None:
            self._check(me.org_id, segment.segment_id, body.rules)
            self._counter.compiled(body.rules, segment.segment_id)
            stored = body.rules.model_dump(mode="json", exclude_defaults=False)
            if stored != segment.rules:
                segment.rules, segment.due_at = stored, self._now
                self._count_soon(segment.segment_id)
        segment.name, segment.description = body.name, body.description
        segment.updated_at = self._now
        if not self._segments.save(segment):
            raise SegmentNameTaken
        return self.get(me.org_id, segment.segment_id)

    def _new(self, me: Member, body: SaveSegment) -> Segment:
        if self._segments.count(me.org_id) >= MAX_SEGMENTS:
            raise TooManySegments
        is_list = body.rules is None
        return Segment(
            segment_id=self._new_id("seg"),
            org_id=me.org_id,
            kind="list" if is_list else "rules",
            rules=None,
            members=0,
            counted_at=self._now if is_list else None,
            due_at=None,
            created_at=self._now,
            created_by=me.caller_id or None,
        )

    def delete(self, org_id: str, segment_id: str) -> None:
        """Delete a segment.

        Raises:
            SegmentInUse: codes, pages or other segments use it.
            SegmentNotFound: there is none.
        """
        self._segments.lock_all(org_id)
        if self._used_by(org_id, segment_id):
            raise SegmentInUse
        if not self._segments.delete(org_id, segment_id):
            raise SegmentNotFound

    def preview(self, me: Member, body: PreviewSegment) -> SegmentPreview:
        """Return the customers who match these rules now.

        Raises:
            Invalid: the rules name something that does not exist, or the segment itself.
            SegmentsNotReady: what customers did cannot be read.
        """
        self._check(me.org_id, body.segment_id or "", body.rules)
        found = self._counter.count(body.rules)
        sample = self._profiles.read_many(me.org_id, found.sample)
        return SegmentPreview(
            count=found.customers,
            total=found.total.rows,
            is_total_exact=found.total.is_exact,
            sample=sample,
        )

    def _read(self, segment: Segment) -> SegmentRead:
        is_due = segment.due_at is not None and segment.due_at <= self._now
        stored = {it: getattr(segment, it) for it in {*SegmentRead.model_fields} - {"is_counting"}}
        return SegmentRead(**stored, is_counting=is_due)

    def _used_by(self, org_id: str, segment_id: str) -> list[NamedThing]:
        places = self._segments.used_by(org_id, segment_id)
        others = [
            it
            for it in self._segments.all(org_id)
            if (rules := rules_of(it)) and segment_id in _named_segments(rules)
        ]
        return [NamedThing.model_validate(it) for it in places] + [
            NamedThing(kind="segment", id=it.segment_id, name=it.name) for it in others
        ]

    def _named(self, org_id: str, rules: SegmentRules) -> list[NamedThing]:
        ids = {
            it
            for _, leaf in leaves(rules)
            if isinstance(leaf, Placed)
            for it in (*leaf.codes, *leaf.pages, *leaf.folders)
        }
        return [NamedThing.model_validate(it) for it in self._segments.places(org_id, ids)]

    def _check(self, org_id: str, segment_id: str, rules: SegmentRules) -> None:
        """Check that everything that the rules name exists, and that no segment depends on itself."""
        segments = {it.segment_id: rules_of(it) for it in self._segments.all(org_id)}
        fields = {it.name: it for it in self._profiles.custom_fields(org_id)}
        known = {(it.kind, it.id) for it in self._named(org_id, rules)}
        for path, leaf in leaves(rules):
            if isinstance(leaf, SegmentCondition):
                if leaf.segment_id not in segments:
                    raise invalid(
                        f"{path}.segment_id", "is not the id of a segment", "segment_not_found"
                    )
                if segment_id in _reached(leaf.segment_id, segments):
                    raise invalid(
                        f"{path}.segment_id",
                        "depends on this segment, so that the rules would form a circle",
                        "segment_circle",
                    )
            elif isinstance(leaf, FieldCondition):
                _check_field(path, leaf, fields.get(leaf.name))
            elif isinstance(leaf, Placed):
                for kind, ids in (
                    ("code", leaf.codes),
                    ("page", leaf.pages),
                    ("folder", leaf.folders),
                ):
                    for place, it in enumerate(ids):
                        if (kind, it) not in known:
                            where = f"{path}.{kind}s.{place}"
                            raise invalid(where, f"is not the id of a {kind}", f"{kind}_not_found")


def _named_segments(rules: SegmentRules) -> set[str]:
    return {leaf.segment_id for _, leaf in leaves(rules) if isinstance(leaf, SegmentCondition)}


def _reached(segment_id: str, segments: Mapping[str, SegmentRules | None]) -> set[str]:
    """Return a segment and all segments on which it depends."""
    found: set[str] = set()
    waiting = [segment_id]
    while waiting:
        it = waiting.pop()
        if it not in found:
            found.add(it)
            rules = segments.get(it)
            waiting += _named_segments(rules) if rules else ()
    return found


def _check_field(path: str, leaf: FieldCondition, field: CustomerFieldRead | None) -> None:
    if field is None:
        raise invalid(
            f"{path}.name", "is not the name of a custom field", "customer_field_not_found"
        )
    if leaf.op not in OPERATORS[field.type]:
        allowed = ", ".join(sorted(OPERATORS[field.type]))
        raise invalid(f"{path}.op", f"must be one of {allowed} for this field")
    for place, value in enumerate(leaf.values):
        try:
            if leaf.op != "contains" and field_value(field.type, field.options, value) != value:
                raise WrongValue("must be a value of the field's type")
        except WrongValue as wrong:
            raise invalid(f"{path}.values.{place}", str(wrong)) from wrong


def today_of(now: datetime, zone: ZoneInfo) -> date:
    """Return the local day."""
    return now.astimezone(zone).date()
