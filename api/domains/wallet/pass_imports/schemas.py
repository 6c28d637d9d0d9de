"""Requests and responses about imports of passes."""

from typing import Annotated

from pydantic import Field, StringConstraints

from api.domains.people.customer_imports.schemas import ImportColumn, ImportId, ImportProgress
from api.domains.wallet.pass_templates.schemas import TemplateId
from api.kit.pagination import PagedBody
from api.kit.schemas import OrgBody

PassTarget = Annotated[
    str,
    StringConstraints(
        pattern=r"^(email|customer_number|customer_id|serial_number|code|row\.[A-Za-z][A-Za-z0-9_]{0,39})$"
    ),
]


class PassImportRef(OrgBody):
    """The import."""

    import_id: ImportId


class CheckPassImport(PassImportRef):
    """The target of each column. No pass is created yet."""

    mapping: list[PassTarget | None] = Field(
        min_length=1,
        max_length=200,
        description="For each column in order: `email`, `customer_number` or `customer_id` identify the"
        " customer of a row; `serial_number` and `code` belong to the pass; `row.` and a name"
        " set the value of `{{row.…}}`; null ignores the column",
    )
    another: bool = Field(
        False, description="Create another pass for customers who already have one"
    )


class ListPassImports(PagedBody):
    """Imports of passes, newest first."""

    template_id: TemplateId | None = Field(None, description="Only imports for this template")


class ListPassImportProblems(PagedBody):
    """Problems of an import, in the order of its rows."""

    import_id: ImportId


class PassImportRead(ImportProgress):
    """An import of passes. In its counts, `changed` are customers who already had a pass, which now has the
    values of the row. In an undo, `kept` are passes that were on a phone or already used, which are now void.
    """

    template_id: str
    another: bool


class PassImportDetail(PassImportRead):
    """An import of passes with its columns."""

    columns: list[ImportColumn]
