"""What calls about imports of passes take and give."""

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
    """Which import."""

    import_id: ImportId


class CheckPassImport(PassImportRef):
    """What each column is. No pass is made yet."""

    mapping: list[PassTarget | None] = Field(
        min_length=1,
        max_length=200,
        description="For each column in order: `email`, `customer_number` or `customer_id` say whose pass a row is;"
        " `serial_number` and `code` are the pass's own; `row.` and a name is what `{{row.…}}` says; null leaves it out",
    )
    another: bool = Field(False, description="One more for customers who have a pass")


class ListPassImports(PagedBody):
    """Imports of passes, the newest first."""

    template_id: TemplateId | None = Field(None, description="Of one template only")


class ListPassImportProblems(PagedBody):
    """Problems of an import in the order of its rows."""

    import_id: ImportId


class PassImportRead(ImportProgress):
    """An import of passes. Of its counts, `changed` are customers who had a pass, which has the row's values now; of
    what an undo did, `kept` are passes that somebody had, which are void.
    """

    template_id: str
    another: bool


class PassImportDetail(PassImportRead):
    """An import of passes with its columns."""

    columns: list[ImportColumn]
