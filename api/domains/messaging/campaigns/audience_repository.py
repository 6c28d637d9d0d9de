"""Every statement about whom a campaign is for."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from api.domains.codes.codes.tables import codes
from api.domains.codes.folders.reading import all_folders
from api.domains.messaging.campaigns.receiver_reading import Receiver, receivers_of
from api.domains.people.customer_imports.tables import customer_import_changes, customer_imports
from api.domains.people.customers.tables import customer_touchpoints, customers, segment_members
from api.domains.people.segments.reading import missing_segments


class AudienceMember(NamedTuple):
    """Somebody of an audience: the profile by which they are in it, and the one that it was merged into."""

    profile_id: str
    customer_id: str


class AudienceRepository:
    """Audiences of one organisation, through one session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def exists(self, org_id: str, kind: str, audience_id: str | None) -> bool:
        """Whether there is such a segment, folder, code or import."""
        if audience_id is None:
            return kind == "everyone"
        if kind == "segment":
            return not missing_segments(self._session, org_id, [audience_id])
        if kind == "folder":
            return any(it.folder_id == audience_id for it in all_folders(self._session, org_id))
        table, key = (
            (codes, codes.c.code_id)
            if kind == "code"
            else (customer_imports, customer_imports.c.import_id)
        )
        found = select(key).where(table.c.org_id == org_id, key == audience_id)
        return self._session.scalar(found) is not None

    def size(self, org_id: str, kind: str, audience_id: str | None) -> int:
        """How many people there are in it."""
        people = self.people(org_id, kind, audience_id).subquery()
        return self._session.scalar(select(func.count()).select_from(people)) or 0

    def is_larger(self, org_id: str, kind: str, audience_id: str | None, than: int) -> bool:
        """Whether there are more people in it, without counting them all."""
        people = self.people(org_id, kind, audience_id).limit(than + 1).subquery()
        found = self._session.scalar(select(func.count()).select_from(people)) or 0
        return found > than

    def people(self, org_id: str, kind: str, audience_id: str | None) -> Select[tuple[str]]:
        """Selects the ids of its people, of each once, as `customer_id`."""
        if kind == "everyone":
            return self._profiles(org_id, kind, audience_id)
        found = self._profiles(org_id, kind, audience_id).subquery()
        kept = func.coalesce(customers.c.merged_into, customers.c.customer_id)
        return (
            select(kept.label("customer_id"))
            .join(found, found.c.customer_id == customers.c.customer_id)
            .where(customers.c.org_id == org_id)
            .distinct()
        )

    def has(self, org_id: str, kind: str, audience_id: str | None, customer_id: str) -> bool:
        """Whether a person is in it."""
        people = self.people(org_id, kind, audience_id).subquery()
        own = select(people.c.customer_id).where(people.c.customer_id == customer_id)
        return self._session.scalar(own.limit(1)) is not None

    def page(
        self, org_id: str, kind: str, audience_id: str | None, after: str, most: int
    ) -> list[AudienceMember]:
        """The next profiles of it, in the order of their ids."""
        profiles = self._profiles(org_id, kind, audience_id).subquery()
        one = (
            select(profiles.c.customer_id)
            .where(profiles.c.customer_id > after)
            .order_by(profiles.c.customer_id)
            .limit(most)
            .subquery()
        )
        kept = func.coalesce(customers.c.merged_into, customers.c.customer_id)
        rows = self._session.execute(
            select(one.c.customer_id, kept)
            .join(customers, customers.c.customer_id == one.c.customer_id)
            .where(customers.c.org_id == org_id)
            .order_by(one.c.customer_id)
        )
        return [AudienceMember(*it) for it in rows]

    def merged(self, org_id: str) -> dict[str, str]:
        """The customer that another one was merged into."""
        own = select(customers.c.customer_id, customers.c.merged_into).where(
            customers.c.org_id == org_id, customers.c.merged_into.is_not(None)
        )
        return {row[0]: row[1] for row in self._session.execute(own)}

    def receivers(self, org_id: str, customer_ids: Collection[str]) -> dict[str, Receiver]:
        """The customers of these ids, by id."""
        return receivers_of(self._session, org_id, customer_ids)

    def sample(
        self, org_id: str, kind: str, audience_id: str | None, most: int
    ) -> Sequence[Receiver]:
        """Some of its people, the same ones each time."""
        people = self.people(org_id, kind, audience_id).subquery()
        some = select(people.c.customer_id).order_by(func.md5(people.c.customer_id)).limit(most)
        ids = self._session.scalars(some).all()
        return list(self.receivers(org_id, ids).values())

    def _profiles(self, org_id: str, kind: str, audience_id: str | None) -> Select[tuple[str]]:
        if kind == "segment":
            member = segment_members.c
            return select(member.customer_id).where(
                member.org_id == org_id, member.segment_id == audience_id
            )
        if kind == "import":
            changed = customer_import_changes.c
            return select(changed.customer_id).where(
                changed.org_id == org_id, changed.import_id == audience_id
            )
        if kind == "everyone":
            return select(customers.c.customer_id).where(
                customers.c.org_id == org_id, customers.c.merged_into.is_(None)
            )
        point = customer_touchpoints.c
        sent = select(point.customer_id).where(point.org_id == org_id).distinct()
        if kind == "code":
            return sent.where(point.code_id == audience_id)
        placed = select(codes.c.code_id).where(
            codes.c.org_id == org_id,
            codes.c.properties["folder_id"].astext.in_(self._folders_in(org_id, audience_id)),
        )
        return sent.where(point.code_id.in_(placed))

    def _folders_in(self, org_id: str, folder_id: str | None) -> set[str | None]:
        """A folder and all folders in it."""
        folders = all_folders(self._session, org_id)
        inside = {folder_id}
        while True:
            more = {it.folder_id for it in folders if it.parent_id in inside} - inside
            if not more:
                return inside
            inside |= more
