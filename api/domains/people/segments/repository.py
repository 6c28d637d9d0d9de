"""SQL statements about segments and where they are used."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import NamedTuple

from sqlalchemy import delete, func, select, text
from sqlalchemy.exc import IntegrityError

from api.auth.models import Organization
from api.db.advisory_locks import lock_until_commit
from api.db.listing import Columns
from api.db.tenancy import Repository
from api.domains.people.segments.models import Segment, SegmentDay
from api.domains.people.segments.rules import Placed
from api.kit.pagination import ListBody

COLUMNS = Columns(
    searched=(Segment.name, Segment.description),
    ordered={
        "name": func.lower(Segment.name),
        "members": Segment.members,
        "created_at": Segment.created_at,
        "updated_at": Segment.updated_at,
    },
    default_sort="name",
)

_DUE = text("select org_id, segment_id from due_segments(:at)")
# Placements are properties of codes. A folder also contains the codes of its subfolders.
_CODES_AT = text("""
with recursive within as (
  select folder_id from analytics_v1.folders where org_id = :org_id and folder_id = any(:folders)
  union
  select f.folder_id from analytics_v1.folders f join within w on f.parent_id = w.folder_id
  where f.org_id = :org_id
)
select code_id from analytics_v1.codes c
where org_id = :org_id and (
  folder_id in (select folder_id from within)
  or exists (
    select from unnest(cast(:labels as text[]), cast(:values as text[])) as wanted (label, value)
    where c.properties ->> wanted.label = wanted.value))
""")
_USED_BY_CODES = text("""
select code_id, name from codes
where org_id = :org_id and deleted_at is null and rules @> cast(:condition as jsonb)
order by name, code_id limit :most
""")
_USED_BY_PAGES = text("""
select p.page_id, p.name from pages p
left join page_versions v on v.org_id = p.org_id and v.page_id = p.page_id
  and v.version = p.published_version
where p.org_id = :org_id and p.deleted_at is null
  and jsonb_path_exists(jsonb_build_array(p.draft, v.published -> 'audiences'),
    '$.**.for_segments[*] ? (@ == $id)', jsonb_build_object('id', cast(:segment_id as text)))
order by p.name, p.page_id limit :most
""")
_PLACES = text("""
select 'code' as kind, code_id as id, name from codes where org_id = :org_id and code_id = any(:ids)
union all
select 'page', page_id, name from pages where org_id = :org_id and page_id = any(:ids)
union all
select 'folder', folder_id, name from folders where org_id = :org_id and folder_id = any(:ids)
""")
MOST_USES = 50


class NamedPlace(NamedTuple):
    """A code, page or folder with its name."""

    kind: str
    id: str
    name: str


class SegmentRepository(Repository[Segment]):
    """Segments of one organisation, accessed through one session."""

    model = Segment

    def list_segments(self, org_id: str, wanted: ListBody) -> tuple[list[Segment], int]:
        """Return a page of segments and the number of matches."""
        matching = COLUMNS.matching(self.scoped(org_id), wanted)
        return self.page(matching, wanted.paging, COLUMNS.order(wanted), Segment.segment_id.asc())

    def all(self, org_id: str) -> Sequence[Segment]:
        """Return all segments."""
        return self.session.scalars(self.scoped(org_id).order_by(Segment.segment_id)).all()

    def find(self, org_id: str, segment_id: str) -> Segment | None:
        """Return a segment, or None."""
        return self.session.scalar(self.scoped(org_id).where(Segment.segment_id == segment_id))

    def lock(self, org_id: str, segment_id: str) -> Segment | None:
        """Return a segment, locked until the transaction ends."""
        own = self.scoped(org_id).where(Segment.segment_id == segment_id).with_for_update()
        return self.session.scalar(own.execution_options(populate_existing=True))

    def lock_all(self, org_id: str) -> None:
        """Lock the creation and change of segments in the organisation until the transaction ends."""
        lock_until_commit(self.session, "segments", org_id)

    def count(self, org_id: str) -> int:
        """Return the number of segments."""
        own = select(func.count()).where(Segment.org_id == org_id)
        return self.session.scalar(own) or 0

    def save(self, segment: Segment) -> bool:
        """Store a new or changed segment. Returns False if another one has its name."""
        try:
            with self.session.begin_nested():
                self.session.add(segment)
                self.session.flush()
        except IntegrityError:
            return False
        return True

    def delete(self, org_id: str, segment_id: str) -> bool:
        """Delete a segment with its members. Returns False if there is none."""
        gone = (
            delete(Segment)
            .where(Segment.org_id == org_id, Segment.segment_id == segment_id)
            .returning(Segment.segment_id)
        )
        return self.session.scalar(gone) is not None

    def days(self, org_id: str, segment_id: str, since: date) -> Sequence[SegmentDay]:
        """Return the changes by day, oldest first."""
        own = select(SegmentDay).where(
            SegmentDay.org_id == org_id,
            SegmentDay.segment_id == segment_id,
            SegmentDay.day >= since,
        )
        return self.session.scalars(own.order_by(SegmentDay.day)).all()

    def due(self, now: datetime) -> list[tuple[str, str]]:
        """Return organisation and ID of all segments of any organisation that are due."""
        return [(org_id, it) for org_id, it in self.session.execute(_DUE, {"at": now})]

    def organization(self, org_id: str) -> Organization:
        """Return the organisation."""
        found = self.session.get(Organization, org_id)
        assert found is not None
        return found

    def codes_at(self, org_id: str, placed: Placed) -> frozenset[str] | None:
        """Return the codes at these places now, or None if neither codes, placements nor folders are named."""
        if not (placed.codes or placed.placements or placed.folders):
            return None
        found = set(placed.codes)
        if placed.placements or placed.folders:
            pairs = [it.partition(":") for it in placed.placements]
            values = {
                "org_id": org_id,
                "folders": list(placed.folders),
                "labels": [label.strip() for label, _, _ in pairs],
                "values": [value.strip() for _, _, value in pairs],
            }
            found.update(self.session.scalars(_CODES_AT, values))
        return frozenset(found)

    def places(self, org_id: str, ids: Iterable[str]) -> list[NamedPlace]:
        """Return those of these codes, pages and folders that exist, with their names."""
        wanted = sorted(set(ids))
        if not wanted:
            return []
        rows = self.session.execute(_PLACES, {"org_id": org_id, "ids": wanted})
        return [NamedPlace(*row) for row in rows]

    def used_by(self, org_id: str, segment_id: str) -> list[NamedPlace]:
        """Return codes whose rules use the segment, and pages with blocks for it, at most 50 of each."""
        found = []
        condition = (
            f'[{{"conditions": [{{"kind": "customer_segment", "values": ["{segment_id}"]}}]}}]'
        )
        for kind, statement in (("code", _USED_BY_CODES), ("page", _USED_BY_PAGES)):
            values = {"org_id": org_id, "condition": condition, "segment_id": segment_id}
            names = statement.compile().params
            rows = self.session.execute(
                statement, {it: values[it] for it in values if it in names} | {"most": MOST_USES}
            )
            found += [NamedPlace(kind, *row) for row in rows]
        return found
