"""Apple certificates are stored for the organisation, encrypted, and sign its new passes."""

import io
import zipfile
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from cryptography.hazmat.primitives.serialization import pkcs7
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.support.pass_calls import drawn_pass, saved_certificate
from tests.support.people import People, Somebody

TYPE = "pass.com.harbor-coffee.card"
Ask = Callable[..., Any]


@pytest.fixture
def ask(client: TestClient, admin: Somebody) -> Ask:
    def call(path: str, status: int = 200, **body: Any) -> Any:
        answer = client.post(path, json=body, headers=admin.headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    return call


def signers(client: TestClient, who: Somebody, made: dict[str, Any]) -> list[str]:
    address = f"/dev/pass/{made['passTypeIdentifier']}/{made['serialNumber']}.pkpass"
    file = client.get(address, headers=who.headers).content
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        inside = pkcs7.load_der_pkcs7_certificates(archive.read("signature"))
    return [it.subject.rfc4514_string() for it in inside]


def test_saved_certificate_signs_new_passes_and_old_ones_keep_theirs(
    client: TestClient, admin: Somebody, ask: Ask, settings: Settings
) -> None:
    old = ask("/dev/pass", content=drawn_pass("Harbor"))
    saved = ask("/v1/save-pass-certificate", **saved_certificate(TYPE))

    assert (saved["passTypeIdentifier"], saved["teamIdentifier"]) == (TYPE, "HARBOR1234")
    assert (saved["is_development"], saved["signs_new_passes"]) == (False, True)
    new = ask("/dev/pass", content=drawn_pass("Harbor"))
    assert (new["passTypeIdentifier"], new["is_development"]) == (TYPE, False)
    assert any(TYPE in it for it in signers(client, admin, new))
    assert not any(TYPE in it for it in signers(client, admin, old))

    renewed = ask("/v1/save-pass-certificate", **saved_certificate(TYPE))
    assert renewed["expires_at"] >= saved["expires_at"]
    kept = ask("/v1/list-pass-certificates")["items"]
    assert [it["passTypeIdentifier"] for it in kept] == [TYPE, old["passTypeIdentifier"]]
    with psycopg.connect(settings.database_url) as connection:
        rows = connection.execute("select key_sealed from pass_certificates").fetchall()
    assert len(rows) == 2
    assert not any("PRIVATE" in key for (key,) in rows)


def test_pass_type_belongs_to_one_organisation(
    client: TestClient, ask: Ask, people: People
) -> None:
    ask("/v1/save-pass-certificate", **saved_certificate(TYPE))
    other = people.org("Another")
    stranger = people.member(other, "admin")
    answer = client.post(
        "/v1/save-pass-certificate", json=saved_certificate(TYPE), headers=stranger.headers
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "pass_type_taken")


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"certificate": "%%%"}, "certificate", "not_base64"),
        ({"certificate": "aGVsbG8="}, "certificate", "certificate_unreadable"),
        ({"password": "wrong"}, "password", "certificate_wrong_password"),
        ({"password": None}, "password", "certificate_wrong_password"),
        ({"issuer": "aGVsbG8="}, "issuer", "certificate_wrong_issuer"),
    ],
)
def test_certificate_that_cannot_sign_is_refused_with_the_reason(
    ask: Ask, changes: dict[str, Any], field: str, code: str
) -> None:
    problem = ask("/v1/save-pass-certificate", 422, **{**saved_certificate(TYPE), **changes})
    assert [(it["field"], it["code"]) for it in problem["errors"]] == [(field, code)]
    assert ask("/v1/list-pass-certificates")["items"] == []


def test_development_pass_type_cannot_be_saved(ask: Ask) -> None:
    ask("/v1/save-pass-certificate", 422, **saved_certificate("pass.dev.waypost.org-1"))
