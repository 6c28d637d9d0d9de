"""Imports whose rows are passes."""

from collections.abc import Sequence
from typing import Any

from api.domains.people.customer_imports.errors import invalid
from api.domains.people.customer_imports.schemas import ImportColumn, ImportProgress
from api.domains.people.customer_imports.types import ImportRow
from api.domains.wallet.pass_imports.schemas import PassImportDetail, PassImportRead
from api.domains.wallet.pass_imports.types import JOB, KIND
from api.domains.wallet.pass_templates.columns import guessed_targets


class PassKind:
    """Defines how rows become passes."""

    job = JOB
    name = KIND
    id_prefix = "pimp"

    def guess(self, org_id: str, headers: Sequence[str]) -> list[str | None]:  # noqa: ARG002
        """Return the suggested target for each header."""
        return guessed_targets(headers)

    def options(self, region: str) -> dict[str, Any]:  # noqa: ARG002
        """Return the initial options for reading a file."""
        return {"another": False}

    def check_mapping(self, org_id: str, mapping: Sequence[str | None]) -> None:  # noqa: ARG002
        """Refuse a mapping in which no column has a target."""
        if not any(mapping):
            raise invalid("mapping", "needs at least one column", "missing")

    def read(self, row: ImportRow, progress: ImportProgress) -> PassImportRead:
        """Return an import as the API shows it."""
        return PassImportRead(
            **progress.model_dump(),
            template_id=row.subject_id or "",
            another=bool(row.options.get("another")),
        )

    def detail(self, read: ImportProgress, columns: list[ImportColumn]) -> PassImportDetail:
        """Return an import with its columns."""
        return PassImportDetail(**read.model_dump(), columns=columns)
