"""People: roles, invitations, and the owner that an organisation must have."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import psycopg
import pytest
from starlette.testclient import TestClient

from api.domains.org.organizations.currencies import currency_of
from api.domains.org.organizations.week_starts import week_start_of
from runtime.settings import Settings
from tests.support.people import MakeMember, MakeOrg, Org, People, Somebody

ROLES = ("owner", "admin", "editor", "viewer")


def role_of(client: TestClient, asker: Somebody, user_id: str) -> str:
    return str(client.get(f"/v1/user-role/{user_id}", headers=asker.headers).json()["role"])


@pytest.mark.parametrize(
    ("call", "body", "weakest"),
    [
        ("POST /v1/get-organization", {}, "viewer"),
        ("POST /v1/get-org-data", {}, "viewer"),
        ("POST /v1/fetch-all-users", {}, "viewer"),
        ("POST /v1/user-role", {}, "viewer"),
        ("POST /v1/update-organization", {"name": "New"}, "admin"),
        ("POST /v1/add-to-org", {"email": "x@example.com"}, "admin"),
        ("POST /v1/api_key", {}, "admin"),
        ("DELETE /v1/organization?confirm=none", None, "owner"),
    ],
)
def test_each_call_requires_its_role(
    client: TestClient, org: Org, make_member: MakeMember, call: str, body: object, weakest: str
) -> None:
    method, path = call.split()

    for role in ROLES:
        answer = client.request(method, path, json=body, headers=make_member(org, role).headers)
        if ROLES.index(role) <= ROLES.index(weakest):
            assert answer.status_code != 403, (role, answer.text)
        else:
            assert (answer.status_code, answer.json()["code"]) == (403, "role_too_weak")


def test_admin_changes_only_roles_below_owner(
    client: TestClient, admin: Somebody, viewer: Somebody, owner: Somebody
) -> None:
    changed = client.put(
        f"/v1/user-role/{viewer.user_id}", headers=admin.headers, json={"role": "editor"}
    )
    raised = client.put(
        f"/v1/user-role/{viewer.user_id}", headers=admin.headers, json={"role": "owner"}
    )
    lowered = client.put(
        f"/v1/user-role/{owner.user_id}", headers=admin.headers, json={"role": "viewer"}
    )

    assert changed.json()["role"] == "editor"
    assert raised.json()["code"] == lowered.json()["code"] == "owners_only"
    assert role_of(client, admin, owner.user_id) == "owner"


def test_post_user_role_both_reads_and_changes_a_role(
    client: TestClient, admin: Somebody, viewer: Somebody
) -> None:
    body = {"userid": viewer.user_id, "role": "editor"}

    assert client.post("/v1/user-role", headers=viewer.headers, json=body).status_code == 403
    assert client.post("/v1/user-role", headers=admin.headers, json=body).json()["role"] == "editor"
    assert client.post("/v1/user-role", headers=viewer.headers, json={}).json()["role"] == "editor"


def test_last_owner_cannot_leave_or_lose_the_role(client: TestClient, owner: Somebody) -> None:
    path = f"/v1/user-role/{owner.user_id}"

    lowered = client.put(path, headers=owner.headers, json={"role": "admin"})
    removed = client.delete(path, headers=owner.headers)

    assert (lowered.status_code, lowered.json()["code"]) == (409, "last_owner")
    assert (removed.status_code, removed.json()["code"]) == (409, "last_owner")


def test_two_owners_who_leave_at_once_leave_one_owner(
    client: TestClient, org: Org, make_member: MakeMember, settings: Settings
) -> None:
    for _ in range(5):
        pair = [make_member(org, "owner"), make_member(org, "owner")]
        with psycopg.connect(settings.database_url) as connection:
            connection.execute(
                "delete from memberships where org_id = %s and role = 'owner' and user_id <> all(%s)",
                [org.org_id, [person.user_id for person in pair]],
            )

        with ThreadPoolExecutor(2) as pool:
            answers = list(
                pool.map(
                    lambda who: client.delete(f"/v1/user-role/{who.user_id}", headers=who.headers),
                    pair,
                )
            )

        assert sorted(answer.status_code for answer in answers) == [200, 409]


def test_database_itself_prevents_removing_the_last_owner(
    owner: Somebody, settings: Settings
) -> None:
    with (
        psycopg.connect(settings.database_url) as connection,
        pytest.raises(psycopg.errors.CheckViolation, match="at least one owner"),
    ):
        connection.execute("delete from memberships where user_id = %s", [owner.user_id])


def test_every_member_may_leave(client: TestClient, viewer: Somebody, editor: Somebody) -> None:
    other = client.delete(f"/v1/user-role/{editor.user_id}", headers=viewer.headers)
    own = client.delete(f"/v1/user-role/{viewer.user_id}", headers=viewer.headers)

    assert other.status_code == 403
    assert own.status_code == 200
    after = client.post("/v1/get-organization", headers=viewer.headers, json={})
    assert after.json()["code"] == "no_organization"


@pytest.mark.parametrize("role", ROLES)
def test_api_keys_cannot_change_members(
    client: TestClient, org: Org, viewer: Somebody, people: People, role: str
) -> None:
    headers = {"Authorization": f"Bearer {people.key(org, role)}"}
    path = f"/v1/user-role/{viewer.user_id}"
    answers = [
        client.post("/v1/add-to-org", headers=headers, json={"email": "x@example.com"}),
        client.post(
            "/v1/user-role", headers=headers, json={"userid": viewer.user_id, "role": "editor"}
        ),
        client.put(path, headers=headers, json={"role": "editor"}),
        client.delete(path, headers=headers),
    ]

    assert [(it.status_code, it.json()["code"]) for it in answers] == [(403, "login_needed")] * 4
    assert client.get(path, headers=headers).json()["role"] == "viewer"


def test_lists_of_members_are_paged_filtered_and_sorted(
    client: TestClient, org: Org, owner: Somebody, make_member: MakeMember
) -> None:
    for name in ("ada", "bob", "cy_d"):
        make_member(org, "viewer", f"{name}@example.com")

    def emails(**body: object) -> list[str]:
        answer = client.post("/v1/fetch-all-users", headers=owner.headers, json=body).json()
        return [item["email"] for item in answer["items"]]

    page = client.post(
        "/v1/fetch-all-users",
        headers=owner.headers,
        json={"page": 2, "per_page": 3, "sort": "email"},
    ).json()
    assert (page["page"], page["pageSize"], page["total"], len(page["items"])) == (2, 3, 4, 1)
    assert emails(filter="_") == ["cy_d@example.com"]
    assert emails(filter="BOB") == ["bob@example.com"]
    assert emails(sort="-email", pageSize=2)[1] == "cy_d@example.com"
    wrong = client.post("/v1/fetch-all-users", headers=owner.headers, json={"sort": "password"})
    assert wrong.json()["errors"][0]["field"] == "sort"


def test_creating_an_organisation_makes_the_caller_its_owner(
    client: TestClient, people: People
) -> None:
    person = people.user()
    body = {"name": "Blue Door Café", "time_zone": "Europe/Paris", "email": person.email}

    made = client.post("/v0/create-org", headers=person.headers, json=body)
    twin = client.post("/v0/create-org", headers=people.user().headers, json=body)

    assert made.status_code == 201
    assert made.json()["slug"] == "blue-door-cafe"
    assert made.json()["role"] == "owner"
    assert made.json()["week_start"] == "sunday", "as the locale has it where nobody says"
    assert twin.json()["slug"].startswith("blue-door-cafe-")


@pytest.mark.parametrize(
    ("locale", "day"),
    [
        ("en-US", "sunday"),
        ("en-GB", "monday"),
        ("ar-EG", "saturday"),
        ("zh-Hant-TW", "sunday"),
        ("sr-Latn-RS", "monday"),
        ("es-419", "monday"),
        ("pt", "sunday"),
        ("en", "sunday"),
        ("fa", "saturday"),
        ("de", "monday"),
    ],
)
def test_first_day_of_the_week_follows_the_locale(locale: str, day: str) -> None:
    assert week_start_of(locale) == day


@pytest.mark.parametrize(
    ("locale", "currency"),
    [
        ("en-US", "USD"),
        ("de-AT", "EUR"),
        ("zh-Hant-TW", "TWD"),
        ("sr-Latn-RS", "RSD"),
        ("ja", "JPY"),
        ("eo", "USD"),
    ],
)
def test_costs_are_shown_in_the_currency_of_the_locale(locale: str, currency: str) -> None:
    assert currency_of(locale) == currency


def test_settings_change_individually_and_are_validated(
    client: TestClient, admin: Somebody
) -> None:
    def change(**body: object) -> tuple[int, dict[str, object]]:
        answer = client.post("/v1/update-organization", headers=admin.headers, json=body)
        return answer.status_code, answer.json()

    assert change(time_zone="Asia/Kolkata")[1]["time_zone"] == "Asia/Kolkata"
    assert change(org_name="Renamed")[1]["time_zone"] == "Asia/Kolkata"
    assert change(brand={"color": "#112233"})[1]["brand"] == {"color": "#112233"}
    for wrong in (
        {"time_zone": "Mars/Olympus"},
        {"time_zone": "localtime"},
        {"time_zone": "Factory"},
        {"time_zone": "america/new_york"},
        {"name": "  "},
        {"name": "x" * 201},
        {"logo": "javascript:alert(1)"},
        {"week_start": "friday"},
        {"currency": "eur"},
        {"currency": "XQZ"},
        {"brand": {"color": "red"}},
        {"locale": "en_US; drop"},
    ):
        status, answer = change(**wrong)
        assert status == 422, wrong
        assert answer["errors"], wrong


def test_concurrent_brand_changes_are_all_kept(client: TestClient, admin: Somebody) -> None:
    parts = {"color": "#112233", "website": "https://harbor.example", "tagline": "Fresh"}

    def change(brand: dict[str, object]) -> int:
        body = {"brand": brand}
        return client.post("/v1/update-organization", headers=admin.headers, json=body).status_code

    for _ in range(5):
        with ThreadPoolExecutor(3) as pool:
            assert set(pool.map(change, [{name: it} for name, it in parts.items()])) == {200}
        found = client.post("/v1/get-org-data", headers=admin.headers, json={}).json()
        assert found["brand"] == parts
        assert change(dict.fromkeys(parts)) == 200


def test_deleting_an_organisation_releases_its_members(
    client: TestClient, org: Org, owner: Somebody, viewer: Somebody
) -> None:
    refused = client.delete("/v1/organization?confirm=other", headers=owner.headers)
    deleted = client.delete(f"/v1/organization?confirm={org.slug}", headers=owner.headers)

    assert refused.json()["code"] == "not_confirmed"
    assert deleted.status_code == 200
    for person in (owner, viewer):
        assert client.get("/v1/me", headers=person.headers).json()["organization"] is None


def test_deleted_organisation_grants_no_access_to_remaining_memberships_or_keys(
    client: TestClient, people: People
) -> None:
    gone = people.org("Closed", deleted_at=datetime(2026, 3, 1, tzinfo=UTC))
    left, key = people.member(gone, "viewer"), people.key(gone, "viewer")

    as_member = client.post("/v1/fetch-all-users", headers=left.headers, json={})
    with_key = client.get("/v1/me", headers={"Authorization": f"Bearer {key}"})

    assert client.get("/v1/me", headers=left.headers).json()["organization"] is None
    assert (as_member.status_code, with_key.status_code) == (403, 401)


def test_request_that_names_another_organisation_gets_404(
    client: TestClient, owner: Somebody, make_org: MakeOrg
) -> None:
    other = make_org("Northwind Books")

    for name in ("org_id", "orgID"):
        answer = client.post("/v1/get-org-data", headers=owner.headers, json={name: other.org_id})
        assert answer.status_code == 404
        own = client.post("/v1/get-org-data", headers=owner.headers, json={name: owner.org_id})
        assert own.json()["org_id"] == owner.org_id


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("update-organization", {"name": "x\r\nBcc: evil@example.com"}, "name"),
        ("update-organization", {"brand": {"tagline": "x\ny"}}, "brand.tagline"),
        ("update-organization", {"organization_logo": "//evil.example/x"}, "organization_logo"),
        ("update-organization", {"organization_logo": "/\\evil.example/x"}, "organization_logo"),
        ("api_key", {"action": "make", "name": "x\ny"}, "name"),
    ],
)
def test_names_are_single_line_and_logos_are_hosted_by_waypost(
    client: TestClient, admin: Somebody, path: str, body: dict[str, object], field: str
) -> None:
    answer = client.post(f"/v1/{path}", headers=admin.headers, json=body)

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == field


def test_week_start_follows_the_locale_until_a_member_chooses_it(
    client: TestClient, owner: Somebody
) -> None:
    def update(**change: str) -> str:
        answer = client.post("/v1/update-organization", headers=owner.headers, json=change)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["week_start"])

    assert [update(locale=it) for it in ("de-DE", "ar-EG", "en-US")] == [
        "monday",
        "saturday",
        "sunday",
    ]
    assert update(week_start="sunday") == "sunday"
    assert update(locale="de-DE") == "sunday"
    assert update(locale="ar-EG", week_start="monday") == "monday"


def test_currency_follows_the_locale_until_a_member_chooses_it(
    client: TestClient, owner: Somebody
) -> None:
    def update(**change: str) -> str:
        answer = client.post("/v1/update-organization", headers=owner.headers, json=change)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["currency"])

    assert [update(locale=it) for it in ("de-DE", "en-GB")] == ["EUR", "GBP"]
    assert update(currency="CHF") == update(locale="en-US") == "CHF"
