"""Rules of codes made from rows: every row is checked before any code is made."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from api.auth.member import Member
from api.db.offload import Offload
from api.domains.codes.batches.errors import RowsRefused, row_errors
from api.domains.codes.batches.imports import read_rows
from api.domains.codes.batches.models import CodeBatch
from api.domains.codes.batches.one_time import refuse_as_base
from api.domains.codes.batches.repository import BatchRepository
from api.domains.codes.batches.row_dates import with_zone
from api.domains.codes.batches.schemas import (
    CloneMany,
    ImportCodes,
    ManyCodes,
    RowSeen,
)
from api.domains.codes.batches.schemas import (
    CodeRow as GivenRow,
)
from api.domains.codes.codes import views
from api.domains.codes.codes.drafts import CodeDrafts, Draft
from api.domains.codes.codes.inheritance import effective
from api.domains.codes.codes.links import CodeLinks
from api.domains.codes.codes.schemas import MAX_NAME, CreateCode
from api.domains.codes.codes.service import CodeService
from api.domains.codes.codes.slug_names import slug_of
from api.domains.codes.codes.types import CodeKind, CodeRow
from api.jobs.queue import Jobs
from api.kit.errors import FieldError, Invalid
from api.rendering.qr.legibility import all_decode
from api.rendering.qr.types import Design

JOB = "batches.rows"
MAX_CREATED_IN_REQUEST = 200
"""More rows than this are made by a job."""
MAX_DESIGNS = 20
"""Looks of their own that the rows of one call may have: each is drawn and read back once."""


_NOT_READABLE = ("makes a picture that cannot be read", "picture_not_readable")
_ONE_TOO_MANY = (
    f"is one look more than the {MAX_DESIGNS} that a call may have",
    "too_many_looks",
)


class RowService:
    """Codes of the caller's organisation, made from rows."""

    def __init__(
        self,
        batches: BatchRepository,
        codes: CodeService,
        jobs: Jobs,
        links: CodeLinks,
        offload: Offload,
        new_id: Callable[[str], str],
        now: datetime,
    ) -> None:
        self._batches = batches
        self._codes = codes
        self._drafts = CodeDrafts(codes)
        self._jobs = jobs
        self._links = links
        self._offload = offload
        self._new_id = new_id
        self._now = now

    def clone_many(self, me: Member, body: CloneMany) -> ManyCodes:
        """A child of the code for each row, all or none."""
        base = self._codes.get(me.org_id, body.code_id)
        refuse_as_base(base)
        dated = [with_zone(row, me.time_zone) for row in body.data]
        rows, errors = _read("data", dated, lambda number, row: _child(base, number, row))
        return self._make(me, base, "data", rows, errors, base.name, is_preview=body.preview)

    def import_codes(self, me: Member, body: ImportCodes) -> ManyCodes:
        """A redirect code for each link of another product, all or none."""
        read = read_rows(body.source, body.csv, body.rows)
        dated = [with_zone(row, me.time_zone) for row in read]
        notes = self._without_taken_slugs("rows", dated)
        rows, errors = _read("rows", dated, lambda _number, row: _imported(row, body.folder_id))
        name = f"Import from {body.source}"
        made = self._make(
            me, None, "rows", rows, errors, name, is_preview=body.preview, notes=notes
        )
        return made.model_copy(update={"notes": sorted(notes, key=_row_of)})

    def _without_taken_slugs(self, place: str, imported: list[dict[str, Any]]) -> list[FieldError]:
        """Take names off that these rows cannot have, and tell which."""
        notes: list[FieldError] = []
        wanted: dict[str, list[int]] = {}
        for number, row in enumerate(imported):
            if (slug := row.get("slug")) is not None:
                try:
                    wanted.setdefault(slug_of(str(slug)), []).append(number)
                except ValueError as error:
                    notes.append(_note(place, number, str(row.pop("slug")), str(error), "bad_slug"))
        taken = self._drafts.taken_slugs(list(wanted))
        for slug, numbers in wanted.items():
            for number in numbers if slug in taken else numbers[1:]:
                del imported[number]["slug"]
                notes.append(_note(place, number, slug, "is taken", "slug_taken"))
        return notes

    def _make(
        self,
        me: Member,
        base: CodeRow | None,
        place: str,
        rows: Sequence[tuple[int, CreateCode]],
        errors: list[FieldError],
        name: str,
        *,
        is_preview: bool,
        notes: list[FieldError] | None = None,
    ) -> ManyCodes:
        """Create the rows. Slugs that another code has taken in the meantime go to `notes`."""
        drafts = self._make_drafts(me, base, place, rows, errors)
        unreadable = self._unreadable(me.org_id, place, drafts)
        wrong = {_row_of(error) for error in unreadable}
        drafts = [draft for draft in drafts if draft.number not in wrong]
        errors += unreadable
        if notes is None:
            errors += self._taken_slugs(place, drafts)
        errors.sort(key=_row_of)
        if is_preview:
            seen = [_seen(draft) for draft in drafts]
            return ManyCodes(count=len(seen), rows=seen, errors=errors)
        if errors:
            raise RowsRefused(f"{RowsRefused.message} {_first(errors)}", errors=errors)
        batch = CodeBatch(
            batch_id=self._new_id("bat"),
            org_id=me.org_id,
            base_code_id=base.code_id if base is not None else None,
            kind="rows" if base is not None else "import",
            name=name,
            amount=len(drafts),
            created_at=self._now,
            created_by=me.caller_id,
        )
        if len(drafts) > MAX_CREATED_IN_REQUEST:
            return self._leave_to_job(me, batch, [row for _number, row in rows])
        self._batches.add(batch)
        for draft in drafts:
            draft.place_in_batch(batch.batch_id, batch.created_at)
        for draft, slug in self._drafts.claim_slugs(drafts):
            lost = _note(place, draft.number, slug, "is taken", "slug_taken")
            if notes is None:
                raise RowsRefused(f"{RowsRefused.message} {_first([lost])}", errors=[lost])
            notes.append(lost)
        self._drafts.store(drafts)
        made = [views.created(draft.code, self._links) for draft in drafts]
        job_id = self._jobs.record_done(
            me.org_id,
            JOB,
            {
                "batch_id": batch.batch_id,
                "count": len(made),
                "lost_names": len(notes or ()),
                "code_ids": [draft.code.code_id for draft in drafts],
            },
            total=len(made),
            created_by=me.caller_id,
        )
        return ManyCodes(count=len(made), job_id=job_id, batch_id=batch.batch_id, codes=made)

    def _leave_to_job(self, me: Member, batch: CodeBatch, rows: list[CreateCode]) -> ManyCodes:
        args = {
            "batch_id": batch.batch_id,
            "rows": [row.model_dump(mode="json", exclude_unset=True) for row in rows],
        }
        batch.job_id = self._jobs.enqueue(
            me.org_id, JOB, args, total=len(rows), created_by=me.caller_id
        )
        self._batches.add(batch)
        return ManyCodes(count=len(rows), job_id=batch.job_id, batch_id=batch.batch_id)

    def _make_drafts(
        self,
        me: Member,
        base: CodeRow | None,
        place: str,
        rows: Sequence[tuple[int, CreateCode]],
        errors: list[FieldError],
    ) -> list[Draft]:
        named = {row.folder_id for _number, row in rows if row.folder_id is not None}
        folders = self._drafts.lock_folders(me.org_id, named)
        drafts: list[Draft] = []
        for number, row in rows:
            at = f"{place}[{number}]"
            try:
                draft = self._drafts.make(me.org_id, me.caller_id, number, row, base)
            except Invalid as error:
                errors += row_errors(at, error)
                continue
            if row.folder_id is not None and row.folder_id not in folders:
                errors.append(
                    FieldError(
                        field=f"{at}.folder_id",
                        message="is not a folder of this organisation",
                        code="folder_not_found",
                    )
                )
                continue
            drafts.append(draft)
        return drafts

    def _taken_slugs(self, place: str, drafts: Sequence[Draft]) -> list[FieldError]:
        """Rows that want a name which another row or some code has."""
        named = [(it.number, it.code.slug) for it in drafts if it.code.slug is not None]
        had = self._drafts.taken_slugs([slug for _number, slug in named])
        errors = []
        for number, slug in named:
            if slug in had:
                errors.append(_note(place, number, slug, "is taken", "slug_taken"))
            had.add(slug)
        return errors

    def _unreadable(self, org_id: str, place: str, drafts: Sequence[Draft]) -> list[FieldError]:
        """Errors for rows whose design no reader can decode, and for designs beyond the limit."""
        looks: dict[Design, list[int]] = {}
        contents: list[str] = []
        for draft in drafts:
            design = Design.model_validate(effective(draft.code, "design"))
            if "design" in draft.code.overrides and design != Design():
                if design not in looks:
                    contents.append(self._links.address(draft.code.code_id))
                looks.setdefault(design, []).append(draft.number)
        checked = list(zip(contents, looks, strict=True))[:MAX_DESIGNS]
        decodes = self._offload.run(org_id, all_decode, checked) if checked else []
        problems = [None if it else _NOT_READABLE for it in decodes]
        problems += [_ONE_TOO_MANY] * (len(looks) - len(checked))
        return [
            FieldError(field=f"{place}[{number}].design", message=problem[0], code=problem[1])
            for problem, numbers in zip(problems, looks.values(), strict=True)
            if problem is not None
            for number in numbers
        ]


def _read(
    place: str,
    source: Sequence[dict[str, Any]],
    understand: Callable[[int, dict[str, Any]], CreateCode],
) -> tuple[list[tuple[int, CreateCode]], list[FieldError]]:
    rows: list[tuple[int, CreateCode]] = []
    errors: list[FieldError] = []
    for number, row in enumerate(source):
        try:
            rows.append((number, understand(number, row)))
        except ValidationError as error:
            errors += row_errors(f"{place}[{number}]", error)
    return rows, errors


def _child(base: CodeRow, number: int, values: dict[str, Any]) -> CreateCode:
    filled = {name: value for name, value in values.items() if value not in (None, "")}
    row = GivenRow.model_validate(filled)
    own = {name: getattr(row, name) for name in row.model_fields_set}
    ending = f" {number + 1}"
    own.setdefault("name", base.name[: MAX_NAME - len(ending)] + ending)
    return CreateCode(type=CodeKind(base.type), base_code_id=base.code_id, **own)


def _imported(values: dict[str, Any], folder_id: str | None) -> CreateCode:
    return CreateCode.model_validate(
        {"type": CodeKind.REDIRECT, "folder_id": folder_id, "destination": None, **values}
    )


def _note(place: str, number: int, slug: str, message: str, code: str) -> FieldError:
    return FieldError(field=f"{place}[{number}].slug", message=f"“{slug}” {message}", code=code)


def _seen(draft: Draft) -> RowSeen:
    code = draft.code
    return RowSeen(
        row=draft.number,
        name=code.name,
        slug=code.slug,
        destination=code.destination,
        tags=code.tags,
        properties=code.properties,
    )


def _row_of(error: FieldError) -> int:
    return int(error.field.split("[", 1)[1].split("]", 1)[0])


def _first(errors: list[FieldError]) -> str:
    return f"First of {len(errors)}: {errors[0].field} {errors[0].message}."
