"""Invitations: the email, the link, and who joins."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from psycopg import sql
from starlette.testclient import TestClient

from runtime.embedded.process import free_port
from runtime.settings import Settings
from tests.support.jobs import run_jobs
from tests.support.people import Org, People, Somebody
from tests.support.post_office import mail_server, post_office


@dataclass(frozen=True)
class Invited:
    """A person who was invited, and the token of their link."""

    headers: dict[str, str]
    token: str
    invitation_id: str


@pytest.fixture
def invite(
    client: TestClient, admin: Somebody, token_for: Callable[..., str]
) -> Callable[..., Invited]:
    """Return a function that invites an address, whose owner logs in with `claims`."""

    def invited(email: str = "new@example.com", role: str = "editor", **claims: Any) -> Invited:
        sub = claims.pop("sub", f"local|{email}")
        body = {"email": email, "role": role}
        made = client.post("/v1/add-to-org", headers=admin.headers, json=body)
        assert made.status_code == 201, made.text
        proven = {"email": claims.pop("says", email), "email_verified": True}
        token = token_for(sub, **(proven | claims))
        link = made.json()["link"]
        return Invited(
            {"Authorization": f"Bearer {token}"}, link.partition("#")[2], made.json()["user_id"]
        )

    return invited


def answer(client: TestClient, what: str, who: Invited, **body: str) -> Any:
    return client.post(
        f"/v1/{what}-invitation", headers=who.headers, json=body or {"token": who.token}
    )


def organization(client: TestClient, who: Invited) -> Any:
    return client.get("/v1/me", headers=who.headers).json()["organization"]


def test_invitation_page_shows_inviter_organisation_and_role_before_login(
    client: TestClient, admin: Somebody, invite: Callable[..., Invited]
) -> None:
    who = invite("New@Example.com")

    shown = client.post("/v1/get-invitation", json={"token": who.token}).json()

    assert shown["organization_name"] == "Harbor Coffee"
    assert shown["inviter"].startswith("Person ")
    assert (shown["email"], shown["role"], shown["state"]) == ("new@example.com", "editor", "open")
    assert client.post("/v1/get-invitation", json={"token": who.token[::-1]}).status_code == 404


def test_invited_person_joins_by_accepting_and_not_by_logging_in(
    client: TestClient, admin: Somebody, invite: Callable[..., Invited]
) -> None:
    who = invite()

    before = organization(client, who)
    accepted = answer(client, "accept", who)
    again = answer(client, "accept", who)

    assert before is None
    assert (accepted.status_code, accepted.json()["role"]) == (200, "editor")
    assert organization(client, who)["org_id"] == admin.org_id
    assert (again.status_code, again.json()["code"]) == (409, "invitation_closed")
    people = client.post("/v1/fetch-all-users", headers=admin.headers, json={}).json()["items"]
    assert {(it["email"], it["status"]) for it in people} == {
        (admin.email, "active"),
        ("new@example.com", "active"),
    }


def test_login_without_the_link_finds_and_answers_its_invitations(
    client: TestClient, invite: Callable[..., Invited]
) -> None:
    who = invite()
    invite("somebody.else@example.com")

    found = client.post("/v1/list-invitations", headers=who.headers).json()["items"]
    assert [it["invitation_id"] for it in found] == [who.invitation_id]
    assert answer(client, "accept", who, invitation_id=who.invitation_id).status_code == 200
    assert client.post("/v1/list-invitations", headers=who.headers).json()["items"] == []


@pytest.mark.parametrize("what", ["accept", "decline"])
@pytest.mark.parametrize(
    ("claims", "code"),
    [
        ({"sub": "local|other", "says": "other@example.com"}, "other_address"),
        ({"email_verified": False}, "address_not_verified"),
        ({"sub": "local|nameless", "says": None}, "other_address"),
    ],
)
def test_invitation_is_valid_only_for_its_verified_address(
    client: TestClient, invite: Callable[..., Invited], what: str, claims: Any, code: str
) -> None:
    who = invite(**claims)

    by_token = answer(client, what, who)
    by_id = answer(client, what, who, invitation_id=who.invitation_id)

    assert (by_token.status_code, by_token.json()["code"]) == (403, code)
    assert by_id.status_code == 404
    assert organization(client, who) is None
    assert client.post("/v1/list-invitations", headers=who.headers).json()["items"] == []


def test_member_of_another_organisation_then_belongs_to_both(
    client: TestClient, people: People, admin: Somebody, invite: Callable[..., Invited]
) -> None:
    elsewhere = people.org("Northwind Books")
    person = people.member(elsewhere, "owner", "both@example.com")
    who = invite(person.email, "viewer", sub=person.sub)

    accepted = answer(client, "accept", who)

    own = client.post("/v1/list-organizations", headers=person.headers).json()["items"]
    assert accepted.json()["org_id"] == admin.org_id
    assert {(it["org_name"], it["role"]) for it in own} == {
        ("Harbor Coffee", "viewer"),
        ("Northwind Books", "owner"),
    }


def test_declined_invitation_is_listed_as_declined_and_can_be_sent_again(
    client: TestClient, admin: Somebody, invite: Callable[..., Invited]
) -> None:
    who = invite()

    declined = answer(client, "decline", who)
    too_late = answer(client, "accept", who)
    listed = client.post("/v1/fetch-all-users", headers=admin.headers, json={"filter": "new@"})
    body = {"invitation_id": who.invitation_id}
    link = client.post("/v1/invitation-link", headers=admin.headers, json=body)
    again = invite()

    assert declined.json() == {"invitation_id": who.invitation_id, "declined": True}
    assert too_late.json()["code"] == link.json()["code"] == "invitation_closed"
    assert listed.json()["items"][0]["invitation"] == "declined"
    assert answer(client, "accept", again).status_code == 200


def test_simultaneous_accepts_of_an_invitation_join_once(
    client: TestClient, invite: Callable[..., Invited]
) -> None:
    who = invite()

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: answer(client, "accept", who), range(4)))

    assert sorted(it.status_code for it in answers) == [200, 409, 409, 409]


def test_invitation_link_can_be_copied_later_and_no_table_contains_its_token(
    client: TestClient, admin: Somebody, settings: Settings, invite: Callable[..., Invited]
) -> None:
    who = invite()
    run_jobs(settings)

    body = {"invitation_id": who.invitation_id}
    copied = client.post("/v1/invitation-link", headers=admin.headers, json=body).json()

    assert copied["link"].endswith(f"/invitation#{who.token}")
    with psycopg.connect(settings.database_url) as connection:
        tables = connection.execute(
            "select c.relname from pg_class c where c.relkind in ('r', 'p')"
            " and c.relnamespace = 'public'::regnamespace and not c.relispartition"
        ).fetchall()
        holding = [
            table
            for (table,) in tables
            if connection.execute(
                sql.SQL("select exists (select from {} t where to_jsonb(t)::text like %s)").format(
                    sql.Identifier(table)
                ),
                [f"%{who.token}%"],
            ).fetchone()
            == (True,)
        ]
    assert holding == ["sandbox_messages"], "where the mail is that was not sent"


@pytest.mark.parametrize("role", ["viewer", "editor"])
def test_only_admins_get_invitation_links(
    client: TestClient, people: People, org: Org, invite: Callable[..., Invited], role: str
) -> None:
    body = {"invitation_id": invite().invitation_id}
    weaker = people.member(org, role)

    assert client.post("/v1/invitation-link", headers=weaker.headers, json=body).status_code == 403
    listed = client.post("/v1/fetch-all-users", headers=weaker.headers, json={})
    assert "link" not in listed.json()["items"][0]


def test_invitation_sends_an_email_that_names_organisation_and_role(
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
    assert invited["link"] in mail["body"]
    people = client.post("/v1/fetch-all-users", headers=admin.headers, json={"filter": "new@"})
    assert invited["mail"] == "waiting"
    assert people.json()["items"][0]["mail"] == "kept"


def test_undeliverable_invitation_reports_its_failure_and_is_sent_again(
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


def test_withdrawn_or_expired_invitation_admits_nobody(
    client: TestClient, admin: Somebody, invite: Callable[..., Invited], settings: Settings
) -> None:
    withdrawn, expired = invite("withdrawn@example.com"), invite("expired@example.com")
    client.delete(f"/v1/user-role/{withdrawn.invitation_id}", headers=admin.headers)
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "update invitations set expires_at = %s where invitation_id = %s",
            [datetime.now(UTC) - timedelta(days=1), expired.invitation_id],
        )

    for who, state in ((withdrawn, "revoked"), (expired, "expired")):
        shown = client.post("/v1/get-invitation", json={"token": who.token}).json()
        refused = answer(client, "accept", who)
        assert shown["state"] == state
        assert (refused.status_code, refused.json()["code"]) == (409, "invitation_closed")
        assert organization(client, who) is None
    listed = client.post("/v1/fetch-all-users", headers=admin.headers, json={"filter": "@example"})
    assert [it["invitation"] for it in listed.json()["items"]] == ["expired"]
    assert answer(client, "accept", invite("expired@example.com")).status_code == 200


def test_second_invitation_renews_the_first(client: TestClient, admin: Somebody) -> None:
    body = {"email": "x@example.com", "role": "viewer"}
    first = client.post("/v1/add-to-org", headers=admin.headers, json=body).json()
    second = client.post(
        "/v1/add-to-org", headers=admin.headers, json={**body, "role": "editor"}
    ).json()
    member = client.post("/v1/add-to-org", headers=admin.headers, json={"email": admin.email})

    assert (second["user_id"], second["role"]) == (first["user_id"], "editor")
    assert (member.status_code, member.json()["code"]) == (409, "already_member")
