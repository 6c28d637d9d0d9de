"""API keys: created once, shown once, stored as a hash, revoked permanently."""

from collections.abc import Callable

import psycopg
import pytest
from starlette.testclient import TestClient

from api.auth.member import ViewerDep
from api.auth.roles import Role
from api.kit.web_app import WebApp
from runtime.settings import Settings
from tests.support.people import Org, People, Somebody

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


def test_new_api_key_grants_access_to_the_organisation_with_its_role(
    client: TestClient, admin: Somebody
) -> None:
    made = make_key(client, admin, "viewer")

    me = client.get("/v1/me", headers=bearer(made["api_key"])).json()

    assert made["api_key"].startswith("wp_")
    assert me["role"] == "viewer"
    assert me["user_id"] is None
    assert me["organization"]["org_id"] == admin.org_id


def test_api_key_is_shown_once_and_stored_hashed(
    client: TestClient, admin: Somebody, settings: Settings
) -> None:
    made = make_key(client, admin)

    listed = client.post(KEYS, headers=admin.headers, json={})
    with psycopg.connect(settings.database_url) as connection:
        rows = connection.execute("select api_keys::text from api_keys").fetchall()

    assert made["api_key"] not in listed.text
    assert listed.json()["items"][0]["prefix"] == made["api_key"][:10]
    assert made["api_key"] not in str(rows)


def test_revoked_api_key_grants_no_access(client: TestClient, admin: Somebody) -> None:
    made = make_key(client, admin)
    key_id = made["key"]["key_id"]  # type: ignore[index]

    client.post(KEYS, headers=admin.headers, json={"action": "revoke", "key_id": key_id})
    answer = client.get("/v1/me", headers=bearer(made["api_key"]))

    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_key")


@pytest.mark.parametrize(
    "key", ["wp_", "wp_short", "wp_" + "A" * 43, "wp_" + "A" * 500, "wp_é" * 9]
)
def test_invented_api_keys_are_refused(client: TestClient, key: str) -> None:
    answer = client.get("/v1/me", headers={"Authorization": f"Bearer {key}".encode()})

    assert answer.status_code == 401


def test_admin_cannot_create_an_api_key_with_a_higher_role_than_their_own(
    client: TestClient, admin: Somebody, owner: Somebody
) -> None:
    wanted = {"action": "make", "role": "owner"}

    refused = client.post(KEYS, headers=admin.headers, json=wanted)
    allowed = client.post(KEYS, headers=owner.headers, json=wanted)

    assert (refused.status_code, refused.json()["code"]) == (403, "key_too_strong")
    assert allowed.status_code == 200


def test_api_keys_cannot_create_or_revoke_api_keys(
    client: TestClient, org: Org, api_key: Callable[..., str]
) -> None:
    headers = bearer(api_key(org, "owner"))

    for action in ("make", "revoke"):
        answer = client.post(KEYS, headers=headers, json={"action": action, "key_id": "key_x"})
        assert (answer.status_code, answer.json()["code"]) == (403, "login_needed")
    assert client.post(KEYS, headers=headers, json={"action": "list"}).status_code == 200


def test_api_key_of_a_deleted_organisation_grants_no_access(
    client: TestClient, owner: Somebody, org: Org, api_key: Callable[..., str]
) -> None:
    key = api_key(org, "viewer")

    deleted = client.delete(f"/v1/organization?confirm={org.slug}", headers=owner.headers)

    assert deleted.status_code == 200
    assert client.get("/v1/me", headers=bearer(key)).status_code == 401


def test_guessing_api_keys_ends_in_429(client: TestClient) -> None:
    answers = [
        client.get("/v1/me", headers=bearer(f"wp_{number:043d}")).status_code
        for number in range(200)
    ]

    assert set(answers) == {401, 429}
    assert answers[-1] == 429


def test_api_key_names_its_creator_while_they_are_a_member(
    client: TestClient, admin: Somebody, owner: Somebody
) -> None:
    made = client.post(KEYS, headers=admin.headers, json={"action": "make", "name": "CI"}).json()
    assert made["key"]["created_by_name"] == made_by(client, admin)
    assert client.delete(f"/v1/user-role/{admin.user_id}", headers=owner.headers).is_success

    (listed,) = client.post(KEYS, headers=owner.headers, json={}).json()["items"]

    assert (listed["created_by"], listed["created_by_name"]) == (admin.user_id, None)


def test_api_key_stops_working_when_its_creator_leaves(
    client: TestClient, admin: Somebody, owner: Somebody, people: People, org: Org
) -> None:
    key = make_key(client, admin, "admin")["api_key"]
    assert client.get("/v1/me", headers=bearer(key)).json()["role"] == "admin"

    client.delete(f"/v1/user-role/{admin.user_id}", headers=owner.headers)
    gone = client.get("/v1/me", headers=bearer(key))
    people.join(org, admin, "admin")  # joining again does not restore old keys
    back = client.get("/v1/me", headers=bearer(key))

    assert (gone.status_code, gone.json()["code"]) == (401, "invalid_key")
    assert back.status_code == 401
    (listed,) = client.post(KEYS, headers=owner.headers, json={}).json()["items"]
    assert listed["revoked_at"] is not None
    assert listed["effective_role"] is None


def test_api_key_has_at_most_the_current_role_of_its_creator(
    client: TestClient, admin: Somebody, owner: Somebody
) -> None:
    key = make_key(client, admin, "admin")["api_key"]

    def demote(role: str) -> None:
        path = f"/v1/user-role/{admin.user_id}"
        assert client.put(path, headers=owner.headers, json={"role": role}).is_success

    demote("viewer")
    code = {"name": "Table", "type": "redirect", "destination": "https://harbor.example"}
    written = client.post("/v1/qr/create-code", headers=bearer(key), json=code)
    read = client.post("/v1/fetch-all-users", headers=bearer(key), json={})
    (listed,) = client.post(KEYS, headers=owner.headers, json={}).json()["items"]
    demote("owner")

    assert (written.status_code, written.json()["code"]) == (403, "role_too_weak")
    assert read.status_code == 200
    assert (listed["role"], listed["effective_role"]) == ("admin", "viewer")
    assert client.get("/v1/me", headers=bearer(key)).json()["role"] == "admin"


def made_by(client: TestClient, who: Somebody) -> str:
    me = client.get("/v1/me", headers=who.headers).json()
    name: str = me["name"] or me["email"]
    return name


def test_request_does_not_wait_for_other_requests_with_the_same_key_or_login(
    client: TestClient, settings: Settings, people: People, org: Org
) -> None:
    key, person = people.key(org, Role.VIEWER), people.member(org, Role.VIEWER)
    with psycopg.connect(settings.database_url) as another_request:
        another_request.execute("select from api_keys for update")
        another_request.execute("select from users for update")

        by_key = client.get("/v1/me", headers=bearer(key))
        by_login = client.get("/v1/me", headers=person.headers)

    assert by_key.status_code == 200, by_key.text
    assert by_login.status_code == 200, by_login.text


def test_use_of_an_api_key_is_recorded_at_once_and_locks_nothing(
    client: TestClient, app: WebApp, settings: Settings, people: People, org: Org
) -> None:
    """Otherwise a slow request would prevent the key from being revoked, or its use from being recorded, until
    it ends.
    """
    key = people.key(org, Role.VIEWER)
    noted: list[object] = []

    @app.get("/v1/while-a-request-runs")
    def look(_me: ViewerDep) -> None:
        with psycopg.connect(settings.database_url, autocommit=True) as other:
            row = other.execute("select last_used_at from api_keys for update nowait").fetchone()
            noted.extend(row or ())

    answer = client.get("/v1/while-a-request-runs", headers=bearer(key))

    assert answer.status_code == 200, answer.text
    assert noted != [None]
