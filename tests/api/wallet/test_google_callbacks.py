"""Google calls when somebody saves or deletes a pass, and Waypost blanks Google's copy when the pass was deleted."""

from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from sqlalchemy import create_engine
from starlette.testclient import TestClient

from api.domains.wallet.google_passes.sending import queue_due
from api.jobs.worker import run_queued
from ingest.contracts.wallet_pass import PassRecordedV3
from runtime.settings import Settings
from tests.api.wallet.google import Ask, at_twin, offer, save_account
from tests.support.jobs import run_jobs
from tests.support.people import Somebody
from tests.support.signing import Signer
from tests.support.visits import Outbox
from tests.twins.google_callbacks import AN_HOUR, new_key
from tests.twins.google_wallet import ISSUER, GoogleWallet, running_google_wallet

ADDRESS = "/dev/v1/google-wallet-callbacks"


@pytest.fixture
def google() -> Any:
    with running_google_wallet() as twin:
        yield twin


@pytest.fixture
def api_settings(settings: Settings, signer: Signer, google: GoogleWallet) -> Settings:
    return at_twin(settings.model_copy(update={"auth0_domain": signer.domain}), google)


@pytest.fixture
def ask(client: TestClient, admin: Somebody) -> Ask:
    def call(path: str, status: int = 200, method: str = "POST", **body: Any) -> Any:
        answer = client.request(method, path, json=body, headers=admin.headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    return call


def linked(ask: Ask, google: GoogleWallet, **body: Any) -> str:
    """Create a pass that has a link and return its ID at Google."""
    card = ask("/dev/pass", content=offer("Monday"), **body)
    link = ask("/v1/google-wallet", pass_id=card["pass_id"])
    google.save(link["url"])
    return str(link["object_id"])


def steps(outbox: Outbox) -> list[tuple[str, str | None]]:
    passes = [it for it in outbox.events() if isinstance(it, PassRecordedV3)]
    return [(it.data.action, it.data.wallet) for it in passes]


def test_saves_and_deletions_are_recorded_once_and_determine_message_recipients(
    ask: Ask, client: TestClient, google: GoogleWallet, outbox: Outbox
) -> None:
    save_account(ask, google)
    object_id = linked(ask, google)
    pass_id = object_id.partition(".")[2]
    (made,) = google.callbacks.keys()["keys"]
    assert made["protocolVersion"] == "ECv2SigningOnly"

    def call(event: str) -> bool:
        answer = client.post(ADDRESS, json=google.callbacks.call(object_id, event))
        assert answer.status_code == 200, answer.text
        return bool(answer.json()["taken"])

    def held() -> tuple[str, bool]:
        (found,) = ask("/v1/list-pass-holders")["items"]
        return found["state"], found["is_at_google"]

    reach, states = [ask("/v1/preview-pass-update", pass_id=pass_id)], [held()]
    assert (call("save"), call("save")) == (True, False)
    reach.append(ask("/v1/preview-pass-update", pass_id=pass_id))
    states.append(held())
    assert "sent" in ask("/v1/send-push", message="We bake again.", pass_id=pass_id)["text"]
    assert call("del") is True
    reach.append(ask("/v1/preview-pass-update", pass_id=pass_id))

    states.append(held())

    assert [(it["passes"], it["phones"]) for it in reach] == [(0, 0), (1, 1), (0, 0)]
    assert states == [("not_installed", False), ("installed", True), ("removed", False)]
    assert steps(outbox) == [
        ("created", None),
        ("installed", "google"),
        ("removed", "google"),
    ]
    (document,) = (it for key, it in google.classes.items() if pass_id in key)
    assert document["callbackOptions"] == {"url": f"https://waypost.example{ADDRESS}"}


def test_callback_that_arrives_after_a_newer_one_does_not_count(
    ask: Ask, client: TestClient, google: GoogleWallet, outbox: Outbox
) -> None:
    save_account(ask, google)
    object_id = linked(ask, google)
    made = [
        google.callbacks.call(object_id, event, expires_in=AN_HOUR + minutes * 60_000)
        for minutes, event in enumerate(("save", "del", "save", "del"))
    ]

    def call(number: int) -> bool:
        return bool(client.post(ADDRESS, json=made[number]).json()["taken"])

    def state() -> str:
        (found,) = ask("/v1/list-pass-holders")["items"]
        return str(found["state"])

    first = [call(0), call(2), call(1), state()]
    second = [call(3), call(2), state()]

    assert first == [True, False, False, "installed"]
    assert second == [True, False, "removed"]
    assert steps(outbox)[1:] == [("installed", "google"), ("removed", "google")]


def test_callback_not_signed_by_google_for_this_issuer_is_refused(
    ask: Ask, client: TestClient, google: GoogleWallet, outbox: Outbox
) -> None:
    save_account(ask, google)
    object_id = linked(ask, google)
    good = google.callbacks.call(object_id, "save")
    other = google.callbacks.call(object_id, "del")
    forged = [
        google.callbacks.call(object_id, "save", signer=new_key()),
        google.callbacks.call(object_id, "save", recipient="3388000000000000001"),
        google.callbacks.call(object_id, "save", expires_in=-1),
        google.callbacks.call(object_id, "share"),
        {**good, "signedMessage": other["signedMessage"]},
        {**good, "intermediateSigningKey": other["intermediateSigningKey"]},
        {**good, "protocolVersion": "ECv1"},
        {**good, "signedMessage": "[]"},
        {**good, "signature": "é"},
    ]

    answers = [client.post(ADDRESS, json=it) for it in forged]

    assert {(it.status_code, it.json()["code"]) for it in answers} == {(403, "not_from_google")}
    # Names a foreign issuer, with a valid signature from Google for that one.
    foreign = object_id.replace(ISSUER, "3388000000000000001")
    answer = client.post(ADDRESS, json=google.callbacks.call(foreign, "save"))
    assert answer.json() == {"taken": False}
    assert steps(outbox) == [("created", None)]


def test_google_copy_of_an_erased_persons_pass_is_blanked_even_after_an_outage(
    ask: Ask, google: GoogleWallet, api_settings: Settings
) -> None:
    save_account(ask, google)
    customer = ask("/v1/save-customer", first_name="Ana")["customer_id"]
    object_id = linked(ask, google, customer_id=customer)
    google.objects[object_id]["messages"] = [{"id": "m", "header": "Ana", "body": "Ana"}]
    google.is_away = True
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute("delete from passes where customer_id = %s", [customer])
    run_jobs(api_settings)
    assert google.objects[object_id]["state"] == "ACTIVE"

    google.is_away = False
    later = datetime.now(UTC) + timedelta(hours=1)
    assert queue_due(create_engine(api_settings.database_url), later) == 1
    run_queued(api_settings, lambda: later)

    blank = google.objects[object_id]
    assert (blank["state"], blank.get("messages")) == ("INACTIVE", [])
    assert "textModulesData" not in blank
    assert "Monday" not in str(blank) + str(google.classes)
    assert google.refused == []
    with psycopg.connect(api_settings.database_url) as connection:
        assert connection.execute("select count(*) from google_blanks").fetchall() == [(0,)]
