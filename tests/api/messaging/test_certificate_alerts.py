"""Emails to owners before a pass certificate expires, one for each certificate."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
from starlette.testclient import TestClient

from api.db.engine import make_engine
from api.domains.messaging.owner_alerts.detection import detect_expiring_certificates, queue_due
from runtime.settings import Settings
from tests.api.messaging.test_owner_alerts import sandbox_messages, send_queued
from tests.support.pass_calls import drawn_pass, saved_certificate
from tests.support.people import Somebody
from tests.twins.google_wallet import ISSUER, GoogleWallet

TYPE = "pass.com.harbor-coffee.card"


def run(settings: Settings, at: datetime) -> int:
    engine = make_engine(settings)
    try:
        made = detect_expiring_certificates(engine, at)
        queue_due(engine, at)
        send_queued(settings, engine, at)
    finally:
        engine.dispose()
    return made


def save(client: TestClient, who: Somebody) -> None:
    body = saved_certificate(TYPE)
    answer = client.post("/v1/save-pass-certificate", json=body, headers=who.headers)
    assert answer.status_code == 200, answer.text


def test_owners_are_alerted_once_60_days_before_expiry_and_again_for_a_renewed_certificate(
    client: TestClient, owner: Somebody, api_settings: Settings
) -> None:
    client.post("/dev/pass", json={"content": drawn_pass("Harbor")}, headers=owner.headers)
    save(client, owner)
    now = datetime.now(UTC)
    expires = now + timedelta(days=59)
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute("update pass_certificates set expires_at = %s", [expires])

    assert run(api_settings, now - timedelta(days=2)) == 0
    assert run(api_settings, now) == 1
    assert run(api_settings, now + timedelta(days=1)) == 0

    (mail,) = mails(client, owner)
    assert mail["subject"].startswith(f"The certificate of {TYPE} expires soon")
    assert "/admin/settings/wallet" in mail["body"]
    assert "pass.dev." not in mail["body"]
    save(client, owner)
    assert run(api_settings, now) == 0
    assert run(api_settings, now + timedelta(days=3_650 - 30)) == 1


def test_owners_are_alerted_once_about_an_expiring_google_key(
    client: TestClient, owner: Somebody, api_settings: Settings
) -> None:
    key = {"service_account": json.dumps(GoogleWallet().account()), "issuer_id": ISSUER}
    saved = client.post("/v1/save-google-wallet-account", json=key, headers=owner.headers)
    assert saved.status_code == 200, saved.text
    now = datetime.now(UTC)
    assert run(api_settings, now) == 0
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute(
            "update google_accounts set key_expires_at = %s", [now + timedelta(days=59)]
        )

    assert run(api_settings, now - timedelta(days=2)) == 0
    assert run(api_settings, now) == 1
    assert run(api_settings, now + timedelta(days=1)) == 0

    (mail,) = [it for it in sandbox_messages(client, owner) if "Google" in it["subject"]]
    assert mail["subject"].startswith("Your key for Google Wallet expires soon")
    assert "passes@harbor-coffee.iam.gserviceaccount.com" in mail["body"]


def mails(client: TestClient, owner: Somebody) -> list[dict[str, Any]]:
    return [it for it in sandbox_messages(client, owner) if "certificate" in it["subject"]]
