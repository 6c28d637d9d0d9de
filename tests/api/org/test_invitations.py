"""Invitations: the mail, who may be invited, and who joins."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
from starlette.testclient import TestClient

from runtime.embedded.process import free_port
from runtime.settings import Settings
from tests.support.jobs import run_jobs
from tests.support.people import People, Somebody
from tests.support.post_office import mail_server, post_office


def test_an_invited_person_joins_at_the_first_verified_login(
    client: TestClient, admin: Somebody, token_for: Callable[..., str]
) -> None:
    invited = client.post(
        "/v1/add-to-org", headers=admin.headers, json={"email": "New@Example.com", "role": "editor"}
    )
    sub = "local|new@example.com"
    unverified = {"Authorization": f"Bearer {token_for(sub, email='new@example.com')}"}
    verified = {
        "Authorization": f"Bearer {token_for(sub, email='new@example.com', email_verified=True)}"
    }

    assert invited.status_code == 201
    assert invited.json()["status"] == "invited"
    assert client.get("/v1/me", headers=unverified).json()["organization"] is None
    me = client.get("/v1/me", headers=verified).json()
    assert (me["role"], me["organization"]["org_id"]) == ("editor", admin.org_id)
    people = client.post("/v1/fetch-all-users", headers=admin.headers, json={}).json()["items"]
    assert {(it["email"], it["status"]) for it in people} == {
        (admin.email, "active"),
        ("new@example.com", "active"),
    }


def test_a_member_elsewhere_is_refused_until_they_leave(
    client: TestClient, people: People, admin: Somebody
) -> None:
    elsewhere = people.org("Northwind Books")
    people.member(elsewhere, "owner")
    person = people.member(elsewhere, "viewer", "both@example.com")

    def invite() -> Any:
        return client.post("/v1/add-to-org", headers=admin.headers, json={"email": person.email})

    refused = invite()
    client.delete(f"/v1/user-role/{person.user_id}", headers=person.headers)
    allowed = invite()
    after = client.get("/v1/me", headers=person.headers).json()["organization"]["org_id"]

    assert (refused.status_code, refused.json()["code"]) == (409, "member_elsewhere")
    assert elsewhere.name not in refused.text
    assert (allowed.status_code, after) == (201, admin.org_id)


def test_an_unverified_address_does_not_block_an_invitation(
    client: TestClient, people: People, admin: Somebody, settings: Settings
) -> None:
    elsewhere = people.org("Northwind Books")
    squatter = people.member(elsewhere, "owner", "hers@example.com")
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "update users set email_verified = false where user_id = %s", [squatter.user_id]
        )

    body = {"email": "hers@example.com"}

    assert client.post("/v1/add-to-org", headers=admin.headers, json=body).status_code == 201


def test_an_invitation_sends_a_mail_that_names_organisation_and_role(
    client: TestClient, admin: Somebody, settings: Settings
) -> None:
    body = {"email": "new@example.com", "role": "editor"}
    invited = client.post("/v1/add-to-org", headers=admin.headers, json=body).json()
    run_jobs(settings)

    (mail,) = client.post("/v1/get-sandbox-messages", headers=admin.headers, json={}).json()[
        "items"
    ]
    assert mail["recipient"] == "new@example.com"
    assert mail["subject"] == "You are invited to Harbor Coffee on Waypost"
    assert "as an editor" in mail["body"]
    assert "/auth/login" in mail["body"]
    people = client.post("/v1/fetch-all-users", headers=admin.headers, json={"filter": "new@"})
    assert invited["mail"] == "waiting"
    assert people.json()["items"][0]["mail"] == "kept"


def test_an_invitation_that_no_server_takes_says_so_and_is_sent_again(
    client: TestClient, admin: Somebody, settings: Settings
) -> None:
    def state() -> str:
        people = client.post("/v1/fetch-all-users", headers=admin.headers, json={"filter": "new@"})
        return str(people.json()["items"][0]["mail"])

    def invite(by: Settings) -> None:
        body = {"email": "new@example.com"}
        assert client.post("/v1/add-to-org", headers=admin.headers, json=body).is_success
        run_jobs(by)

    invite(settings.with_vendors(mail_server(free_port())))
    failed = state()
    with post_office() as (post, port):
        invite(settings.with_vendors(mail_server(port)))
        mail = post.mails[-1]

    assert (failed, state()) == ("failed", "sent")
    assert mail["To"] == "new@example.com"


def test_a_withdrawn_or_lapsed_invitation_lets_nobody_in(
    client: TestClient, admin: Somebody, token_for: Callable[..., str], settings: Settings
) -> None:
    ids = [
        client.post("/v1/add-to-org", headers=admin.headers, json={"email": email}).json()[
            "user_id"
        ]
        for email in ("withdrawn@example.com", "lapsed@example.com")
    ]
    client.delete(f"/v1/user-role/{ids[0]}", headers=admin.headers)
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "update invitations set expires_at = %s where invitation_id = %s",
            [datetime.now(UTC) - timedelta(days=1), ids[1]],
        )

    for email in ("withdrawn@example.com", "lapsed@example.com"):
        token = token_for(f"local|{email}", email=email, email_verified=True)
        me = client.get("/v1/me", headers={"Authorization": f"Bearer {token}"}).json()
        assert me["organization"] is None


def test_a_second_invitation_renews_the_first(client: TestClient, admin: Somebody) -> None:
    body = {"email": "x@example.com", "role": "viewer"}
    first = client.post("/v1/add-to-org", headers=admin.headers, json=body).json()
    second = client.post(
        "/v1/add-to-org", headers=admin.headers, json={**body, "role": "editor"}
    ).json()
    member = client.post("/v1/add-to-org", headers=admin.headers, json={"email": admin.email})

    assert (second["user_id"], second["role"]) == (first["user_id"], "editor")
    assert (member.status_code, member.json()["code"]) == (409, "already_member")
