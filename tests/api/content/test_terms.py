"""Terms: published by version, readable by anybody, accepted once and only while in force."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from api.domains.content.terms.types import shortened
from runtime.settings import Settings
from tests.support.calling import call
from tests.support.people import MakeMember, MakeOrg, Org, Somebody

BROWSER = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/140.0.0.0 Safari/537.36"
}


def publish(client: TestClient, who: Somebody, body: str = "Be kind.", **more: Any) -> Any:
    return call(client, who, "update-terms", title="House rules", body=body, **more)


def visit(client: TestClient, path: str, **body: Any) -> Any:
    return client.post(f"/v1/{path}", json=body, headers=BROWSER)


def test_changed_terms_create_a_new_version_and_unchanged_terms_do_not(
    client: TestClient, editor: Somebody, viewer: Somebody
) -> None:
    first = publish(client, editor, "Be kind.\n\nPay <b>nothing</b> & smile.")
    same = publish(client, editor, "Be kind.\n\nPay <b>nothing</b> & smile.")
    second = publish(client, editor, "One\n\nTwo <3", based_on=1)

    assert (first["current_version"], same["current_version"]) == (1, 1)
    assert second["body"] == "<p>One</p><p>Two &lt;3</p>"
    assert [it["version"] for it in second["versions"]] == [2, 1]
    assert second["versions"][1]["text_hash"] == first["text_hash"] != second["text_hash"]
    stale = client.post(
        "/v1/update-terms",
        json={"title": "x", "body": "y", "based_on": 1},
        headers=editor.headers,
    )
    assert (stale.status_code, stale.json()["code"]) == (409, "terms_changed")
    begun = client.post(
        "/v1/update-terms",
        json={"title": "x", "body": "y", "based_on": 0},
        headers=editor.headers,
    )
    assert (begun.status_code, begun.json()["code"]) == (409, "terms_changed")
    assert call(client, viewer, "get-terms")["total"] == 1


def test_two_concurrent_first_versions_create_one_document(
    client: TestClient, editor: Somebody
) -> None:
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda text: publish(client, editor, f"Text {text}"), range(4)))

    assert len({it["terms_id"] for it in made}) == 1
    assert sorted(it["current_version"] for it in made) == [1, 2, 3, 4]


def test_terms_page_is_found_by_code_organisation_or_terms_id(
    client: TestClient, editor: Somebody, org: Org, code: str
) -> None:
    terms = publish(client, editor, "<p>Hi</p><script>alert(1)</script>")

    for name in (code, org.slug, org.org_id, terms["terms_id"]):
        page = client.get(f"/{name}/terms")
        assert page.status_code == 200, name
        assert "Version 1" in page.text
        assert "<p>Hi</p>" in page.text
        assert "<script" not in page.text
        assert "default-src 'none'" in page.headers["content-security-policy"]
    publish(client, editor, "Only for the menu.", code_id=code)
    assert "Only for the menu." in client.get(f"/{code}/terms").text
    assert "Only for the menu." not in client.get(f"/{org.slug}/terms").text
    assert client.get(f"/{code}/terms?version=7").status_code == 404
    assert client.get("/nobody/terms").status_code == 404


def test_consent_is_stored_once_with_the_accepted_text(
    client: TestClient, editor: Somebody, admin: Somebody, settings: Settings, code: str
) -> None:
    terms = publish(client, editor)
    before = visit(client, "check-tos", code_id=code).json()
    first = visit(client, "accept_tos", code_id=code, version=1, email="Ann@Example.com")
    again = visit(client, "accept_tos", code_id=code, version=1, email="ann@example.com")
    after = visit(client, "check-tos", org_id=editor.org_id).json()

    assert (before["accepted"], before["accepted_version"]) == (False, None)
    assert first.status_code == 200, first.text
    assert first.json() == again.json()
    assert first.json()["text_hash"] == terms["text_hash"]
    assert (after["accepted"], after["accepted_version"]) == (True, 1)
    listed = call(client, admin, "get-terms-acceptances", terms_id=terms["terms_id"])
    assert [(it["email"].lower(), it["code_id"]) for it in listed["items"]] == [
        ("ann@example.com", code)
    ]
    with psycopg.connect(settings.database_url) as connection:
        kept = connection.execute("select a::text from terms_acceptances a").fetchone()
    assert kept is not None
    assert "example.com" not in kept[0].lower()


def test_consent_to_an_outdated_version_is_refused_and_the_current_version_is_named(
    client: TestClient, editor: Somebody, code: str
) -> None:
    publish(client, editor, "One")
    assert visit(client, "accept_tos", code_id=code, version=1).status_code == 200
    publish(client, editor, "Two")

    for version in (1, 3):
        refused = visit(client, "accept_tos", code_id=code, version=version)
        assert refused.status_code == 409
        assert (refused.json()["code"], refused.json()["current_version"]) == (
            "terms_version_old",
            2,
        )
    checked = visit(client, "check-tos", code_id=code).json()
    assert (checked["accepted"], checked["accepted_version"], checked["current_version"]) == (
        False,
        1,
        2,
    )


def test_concurrent_acceptances_store_one_consent(
    client: TestClient, editor: Somebody, settings: Settings, code: str
) -> None:
    publish(client, editor)
    visit(client, "accept_tos", code_id=code, version=1)

    def accept(_: int) -> Any:
        return visit(client, "accept_tos", code_id=code, version=1, email="ann@example.com").json()

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(accept, range(4)))

    assert all(answer == answers[0] for answer in answers)
    with psycopg.connect(settings.database_url) as connection:
        count = connection.execute("select count(*) from terms_acceptances").fetchone()
    assert count == (2,)


def test_idempotency_key_returns_the_first_response_again(
    client: TestClient, editor: Somebody, code: str
) -> None:
    publish(client, editor)
    headers = {**BROWSER, "Idempotency-Key": "consent-1"}
    body = {"code_id": code, "version": 1}

    first = client.post("/v1/accept_tos", json=body, headers=headers)
    client.cookies.clear()
    again = client.post("/v1/accept_tos", json=body, headers=headers)
    other = client.post("/v1/accept_tos", json=body | {"email": "a@example.com"}, headers=headers)

    assert again.headers["idempotency-replayed"] == "true"
    assert (first.json(), other.status_code) == (again.json(), 409)


def test_terms_can_be_accepted_on_the_page_without_script(
    client: TestClient, editor: Somebody, code: str
) -> None:
    publish(client, editor)
    form = f"/{code}/terms"

    assert "I accept these terms" in client.get(f"{form}?accept=1").text
    assert "I accept these terms" not in client.get(form).text
    wrong = client.post(form, data={"version": "1", "email": "ann"}, headers=BROWSER)
    done = client.post(form, data={"version": "1", "email": ""}, headers=BROWSER)
    assert (wrong.status_code, "not a valid email address" in wrong.text) == (422, True)
    assert (done.status_code, done.headers["location"]) == (303, f"{form}?accepted=1")
    assert f'href="/code/{code}"' in client.get(done.headers["location"]).text
    assert visit(client, "check-tos", code_id=code).json()["accepted"] is True
    publish(client, editor, "New")
    later = client.get(done.headers["location"]).text
    assert "Your consent to version 1 has been recorded. Version 2 is now in force." in later
    assert "has been recorded" not in client.get(f"{form}?accepted=3").text
    stale = client.post(form, data={"version": "1"}, headers=BROWSER)
    assert (stale.status_code, "accept version 2" in stale.text) == (409, True)
    foreign = client.post(
        form, data={"version": "2"}, headers={**BROWSER, "Sec-Fetch-Site": "cross-site"}
    )
    assert foreign.status_code == 403
    deep = client.post(
        form, content="[" * 10_000, headers={**BROWSER, "Content-Type": "application/json"}
    )
    assert deep.status_code == 400


def test_terms_cannot_be_changed_through_a_code_with_different_terms(
    client: TestClient, editor: Somebody, code: str
) -> None:
    ours = publish(client, editor, "Of everybody.")["terms_id"]
    of_code = publish(client, editor, "Of the menu.", code_id=code)["terms_id"]
    text = {"title": "House rules", "body": "Another."}

    def asked(path: str, **body: Any) -> tuple[int, str]:
        answer = client.post(f"/v1/{path}", json=body, headers=editor.headers)
        return answer.status_code, answer.json().get("code", "")

    refused = (404, "terms_not_found")
    assert asked("update-terms", terms_id=ours, code_id=code, **text) == refused
    assert asked("update-terms", terms_id=of_code, code_id="nowhere", **text) == refused
    assert asked("get-terms", terms_id=ours, code_id=code) == refused
    assert asked("get-terms", terms_id=of_code, code_id=code)[0] == 200
    assert asked("update-terms", terms_id=of_code, code_id=code, **text)[0] == 200
    kept = {it["terms_id"]: it["body"] for it in call(client, editor, "get-terms")["items"]}
    assert kept == {ours: "<p>Of everybody.</p>", of_code: "<p>Another.</p>"}


def test_terms_of_another_organisation_are_not_found(
    client: TestClient, editor: Somebody, code: str, make_org: MakeOrg, make_member: MakeMember
) -> None:
    stranger = make_member(make_org("Northwind Books"), "owner")
    terms_id = publish(client, editor)["terms_id"]

    for path, body in (
        ("get-terms", {"terms_id": terms_id}),
        ("get-terms", {"code_id": code}),
        ("get-terms-acceptances", {"terms_id": terms_id}),
        ("update-terms", {"terms_id": terms_id, "title": "x", "body": "y"}),
        ("update-terms", {"code_id": code, "title": "x", "body": "y"}),
    ):
        answer = client.post(f"/v1/{path}", json=body, headers=stranger.headers)
        assert answer.status_code == 404, path
    assert call(client, stranger, "get-terms")["items"] == []
    assert visit(client, "accept_tos", org=stranger.org_id, version=1).status_code == 404


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:aaaa:bbbb::1", "2001:db8:aaaa::/48"),
        ("testclient", "unknown"),
    ],
)
def test_only_the_network_of_an_ip_address_is_stored(address: str, kept: str) -> None:
    assert shortened(address) == kept
