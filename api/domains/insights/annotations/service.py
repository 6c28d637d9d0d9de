"""Rules of annotations: notes are people's and can change, edits are facts and cannot."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row

from api.domains.insights.annotations.errors import (
    AnnotationChanged,
    AnnotationNotFound,
    MadeByAnEdit,
    TooManyAnnotations,
    bad_field,
)
from api.domains.insights.annotations.models import Annotation
from api.domains.insights.annotations.places import Place, place_of
from api.domains.insights.annotations.repository import NOTE, AnnotationRepository
from api.domains.insights.annotations.schemas import (
    AnnotationList,
    AnnotationPlace,
    AnnotationRead,
    ListAnnotations,
    SaveAnnotation,
)
from warehouse.date_ranges import EARLIEST, LATEST

MAX_NOTES = 5_000
MAX_LISTED = 500


class AnnotationService:
    """Annotations of the organisation whose session it is given."""

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

    def save(self, org_id: str, by: str, wanted: SaveAnnotation) -> AnnotationRead:
        """Keep a note, or change the one that is named."""
        self._check(org_id, wanted)
        if wanted.annotation_id is not None:
            row = self._change(org_id, wanted, wanted.annotation_id)
        else:
            row = self._add(org_id, by, wanted)
        return self._read_one(org_id, row)

    def remove(self, org_id: str, annotation_id: str) -> None:
        """Remove a note for good."""
        row = self._annotations.find_for_update(org_id, annotation_id)
        if row is None:
            raise AnnotationNotFound
        if row.kind != NOTE:
            raise MadeByAnEdit
        self._annotations.remove(row)

    def list_between(self, org_id: str, wanted: ListAnnotations) -> AnnotationList:
        """What happened in a stretch of time."""
        if wanted.to <= wanted.from_:
            raise bad_field("to", "must be later than from", "empty_range")
        rows = self._annotations.list_between(
            org_id,
            wanted.from_,
            wanted.to,
            code_ids=wanted.code_ids,
            edits=wanted.edits,
            limit=MAX_LISTED + 1,
        )
        shown = rows[:MAX_LISTED]
        codes = self._annotations.names_of_codes(org_id, {it.code_id for it in shown if it.code_id})
        people = self._annotations.names_of_people({it.created_by for it in shown if it.created_by})
        items = [_read(it, codes, people) for it in reversed(shown)]
        self._name_places(org_id, items)
        return AnnotationList(items=items, is_cut=len(rows) > MAX_LISTED)

    def _name_places(self, org_id: str, items: Sequence[AnnotationRead]) -> None:
        """Say what of one's own the codes lead to: nobody knows a wall by its address."""
        places: dict[str, Place] = {}
        for it in items:
            place = place_of(it.after, self._base_url) if it.kind == "destination" else None
            if place is not None:
                places[it.annotation_id] = place
        names = self._annotations.names_of_places(org_id, places.values()) if places else {}
        for it in items:
            place = places.get(it.annotation_id)
            if place is not None:
                it.leads_to = AnnotationPlace(kind=place[0], name=names.get(place))

    def _add(self, org_id: str, by: str, wanted: SaveAnnotation) -> Annotation:
        self._annotations.lock(org_id)
        if self._annotations.count_notes(org_id) >= MAX_NOTES:
            raise TooManyAnnotations
        row = Annotation(
            annotation_id=self._new_id("ann"),
            org_id=org_id,
            code_id=wanted.code_id,
            kind=NOTE,
            starts_at=wanted.starts_at,
            ends_at=wanted.ends_at,
            text=wanted.text,
            details={},
            created_at=self._now,
            created_by=by,
            updated_at=self._now,
        )
        self._annotations.add(row)
        return row

    def _change(self, org_id: str, wanted: SaveAnnotation, annotation_id: str) -> Annotation:
        row = self._annotations.find_for_update(org_id, annotation_id)
        if row is None:
            raise AnnotationNotFound
        if row.kind != NOTE:
            raise MadeByAnEdit
        if wanted.version is not None and wanted.version != row.version:
            raise AnnotationChanged
        row.code_id = wanted.code_id
        row.starts_at, row.ends_at = wanted.starts_at, wanted.ends_at
        row.text = wanted.text
        row.updated_at = self._now
        self._annotations.save()
        return row

    def _check(self, org_id: str, wanted: SaveAnnotation) -> None:
        for field, moment in (("starts_at", wanted.starts_at), ("ends_at", wanted.ends_at)):
            if moment is not None and not EARLIEST <= moment.astimezone(UTC) <= LATEST:
                raise bad_field(field, "lies between 1900-01-01 and 2099-12-31")
        if wanted.ends_at is not None and wanted.ends_at <= wanted.starts_at:
            raise bad_field("ends_at", "must be later than starts_at", "empty_span")
        code_id = wanted.code_id
        if code_id is not None and not self._annotations.names_of_codes(org_id, {code_id}):
            raise bad_field("code_id", "is no code of this organisation", "code_not_found")

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
    details = row.details if row.tellings == 1 else {}
    return AnnotationRead(
        annotation_id=row.annotation_id,
        kind=row.kind,
        code_id=row.code_id if is_one else None,
        code_name=codes.get(row.code_id or "") if is_one else None,
        codes=row.codes,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        text=row.text or _told(details.get("page")) or "",
        before=_told(details.get("from")) if is_one else None,
        after=_told(details.get("to")),
        author=people.get(row.created_by or ""),
        version=row.version,
    )


def _told(value: object) -> str | None:
    return None if value is None else str(value)
