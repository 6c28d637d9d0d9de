"""API keys: made once, shown once, stored hashed, revoked for good."""

from collections.abc import Callable

import psycopg
import pytest
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.support.people import Org, Somebody

KEYS = "/v1/api_key"


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def make_key(client: TestClient, by: Somebody, role: str = "editor") -> dict[str, str]:
    answer = client.post(
        KEYS, headers=by.headers, json={"action": "make", "name": "CI", "role": role}
    )
    assert answer.status_code == 200, answer.text
    made: dict[str, str] = answer.json()
    return made


def test_a_made_key_opens_the_organisation_with_its_role(
    client: TestClient, admin: Somebody
) -> None:
    made = make_key(client, admin, "viewer")

    me = client.get("/v1/me", headers=bearer(made["api_key"])).json()

    assert made["api_key"].startswith("wp_")
    assert me["role"] == "viewer"
    assert me["user_id"] is None
    assert me["organization"]["org_id"] == admin.org_id


def test_a_key_is_shown_once_and_stored_hashed(
    client: TestClient, admin: Somebody, settings: Settings
) -> None:
    made = make_key(client, admin)

    listed = client.post(KEYS, headers=admin.headers, json={})
    with psycopg.connect(settings.database_url) as connection:
        rows = connection.execute("select api_keys::text from api_keys").fetchall()

    assert made["api_key"] not in listed.text
    assert listed.json()["items"][0]["prefix"] == made["api_key"][:10]
    assert made["api_key"] not in str(rows)


def test_a_revoked_key_opens_nothing(client: TestClient, admin: Somebody) -> None:
    made = make_key(client, admin)
    key_id = made["key"]["key_id"]  # type: ignore[index]

    client.post(KEYS, headers=admin.headers, json={"action": "revoke", "key_id": key_id})
    answer = client.get("/v1/me", headers=bearer(made["api_key"]))

    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_key")


@pytest.mark.parametrize(
    "key", ["wp_", "wp_short", "wp_" + "A" * 43, "wp_" + "A" * 500, "wp_é" * 9]
)
def test_invented_keys_are_refused(client: TestClient, key: str) -> None:
    answer = client.get("/v1/me", headers={"Authorization": f"Bearer {key}".encode()})

    assert answer.status_code == 401


def test_an_admin_makes_no_key_stronger_than_themselves(
    client: TestClient, admin: Somebody, owner: Somebody
) -> None:
    wanted = {"action": "make", "role": "owner"}

    refused = client.post(KEYS, headers=admin.headers, json=wanted)
    allowed = client.post(KEYS, headers=owner.headers, json=wanted)

    assert (refused.status_code, refused.json()["code"]) == (403, "key_too_strong")
    assert allowed.status_code == 200


def test_keys_make_and_revoke_no_keys(
    client: TestClient, org: Org, api_key: Callable[..., str]
) -> None:
    headers = bearer(api_key(org, "owner"))

    for action in ("make", "revoke"):
        answer = client.post(KEYS, headers=headers, json={"action": action, "key_id": "key_x"})
        assert (answer.status_code, answer.json()["code"]) == (403, "login_needed")
    assert client.post(KEYS, headers=headers, json={"action": "list"}).status_code == 200


def test_a_key_of_a_deleted_organisation_opens_nothing(
    client: TestClient, owner: Somebody, org: Org, api_key: Callable[..., str]
) -> None:
    key = api_key(org, "viewer")

    deleted = client.delete(f"/v1/organization?confirm={org.slug}", headers=owner.headers)

    assert deleted.status_code == 200
    assert client.get("/v1/me", headers=bearer(key)).status_code == 401


def test_guessing_keys_ends_in_429(client: TestClient) -> None:
    answers = [
        client.get("/v1/me", headers=bearer(f"wp_{number:043d}")).status_code
        for number in range(200)
    ]

    assert set(answers) == {401, 429}
    assert answers[-1] == 429


def test_a_key_says_who_made_it_while_they_are_there(
    client: TestClient, admin: Somebody, owner: Somebody
) -> None:
    made = client.post(KEYS, headers=admin.headers, json={"action": "make", "name": "CI"}).json()
    assert made["key"]["created_by_name"] == made_by(client, admin)
    assert client.delete(f"/v1/user-role/{admin.user_id}", headers=owner.headers).is_success

    (listed,) = client.post(KEYS, headers=owner.headers, json={}).json()["items"]

    assert (listed["created_by"], listed["created_by_name"]) == (admin.user_id, None)


def made_by(client: TestClient, who: Somebody) -> str:
    me = client.get("/v1/me", headers=who.headers).json()
    name: str = me["name"] or me["email"]
    return name
