"""Every statement about annotations."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, case, func, or_, select

from api.auth.models import User
from api.db.tenancy import Repository
from api.db.turns import take_turn
from api.domains.codes.codes.models import Code
from api.domains.insights.annotations.models import Annotation
from api.domains.insights.annotations.places import Place, names_of_places

NOTE = "note"


class AnnotationRepository(Repository[Annotation]):
    """Annotations of one organisation, through one session."""

    model = Annotation

    def lock(self, org_id: str) -> None:
        """Let nobody else add a note of this organisation until the transaction ends."""
        take_turn(self.session, "annotations", org_id)

    def count_notes(self, org_id: str) -> int:
        """How many notes there are; edits don't count."""
        notes = self.scoped(org_id).where(Annotation.kind == NOTE)
        return self.session.scalar(select(func.count()).select_from(notes.subquery())) or 0

    def add(self, row: Annotation) -> None:
        """Store a new note."""
        self.session.add(row)
        self.session.flush()

    def save(self) -> None:
        """Write what was changed."""
        self.session.flush()

    def find_for_update(self, org_id: str, annotation_id: str) -> Annotation | None:
        """One annotation, locked until the transaction ends."""
        wanted = self.scoped(org_id).where(Annotation.annotation_id == annotation_id)
        return self.session.scalar(wanted.with_for_update())

    def remove(self, row: Annotation) -> None:
        """Remove one."""
        self.session.delete(row)
        self.session.flush()

    def list_between(
        self,
        org_id: str,
        start: datetime,
        end: datetime,
        *,
        code_ids: Sequence[str],
        edits: bool,
        limit: int,
    ) -> Sequence[Row[Any]]:
        """What touches the stretch, newest first; edits of one moment, kind and author as one row."""
        wanted = self.scoped(org_id).where(_touches(start, end))
        if not edits:
            wanted = wanted.where(Annotation.kind == NOTE)
        if code_ids:
            mine = Annotation.code_id.in_(list(code_ids))
            wanted = wanted.where(or_(mine, Annotation.code_id.is_(None)))
        one = wanted.subquery()
        alone = case((one.c.kind == NOTE, one.c.annotation_id))
        first = func.min(one.c.annotation_id)
        grouped = (
            select(
                first.label("annotation_id"),
                one.c.kind,
                one.c.starts_at,
                func.max(one.c.ends_at).label("ends_at"),
                func.max(one.c.text).label("text"),
                func.count(one.c.code_id.distinct()).label("codes"),
                func.min(one.c.code_id).label("code_id"),
                func.array_agg(one.c.details)[1].label("details"),
                func.count(one.c.details.distinct()).label("tellings"),
                one.c.created_by,
                func.max(one.c.version).label("version"),
            )
            .group_by(one.c.kind, one.c.starts_at, one.c.created_by, alone)
            .order_by(one.c.starts_at.desc(), first)
            .limit(limit)
        )
        return self.session.execute(grouped).all()

    def names_of_codes(self, org_id: str, code_ids: set[str]) -> dict[str, str]:
        """Name by code id, deleted codes included."""
        wanted = select(Code.code_id, Code.name).where(
            Code.org_id == org_id, Code.code_id.in_(code_ids)
        )
        return {row.code_id: row.name for row in self.session.execute(wanted)}

    def names_of_places(self, org_id: str, places: Iterable[Place]) -> dict[Place, str]:
        """What walls, pages, polls and notes are called."""
        return names_of_places(self.session, org_id, places)

    def names_of_people(self, user_ids: set[str]) -> dict[str, str]:
        """Name by user id, of those who are colleagues."""
        wanted = select(User.user_id, User.name, User.email).where(User.user_id.in_(user_ids))
        return {
            user_id: name or email or "" for user_id, name, email in self.session.execute(wanted)
        }


def _touches(start: datetime, end: datetime) -> ColumnElement[bool]:
    last = func.coalesce(Annotation.ends_at, Annotation.starts_at)
    return and_(Annotation.starts_at < end, last >= start)
