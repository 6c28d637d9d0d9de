"""Parses and checks rows without the database, so that many of them can be checked in a worker process."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from api.domains.codes.batches.errors import row_errors
from api.domains.codes.batches.imports import read_rows
from api.domains.codes.batches.row_dates import with_zone
from api.domains.codes.batches.schemas import CodeRow as GivenRow
from api.domains.codes.codes.drafts import CheckedDraft, DraftFacts, check_draft
from api.domains.codes.codes.schemas import MAX_NAME, CreateCode
from api.domains.codes.codes.slug_names import slug_of
from api.domains.codes.codes.types import CodeKind
from api.kit.errors import FieldError, Invalid


@dataclass(frozen=True, slots=True)
class CheckedRow:
    """A row without errors of its own."""

    number: int
    values: dict[str, Any]
    """The code to create (`CreateCode`) as JSON."""
    draft: CheckedDraft


@dataclass(frozen=True, slots=True)
class CheckedRows:
    """Valid rows, the errors of the other rows, and slugs that rows cannot get."""

    place: str
    rows: list[CheckedRow] = field(default_factory=list)
    errors: list[FieldError] = field(default_factory=list)
    notes: list[FieldError] = field(default_factory=list)


def check_children(facts: DraftFacts, data: Sequence[dict[str, Any]], zone: str) -> CheckedRows:
    """Check rows that are to become children of the base."""
    return _checked("data", facts, [with_zone(row, zone) for row in data], _child)


def check_imports(
    facts: DraftFacts,
    source: str,
    text: str | None,
    rows: Sequence[dict[str, Any]] | None,
    zone: str,
    folder_id: str | None,
) -> CheckedRows:
    """Check links from another product. Slugs that are invalid or occur in an earlier row are left out.

    Raises:
        Invalid: the file cannot be read.
    """
    dated = [with_zone(row, zone) for row in read_rows(source, text, rows)]
    notes = _without_bad_slugs(dated)

    def imported(_facts: DraftFacts, _number: int, values: dict[str, Any]) -> CreateCode:
        return CreateCode.model_validate(
            {"type": CodeKind.REDIRECT, "folder_id": folder_id, "destination": None, **values}
        )

    checked = _checked("rows", facts, dated, imported)
    checked.notes.extend(notes)
    return checked


def slug_note(place: str, number: int, slug: str, message: str, code: str) -> FieldError:
    """Return the error about the slug that a row requests."""
    return FieldError(field=f"{place}[{number}].slug", message=f"“{slug}” {message}", code=code)


def _checked(
    place: str,
    facts: DraftFacts,
    source: Sequence[dict[str, Any]],
    understand: Callable[[DraftFacts, int, dict[str, Any]], CreateCode],
) -> CheckedRows:
    found = CheckedRows(place)
    for number, row in enumerate(source):
        try:
            body = understand(facts, number, row)
            draft = check_draft(facts, body)
        except (ValidationError, Invalid) as error:
            found.errors.extend(row_errors(f"{place}[{number}]", error))
        else:
            values = body.model_dump(mode="json", exclude_unset=True)
            found.rows.append(CheckedRow(number, values, draft))
    return found


def _child(facts: DraftFacts, number: int, values: dict[str, Any]) -> CreateCode:
    base = facts.base
    assert base is not None
    filled = {name: value for name, value in values.items() if value not in (None, "")}
    row = GivenRow.model_validate(filled)
    own = {name: getattr(row, name) for name in row.model_fields_set}
    ending = f" {number + 1}"
    own.setdefault("name", base.name[: MAX_NAME - len(ending)] + ending)
    return CreateCode(type=CodeKind(base.type), base_code_id=base.code_id, **own)


def _without_bad_slugs(imported: list[dict[str, Any]]) -> list[FieldError]:
    """Remove slugs that these rows cannot have, regardless of other codes."""
    notes: list[FieldError] = []
    wanted: set[str] = set()
    for number, row in enumerate(imported):
        if (text := row.get("slug")) is None:
            continue
        try:
            slug = slug_of(str(text))
        except ValueError as error:
            notes.append(slug_note("rows", number, str(row.pop("slug")), str(error), "bad_slug"))
            continue
        if slug in wanted:
            del row["slug"]
            notes.append(slug_note("rows", number, slug, "is taken", "slug_taken"))
        wanted.add(slug)
    return notes
