"""No credential of a vendor is in clear in the database, in logs or in answers, also where the vendor repeats it."""

import logging
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from api.integrations.attentive.config import AttentiveSettings
from api.integrations.google_analytics.config import GoogleAnalyticsSettings
from api.integrations.google_sheets.config import GoogleSheetsSettings
from api.integrations.klaviyo.config import KlaviyoSettings
from api.integrations.meta.config import MetaSettings
from api.integrations.shopify.config import ShopifySettings
from api.integrations.square.config import SquareSettings
from api.integrations.yotpo.config import YotpoSettings
from runtime.settings import Settings
from tests.support.connections import Wires
from tests.support.shops import begin
from tests.twins import attentive, conversions, google_sheets, klaviyo, shopify, square, yotpo


@dataclass
class Twins:
    """All vendors that are connected by keys, and one by a login."""

    attentive: attentive.Attentive
    conversions: conversions.Conversions
    klaviyo: klaviyo.Klaviyo
    sheets: google_sheets.Sheets
    shopify: shopify.Shopify
    square: square.Square
    yotpo: yotpo.Yotpo

    @property
    def secrets(self) -> list[str]:
        """Everything that was typed in or given."""
        lines = google_sheets.ACCOUNT.private_key.splitlines()[1:-1]
        keys = [attentive.KEY, klaviyo.KEY, yotpo.KEY, square.CLIENT_SECRET, shopify.CLIENT_SECRET]
        keys += [conversions.API_SECRET, conversions.TOKEN]
        return [*keys, *lines, *self.square.given, *self.shopify.given]


@pytest.fixture
def twins() -> Iterator[Twins]:
    with ExitStack() as stack:
        yield Twins(
            stack.enter_context(attentive.attentive_twin()),
            stack.enter_context(conversions.conversions_twin()),
            stack.enter_context(klaviyo.klaviyo_twin()),
            stack.enter_context(google_sheets.sheets_twin()),
            stack.enter_context(shopify.shopify_twin()),
            stack.enter_context(square.square_twin()),
            stack.enter_context(yotpo.yotpo_twin()),
        )


@pytest.fixture
def api_settings(api_settings: Settings, twins: Twins) -> Settings:
    """All vendors are twins."""
    sheets = twins.sheets.url
    return api_settings.with_vendors(
        AttentiveSettings(ATTENTIVE_BASE_URL=twins.attentive.url),
        GoogleAnalyticsSettings(GOOGLE_ANALYTICS_BASE_URL=twins.conversions.url),
        MetaSettings(META_BASE_URL=twins.conversions.url),
        ShopifySettings(
            SHOPIFY_CLIENT_ID=shopify.CLIENT_ID,
            SHOPIFY_CLIENT_SECRET=shopify.CLIENT_SECRET,
            SHOPIFY_SHOP_URL=twins.shopify.url + "/{shop}",
        ),
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


def kept_in_files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every file of an installation: its lake, its objects with exports among them, its logs."""
    for path in folder.rglob("*"):
        if path.is_file():
            yield str(path.relative_to(folder)), path.read_bytes()


def test_no_credential_is_in_clear(
    wires: Wires, twins: Twins, caplog: pytest.LogCaptureFixture
) -> None:
    """Not in the database (the outbox, of which the lake is made, is part of it), in files, in logs, or in answers."""
    caplog.set_level(logging.DEBUG)
    answers = []
    keys = {
        "attentive": {"api_key": attentive.KEY},
        "google_sheets": {"service_account": google_sheets.FILE},
        "google_analytics": {
            "measurement_id": conversions.MEASUREMENT_ID,
            "api_secret": conversions.API_SECRET,
        },
        "klaviyo": {"api_key": klaviyo.KEY},
        "meta": {"dataset_id": conversions.DATASET, "access_token": conversions.TOKEN},
        "yotpo": {"guid": yotpo.GUID, "api_key": yotpo.KEY},
    }
    for vendor, given in keys.items():
        body = {"action": "connect", "vendor": vendor, "credentials": given}
        answers.append(wires("integration-controller", **body))
    asked = wires("square-auth", org_id=wires.who.org_id)
    answers.append(wires("finish-integration", query=twins.square.log_in(asked["url"])))
    back = twins.shopify.log_in(begin(wires))
    answers.append(wires("finish-integration", query=back))
    ana = wires("save-customer", email="ana@example.com")["customer_id"]
    wires.happen(3, customer_key=ana)
    wires.submit(1, customer_key=ana, answers={"seat": "window"})
    # The keys end, and vendors repeat them in what they answer.
    twins.attentive.key = twins.yotpo.key = "another-key-0123456789"
    twins.klaviyo.keys, twins.sheets.key_is_known = set(), False
    twins.conversions.token = "another-token"
    silent = {"google_analytics"}  # Google takes any secret
    answers += [
        wires("integration-controller", 422, action="test", vendor=it)
        for it in keys.keys() - silent
    ]
    wires.send()
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
    files = kept_in_files(wires.settings.var_dir)
    assert [name for name, text in files for it in twins.secrets if it.encode() in text] == []
