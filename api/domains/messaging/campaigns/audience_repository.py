"""All SQL statements about the audiences of campaigns."""

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
    """A member of an audience: the profile that is in it, and the one into which it was merged."""

    profile_id: str
    customer_id: str


class AudienceRepository:
    """Audiences of one organisation, in one session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def exists(self, org_id: str, kind: str, audience_id: str | None) -> bool:
        """Return whether this segment, folder, code or import exists."""
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
        """Return the number of people in the audience."""
        people = self.people(org_id, kind, audience_id).subquery()
        return self._session.scalar(select(func.count()).select_from(people)) or 0

    def is_larger(self, org_id: str, kind: str, audience_id: str | None, than: int) -> bool:
        """Return whether there are more people in the audience than this, without counting them all."""
        people = self.people(org_id, kind, audience_id).limit(than + 1).subquery()
        found = self._session.scalar(select(func.count()).select_from(people)) or 0
        return found > than

    def people(self, org_id: str, kind: str, audience_id: str | None) -> Select[tuple[str]]:
        """Select the IDs of its people, each once, as `customer_id`."""
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
        """Return whether a person is in the audience."""
        people = self.people(org_id, kind, audience_id).subquery()
        own = select(people.c.customer_id).where(people.c.customer_id == customer_id)
        return self._session.scalar(own.limit(1)) is not None

    def page(
        self, org_id: str, kind: str, audience_id: str | None, after: str, most: int
    ) -> list[AudienceMember]:
        """Return the next profiles of the audience, in the order of their IDs."""
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
        """Return the customer into which each merged customer was merged."""
        own = select(customers.c.customer_id, customers.c.merged_into).where(
            customers.c.org_id == org_id, customers.c.merged_into.is_not(None)
        )
        return {row[0]: row[1] for row in self._session.execute(own)}

    def receivers(self, org_id: str, customer_ids: Collection[str]) -> dict[str, Receiver]:
        """Return the customers with these IDs, by ID."""
        return receivers_of(self._session, org_id, customer_ids)

    def sample(
        self, org_id: str, kind: str, audience_id: str | None, most: int
    ) -> Sequence[Receiver]:
        """Return a fixed sample of its people."""
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
        """Return a folder and all folders in it."""
        folders = all_folders(self._session, org_id)
        inside = {folder_id}
        while True:
            more = {it.folder_id for it in folders if it.parent_id in inside} - inside
            if not more:
                return inside
            inside |= more
