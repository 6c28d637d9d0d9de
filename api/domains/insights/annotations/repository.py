"""All SQL for annotations."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, TableClause, and_, case, func, or_, select

from api.auth.models import User
from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.codes.codes.tables import codes
from api.domains.content.notes.tables import notes
from api.domains.content.pages.tables import pages
from api.domains.content.polls.tables import polls
from api.domains.content.walls.tables import walls
from api.domains.insights.annotations.models import Annotation
from api.domains.insights.annotations.schemas import TargetKind
from api.domains.insights.annotations.targets import Target

NOTE = "note"

_NAMED: dict[TargetKind, tuple[TableClause, ColumnElement[str], ColumnElement[str]]] = {
    "wall": (walls, walls.c.wall_id, walls.c.name),
    "page": (pages, pages.c.page_id, pages.c.name),
    "poll": (polls, polls.c.poll_id, polls.c.question),
    "note": (notes, notes.c.note_id, notes.c.title),
}


class AnnotationRepository(Repository[Annotation]):
    """Annotations of one organisation, accessed through one session."""

    model = Annotation

    def lock(self, org_id: str) -> None:
        """Lock the creation of notes in this organisation until the transaction ends."""
        lock_until_commit(self.session, "annotations", org_id)

    def count_notes(self, org_id: str) -> int:
        """Return the number of notes, without edits."""
        notes = self.scoped(org_id).where(Annotation.kind == NOTE)
        return self.session.scalar(select(func.count()).select_from(notes.subquery())) or 0

    def add(self, row: Annotation) -> None:
        """Insert a new note."""
        self.session.add(row)
        self.session.flush()

    def save(self) -> None:
        """Write pending changes."""
        self.session.flush()

    def find_for_update(self, org_id: str, annotation_id: str) -> Annotation | None:
        """Return an annotation, locked until the transaction ends."""
        statement = self.scoped(org_id).where(Annotation.annotation_id == annotation_id)
        return self.session.scalar(statement.with_for_update())

    def remove(self, row: Annotation) -> None:
        """Delete an annotation."""
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
        """Return annotations in a period, newest first. Edits with the same time, kind and author are one row."""
        statement = self.scoped(org_id).where(_touches(start, end))
        if not edits:
            statement = statement.where(Annotation.kind == NOTE)
        if code_ids:
            mine = Annotation.code_id.in_(list(code_ids))
            statement = statement.where(or_(mine, Annotation.code_id.is_(None)))
        one = statement.subquery()
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
                func.count(one.c.details.distinct()).label("variants"),
                one.c.created_by,
                func.max(one.c.version).label("version"),
            )
            .group_by(one.c.kind, one.c.starts_at, one.c.created_by, alone)
            .order_by(one.c.starts_at.desc(), first)
            .limit(limit)
        )
        return self.session.execute(grouped).all()

    def names_of_codes(self, org_id: str, code_ids: set[str]) -> dict[str, str]:
        """Return names by code ID, including deleted codes."""
        statement = select(codes.c.code_id, codes.c.name).where(
            codes.c.org_id == org_id, codes.c.code_id.in_(code_ids)
        )
        return {row.code_id: row.name for row in self.session.execute(statement)}

    def names_of_targets(self, org_id: str, targets: Iterable[Target]) -> dict[Target, str]:
        """Return the names of walls, pages, polls and notes, with one statement for each kind."""
        ids_by_kind: dict[TargetKind, set[str]] = {}
        for kind, target_id in targets:
            ids_by_kind.setdefault(kind, set()).add(target_id)
        names: dict[Target, str] = {}
        for kind, ids in ids_by_kind.items():
            named, key, name = _NAMED[kind]
            rows = self.session.execute(
                select(key, name).where(named.c.org_id == org_id, key.in_(ids))
            )
            names |= {(kind, target_id): name for target_id, name in rows if name}
        return names

    def names_of_people(self, user_ids: set[str]) -> dict[str, str]:
        """Return names by user ID, for members of the same organisation."""
        statement = select(User.user_id, User.name, User.email).where(User.user_id.in_(user_ids))
        return {
            user_id: name or email or "" for user_id, name, email in self.session.execute(statement)
        }


def _touches(start: datetime, end: datetime) -> ColumnElement[bool]:
    last = func.coalesce(Annotation.ends_at, Annotation.starts_at)
    return and_(Annotation.starts_at < end, last >= start)
