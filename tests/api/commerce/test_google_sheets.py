"""Google Sheets: each submission is one row despite any failures, and no content is executed."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from api.domains.commerce.connections.token_refresh import settle_connections
from api.integrations.google_sheets.adapter import GoogleSheets
from api.integrations.google_sheets.config import GoogleSheetsConnection, GoogleSheetsSettings
from api.integrations.ports.connector import Delivery
from runtime.settings import Settings
from tests.support.connections import Wires
from tests.twins.google_sheets import (
    ACCOUNT,
    CLIENT_ID,
    CLIENT_SECRET,
    FILE,
    FOREIGN,
    SPREADSHEET,
    Sheets,
    sheets_twin,
)

KEY = ACCOUNT.private_key.splitlines()[5]


@pytest.fixture
def sheets() -> Iterator[Sheets]:
    with sheets_twin() as running:
        yield running


@pytest.fixture
def api_settings(api_settings: Settings, sheets: Sheets) -> Settings:
    """Use the twin as Google, where this installation has an app."""
    return api_settings.with_vendors(
        GoogleSheetsSettings(
            GOOGLE_SHEETS_CLIENT_ID=CLIENT_ID,
            GOOGLE_SHEETS_CLIENT_SECRET=CLIENT_SECRET,
            GOOGLE_SHEETS_LOGIN_URL=sheets.url,
            GOOGLE_SHEETS_BASE_URL=sheets.url,
            GOOGLE_SHEETS_DRIVE_URL=sheets.url,
            GOOGLE_SHEETS_TOKEN_URL=sheets.url,
        )
    )


def submission(name: str) -> Delivery:
    """Return a submission whose event has the ID `name`."""
    ids = {"code_id": None, "page_id": None, "customer_id": None}
    at = datetime(2026, 5, 17, 9, tzinfo=UTC)
    return Delivery(name, "submit", at, {"data": ids}, answers={"name": name})


def connect(wires: Wires, status: int = 200, file: str = FILE, **more: Any) -> dict[str, Any]:
    body = {"action": "connect", "vendor": "google_sheets", **more}
    return dict(
        wires("integration-controller", status, credentials={"service_account": file}, **body)
    )


@pytest.fixture
def customer(wires: Wires) -> str:
    return str(wires("save-customer", email="ana@example.com")["customer_id"])


def test_spreadsheet_is_picked_or_created(wires: Wires, sheets: Sheets) -> None:
    assert wires("google-sheet", 409, action="list")["code"] == "not_connected"
    assert "not JSON" in connect(wires, 422, file="-----BEGIN KEY-----")["detail"]
    made = connect(wires)
    assert made["connection"]["account"] == ACCOUNT.email
    assert KEY not in str(made)

    found = wires("google-sheet", action="list")
    assert [it["id"] for it in found["spreadsheets"]] == [SPREADSHEET]
    wrong = wires("google-sheet", 422, spreadsheet_id="https://example.com/sheet")
    assert wrong["errors"][0]["field"] == "settings.spreadsheet_id"
    assert "Share it with" in wires("google-sheet", 422, spreadsheet_id=FOREIGN)["detail"]
    assert wires("get-integration", vendor="google_sheets")["status"] == "connected"

    address = f"https://docs.google.com/spreadsheets/d/{SPREADSHEET}/edit#gid=0"
    chosen = wires("google-sheet", spreadsheet_id=address, sheet="Tastings")
    assert (chosen["chosen"]["name"], chosen["sheet"]) == ("Tastings", "Tastings")
    new = wires("google-sheet", action="create", title="Spring", share_with="ana@example.com")
    assert sheets.shared == [(new["chosen"]["id"], "ana@example.com")]
    settings = wires("get-integration", vendor="google_sheets")["settings"]
    chosen = (settings["spreadsheet_id"], settings["sheet"])
    assert chosen == (new["chosen"]["id"], "Tastings")


def test_submissions_are_appended_in_batches_with_stable_columns(
    wires: Wires, sheets: Sheets, customer: str
) -> None:
    connect(wires, settings={"spreadsheet_id": SPREADSHEET, "sheet": "Guest's list"})
    sheets.books[SPREADSHEET]["Guest's list"] = [["Seats", "Event ID"], ["4", "of before"]]
    ids = wires.submit(3, answers={"name": "=HYPERLINK(1)", "Seats": 2}, customer_key=customer)
    wires.send()

    header, before, *rows = sheets.books[SPREADSHEET]["Guest's list"]
    assert header == ["Seats", "Event ID", "Sent at", "Code", "Page", "Customer ID", "name"]
    assert before == ["4", "of before"]
    assert [it[1] for it in rows] == ids
    assert (rows[0][0], rows[0][5], rows[0][6]) == ("2", customer, "=HYPERLINK(1)")
    assert sheets.appends == 1


def test_rows_accepted_before_a_connection_failure_are_not_appended_again(
    wires: Wires, sheets: Sheets, customer: str
) -> None:
    made = connect(wires, settings={"spreadsheet_id": SPREADSHEET})["connection"]
    sheets.answers = [0, 429, 500, 0]
    ids = []
    for _ in range(6):
        ids += wires.submit(2, answers={"name": "Ana"}, customer_key=customer)
        wires.send(after=timedelta(minutes=10))

    rows = sheets.books[SPREADSHEET]["Submissions"][1:]
    assert sorted(it[0] for it in rows) == sorted(ids)
    wires(
        "retry-integration-deliveries",
        connection_id=made["connection_id"],
        delivery_id=wires("list-integration-deliveries", connection_id=made["connection_id"])[
            "items"
        ][0]["delivery_id"],
    )
    wires.send()
    assert len(sheets.books[SPREADSHEET]["Submissions"]) == len(ids) + 1


def test_deleted_key_stops_the_connection_and_is_never_shown(
    wires: Wires, sheets: Sheets, customer: str
) -> None:
    connect(wires, settings={"spreadsheet_id": SPREADSHEET})
    sheets.key_is_known = False
    wires.submit(1, customer_key=customer)
    wires.send()
    broken = wires("get-integration", vendor="google_sheets")
    assert (broken["status"], broken["last_error"]["code"]) == ("broken", "credentials")
    assert KEY not in str(broken)


def test_row_refused_by_google_does_not_block_other_rows(
    wires: Wires, sheets: Sheets, customer: str
) -> None:
    made = connect(wires, settings={"spreadsheet_id": SPREADSHEET})["connection"]
    sheets.never = "poison"
    good = wires.submit(37, answers={"name": "Ana"}, customer_key=customer)
    bad = wires.submit(1, answers={"name": "poison"}, customer_key=customer)
    good += wires.submit(20, answers={"name": "Bob"}, customer_key=customer)
    wires.send()

    rows = sheets.books[SPREADSHEET]["Submissions"][1:]
    assert sorted(it[0] for it in rows) == sorted(good)
    asked = {"connection_id": made["connection_id"], "state": ["refused"]}
    (refused,) = wires("list-integration-deliveries", **asked)["items"]
    assert (refused["event_id"], refused["last_answer"]) == (bad[0], "Invalid values")
    assert wires("get-integration", vendor="google_sheets")["status"] == "connected"


def test_slow_batch_stops_before_another_worker_may_take_it_over(sheets: Sheets) -> None:
    settings = GoogleSheetsSettings(
        GOOGLE_SHEETS_BASE_URL=sheets.url,
        GOOGLE_SHEETS_DRIVE_URL=sheets.url,
        GOOGLE_SHEETS_TOKEN_URL=sheets.url,
    )
    slow = GoogleSheets(settings, timer=lambda: 10.0 * sheets.appends)
    credentials = slow.start({"service_account": FILE})
    chosen = GoogleSheetsConnection(spreadsheet_id=SPREADSHEET)
    sheets.never = "poison"
    batch = [submission(name) for name in ("poison", "Ana", "Bob", "Cem")]

    first = slow.send(credentials, chosen, batch)
    second = slow.send(credentials, chosen, [replace(it, is_repeat=True) for it in batch[2:]])

    assert [it.outcome for it in first] == ["refused", "delivered", "later", "later"]
    assert [it.outcome for it in second] == ["delivered", "delivered"]
    rows = sheets.books[SPREADSHEET]["Submissions"][1:]
    assert [row[0] for row in rows] == ["Ana", "Bob", "Cem"]


def test_google_login_replaces_a_key(wires: Wires, sheets: Sheets, customer: str) -> None:
    """A login only gives access to spreadsheets that were created here or picked (`drive.file`)."""
    for agrees, allows in ((False, True), (True, False)):
        refused = sheets.log_in(begin(wires), agrees=agrees, allows_files=allows)
        assert wires("finish-integration", 422, query=refused)["code"] == "invalid"
    made = wires("finish-integration", query=sheets.log_in(begin(wires)))
    assert (made["account"], made["scopes"]) == ("ana@harbor.example", ["drive.file"])
    assert wires("google-sheet", action="list")["spreadsheets"] == []
    assert "Pick it" in wires("google-sheet", 422, spreadsheet_id=FOREIGN)["detail"]
    wires("update-integration", 422, vendor="google_sheets", credentials={"service_account": FILE})

    wires("google-sheet", action="create", title="Spring")
    assert sheets.shared == []  # it is already theirs
    settings = {"profile_fields": {"first_name": "First"}, "sheet": "Tastings"}
    wires("update", vendor="google_sheets", settings=settings)
    picked = wires("google-sheet", action="pick")
    back = sheets.log_in(picked["authorization_url"])
    again = wires("finish-integration", query=back)
    assert again["connection_id"] == made["connection_id"]
    assert again["settings"] == {
        **again["settings"],
        **settings,
        "spreadsheet_id": SPREADSHEET,
    }
    ids = wires.submit(1, answers={"name": "Ana"}, customer_key=customer)
    wires.send(after=timedelta(hours=1))  # with a new access token
    assert [it[0] for it in sheets.books[SPREADSHEET]["Tastings"][1:]] == ids
    shown = str((made, picked, again, wires("list-integrations")))
    assert not [it for it in sheets.given if it in shown]

    sheets.refresh_token = "revoked"  # access was revoked in the Google account
    wires.submit(1, customer_key=customer)
    wires.send(after=timedelta(hours=1))
    assert wires("get-integration", vendor="google_sheets")["last_error"]["code"] == "credentials"
    url = wires("integration-controller", action="connect", connection_id=made["connection_id"])
    back = sheets.log_in(url["authorization_url"])
    assert wires("finish-integration", query=back)["status"] == "connected"
    wires("integration-controller", action="disconnect", vendor="google_sheets")
    settle_connections(wires.settings, wires.engine)
    assert sheets.refresh_token is None


def begin(wires: Wires) -> str:
    asked = wires("integration-controller", action="connect", vendor="google_sheets")
    return str(asked["authorization_url"])
