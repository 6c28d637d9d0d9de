"""Choosing or creating the Google Sheets spreadsheet to which submissions are appended."""

from api.auth.member import Member
from api.domains.commerce.connections.checks import checked_settings
from api.domains.commerce.connections.errors import invalid
from api.domains.commerce.connections.models import Connection
from api.domains.commerce.connections.oauth import OAuthService
from api.domains.commerce.connections.schemas import ControlIntegration, UpdateIntegration
from api.domains.commerce.connections.service import ConnectionService
from api.domains.commerce.connections.sheet_schemas import (
    GoogleSheetAnswer,
    ManageGoogleSheet,
    SpreadsheetRead,
)
from api.domains.commerce.connections.vendor_requests import VendorRequests
from api.integrations.connector import DESCRIPTIONS, sheets
from api.integrations.ports.connector import PICK, Spreadsheet

VENDOR = "google_sheets"
ADDRESS = "https://docs.google.com/spreadsheets/d/"


class SheetService:
    """The spreadsheet of an organisation, in a handler's session."""

    def __init__(
        self, connections: ConnectionService, asking: VendorRequests, logins: OAuthService
    ) -> None:
        self._connections = connections
        self._logins = logins
        self._asking = asking
        self._vendor = sheets(asking.settings)

    def act(self, me: Member, body: ManageGoogleSheet) -> GoogleSheetAnswer:
        """List, choose or create spreadsheets, or start Google's file picker.

        Raises:
            NotConnected: Google Sheets is not connected.
            Invalid: a field is missing, or Google refuses.
        """
        row = self._asking.find(me.org_id, VENDOR)
        if body.action == "list":
            return self._list(row)
        if body.action == "create":
            return self._create(me, row, body)
        if body.action == "pick":
            return self._pick(me, row)
        return self._use(me, row, body)

    def _list(self, row: Connection) -> GoogleSheetAnswer:
        chosen, sheet = row.settings["spreadsheet_id"], row.settings["sheet"]
        found = self._asking.ask(row, self._vendor.spreadsheets)
        mine = next((it for it in found if it.id == chosen), None)
        return _answer(mine, sheet, found)

    def _use(self, me: Member, row: Connection, body: ManageGoogleSheet) -> GoogleSheetAnswer:
        wanted = body.spreadsheet_id or row.settings["spreadsheet_id"]
        if not wanted:
            raise invalid("spreadsheet_id", "is required: choose a spreadsheet.", "missing")
        settings = {"spreadsheet_id": wanted, "sheet": body.sheet or row.settings["sheet"]}
        checked = checked_settings(DESCRIPTIONS[VENDOR], settings).model_dump(mode="json")
        found = self._asking.ask(
            row, lambda keys: self._vendor.spreadsheet(keys, checked["spreadsheet_id"])
        )
        return self._keep(me, row, found, checked["sheet"])

    def _create(self, me: Member, row: Connection, body: ManageGoogleSheet) -> GoogleSheetAnswer:
        share_with = body.share_with
        if share_with is None and row.refresh_at is None:
            share_with = me.email
            if share_with is None:
                raise invalid(
                    "share_with",
                    "is required: give the email address of somebody who can edit the spreadsheet.",
                    "missing",
                )
        title, sheet = body.title or "Submissions", body.sheet or str(row.settings["sheet"])
        made = self._asking.ask(
            row, lambda keys: self._vendor.create_spreadsheet(keys, title, sheet, share_with)
        )
        return self._keep(me, row, made, sheet)

    def _pick(self, me: Member, row: Connection) -> GoogleSheetAnswer:
        """Return the address of Google's file picker. A connection that used a service account so far becomes one by
        login.
        """
        again = ControlIntegration(action="connect", connection_id=row.connection_id)
        url = self._logins.begin(me, again, {PICK: "yes"})
        return _answer(None, row.settings["sheet"], [], url)

    def _keep(
        self, me: Member, row: Connection, found: Spreadsheet, sheet: str
    ) -> GoogleSheetAnswer:
        row = self._connections.get(me.org_id, row.connection_id)
        settings = {**row.settings, "spreadsheet_id": found.id, "sheet": sheet}
        self._connections.update(me.org_id, row, UpdateIntegration(settings=settings))
        return _answer(found, sheet, [])


def _answer(
    chosen: Spreadsheet | None, sheet: str, found: list[Spreadsheet], url: str | None = None
) -> GoogleSheetAnswer:
    return GoogleSheetAnswer(
        chosen=_read(chosen) if chosen is not None else None,
        sheet=sheet,
        spreadsheets=[_read(it) for it in found],
        authorization_url=url,
    )


def _read(it: Spreadsheet) -> SpreadsheetRead:
    return SpreadsheetRead(id=it.id, name=it.name, url=f"{ADDRESS}{it.id}")
