"""No vendor credential is in plain text in the database, the lake, exports, logs or responses, even if the vendor
repeats it.
"""

import base64
import io
import json
import logging
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pyarrow.parquet as pq
import pytest
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    pkcs12,
)
from psycopg import sql
from pydantic import SecretStr

from api.integrations.attentive.config import AttentiveSettings
from api.integrations.google_analytics.config import GoogleAnalyticsSettings
from api.integrations.google_sheets.config import GoogleSheetsSettings
from api.integrations.klaviyo.config import KlaviyoSettings
from api.integrations.meta.config import MetaSettings
from api.integrations.shopify.config import ShopifySettings
from api.integrations.square.config import SquareSettings
from api.integrations.stripe.config import StripeSettings
from api.integrations.twilio.config import TwilioSettings
from api.integrations.yotpo.config import YotpoSettings
from ingest.landing.rows import event_row, event_table
from runtime.settings import Settings
from tests.api.wallet.google import at_twin
from tests.support.connections import Wires
from tests.support.jobs import run_jobs
from tests.support.pass_calls import saved_certificate
from tests.support.shops import begin
from tests.support.visits import Outbox
from tests.twins import (
    attentive,
    conversions,
    google_sheets,
    google_wallet,
    klaviyo,
    shopify,
    square,
    stripe,
    stripe_account,
    twilio,
    yotpo,
)
from tests.twins.webhook_receiver import Receiver
from warehouse.lake import Lake


@dataclass
class Twins:
    """The twins of Stripe, Twilio and every vendor for which an organisation has credentials."""

    attentive: attentive.Attentive
    conversions: conversions.Conversions
    klaviyo: klaviyo.Klaviyo
    sheets: google_sheets.Sheets
    shopify: shopify.Shopify
    square: square.Square
    yotpo: yotpo.Yotpo
    stripe: stripe.Stripe
    wallet: google_wallet.GoogleWallet
    twilio: twilio.Twilio
    made: list[str] = field(default_factory=list)
    """Secrets that the product or a test generated."""

    @property
    def secrets(self) -> list[str]:
        """Return everything that was typed in or issued."""
        lines = google_sheets.ACCOUNT.private_key.splitlines()[1:-1]
        keys = [attentive.KEY, klaviyo.KEY, yotpo.KEY, square.CLIENT_SECRET, shopify.CLIENT_SECRET]
        keys += [conversions.API_SECRET, conversions.TOKEN, google_sheets.CLIENT_SECRET]
        given = [*self.square.given, *self.shopify.given, *self.sheets.given]
        ours = [stripe.KEY, stripe_account.SECRET, twilio.TOKEN]
        return [*keys, *lines, *given, *ours, *self.made]


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
            stack.enter_context(stripe.running_stripe()),
            stack.enter_context(google_wallet.running_google_wallet()),
            stack.enter_context(twilio.running_twilio()),
        )


@pytest.fixture
def api_settings(api_settings: Settings, twins: Twins) -> Settings:
    """Use twins as all vendors. Exports yield the CPU to everything else, which would leave them little on a busy
    machine.
    """
    sheets = twins.sheets.url
    patient = api_settings.model_copy(update={"worker_seconds": 300.0})
    return at_twin(patient, twins.wallet).with_vendors(
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
            GOOGLE_SHEETS_CLIENT_ID=google_sheets.CLIENT_ID,
            GOOGLE_SHEETS_CLIENT_SECRET=google_sheets.CLIENT_SECRET,
        ),
        SquareSettings(
            SQUARE_CLIENT_ID=square.CLIENT_ID,
            SQUARE_CLIENT_SECRET=square.CLIENT_SECRET,
            SQUARE_BASE_URL=twins.square.url,
        ),
        StripeSettings(
            secret_key=SecretStr(stripe.KEY),
            publishable_key=stripe.PUBLISHABLE,
            webhook_secret=SecretStr(stripe_account.SECRET),
            base_url=twins.stripe.url,
        ),
        TwilioSettings(
            account_sid=twilio.ACCOUNT,
            auth_token=SecretStr(twilio.TOKEN),
            messaging_service_sid=twilio.SERVICE,
            base_url=twins.twilio.url,
        ),
        YotpoSettings(YOTPO_BASE_URL=twins.yotpo.url),
    )


def stored(url: str) -> Iterator[tuple[str, str]]:
    """Yield every row of every table, as text."""
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
    """Yield every file of an installation, decompressed: its lake, its objects including exports, its logs."""
    for path in folder.rglob("*"):
        if path.is_file():
            yield from unpacked(str(path.relative_to(folder)), path.read_bytes())


def unpacked(name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield a file as it is, and its content if it is compressed."""
    yield name, content
    if content.startswith(b"PAR1"):
        yield name, str(pq.read_table(io.BytesIO(content)).to_pydict()).encode()
    elif content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for member in archive.namelist():
                yield f"{name}/{member}", archive.read(member)


def land(lake: Lake, outbox: Outbox) -> int:
    """Bring what was recorded into the lake, as the lander does; return the number of events."""
    events = outbox.events()
    rows = [event_row(it, 0, pos, is_duplicate=False) for pos, it in enumerate(events)]
    lake.events.ensure().append(event_table(rows), {0: len(rows) - 1})
    return len(rows)


def exported(wires: Wires, customer_id: str) -> Iterator[tuple[str, bytes]]:
    """Yield what the organisation can export: everything, its events as a file, and all data about one customer."""
    job_id = wires("portable-export", events="parquet")["job_id"]
    run_jobs(wires.settings)
    url = wires("get-job", job_id=job_id)["result"]["url"]
    archive = wires.client.get(url.removeprefix(wires.settings.base_url)).content
    yield from unpacked("archive", archive)
    events = wires("export-csv", **{"from": "events", "params": {"interval": "24hour"}})
    yield "events", base64.b64decode(events["data"])
    yield "person", base64.b64decode(wires("export-person", customer_id=customer_id)["data"])


def certificate_of_passes() -> tuple[dict[str, Any], list[str]]:
    """Return a body that saves an Apple certificate, and its secrets: the file, its password, and the lines of
    its key.
    """
    body = saved_certificate("pass.com.harbor-coffee.secret", b"password of the certificate")
    file, password = body["certificate"], body["password"]
    key, _, _ = pkcs12.load_key_and_certificates(base64.b64decode(file), password.encode())
    assert key is not None
    text = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    return body, [file, password, *text.splitlines()[1:-1]]


def made_here(wires: Wires, twins: Twins, receiver: Receiver) -> Iterator[object]:
    """Yield the responses to calls that create Waypost's own secrets, or a key that is not a connection; the other side
    repeats the secret and refuses.
    """
    receiver.answers = [500]
    where = {"settings": {"url": receiver.url}, "event_kinds": ["scan"]}
    hook = wires("integration-controller", action="connect", vendor="webhooks", **where)
    rest = wires("subscribe-hook", 201, hookUrl=receiver.url, event_kind="order")
    account = twins.wallet.account()
    lines = account["private_key"].strip().splitlines()[1:-1]
    twins.made += [hook.pop("secret"), rest.pop("secret"), *lines]
    receiver.text = twins.made[0]
    yield from (hook, rest)
    about = {"service_account": json.dumps(account), "issuer_id": google_wallet.ISSUER}
    yield wires("save-google-wallet-account", **about)
    certificate, secret = certificate_of_passes()
    twins.made += secret
    yield wires("save-pass-certificate", **certificate)
    yield wires("twilio/fetch-available-numbers", country="US")
    yield wires("integration-controller", 503, action="test", vendor="webhooks")
    twins.stripe.add_price("waypost_credits_1000", None, 2_000)
    yield wires("stripe-get-options")
    twins.stripe.refused_with = (
        401,
        "Invalid API Key provided: sk_test_****twin",
    )  # as Stripe formats it
    yield wires("create-intent", 503, credits=1000)


def test_no_credential_appears_in_plain_text(
    wires: Wires,
    twins: Twins,
    receiver: Receiver,
    lake: Lake,
    outbox: Outbox,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Not in the database, in the lake and other files, in exports, in logs, or in responses."""
    caplog.set_level(logging.DEBUG)
    answers = list(made_here(wires, twins, receiver))
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
    # The keys become invalid, and vendors repeat them in their responses.
    twins.attentive.key = twins.yotpo.key = "another-key-0123456789"
    twins.klaviyo.keys, twins.sheets.key_is_known = set(), False
    twins.conversions.token = "another-token"
    silent = {"google_analytics"}  # Google accepts any secret
    answers += [
        wires("integration-controller", 422, action="test", vendor=it)
        for it in keys.keys() - silent
    ]
    wires.send()
    answers.append(wires("list-integrations"))
    # A login replaces a key.
    wires("integration-controller", action="disconnect", vendor="google_sheets")
    asked = wires("integration-controller", action="connect", vendor="google_sheets")
    back = twins.sheets.log_in(asked["authorization_url"])
    answers.append(wires("finish-integration", query=back))

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
    assert land(lake, outbox) >= 4
    files = [*kept_in_files(wires.settings.var_dir), *exported(wires, ana)]
    assert any("lake" in name and b"scan" in text for name, text in files)
    assert any(name.startswith("archive/") for name, _ in files)
    assert [name for name, text in files for it in twins.secrets if it.encode() in text] == []
