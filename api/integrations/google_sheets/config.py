"""Settings of Google Sheets, and its description, which does not import the adapter."""

import re
from typing import ClassVar

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import SettingsConfigDict

from api.integrations.mapping import PROFILE_FIELDS, MappedSettings
from api.integrations.oauth_app import OAuthAppSettings
from api.integrations.ports.connector import KeyField, VendorDescription
from runtime.environment import named

_ADDRESS = re.compile(
    r"^https://docs\.google\.com/spreadsheets/d/([A-Za-z0-9_-]{20,100})(?:[/?#]|$)"
)
_ID = re.compile(r"^[A-Za-z0-9_-]{20,100}$")


class GoogleSheetsSettings(OAuthAppSettings):
    """The addresses of Google, and this installation's app there. Organisations may also use their own service
    accounts.
    """

    model_config = SettingsConfigDict(env_prefix="GOOGLE_SHEETS_")

    vendor: ClassVar[str] = "Google Sheets"
    without: ClassVar[str] = "Google Sheets is connected by service accounts only"

    client_id: str | None = Field(
        None,
        validation_alias=named("GOOGLE_SHEETS_CLIENT_ID"),
        description="Client ID of a web application in Google Cloud, with which organisations log in; unset: they use service accounts",
    )
    client_secret: SecretStr | None = Field(
        None,
        validation_alias=named("GOOGLE_SHEETS_CLIENT_SECRET"),
        description="Client secret of the same application",
    )
    login_url: str = Field(
        "https://accounts.google.com",
        validation_alias=named("GOOGLE_SHEETS_LOGIN_URL"),
        description="Address of Google's login",
    )
    base_url: str = Field(
        "https://sheets.googleapis.com",
        validation_alias=named("GOOGLE_SHEETS_BASE_URL"),
        description="Address of Google's Sheets API",
    )
    drive_url: str = Field(
        "https://www.googleapis.com",
        validation_alias=named("GOOGLE_SHEETS_DRIVE_URL"),
        description="Address of Google's Drive API, which lists and shares spreadsheets",
    )
    token_url: str = Field(
        "https://oauth2.googleapis.com",
        validation_alias=named("GOOGLE_SHEETS_TOKEN_URL"),
        description="Address at which Google issues and revokes tokens",
    )


class GoogleSheetsConnection(MappedSettings):
    """The spreadsheet and tab to which submissions are sent."""

    spreadsheet_id: str = Field(
        "", description="Spreadsheet, by its ID or address; empty: none is chosen yet"
    )
    sheet: str = Field(
        "Submissions",
        min_length=1,
        max_length=100,
        pattern=r"^[^\x00-\x1f\x7f]+$",
        description="Its tab",
    )

    @field_validator("spreadsheet_id")
    @classmethod
    def _id(cls, text: str) -> str:
        """Return the ID, even if the whole URL was pasted."""
        address = _ADDRESS.match(text)
        found = address.group(1) if address else text
        if found and not _ID.match(found):
            raise ValueError("is no spreadsheet: paste its address")
        return found


GOOGLE_SHEETS = VendorDescription(
    vendor="google_sheets",
    title="Google Sheets",
    settings=GoogleSheetsConnection,
    fields=(KeyField("service_account", max_length=4000, is_file=True),),
    uses_oauth=True,
    app=GoogleSheetsSettings,
    app_variables=("GOOGLE_SHEETS_CLIENT_ID", "GOOGLE_SHEETS_CLIENT_SECRET"),
    takes_keys=True,
    revokes=True,
    event_kinds=("submit",),
    default_kinds=("submit",),
    profile_fields=PROFILE_FIELDS,
    batch_size=100,
    per_second=0.5,
)
