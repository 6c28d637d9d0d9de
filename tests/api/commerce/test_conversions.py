"""Google Analytics and Meta: only people who consented, hashed, each event once where the vendor can deduplicate, and
the names that were chosen for fields and events.
"""

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from api.integrations.google_analytics.config import GoogleAnalyticsSettings
from api.integrations.meta.config import MetaSettings
from runtime.settings import Settings
from tests.support.connections import Wires
from tests.twins.conversions import (
    API_SECRET,
    DATASET,
    MEASUREMENT_ID,
    TOKEN,
    Conversions,
    conversions_twin,
)

KEYS = {
    "google_analytics": {"measurement_id": MEASUREMENT_ID, "api_secret": API_SECRET},
    "meta": {"dataset_id": DATASET, "access_token": TOKEN},
}


@pytest.fixture
def twin() -> Iterator[Conversions]:
    with conversions_twin() as running:
        yield running


@pytest.fixture
def api_settings(api_settings: Settings, twin: Conversions) -> Settings:
    """Use twins as both vendors."""
    return api_settings.with_vendors(
        GoogleAnalyticsSettings(GOOGLE_ANALYTICS_BASE_URL=twin.url),
        MetaSettings(META_BASE_URL=twin.url),
    )


def connected(wires: Wires, vendor: str, **settings: Any) -> str:
    body = {"vendor": vendor, "credentials": KEYS[vendor], "settings": settings}
    made = wires("integration-controller", action="connect", event_kinds=["scan"], **body)
    return str(made["connection"]["connection_id"])


def customer(wires: Wires, *channels: str, **facts: Any) -> str:
    made = str(wires("save-customer", **facts)["customer_id"])
    for channel in channels:
        yes = {"customer_id": made, "channel": channel, "decision": "given"}
        wires("record-consent", **yes, reason="Signed form")
    return made


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_only_consenting_people_are_reported_with_hashed_data(
    wires: Wires, twin: Conversions
) -> None:
    connected(wires, "google_analytics", with_user_data=True)
    connected(wires, "meta")
    now = {"occurred_at": datetime.now(UTC)}
    ana = customer(wires, "email", first_name="Ana", email="Ana@example.com", phone="+14155550143")
    bob = customer(wires, email="bob@example.com")
    (event_id,) = wires.happen(customer_key=ana, **now)
    wires.happen(customer_key=bob, **now)
    wires.happen(**now)  # of nobody
    wires.happen(customer_key=ana, occurred_at=datetime.now(UTC) - timedelta(days=8))
    twin.answers = [500, 0]
    for _ in range(6):
        wires.send(after=timedelta(minutes=1))

    (sent,) = twin.meta.values()
    assert sent["event_id"] == event_id
    assert sent["user_data"] == {
        "em": [sha256("ana@example.com")],
        "fn": [sha256("ana")],
        "external_id": [sha256(ana)],
    }
    assert twin.google[0]["user_data"] == {"sha256_email_address": sha256("ana@example.com")}
    everything = str([twin.google, twin.meta])
    assert not any(it in everything for it in ("ana@", "bob@", "4155550143", ana, bob))
    assert len({it["events"][0]["params"]["event_id"] for it in twin.google}) == 1
    for vendor in KEYS:
        read = wires("get-integration", vendor=vendor)
        assert read["deliveries"] == {"delivered": 1, "skipped": 3}


def test_fields_and_events_use_the_chosen_names_shown_in_the_preview(
    wires: Wires, twin: Conversions
) -> None:
    connection = connected(wires, "google_analytics")
    settings = {
        "profile_fields": {"language": "site_language"},
        "event_names": {"scan": "poster_scan"},
    }
    about = {"connection_id": connection, "event_kind": "scan"}
    shown = wires("preview-integration-event", **about, settings=settings)
    (request,) = shown["requests"]
    assert (shown["outcome"], request["path"]) == ("delivered", "/mp/collect")
    assert request["body"]["user_properties"] == {"site_language": {"value": "en"}}
    assert request["body"]["events"][0]["name"] == "poster_scan"
    assert not twin.google
    assert API_SECRET not in str(shown)
    refused = wires("preview-integration-event", 422, **{**about, "event_kind": "points"})
    assert refused["errors"][0]["field"] == "event_kind"

    wires("update", connection_id=connection, settings=settings)
    ana = customer(wires, "email", email="ana@example.com", language="de")
    wires.happen(customer_key=ana, occurred_at=datetime.now(UTC))
    wires.send()
    assert twin.google[0]["events"][0]["name"] == "poster_scan"
    assert twin.google[0]["user_properties"] == {"site_language": {"value": "de"}}
    wrong = {"event_names": {"scan": "two words"}}
    refused = wires("update-integration", 422, connection_id=connection, settings=wrong)
    assert "letters, digits" in refused["detail"]
    wrong = {"profile_fields": {"language": "a;b"}}
    refused = wires("update-integration", 422, connection_id=connection, settings=wrong)
    assert "has characters that are not allowed here" in refused["detail"]


def test_every_vendor_that_receives_events_has_a_preview(wires: Wires) -> None:
    made = wires(
        "integration-controller",
        action="connect",
        vendor="webhooks",
        settings={"url": "https://till.example/hook", "with_people": True},
        event_kinds=[],
    )
    fields = {"first_name": "given_name", "language": "lang"}
    shown = wires(
        "preview-integration-event",
        connection_id=made["connection"]["connection_id"],
        event_kind="submit",
        settings={
            "url": "https://till.example/hook",
            "with_people": True,
            "profile_fields": fields,
        },
    )
    (request,) = shown["requests"]
    customer = request["body"]["data"]["customer"]
    assert (customer["given_name"], customer["lang"], customer["email"]) == (
        "Ana",
        "en",
        "ana@example.com",
    )


def test_expired_token_is_recognised_by_its_error_code(wires: Wires, twin: Conversions) -> None:
    connected(wires, "meta")
    twin.token = "EAAB-another"
    ana = customer(wires, "sms", phone="+14155550143")
    wires.happen(customer_key=ana, occurred_at=datetime.now(UTC))
    wires.send()
    broken = wires("get-integration", vendor="meta")
    assert (broken["status"], broken["last_error"]["code"]) == ("broken", "credentials")
    assert TOKEN not in str(broken)
