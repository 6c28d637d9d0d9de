"""Imports whose rows are customers."""

from collections.abc import Callable, Sequence
from typing import Any, cast

from api.domains.people.customer_imports.errors import invalid
from api.domains.people.customer_imports.guessing import FIELD, NamedField, guessed_targets
from api.domains.people.customer_imports.schemas import (
    CheckImport,
    ImportColumn,
    ImportDetail,
    ImportProgress,
    ImportRead,
)
from api.domains.people.customer_imports.types import JOB, KIND, DateOrder, ImportRow
from api.domains.people.customers.types import ExistingChoice

_MONTH_FIRST = frozenset({"US", "PH", "FM", "PW", "MH", "PR", "GU"})


class CustomerKind:
    """Reads rows as customers. `fields_of` returns the custom fields of an organisation."""

    job = JOB
    name = KIND
    id_prefix = "cimp"

    def __init__(self, fields_of: Callable[[str], Sequence[NamedField]]) -> None:
        self._fields_of = fields_of

    def guess(self, org_id: str, headers: Sequence[str]) -> list[str | None]:
        """Return the initial target of each header."""
        return guessed_targets(headers, self._fields_of(org_id))

    def options(self, region: str) -> dict[str, Any]:
        """Return the initial options for a file from a country."""
        return {"dates": "mdy" if region in _MONTH_FIRST else "dmy"}

    def check_mapping(self, org_id: str, mapping: Sequence[str | None]) -> None:
        """Refuse unknown fields, and a selection of columns that identifies nobody."""
        used = [it for it in mapping if it is not None]
        known = {f"{FIELD}{it.name}" for it in self._fields_of(org_id)}
        if unknown := next((it for it in used if it.startswith(FIELD) and it not in known), None):
            raise invalid("mapping", f"refers to {unknown}, which is not a field of customers")
        if not {"email", "phone", "first_name", "last_name", "full_name"} & {*used}:
            raise invalid("mapping", "must have a column for email, phone or name", "missing")

    def read(self, row: ImportRow, progress: ImportProgress) -> ImportRead:
        """Return an import for API responses."""
        return ImportRead(
            **progress.model_dump(),
            existing=cast(ExistingChoice, row.options.get("existing", "fill")),
            dates=cast(DateOrder, row.options.get("dates", "ymd")),
            tags=row.options.get("tags", []),
        )

    def detail(self, read: ImportProgress, columns: list[ImportColumn]) -> ImportDetail:
        """Return an import with its columns."""
        return ImportDetail(**read.model_dump(), columns=columns)


def chosen_options(body: CheckImport) -> dict[str, Any]:
    """Return the options with which a member wants a file to be read."""
    return {"existing": body.existing, "dates": body.dates, "tags": sorted({*body.tags})}
