"""No credential of a vendor is in clear in the database, in logs or in answers, also where the vendor repeats it."""

import logging
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import psycopg
import pytest
from psycopg import sql

from api.integrations.attentive.config import AttentiveSettings
from api.integrations.google_sheets.config import GoogleSheetsSettings
from api.integrations.klaviyo.config import KlaviyoSettings
from api.integrations.square.config import SquareSettings
from api.integrations.yotpo.config import YotpoSettings
from runtime.settings import Settings
from tests.support.connections import Wires
from tests.twins import attentive, google_sheets, klaviyo, square, yotpo


@dataclass
class Twins:
    """All vendors that are connected by keys, and one by a login."""

    attentive: attentive.Attentive
    klaviyo: klaviyo.Klaviyo
    sheets: google_sheets.Sheets
    square: square.Square
    yotpo: yotpo.Yotpo

    @property
    def secrets(self) -> list[str]:
        """Everything that was typed in or given."""
        lines = google_sheets.ACCOUNT.private_key.splitlines()[1:-1]
        keys = [attentive.KEY, klaviyo.KEY, yotpo.KEY, square.CLIENT_SECRET]
        return [*keys, *lines, *self.square.given]


@pytest.fixture
def twins() -> Iterator[Twins]:
    with ExitStack() as stack:
        yield Twins(
            stack.enter_context(attentive.attentive_twin()),
            stack.enter_context(klaviyo.klaviyo_twin()),
            stack.enter_context(google_sheets.sheets_twin()),
            stack.enter_context(square.square_twin()),
            stack.enter_context(yotpo.yotpo_twin()),
        )


@pytest.fixture
def api_settings(api_settings: Settings, twins: Twins) -> Settings:
    """All vendors are twins."""
    sheets = twins.sheets.url
    return api_settings.with_vendors(
        AttentiveSettings(ATTENTIVE_BASE_URL=twins.attentive.url),
        KlaviyoSettings(KLAVIYO_BASE_URL=twins.klaviyo.url),
        GoogleSheetsSettings(
            GOOGLE_SHEETS_BASE_URL=sheets,
            GOOGLE_SHEETS_DRIVE_URL=sheets,
            GOOGLE_SHEETS_TOKEN_URL=sheets,
        ),
        SquareSettings(
            SQUARE_CLIENT_ID=square.CLIENT_ID,
            SQUARE_CLIENT_SECRET=square.CLIENT_SECRET,
            SQUARE_BASE_URL=twins.square.url,
        ),
        YotpoSettings(YOTPO_BASE_URL=twins.yotpo.url),
    )


def stored(url: str) -> Iterator[tuple[str, str]]:
    """Every row of every table, as text."""
    with psycopg.connect(url) as owner:
        tables = owner.execute(
            "select table_name from information_schema.tables"
            " where table_schema = 'public' and table_type = 'BASE TABLE'"
        ).fetchall()
        for (table,) in tables:
            query = sql.SQL("select t::text from {} t").format(sql.Identifier(table))
            for (row,) in owner.execute(query):
                yield table, row


def test_no_credential_is_in_clear(
    wires: Wires, twins: Twins, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    answers = []
    keys = {
        "attentive": {"api_key": attentive.KEY},
        "google_sheets": {"service_account": google_sheets.FILE},
        "klaviyo": {"api_key": klaviyo.KEY},
        "yotpo": {"guid": yotpo.GUID, "api_key": yotpo.KEY},
    }
    for vendor, given in keys.items():
        body = {"action": "connect", "vendor": vendor, "credentials": given}
        answers.append(wires("integration-controller", **body))
    asked = wires("square-auth", org_id=wires.who.org_id)
    answers.append(wires("finish-integration", query=twins.square.log_in(asked["url"])))
    # The keys end, and vendors repeat them in what they answer.
    twins.attentive.key = twins.yotpo.key = "another-key-0123456789"
    twins.klaviyo.keys, twins.sheets.key_is_known = set(), False
    answers += [wires("integration-controller", 422, action="test", vendor=it) for it in keys]
    answers.append(wires("list-integrations"))

    shown = str(answers) + caplog.text
    assert len(twins.secrets) > 10
    assert not [it for it in twins.secrets if it in shown]
    found = [
        table
        for table, row in stored(wires.settings.database_url)
        for it in twins.secrets
        if it in row
    ]
    assert found == []
