"""Rules of annotations: members can change notes, but not edits."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row

from api.domains.insights.annotations.errors import (
    AnnotationChanged,
    AnnotationNotFound,
    EditNotChangeable,
    TooManyAnnotations,
    bad_field,
)
from api.domains.insights.annotations.models import Annotation
from api.domains.insights.annotations.repository import NOTE, AnnotationRepository
from api.domains.insights.annotations.schemas import (
    AnnotationList,
    AnnotationPlace,
    AnnotationRead,
    ListAnnotations,
    SaveAnnotation,
)
from api.domains.insights.annotations.targets import Target, target_of
from warehouse.date_ranges import EARLIEST, LATEST

MAX_NOTES = 5_000
MAX_LISTED = 500


class AnnotationService:
    """Annotations of one organisation."""

    def __init__(
        self,
        annotations: AnnotationRepository,
        now: datetime,
        new_id: Callable[[str], str],
        base_url: str,
    ) -> None:
        self._annotations = annotations
        self._now = now
        self._new_id = new_id
        self._base_url = base_url

    def save(self, org_id: str, by: str, body: SaveAnnotation) -> AnnotationRead:
        """Create a note, or change one."""
        self._check(org_id, body)
        if body.annotation_id is not None:
            row = self._change(org_id, body, body.annotation_id)
        else:
            row = self._add(org_id, by, body)
        return self._read_one(org_id, row)

    def remove(self, org_id: str, annotation_id: str) -> None:
        """Delete a note permanently."""
        row = self._annotations.find_for_update(org_id, annotation_id)
        if row is None:
            raise AnnotationNotFound
        if row.kind != NOTE:
            raise EditNotChangeable
        self._annotations.remove(row)

    def list_between(self, org_id: str, body: ListAnnotations) -> AnnotationList:
        """Return the annotations of a period."""
        if body.to <= body.from_:
            raise bad_field("to", "must be later than from", "empty_range")
        rows = self._annotations.list_between(
            org_id,
            body.from_,
            body.to,
            code_ids=body.code_ids,
            edits=body.edits,
            limit=MAX_LISTED + 1,
        )
        shown = rows[:MAX_LISTED]
        codes = self._annotations.names_of_codes(org_id, {it.code_id for it in shown if it.code_id})
        people = self._annotations.names_of_people({it.created_by for it in shown if it.created_by})
        items = [_read(it, codes, people) for it in reversed(shown)]
        self._name_targets(org_id, items)
        return AnnotationList(items=items, is_cut=len(rows) > MAX_LISTED)

    def _name_targets(self, org_id: str, items: Sequence[AnnotationRead]) -> None:
        """Add the names of walls, pages, polls and notes that destinations lead to."""
        targets: dict[str, Target] = {}
        for it in items:
            target = target_of(it.after, self._base_url) if it.kind == "destination" else None
            if target is not None:
                targets[it.annotation_id] = target
        names = self._annotations.names_of_targets(org_id, targets.values()) if targets else {}
        for it in items:
            target = targets.get(it.annotation_id)
            if target is not None:
                it.leads_to = AnnotationPlace(kind=target[0], name=names.get(target))

    def _add(self, org_id: str, by: str, body: SaveAnnotation) -> Annotation:
        self._annotations.lock(org_id)
        if self._annotations.count_notes(org_id) >= MAX_NOTES:
            raise TooManyAnnotations
        row = Annotation(
            annotation_id=self._new_id("ann"),
            org_id=org_id,
            code_id=body.code_id,
            kind=NOTE,
            starts_at=body.starts_at,
            ends_at=body.ends_at,
            text=body.text,
            details={},
            created_at=self._now,
            created_by=by,
            updated_at=self._now,
        )
        self._annotations.add(row)
        return row

    def _change(self, org_id: str, body: SaveAnnotation, annotation_id: str) -> Annotation:
        row = self._annotations.find_for_update(org_id, annotation_id)
        if row is None:
            raise AnnotationNotFound
        if row.kind != NOTE:
            raise EditNotChangeable
        if body.version is not None and body.version != row.version:
            raise AnnotationChanged
        row.code_id = body.code_id
        row.starts_at, row.ends_at = body.starts_at, body.ends_at
        row.text = body.text
        row.updated_at = self._now
        self._annotations.save()
        return row

    def _check(self, org_id: str, body: SaveAnnotation) -> None:
        for field, moment in (("starts_at", body.starts_at), ("ends_at", body.ends_at)):
            if moment is not None and not EARLIEST <= moment.astimezone(UTC) <= LATEST:
                raise bad_field(field, "must be between 1900-01-01 and 2099-12-31")
        if body.ends_at is not None and body.ends_at <= body.starts_at:
            raise bad_field("ends_at", "must be later than starts_at", "empty_span")
        code_id = body.code_id
        if code_id is not None and not self._annotations.names_of_codes(org_id, {code_id}):
            raise bad_field("code_id", "is not a code of this organisation", "code_not_found")

    def _read_one(self, org_id: str, row: Annotation) -> AnnotationRead:
        codes = self._annotations.names_of_codes(org_id, {row.code_id} if row.code_id else set())
        people = self._annotations.names_of_people({row.created_by} if row.created_by else set())
        return AnnotationRead(
            annotation_id=row.annotation_id,
            kind=NOTE,
            code_id=row.code_id,
            code_name=codes.get(row.code_id or ""),
            codes=1 if row.code_id else 0,
            starts_at=row.starts_at,
            ends_at=row.ends_at,
            text=row.text,
            before=None,
            after=None,
            author=people.get(row.created_by or ""),
            version=row.version,
        )


def _read(row: Row[Any], codes: dict[str, str], people: dict[str, str]) -> AnnotationRead:
    is_one = row.codes == 1
    details = row.details if row.variants == 1 else {}
    return AnnotationRead(
        annotation_id=row.annotation_id,
        kind=row.kind,
        code_id=row.code_id if is_one else None,
        code_name=codes.get(row.code_id or "") if is_one else None,
        codes=row.codes,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        text=row.text or _described(details.get("page")) or "",
        before=_described(details.get("from")) if is_one else None,
        after=_described(details.get("to")),
        author=people.get(row.created_by or ""),
        version=row.version,
    )


def _described(value: object) -> str | None:
    return None if value is None else str(value)
