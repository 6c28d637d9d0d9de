"""Rules of codes that are created from rows: every row is checked before any code is created."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from api.auth.member import Member
from api.db.offload import Offload
from api.domains.codes.batches.errors import RowsRefused
from api.domains.codes.batches.models import CodeBatch
from api.domains.codes.batches.one_time import refuse_as_base
from api.domains.codes.batches.repository import BatchRepository
from api.domains.codes.batches.row_checks import (
    CheckedRow,
    CheckedRows,
    check_children,
    check_imports,
    slug_note,
)
from api.domains.codes.batches.schemas import (
    CloneMany,
    ImportCodes,
    ManyCodes,
    RowSeen,
)
from api.domains.codes.codes import views
from api.domains.codes.codes.drafts import CodeDrafts
from api.domains.codes.codes.links import CodeLinks
from api.domains.codes.codes.schemas import CreateCode
from api.domains.codes.codes.service import CodeService
from api.domains.codes.codes.types import CodeRow
from api.jobs.queue import Jobs
from api.kit.errors import FieldError
from api.kit.ids import new_code_id
from api.rendering.qr.legibility import all_decode
from api.rendering.qr.types import Design

JOB = "batches.rows"
MAX_CREATED_IN_REQUEST = 200
"""If there are more rows than this, they are checked in a worker process and created by a job."""
MAX_CHECKED_IN_REQUEST = 10_000
"""Maximum number of characters of a file that is parsed here. Longer files are parsed in a worker process."""
MAX_DESIGNS = 20
"""Maximum number of different designs in the rows of one call. Each is rendered and read back once."""


_NOT_READABLE = ("makes a picture that cannot be read", "picture_not_readable")
_ONE_TOO_MANY = (
    f"is one look more than the {MAX_DESIGNS} that a call may have",
    "too_many_looks",
)


class RowService:
    """Creates codes of the caller's organisation from rows."""

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
        """Create a child of the code for each row, all or none."""
        facts = self._drafts.facts(me.org_id, self._base(me, body.code_id), self._now)
        is_large = len(body.data) > MAX_CREATED_IN_REQUEST or any(
            "design" in it for it in body.data
        )
        checked = self._check(me, is_large, check_children, facts, body.data, me.time_zone)
        base = self._base(me, body.code_id)  # the check may have ended the transaction
        return self._make(me, base, checked, base.name, is_preview=body.preview)

    def import_codes(self, me: Member, body: ImportCodes) -> ManyCodes:
        """Create a redirect code for each link of another product, all or none."""
        facts = self._drafts.facts(me.org_id, None, self._now)
        is_large = (
            len(body.rows or ()) > MAX_CREATED_IN_REQUEST
            or len(body.csv or "") > MAX_CHECKED_IN_REQUEST
        )
        given = (body.source, body.csv, body.rows, me.time_zone, body.folder_id)
        checked = self._without_taken_slugs(self._check(me, is_large, check_imports, facts, *given))
        name = f"Import from {body.source}"
        notes = checked.notes
        made = self._make(me, None, checked, name, is_preview=body.preview, notes=notes)
        return made.model_copy(update={"notes": sorted(notes, key=_row_of)})

    def _base(self, me: Member, code_id: str) -> CodeRow:
        base = self._codes.get(me.org_id, code_id)
        refuse_as_base(base)
        return base

    def _check(
        self, me: Member, is_large: bool, check: Callable[..., CheckedRows], *given: Any
    ) -> CheckedRows:
        return self._offload.run(me.org_id, check, *given) if is_large else check(*given)

    def _without_taken_slugs(self, checked: CheckedRows) -> CheckedRows:
        """Return the rows without slugs that other codes have, with a note for each row that loses its slug."""
        taken = self._drafts.taken_slugs([slug for _number, slug in _slugs(checked.rows)])
        notes = [
            slug_note(checked.place, number, slug, "is taken", "slug_taken")
            for number, slug in _slugs(checked.rows)
            if slug in taken
        ]
        rows = [
            replace(row, values=_without_slug(row)) if row.values.get("slug") in taken else row
            for row in checked.rows
        ]
        return replace(checked, rows=rows, notes=[*checked.notes, *notes])

    def _make(
        self,
        me: Member,
        base: CodeRow | None,
        checked: CheckedRows,
        name: str,
        *,
        is_preview: bool,
        notes: list[FieldError] | None = None,
    ) -> ManyCodes:
        """Create the rows. Slugs that another code has taken in the meantime go to `notes`."""
        place, rows, errors = checked.place, checked.rows, list(checked.errors)
        for problems_of in (self._unreadable, self._missing_pages, self._missing_folders):
            problems = problems_of(me.org_id, place, rows)
            wrong = {_row_of(problem) for problem in problems}
            rows = [row for row in rows if row.number not in wrong]
            errors += problems
        if notes is None:
            errors += self._taken_slugs(place, rows)
        errors.sort(key=_row_of)
        if is_preview:
            seen = [_seen(row) for row in rows]
            return ManyCodes(count=len(seen), rows=seen, errors=errors)
        if errors:
            raise RowsRefused(f"{RowsRefused.message} {_first(errors)}", errors=errors)
        batch = CodeBatch(
            batch_id=self._new_id("bat"),
            org_id=me.org_id,
            base_code_id=base.code_id if base is not None else None,
            kind="rows" if base is not None else "import",
            name=name,
            amount=len(rows),
            created_at=self._now,
            created_by=me.caller_id,
        )
        if len(rows) > MAX_CREATED_IN_REQUEST:
            return self._leave_to_job(me, batch, [row.values for row in rows])
        self._batches.add(batch)
        drafts = [
            self._drafts.make(
                me.org_id, me.caller_id, row.number, CreateCode.model_validate(row.values), base
            )
            for row in rows
        ]
        for draft in drafts:
            draft.place_in_batch(batch.batch_id, batch.created_at)
        for draft, slug in self._drafts.claim_slugs(drafts):
            lost = slug_note(place, draft.number, slug, "is taken", "slug_taken")
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

    def _leave_to_job(
        self, me: Member, batch: CodeBatch, rows: Sequence[dict[str, Any]]
    ) -> ManyCodes:
        args = {"batch_id": batch.batch_id, "rows": rows}
        batch.job_id = self._jobs.enqueue(
            me.org_id, JOB, args, total=len(rows), created_by=me.caller_id, is_bulk=True
        )
        self._batches.add(batch)
        return ManyCodes(count=len(rows), job_id=batch.job_id, batch_id=batch.batch_id)

    def _missing_pages(
        self, org_id: str, place: str, rows: Sequence[CheckedRow]
    ) -> list[FieldError]:
        """Return errors for rules that show pages which the organisation does not have."""
        named = [(row.number, *it) for row in rows for it in row.draft.pages]
        missing = self._drafts.missing_pages(org_id, list({page for *_, page in named}))
        return [
            FieldError(
                field=f"{place}[{number}].{field}",
                message="is not a page of this organisation",
                code="page_not_found",
            )
            for number, field, page in named
            if page in missing
        ]

    def _missing_folders(
        self, org_id: str, place: str, rows: Sequence[CheckedRow]
    ) -> list[FieldError]:
        """Return errors for rows whose folder does not exist. Existing folders are locked until the transaction
        ends.
        """
        named = [(row.number, row.values.get("folder_id")) for row in rows]
        there = self._drafts.lock_folders(org_id, {it for _, it in named if it is not None})
        return [
            FieldError(
                field=f"{place}[{number}].folder_id",
                message="is not a folder of this organisation",
                code="folder_not_found",
            )
            for number, folder_id in named
            if folder_id is not None and folder_id not in there
        ]

    def _taken_slugs(self, place: str, rows: Sequence[CheckedRow]) -> list[FieldError]:
        """Return the rows whose slug another row or code already has."""
        named = list(_slugs(rows))
        had = self._drafts.taken_slugs([slug for _number, slug in named])
        errors = []
        for number, slug in named:
            if slug in had:
                errors.append(slug_note(place, number, slug, "is taken", "slug_taken"))
            had.add(slug)
        return errors

    def _unreadable(self, org_id: str, place: str, rows: Sequence[CheckedRow]) -> list[FieldError]:
        """Return errors for rows whose design no reader can decode, and for designs beyond the limit."""
        looks: dict[Design, list[int]] = {}
        for row in rows:
            if row.draft.own_design is not None:
                looks.setdefault(row.draft.own_design, []).append(row.number)
        # All IDs have the same length, so any ID can replace that of the code to be created.
        checked = [(self._links.address(new_code_id()), it) for it in looks][:MAX_DESIGNS]
        decodes = self._offload.run(org_id, all_decode, checked) if checked else []
        problems = [None if it else _NOT_READABLE for it in decodes]
        problems += [_ONE_TOO_MANY] * (len(looks) - len(checked))
        return [
            FieldError(field=f"{place}[{number}].design", message=problem[0], code=problem[1])
            for problem, numbers in zip(problems, looks.values(), strict=True)
            if problem is not None
            for number in numbers
        ]


def _slugs(rows: Iterable[CheckedRow]) -> Iterable[tuple[int, str]]:
    for row in rows:
        if (slug := row.values.get("slug")) is not None:
            yield row.number, slug


def _without_slug(row: CheckedRow) -> dict[str, Any]:
    return {name: value for name, value in row.values.items() if name != "slug"}


def _seen(row: CheckedRow) -> RowSeen:
    values = row.values
    return RowSeen(
        row=row.number,
        name=values["name"],
        slug=values.get("slug"),
        destination=row.draft.destination,
        tags=row.draft.tags,
        properties=values.get("properties", {}),
    )


def _row_of(error: FieldError) -> int:
    return int(error.field.split("[", 1)[1].split("]", 1)[0])


def _first(errors: list[FieldError]) -> str:
    return f"First of {len(errors)}: {errors[0].field} {errors[0].message}."
