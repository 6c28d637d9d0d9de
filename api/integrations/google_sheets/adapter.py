"""Google Sheets: each submission becomes one row, without duplicates.

Columns are found by their names in the first row, so that they can be moved. New questions get new columns at the end.
Google has no idempotency key for appending, so each row has the ID of its event, and the existing IDs are read before
an event is sent again.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from api.integrations.google_sheets.client import (
    LOGIN_SCOPE,
    SheetsClient,
    logged_in,
    login_address,
    login_ended,
    login_renewed,
)
from api.integrations.google_sheets.config import GoogleSheetsConnection, GoogleSheetsSettings
from api.integrations.mapping import mapped_profile
from api.integrations.ports.connector import (
    Account,
    ConnectionSettings,
    Credentials,
    CredentialsRefused,
    Delivery,
    Granted,
    KeyConnector,
    Receipt,
    RequestRefused,
    Spreadsheet,
    VendorProblem,
)
from api.integrations.service_accounts import BadServiceAccount, read_service_account
from api.integrations.vendor_http import Plan, PlannedRequest

EVENT_ID = "Event ID"
FIRST = (EVENT_ID, "Sent at", "Code", "Page", "Customer ID")
"""The columns that every sheet has."""
MOST_COLUMNS = 200
LONGEST_CELL = 50_000
"""https://support.google.com/drive/answer/37603"""
MOST_PARTS = 16
"""The most requests into which a refused one is split at a time; the quota is 60 a minute."""
SECONDS_FOR_APPENDS = 40.0
"""No append starts later than this after the start of a batch. A worker's claim to its deliveries ends after 90 s; then
another worker reads the sheet and sends what is missing, so all appends have to be over. Refreshing a token before, and
the last append, may take 20 s each.
"""

Row = list[str]


class GoogleSheets(KeyConnector):
    """Connects to spreadsheets that were shared with a service account, or that belong to the person who logged in."""

    def __init__(
        self,
        settings: GoogleSheetsSettings,
        plan: Plan | None = None,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        self._plan = plan
        self._timer = timer

    def start(self, given: Mapping[str, str]) -> Credentials:
        """Return the service account of a key file. Raises RequestRefused."""
        try:
            account = read_service_account(given["service_account"])
        except BadServiceAccount as wrong:
            raise RequestRefused(str(wrong)) from None
        return {
            "email": account.email,
            "key_id": account.key_id,
            "private_key": account.private_key,
        }

    def check(self, credentials: Credentials, settings: ConnectionSettings) -> Account:
        """Return the address with which spreadsheets have to be shared. Also reads the chosen spreadsheet, if there is
        one.
        """
        assert isinstance(settings, GoogleSheetsConnection)
        client = self._client(credentials)
        if settings.spreadsheet_id:
            client.describe(settings.spreadsheet_id)
        if self.is_login(credentials):
            return Account(client.email(), (LOGIN_SCOPE.rpartition("/")[2],))
        return Account(credentials["email"])

    def is_login(self, credentials: Credentials) -> bool:
        """Return whether the connection was made by a login."""
        return "refresh_token" in credentials

    def authorization_url(
        self, given: Mapping[str, str], state: str, redirect_uri: str, challenge: str
    ) -> str:
        """Return the URL of Google's consent page; with `pick`, people also pick a spreadsheet there."""
        return login_address(self._settings, given, state, redirect_uri, challenge)

    def exchange(
        self,
        given: Mapping[str, str],  # noqa: ARG002
        query: Mapping[str, str],
        redirect_uri: str,
        verifier: str,
    ) -> Granted:
        """Exchange the query parameters of the redirect for tokens."""
        return logged_in(self._settings, query, redirect_uri, verifier)

    def refresh(self, credentials: Credentials) -> Granted:
        """Return a new access token."""
        return login_renewed(self._settings, credentials)

    def revoke(self, credentials: Credentials) -> None:
        """Revoke the access of a login. Keys are deleted at Google by the people who created them."""
        if self.is_login(credentials):
            login_ended(self._settings, credentials)

    def send(
        self,
        credentials: Credentials,
        settings: ConnectionSettings,
        deliveries: Sequence[Delivery],
    ) -> list[Receipt]:
        """Append submissions in one request, without those that are already there.

        If Google refuses the request, it is split, so that a refused submission does not hold up the others. What is
        not appended in time is sent again later.
        """
        ends = self._timer() + SECONDS_FOR_APPENDS
        assert isinstance(settings, GoogleSheetsConnection)
        names = _names(deliveries, settings)
        rows = [dict(zip(names, _row(it, names, settings), strict=True)) for it in deliveries]
        if self._plan is not None:
            self._plan.append(PlannedRequest("POST", f"{settings.sheet}!A1:append", rows))
            return [Receipt("delivered", 200) for _ in deliveries]
        if not settings.spreadsheet_id:
            raise RequestRefused("No spreadsheet is chosen.")
        sheet = _Sheet(self._client(credentials), settings)
        header = sheet.header(names)
        there: set[str] = set()
        if any(it.is_repeat for it in deliveries):
            there = sheet.event_ids(header)
        new = {
            place: _row(it, header, settings)
            for place, it in enumerate(deliveries)
            if it.event_id not in there
        }
        became = _appended(sheet, new, lambda: self._timer() < ends) if new else {}
        taken = Receipt("delivered", 200)
        return [became.get(place, taken) for place in range(len(deliveries))]

    def spreadsheets(self, credentials: Credentials) -> list[Spreadsheet]:
        """Return the spreadsheets that were shared with the account, most recently changed first."""
        found = self._client(credentials).files()
        return [Spreadsheet(str(it["id"]), str(it["name"])) for it in found]

    def spreadsheet(self, credentials: Credentials, spreadsheet_id: str) -> Spreadsheet:
        """Return one spreadsheet."""
        try:
            found = self._client(credentials).describe(spreadsheet_id)
        except (CredentialsRefused, RequestRefused) as refused:
            if refused.status not in (403, 404):
                raise
            cure = (
                "Pick it in Google Drive."
                if self.is_login(credentials)
                else f"Share it with {credentials['email']} as an editor."
            )
            raise RequestRefused(f"{cure} {refused.text}", status=refused.status) from None
        return Spreadsheet(spreadsheet_id, str(found["properties"]["title"]))

    def create_spreadsheet(
        self, credentials: Credentials, title: str, sheet: str, share_with: str | None
    ) -> Spreadsheet:
        """Create a spreadsheet and share it with somebody."""
        client = self._client(credentials)
        made = client.create(title, sheet)
        if share_with is not None:
            client.share(made, share_with)
        return Spreadsheet(made, title)

    def _client(self, credentials: Credentials) -> SheetsClient:
        return SheetsClient(self._settings, credentials)


class _Sheet:
    """One tab of a spreadsheet."""

    def __init__(self, client: SheetsClient, settings: GoogleSheetsConnection) -> None:
        self._client = client
        self._id = settings.spreadsheet_id
        self._title = settings.sheet
        self._quoted = "'" + settings.sheet.replace("'", "''") + "'"

    def header(self, wanted: Sequence[str]) -> list[str]:
        """Return the names of the columns. Missing columns are added at the end; a missing tab is created."""
        tab = self._tab()
        rows = self._client.read(self._id, f"{self._quoted}!1:1")
        there = [str(it) for it in rows[0]] if rows else []
        missing = [it for it in wanted if it not in there]
        if missing:
            header = [*there, *missing]
            has = int((tab.get("gridProperties") or {}).get("columnCount") or 26)
            if len(header) > has:
                more = {"dimension": "COLUMNS", "length": len(header) - has}
                more["sheetId"] = tab["sheetId"]
                self._client.change(self._id, {"appendDimension": more})
            self._client.write(self._id, f"{self._quoted}!A1", header)
            return header
        return there

    def event_ids(self, header: Sequence[str]) -> set[str]:
        """Return the IDs of the events that already have a row."""
        column = _letters(header.index(EVENT_ID))
        found = self._client.read(self._id, f"{self._quoted}!{column}2:{column}", by="COLUMNS")
        return {str(it) for it in found[0]} if found else set()

    def append(self, rows: Sequence[Sequence[str]]) -> None:
        """Append rows."""
        self._client.append(self._id, f"{self._quoted}!A1", rows)

    def _tab(self) -> dict[str, Any]:
        tab = self._find()
        if tab is None:
            self._client.change(self._id, {"addSheet": {"properties": {"title": self._title}}})
            tab = self._find()
        return tab or {}

    def _find(self) -> dict[str, Any] | None:
        tabs = self._client.describe(self._id).get("sheets") or []
        return next(
            (it["properties"] for it in tabs if it["properties"]["title"] == self._title), None
        )


def _appended(
    sheet: _Sheet, new: Mapping[int, Row], has_time: Callable[[], bool]
) -> dict[int, Receipt]:
    """Append rows and return their receipts by index. Raises VendorProblem if nothing is known about any row."""
    became: dict[int, Receipt] = {}
    parts, requests = [list(new)], 0
    while parts:
        part = parts.pop()
        if requests > MOST_PARTS or not has_time():
            became |= dict.fromkeys(part, Receipt("later"))
            continue
        requests += 1
        try:
            sheet.append([new[it] for it in part])
        except RequestRefused as refused:
            half = len(part) // 2
            if half:
                parts += [part[half:], part[:half]]
            else:
                became[part[0]] = Receipt("refused", refused.status, refused.text)
        except VendorProblem as problem:
            if not became:
                raise
            became |= dict.fromkeys(part, Receipt("later", problem.status, problem.text))
            requests = MOST_PARTS + 1
        else:
            became |= dict.fromkeys(part, Receipt("delivered", 200))
    return became


def _names(deliveries: Sequence[Delivery], settings: GoogleSheetsConnection) -> list[str]:
    """Return the columns that these submissions need."""
    names = dict.fromkeys(FIRST)
    names |= dict.fromkeys(it for it in settings.profile_fields.values() if it)
    for it in deliveries:
        names |= dict.fromkeys(it.answers)
    return list(names)[:MOST_COLUMNS]


def _row(it: Delivery, header: Sequence[str], settings: GoogleSheetsConnection) -> list[str]:
    data = it.body["data"]
    values = {
        **(mapped_profile(it.person, settings, {}) if it.person is not None else {}),
        **it.answers,
        EVENT_ID: it.event_id,
        "Sent at": it.occurred_at.isoformat(timespec="seconds"),
        "Code": data["code_id"] or "",
        "Page": data["page_id"] or "",
        "Customer ID": data["customer_id"] or "",
    }
    return [str(values.get(name, ""))[:LONGEST_CELL] for name in header]


def _letters(place: int) -> str:
    """Return a column's letters: 0 is A, 26 is AA."""
    text = ""
    place += 1
    while place:
        place, rest = divmod(place - 1, 26)
        text = chr(ord("A") + rest) + text
    return text
