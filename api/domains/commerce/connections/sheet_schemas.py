"""Request and response bodies for Google Sheets."""

from typing import Annotated, Literal

from pydantic import AliasChoices, Field, StringConstraints

from api.domains.commerce.connections.schemas import Name
from api.domains.commerce.connections.vendor_schemas import EmailText
from api.kit.schemas import OrgBody, Schema
from api.kit.visible_text import VISIBLE


class ManageGoogleSheet(OrgBody):
    """The spreadsheet to which submissions are appended: `list` those that can be used, `use` one of them, or `create`
    a new one. A connection made by a login at Google can also `pick` one in Google's file picker.
    """

    action: Literal["list", "use", "create", "pick"] = "use"
    spreadsheet_id: (
        Annotated[
            str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500), VISIBLE
        ]
        | None
    ) = Field(
        None,
        validation_alias=AliasChoices("spreadsheet_id", "spreadsheetId", "sheet_id"),
        description="ID or URL of the spreadsheet to use",
    )
    title: Name | None = Field(None, description="Name of the new spreadsheet")
    sheet: Name | None = Field(
        None, description="Name of the tab; it is created if it does not exist"
    )
    share_with: EmailText | None = Field(
        None,
        description="Who can edit the new spreadsheet. By default you, or the account that logged in"
        " at Google",
    )


class SpreadsheetRead(Schema):
    """A spreadsheet."""

    id: str
    name: str
    url: str


class GoogleSheetAnswer(Schema):
    """The chosen spreadsheet and the available ones."""

    chosen: SpreadsheetRead | None
    sheet: str
    spreadsheets: list[SpreadsheetRead] = Field(description="Only for `list`; otherwise empty")
    authorization_url: str | None = Field(
        description="Only for `pick`: the URL at which to pick a spreadsheet. Google then redirects"
        " the browser back, as after a login"
    )
