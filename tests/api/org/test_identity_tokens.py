"""Logins: which access tokens are accepted, and the responses to the others."""

import base64
import json
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from starlette.testclient import TestClient

from api.auth.errors import InvalidToken, TokenExpired
from api.auth.signing_keys import FRESH_SECONDS, SigningKeys
from api.auth.tokens import CLAIM_NAMESPACE, TokenChecker
from api.kit.web_app import WebApp
from runtime.settings import Settings
from tests.support.people import Org, People, Somebody
from tests.support.signing import KEY_ID, Signer, jwks, new_private_key

ME = "/v1/me"


def ask(client: TestClient, token: str) -> tuple[int, str]:
    answer = client.get(ME, headers={"Authorization": f"Bearer {token}"})
    return answer.status_code, answer.json().get("code", "")


def test_valid_token_grants_access_to_the_organisation(
    client: TestClient, viewer: Somebody
) -> None:
    me = client.get(ME, headers=viewer.headers).json()

    assert me["email"] == viewer.email
    assert me["role"] == "viewer"
    assert me["organization"]["org_id"] == viewer.org_id


def test_request_without_a_token_gets_the_login_address(client: TestClient) -> None:
    answer = client.get(ME)

    assert answer.status_code == 401
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["error"] is True


@pytest.mark.parametrize(
    ("claims", "code"),
    [
        ({"exp": timedelta(seconds=-90)}, "token_expired"),
        ({"iss": "https://elsewhere.example/"}, "invalid_token"),
        ({"aud": "https://another-api.example"}, "invalid_token"),
        ({"exp": None}, "invalid_token"),
        ({"iat": timedelta(minutes=5)}, "invalid_token"),
        ({"nbf": timedelta(minutes=5)}, "invalid_token"),
        ({"sub": None}, "invalid_token"),
        ({"sub": ""}, "invalid_token"),
        ({"sub": "nul\x00byte"}, "invalid_token"),
        ({"sub": "x" * 300}, "invalid_token"),
    ],
)
def test_tokens_with_wrong_claims_are_refused(
    client: TestClient, signer: Signer, claims: dict[str, object], code: str
) -> None:
    now = datetime.now(UTC)
    at = {name: now + it if isinstance(it, timedelta) else it for name, it in claims.items()}

    assert ask(client, signer.token(**at)) == (401, code)


def test_clock_difference_under_a_minute_is_tolerated(
    client: TestClient, viewer: Somebody, signer: Signer
) -> None:
    late = signer.token(viewer.sub, exp=datetime.now(UTC) - timedelta(seconds=40))
    early = signer.token(viewer.sub, nbf=datetime.now(UTC) + timedelta(seconds=40))

    assert ask(client, late)[0] == 200
    assert ask(client, early)[0] == 200


def test_token_with_the_right_audience_among_several_is_accepted(
    client: TestClient, viewer: Somebody, signer: Signer
) -> None:
    audiences = ["https://api.waypost.example", f"{signer.issuer}userinfo"]

    assert ask(client, signer.token(viewer.sub, aud=audiences))[0] == 200


def test_unsigned_token_is_refused(client: TestClient, viewer: Somebody, signer: Signer) -> None:
    payload = signer.token(viewer.sub).split(".")[1]
    header = base64.urlsafe_b64encode(json.dumps({"alg": "none", "kid": KEY_ID}).encode())

    assert ask(client, f"{header.decode().rstrip('=')}.{payload}.") == (401, "invalid_token")


def test_public_key_is_not_accepted_as_a_shared_secret(
    client: TestClient, viewer: Somebody, signer: Signer
) -> None:
    """RS256 changed to HS256: the public key, which everybody has, used as the secret."""
    public = signer.private_key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    header, payload, _ = signer.token(viewer.sub).split(".")
    header = jwt.utils.base64url_encode(
        json.dumps({"alg": "HS256", "typ": "JWT", "kid": KEY_ID}).encode()
    ).decode()
    signature = jwt.algorithms.HMACAlgorithm(jwt.algorithms.HMACAlgorithm.SHA256).sign(
        f"{header}.{payload}".encode(), public
    )
    forged = f"{header}.{payload}.{jwt.utils.base64url_encode(signature).decode()}"

    assert ask(client, forged) == (401, "invalid_token")


def test_other_key_under_a_known_key_id_is_refused(
    client: TestClient, viewer: Somebody, signer: Signer
) -> None:
    assert ask(client, signer.token(viewer.sub, key=new_private_key())) == (401, "invalid_token")


def test_other_algorithm_with_the_right_key_is_refused(
    client: TestClient, viewer: Somebody, signer: Signer
) -> None:
    assert ask(client, signer.token(viewer.sub, algorithm="PS256"))[0] == 401


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "eyJ.eyJ.x", "é", "x" * 9000])
def test_malformed_tokens_are_refused(client: TestClient, token: str) -> None:
    answer = client.get(ME, headers={"Authorization": f"Bearer {token}".encode()})

    assert answer.status_code == 401


def test_invented_key_ids_do_not_flood_the_identity_provider(
    client: TestClient, viewer: Somebody, signer: Signer
) -> None:
    assert ask(client, viewer.token)[0] == 200
    before = len(signer.fetches)

    for number in range(20):
        assert ask(client, signer.token(headers={"kid": f"invented-{number}"}))[0] == 401

    assert len(signer.fetches) - before <= 1


def test_rotated_key_is_fetched(client: TestClient, viewer: Somebody, signer: Signer) -> None:
    rotated = new_private_key()
    before = signer.served
    signer.served = jwks({"key-2": rotated, KEY_ID: signer.private_key})

    try:
        token = signer.token(viewer.sub, key=rotated, headers={"kid": "key-2"})
        assert ask(client, token)[0] == 200
    finally:
        signer.served = before


def test_accepted_token_is_refused_after_it_expires_or_its_key_is_withdrawn(
    api_settings: Settings, signer: Signer, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed = 0.0
    address = f"{api_settings.issuer}.well-known/jwks.json"
    tokens = TokenChecker(api_settings, SigningKeys(address, timer=lambda: passed))
    token = signer.token("auth0|ada")
    assert tokens.check(token) == tokens.check(token)

    with monkeypatch.context() as patched:
        expired = time.time() + 100_000
        patched.setattr("api.auth.tokens.time.time", lambda: expired)
        with pytest.raises(TokenExpired):
            tokens.check(token)
    before = signer.served
    signer.served, passed = jwks({"key-2": new_private_key()}), FRESH_SECONDS
    try:
        with pytest.raises(InvalidToken):
            tokens.check(token)
    finally:
        signer.served = before


def test_first_login_creates_the_user_but_no_organisation(
    client: TestClient, signer: Signer
) -> None:
    headers = {
        "Authorization": f"Bearer {signer.token('local|new@example.com', email='New@Example.com', name='New')}"
    }

    me = client.get(ME, headers=headers).json()
    again = client.get(ME, headers=headers).json()
    refused = client.post("/v1/get-organization", headers=headers, json={})

    assert me["organization"] is None
    assert me["email"] == "new@example.com"
    assert again["user_id"] == me["user_id"]
    assert (refused.status_code, refused.json()["code"]) == (403, "no_organization")


@pytest.mark.parametrize("namespace", ["", CLAIM_NAMESPACE])
def test_invited_person_without_a_verified_address_gets_an_explanation(
    client: TestClient, signer: Signer, people: People, org: Org, owner: Somebody, namespace: str
) -> None:
    address = f"ana{len(namespace)}@example.com"
    invited = {"email": address, "role": "viewer"}
    assert client.post("/v1/add-to-org", headers=owner.headers, json=invited).status_code < 300

    def comes(**claims: Any) -> Any:
        fields = {f"{namespace}{name}": value for name, value in claims.items()}
        token = signer.token(
            f"local|{address}", **({"email": None, "email_verified": None} | fields)
        )
        headers = {"Authorization": f"Bearer {token}"}
        for one in client.post("/v1/list-invitations", headers=headers).json()["items"]:
            body = {"invitation_id": one["invitation_id"]}
            assert client.post("/v1/accept-invitation", headers=headers, json=body).is_success
        return client.post("/v1/get-organization", headers=headers, json={})

    without, refused, joined = (
        comes(email=address),
        comes(email=address, email_verified=False),
        comes(email=address, email_verified=True),
    )
    stranger = signer.token(f"local|x{address}", email=f"x{address}", email_verified=True)
    alone = client.post(
        "/v1/get-organization", headers={"Authorization": f"Bearer {stranger}"}, json={}
    )

    for answer in (without, refused):
        assert (answer.status_code, answer.json()["code"]) == (403, "no_organization")
        assert "Your email address is not verified" in answer.json()["detail"]
    assert joined.status_code == 200
    assert joined.json()["organization_id"] == org.org_id
    assert alone.json()["detail"] == "You do not belong to an organisation yet."


def test_200_wrong_logins_end_in_429_and_the_right_one_still_works(
    client: TestClient, viewer: Somebody
) -> None:
    answers = [client.get(ME, headers={"Authorization": "Bearer wrong"}) for _ in range(200)]

    statuses = {answer.status_code for answer in answers}
    assert statuses == {401, 429}
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) > 0
    assert "Too many wrong logins" in answers[-1].json()["message"]
    assert client.get(ME, headers=viewer.headers).status_code == 200


def test_failed_logins_behind_a_proxy_count_against_their_sender(app: WebApp) -> None:
    with TestClient(app, client=("127.0.0.1", 1)) as client:

        def wrong(sender: str) -> int:
            headers = {"Authorization": "Bearer wrong", "X-Forwarded-For": sender}
            return client.get(ME, headers=headers).status_code

        assert [wrong("203.0.113.9") for _ in range(101)][-1] == 429
        assert wrong("203.0.113.10") == 401
