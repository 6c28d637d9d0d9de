"""A person in several organisations: which one a request is about, and founding another."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from api.auth.member import ORGANIZATION_HEADER
from runtime.settings import Settings
from tests.support.people import Org, People, Somebody

pytestmark = pytest.mark.one_database


@pytest.fixture
def second(people: People, viewer: Somebody) -> Org:
    """Create another organisation, of which the viewer of the first is an owner."""
    org = people.org("Northwind Books", logo="/northwind.png")
    people.join(org, viewer, "owner")
    return org


def in_(org: Org, who: Somebody) -> dict[str, str]:
    return {**who.headers, ORGANIZATION_HEADER: org.org_id}


def test_request_acts_in_its_stated_organisation_with_the_role_there(
    client: TestClient, org: Org, second: Org, viewer: Somebody
) -> None:
    def me(headers: dict[str, str]) -> tuple[str, str]:
        answer = client.get("/v1/me", headers=headers).json()
        return answer["organization"]["org_id"], answer["role"]

    assert me(in_(org, viewer)) == (org.org_id, "viewer")
    assert me(in_(second, viewer)) == (second.org_id, "owner")
    assert me(viewer.headers) == (org.org_id, "viewer"), "joined first"
    renamed = [
        client.post("/v1/update-organization", headers=headers, json={"name": "New"}).status_code
        for headers in (in_(org, viewer), in_(second, viewer))
    ]
    assert renamed == [403, 200]


def test_organisation_id_in_a_body_must_equal_the_stated_organisation(
    client: TestClient, org: Org, second: Org, viewer: Somebody
) -> None:
    def read(named: Org) -> int:
        body = {"org_id": named.org_id}
        return client.post("/v1/get-org-data", headers=in_(second, viewer), json=body).status_code

    assert [read(second), read(org)] == [200, 404]


@pytest.mark.parametrize("stated", ["org_nobodys", "' or true --", "stranger"])
def test_organisation_without_membership_is_not_found(
    client: TestClient, people: People, viewer: Somebody, stated: str
) -> None:
    org_id = people.org().org_id if stated == "stranger" else stated

    answer = client.get("/v1/me", headers={**viewer.headers, ORGANIZATION_HEADER: org_id})

    assert (answer.status_code, answer.json()["code"]) == (404, "not_a_member")


def test_member_who_leaves_one_organisation_keeps_the_other(
    client: TestClient, org: Org, second: Org, viewer: Somebody
) -> None:
    left = client.delete(f"/v1/user-role/{viewer.user_id}", headers=in_(org, viewer))
    own = client.post("/v1/list-organizations", headers=viewer.headers).json()["items"]

    assert left.status_code == 200
    assert client.get("/v1/me", headers=in_(org, viewer)).status_code == 404
    assert [(it["org_id"], it["role"]) for it in own] == [(second.org_id, "owner")]
    assert own[0]["organization_logo"] == "/northwind.png"


def test_list_contains_only_own_organisations_whatever_the_request_states(
    client: TestClient, people: People, org: Org, second: Org, viewer: Somebody, settings: Settings
) -> None:
    people.member(people.org("Stranger"), "owner")
    closed = people.org("Closed")
    people.join(closed, viewer, "owner")
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "update organizations set deleted_at = now() where org_id = %s", [closed.org_id]
        )

    stale = {**viewer.headers, ORGANIZATION_HEADER: closed.org_id}
    own = client.post("/v1/list-organizations", headers=stale).json()["items"]

    assert [it["org_id"] for it in own] == [org.org_id, second.org_id]
    assert client.get("/v1/me", headers=stale).status_code == 404


def test_api_key_states_its_own_organisation_or_none(
    client: TestClient, people: People, org: Org, second: Org
) -> None:
    headers = {"Authorization": f"Bearer {people.key(org)}"}

    def status(**more: str) -> int:
        return client.post("/v1/get-org-data", headers=headers | more, json={}).status_code

    assert status() == 200
    assert status(**{ORGANIZATION_HEADER: org.org_id}) == 200
    assert status(**{ORGANIZATION_HEADER: second.org_id}) == 404
    assert client.post("/v1/list-organizations", headers=headers).status_code == 403


def test_api_key_of_one_organisation_follows_the_role_of_its_creator_there(
    client: TestClient, second: Org, viewer: Somebody
) -> None:
    body = {"action": "make", "name": "Till", "role": "admin"}
    made = client.post("/v1/api_key", headers=in_(second, viewer), json=body).json()

    me = client.get("/v1/me", headers={"Authorization": f"Bearer {made['api_key']}"}).json()

    assert (me["organization"]["org_id"], me["role"]) == (second.org_id, "admin")


def test_idempotency_key_is_valid_within_one_organisation(
    client: TestClient, org: Org, second: Org, people: People
) -> None:
    both = people.member(org, "editor")
    people.join(second, both, "editor")

    def make(where: Org) -> Any:
        headers = {**in_(where, both), "Idempotency-Key": "one"}
        return client.post("/v1/create-folder", headers=headers, json={"name": "Shops"}).json()

    first, again, elsewhere = make(org), make(org), make(second)

    assert first["folder_id"] == again["folder_id"] != elsewhere["folder_id"]


def test_additional_organisation_is_created_once_even_if_its_request_is_repeated(
    client: TestClient, owner: Somebody
) -> None:
    body = {"name": "Blue Door Café"}
    keyed = {**owner.headers, "Idempotency-Key": "found"}

    with ThreadPoolExecutor(3) as pool:
        answers = list(
            pool.map(lambda _: client.post("/v0/create-org", headers=keyed, json=body), range(3))
        )
    again = client.post("/v0/create-org", headers=keyed, json=body)
    other = client.post("/v0/create-org", headers=owner.headers, json=body)

    made = {it.json()["org_id"] for it in answers if it.status_code == 201}
    assert {it.status_code for it in answers} <= {201, 409}
    assert (len(made), again.json()["org_id"]) == (1, *made)
    own = client.post("/v1/list-organizations", headers=owner.headers).json()["items"]
    assert len(own) == 3
    assert other.json()["org_id"] not in made


def test_creating_organisations_is_limited_per_day(client: TestClient, owner: Somebody) -> None:
    answers = [
        client.post("/v0/create-org", headers=owner.headers, json={"name": f"Shop {number}"})
        for number in range(21)
    ]

    assert [it.status_code for it in answers] == [201] * 20 + [429]
    assert int(answers[-1].headers["Retry-After"]) > 0
