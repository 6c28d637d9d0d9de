"""Bodies of the call about Google Sheets."""

from typing import Annotated, Literal

from pydantic import AliasChoices, Field, StringConstraints

from api.domains.commerce.connections.schemas import Name
from api.domains.commerce.connections.vendor_schemas import EmailText
from api.kit.schemas import OrgBody, Schema


class ManageGoogleSheet(OrgBody):
    """Choose where submissions go: `list` what can be used, `use` one of these, or `create` a new one. Who connected
    by a login may also `pick` one at Google.
    """

    action: Literal["list", "use", "create", "pick"] = "use"
    spreadsheet_id: (
        Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]
        | None
    ) = Field(
        None,
        validation_alias=AliasChoices("spreadsheet_id", "spreadsheetId", "sheet_id"),
        description="ID or address, to use",
    )
    title: Name | None = Field(None, description="Of a new spreadsheet")
    sheet: Name | None = Field(None, description="Tab; it is made if it is not there")
    share_with: EmailText | None = Field(
        None,
        description="Who may edit the new spreadsheet; if left out, you, or who logged in at Google",
    )


class SpreadsheetRead(Schema):
    """A spreadsheet."""

    id: str
    name: str
    url: str


class GoogleSheetAnswer(Schema):
    """Where submissions go, and what could be chosen."""

    chosen: SpreadsheetRead | None
    sheet: str
    spreadsheets: list[SpreadsheetRead] = Field(description="For `list`; otherwise empty")
    authorization_url: str | None = Field(
        description="For `pick`: where a spreadsheet is picked; the browser comes back from there as from a login"
    )
