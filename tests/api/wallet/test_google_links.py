"""Links to Google Wallet, and the service accounts that sign them."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import jwt
import psycopg
import pytest
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.api.wallet.google import Ask, at_twin, save_account, short
from tests.support.google_calls import key_file
from tests.support.pass_calls import drawn_pass
from tests.support.people import People, Somebody
from tests.support.signing import Signer
from tests.twins.google_wallet import EMAIL, ISSUER, GoogleWallet, running_google_wallet


@pytest.fixture
def google() -> Iterator[GoogleWallet]:
    with running_google_wallet() as twin:
        yield twin


@pytest.fixture
def api_settings(settings: Settings, signer: Signer, google: GoogleWallet) -> Settings:
    return at_twin(settings.model_copy(update={"auth0_domain": signer.domain}), google)


@pytest.fixture
def ask(client: TestClient, admin: Somebody) -> Ask:
    def call(path: str, status: int = 200, **body: Any) -> Any:
        answer = client.post(path, json=body, headers=admin.headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    return call


def claims_of(google: GoogleWallet, link: dict[str, Any]) -> dict[str, Any]:
    token = link["url"].removeprefix("https://pay.google.com/gp/v/save/")
    claims: dict[str, Any] = jwt.decode(
        token, google.keys[EMAIL], algorithms=["RS256"], audience="google"
    )
    return claims


def test_save_link_without_an_account_is_marked_as_development(
    ask: Ask, google: GoogleWallet
) -> None:
    card = ask("/dev/pass", content=drawn_pass("Harbor"))

    first, second = (ask("/v1/google-wallet", pass_id=card["pass_id"]) for _ in range(2))

    assert first["is_development"] is True
    issuers = {jwt.decode(it["url"].rpartition("/")[2], options={"verify_signature": False})["iss"]
               for it in (first, second)}  # fmt: skip
    assert issuers == {"passes@waypost.invalid"}
    assert google.asked == []
    account = ask("/v1/get-google-wallet-account")
    assert (account["source"], account["passes"], account["email"]) == ("development", 0, "")


def test_small_pass_is_contained_in_its_link_and_created_on_saving(
    ask: Ask, google: GoogleWallet, api_settings: Settings
) -> None:
    save_account(ask, google)
    card = ask("/dev/pass", content=short())

    link = ask("/v1/google-wallet", pass_id=card["pass_id"])

    assert (link["is_development"], link["kind"]) == (False, "generic")
    assert link["object_id"] == f"{ISSUER}.{card['pass_id']}"
    assert claims_of(google, link)["origins"] == ["https://waypost.example"]
    assert google.asked == []
    google.save(link["url"])
    assert google.objects[link["object_id"]]["cardTitle"]["defaultValue"]["value"] == "Tea"
    with psycopg.connect(api_settings.database_url) as connection:
        (key,) = connection.execute("select key_sealed from google_accounts").fetchone() or ("",)
    assert "PRIVATE" not in key


def test_large_pass_is_created_at_google_first_and_its_link_contains_its_id(
    ask: Ask, google: GoogleWallet
) -> None:
    save_account(ask, google)
    fields = [
        {"key": f"line{at}", "zone": "back", "label": "Line", "value": "text " * 40}
        for at in range(5)
    ]
    card = ask("/dev/pass", content={**short(), "fields": fields})

    link = ask("/v1/google-wallet", pass_id=card["pass_id"])
    again = ask("/v1/google-wallet", pass_id=card["pass_id"])

    assert len(link["url"].rpartition("/")[2]) <= 1_800
    names = {"id": link["object_id"], "classId": link["class_id"]}
    assert claims_of(google, link)["payload"] == {"genericObjects": [names]}
    assert claims_of(google, again)["payload"] == {"genericObjects": [names]}
    assert len(google.objects[link["object_id"]]["textModulesData"]) == 5
    assert [method for method, _ in google.asked] == ["POST", "POST"]
    assert google.refused == []
    assert google.grants == 1
    account = ask("/v1/get-google-wallet-account")
    assert (account["passes"], account["waiting"]) == (1, 0)


@pytest.mark.parametrize(
    ("fault", "status", "code"),
    [
        (403, 409, "google_key_refused"),
        (400, 409, "google_refused_pass"),
        (429, 503, "google_unavailable"),
        (503, 503, "google_unavailable"),
    ],
)
def test_google_refusal_is_reported(
    ask: Ask, google: GoogleWallet, fault: int, status: int, code: str
) -> None:
    save_account(ask, google)
    fields = [{"key": "text", "zone": "back", "value": "text " * 300}]
    card = ask("/dev/pass", content={**short(), "fields": fields})
    google.faults_of["genericObject"] = fault
    google.faults += [] if fault < 429 else [(fault, {"Retry-After": "60"})]

    answer = ask("/v1/google-wallet", status, pass_id=card["pass_id"])

    assert answer["code"] == code
    google.faults_of.clear()
    assert ask("/v1/google-wallet", pass_id=card["pass_id"])["is_development"] is False


def test_pass_that_already_exists_at_google_is_no_error(ask: Ask, google: GoogleWallet) -> None:
    save_account(ask, google)
    fields = [{"key": "text", "zone": "back", "value": "text " * 300}]
    card = ask("/dev/pass", content={**short(), "fields": fields})
    google.faults_of["genericObject"] = 400  # the class is created, the object is not
    ask("/v1/google-wallet", 409, pass_id=card["pass_id"])
    google.faults_of.clear()

    link = ask("/v1/google-wallet", pass_id=card["pass_id"])

    assert [method for method, _ in google.asked[2:]] == ["POST", "PATCH", "POST"]
    assert link["object_id"] in google.objects


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("{", "account_not_json"),
        ("[]", "account_not_service_account"),
        (key_file(type="authorized_user"), "account_not_service_account"),
        ('{"web": {"client_id": "x"}}', "account_not_service_account"),
        (key_file(client_email=None), "account_incomplete"),
        (key_file(private_key_id=""), "account_incomplete"),
        (key_file(private_key=[1]), "account_incomplete"),
        (key_file(private_key="-----BEGIN PRIVATE KEY-----\nAA"), "account_unreadable_key"),
        (
            key_file(
                private_key="-----BEGIN PRIVATE KEY-----\n"
                "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n"
                "-----END PRIVATE KEY-----\n"
            ),
            "account_not_rsa",
        ),
        (" " * 17_000, "account_too_large"),
    ],
)
def test_broken_key_is_refused_with_the_reason(ask: Ask, file: str, code: str) -> None:
    answer = ask("/v1/save-google-wallet-account", 422, service_account=file, issuer_id=ISSUER)

    assert [(it["field"], it["code"]) for it in answer["errors"]] == [("service_account", code)]
    assert ask("/v1/get-google-wallet-account")["source"] == "development"


def test_account_is_read_without_its_key_checked_replaced_and_removed(
    ask: Ask, google: GoogleWallet
) -> None:
    account = save_account(ask, google)
    assert (account["source"], account["issuer_id"], account["email"]) == ("own", ISSUER, EMAIL)
    assert "private_key" not in json.dumps(account)

    assert ask("/v1/check-google-wallet-account")["works"] is True
    assert ask("/v1/get-google-wallet-account")["key_expires_at"] is None
    google.issuers.clear()
    refused = ask("/v1/check-google-wallet-account")
    assert (refused["works"], refused["code"]) == (False, "google_key_refused")
    assert "Permission denied" in refused["message"]
    google.is_away = True
    assert ask("/v1/check-google-wallet-account")["code"] == "google_unavailable"
    google.is_away = False

    ask("/v1/save-google-wallet-account", service_account=key_file(), issuer_id=ISSUER)
    unknown = ask("/v1/check-google-wallet-account")
    assert (unknown["code"], "Invalid JWT" in unknown["message"]) == ("google_key_refused", True)
    assert ask("/v1/get-google-wallet-account")["problem"] == "Invalid JWT Signature."

    assert ask("/v1/remove-google-wallet-account") == {"removed": True}
    assert ask("/v1/remove-google-wallet-account", 404)["code"] == "no_google_account"
    assert ask("/v1/check-google-wallet-account", 404)["code"] == "no_google_account"


def test_key_expiry_is_read_from_google_and_reported_60_days_ahead(
    ask: Ask, google: GoogleWallet
) -> None:
    ends = datetime.now(UTC).replace(microsecond=0) + timedelta(days=61)
    for days, is_soon in ((0, False), (2, True)):
        google.keys_end = ends - timedelta(days=days)
        save_account(ask, google)
        assert ask("/v1/get-google-wallet-account")["key_expires_at"] is None
        assert ask("/v1/check-google-wallet-account")["works"] is True
        account = ask("/v1/get-google-wallet-account")
        assert datetime.fromisoformat(account["key_expires_at"]) == google.keys_end
        assert account["expires_soon"] is is_soon

    google.certificates.clear()
    assert ask("/v1/check-google-wallet-account")["works"] is True
    assert ask("/v1/get-google-wallet-account")["expires_soon"] is True


def test_check_of_a_replaced_google_account_is_not_stored_on_the_new_one(
    ask: Ask, google: GoogleWallet
) -> None:
    google.keys_end = datetime.now(UTC).replace(microsecond=0) + timedelta(days=30)
    save_account(ask, google)
    google.after["genericClass"] = lambda _: ask(
        "/v1/save-google-wallet-account", service_account=key_file(), issuer_id=ISSUER
    )

    assert ask("/v1/check-google-wallet-account")["works"] is True

    saved = ask("/v1/get-google-wallet-account")
    assert (saved["checked_at"], saved["key_expires_at"]) == (None, None)
    assert saved["expires_soon"] is False


def test_pass_of_another_organisation_has_no_save_link(
    client: TestClient, ask: Ask, people: People
) -> None:
    card = ask("/dev/pass", content=short())
    stranger = people.member(people.org("Another"), "admin")

    answer = client.post(
        "/v1/google-wallet", json={"pass_id": card["pass_id"]}, headers=stranger.headers
    )

    assert (answer.status_code, answer.json()["code"]) == (404, "pass_not_found")


def test_google_can_fetch_a_generated_logo(
    client: TestClient, ask: Ask, google: GoogleWallet
) -> None:
    save_account(ask, google)
    card = ask("/dev/pass", content={**short(), "style": "store_card"})
    link = ask("/v1/google-wallet", pass_id=card["pass_id"])

    assert link["kind"] == "loyalty"
    google.save(link["url"])
    address = google.classes[link["class_id"]]["programLogo"]["sourceUri"]["uri"]
    assert address.startswith("https://waypost.example/")
    picture = client.get(address.removeprefix("https://waypost.example"))
    assert picture.content.startswith(b"\x89PNG")
    assert client.get("/dev/v1/logos/pass.unknown/ffffff.png").status_code == 404
    assert client.get("/dev/v1/logos/pass.unknown/red.png").status_code == 422
