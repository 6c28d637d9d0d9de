"""Bad input: each request gets a clear response, and none a 500."""

import json
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

from api.db.session import Database
from api.kit.web_app import WebApp
from tests.support.people import Somebody

INVITE = "/v1/add-to-org"


def problem(answer: Any) -> dict[str, Any]:
    """Return the response's problem document after checking the members that every error must have."""
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    body: dict[str, Any] = answer.json()
    assert body["error"] is True
    assert body["status"] == answer.status_code
    assert all(body[name] for name in ("type", "title", "detail", "message", "code"))
    assert body["request_id"] == answer.headers["x-request-id"]
    return body


@pytest.mark.parametrize(
    ("content", "content_type", "status", "code"),
    [
        (b"{", "application/json", 400, "bad_request"),
        (b"", "application/json", 422, "invalid"),
        (b"[]", "application/json", 422, "invalid"),
        (b"null", "application/json", 422, "invalid"),
        (b"\xff\xfe", "application/json", 400, "bad_request"),
        (b'{"email": "a@example.com"}', "text/plain", 415, "unsupported_type"),
        (b"email=a@example.com", "application/x-www-form-urlencoded", 415, "unsupported_type"),
        (b'{"email": "not an address"}', "application/json", 422, "invalid"),
        (b'{"email": 5}', "application/json", 422, "invalid"),
        (b'{"email": "a@example.com", "role": "king"}', "application/json", 422, "invalid"),
        (b'{"email": "a\\u0000@example.com"}', "application/json", 422, "invalid"),
        (b'{"email": "a@example.com", "x": "\\u0000"}', "application/json", 422, "invalid"),
        (b'{"email": "a@example.com", "x": "\\ud800"}', "application/json", 422, "invalid"),
        (b'{"email": "a@example.com", "x": NaN}', "application/json", 422, "invalid"),
        (b'{"email": "a@example.com", "x": 1e999}', "application/json", 422, "invalid"),
        (
            b'{"email": "a@example.com", "x": 9223372036854775808}',
            "application/json",
            422,
            "invalid",
        ),
        (b'{"x": ' + b"[" * 200 + b"]" * 200 + b"}", "application/json", 422, "invalid"),
        (
            b'{"x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
            "application/json",
            400,
            "bad_request",
        ),
        (b'{"x": ' + b"9" * 10_000 + b"}", "application/json", 400, "bad_request"),
    ],
)
def test_unusable_request_bodies_are_refused(
    client: TestClient, admin: Somebody, content: bytes, content_type: str, status: int, code: str
) -> None:
    headers = {**admin.headers, "Content-Type": content_type}

    answer = client.post(INVITE, headers=headers, content=content)

    assert (answer.status_code, problem(answer)["code"]) == (status, code)


def test_unexpected_body_on_a_call_without_body_is_ignored(
    client: TestClient, admin: Somebody
) -> None:
    headers = {**admin.headers, "Content-Type": "application/json"}

    answer = client.request(
        "DELETE", "/v1/user-role/usr_nobody", headers=headers, content="[" * 100_000
    )

    assert (answer.status_code, problem(answer)["code"]) == (404, "member_not_found")


def test_invalid_field_is_named(client: TestClient, admin: Somebody) -> None:
    body = {"brand": {"color": "red"}, "time_zone": "Nowhere"}

    answer = client.post("/v1/update-organization", headers=admin.headers, json=body)

    found = problem(answer)
    assert {error["field"] for error in found["errors"]} == {"brand.color", "time_zone"}
    assert found["message"] == "; ".join(f"{it['field']} {it['message']}" for it in found["errors"])


def test_body_that_is_too_large_is_refused_with_or_without_content_length(
    client: TestClient, admin: Somebody
) -> None:
    headers = {**admin.headers, "Content-Type": "application/json"}
    text = json.dumps({"email": "a@example.com", "x": "y" * 1_000_001}).encode()

    announced = client.post(INVITE, headers=headers, content=text)
    streamed = client.post(INVITE, headers=headers, content=iter([text[:500_000], text[500_000:]]))

    assert (announced.status_code, problem(announced)["code"]) == (413, "too_large")
    assert (streamed.status_code, problem(streamed)["code"]) == (413, "too_large")


@pytest.mark.parametrize("path", ["/v1/user-role/%00", "/v1/user-role/x?y=%00", "/v1/x%00y"])
def test_nul_character_in_the_address_is_refused(
    client: TestClient, viewer: Somebody, path: str
) -> None:
    answer = client.get(path, headers=viewer.headers)

    assert (answer.status_code, problem(answer)["code"]) == (400, "bad_request")


@pytest.mark.parametrize(
    "user_id", ["x", "usr_unknown", "%27%20or%201=1", "..%2f..", "x" * 64, "é"]
)
def test_malformed_id_is_not_found(client: TestClient, viewer: Somebody, user_id: str) -> None:
    answer = client.get(f"/v1/user-role/{user_id}", headers=viewer.headers)

    assert answer.status_code == 404


@pytest.mark.parametrize(
    "body",
    [
        {"page": 0},
        {"page": 10**30},
        {"pageSize": 101},
        {"per_page": 0},
        {"page": "x"},
        {"filter": "x" * 201},
    ],
)
def test_pages_out_of_range_are_refused(
    client: TestClient, viewer: Somebody, body: dict[str, object]
) -> None:
    answer = client.post("/v1/fetch-all-users", headers=viewer.headers, json=body)

    assert answer.status_code == 422
    assert problem(answer)["errors"]


@pytest.mark.parametrize(
    "authorization",
    ["", "Bearer", "Bearer ", "Basic dXNlcjpwYXNz", "Bearer a b", "bearer wp_x", "\x7f"],
)
def test_malformed_authorization_header_is_refused_with_401(
    client: TestClient, authorization: str
) -> None:
    answer = client.get("/v1/me", headers={"Authorization": authorization})

    assert answer.status_code == 401
    problem(answer)


def test_malformed_cookies_change_nothing(client: TestClient, viewer: Somebody) -> None:
    headers = [
        (b"authorization", f"Bearer {viewer.token}".encode()),
        (b"cookie", b'wp_visitor="\xff\xfe; ;;=;=x; a=b=c; \x01'),
    ]

    assert client.get("/v1/me", headers=headers).status_code == 200


def test_server_survives_a_huge_header(client: TestClient, viewer: Somebody) -> None:
    headers = {**viewer.headers, "User-Agent": "x" * 10_000, "X-Request-Id": "y" * 10_000}

    answer = client.get("/v1/me", headers=headers)
    absurd = client.get("/v1/me", headers={**viewer.headers, "X-Long": "z" * 70_000})

    assert answer.status_code == 200
    assert len(answer.headers["x-request-id"]) < 65
    assert (absurd.status_code, problem(absurd)["code"]) == (431, "headers_too_large")


def test_unknown_calls_and_wrong_methods_are_distinguished(client: TestClient) -> None:
    unknown = client.post("/v1/no-such-call")
    wrong = client.get("/v1/get-org-data")

    assert (unknown.status_code, problem(unknown)["code"]) == (404, "not_found")
    assert (wrong.status_code, problem(wrong)["code"]) == (405, "method_not_allowed")
    assert wrong.headers["allow"] == "POST"


def test_unexpected_error_response_reveals_no_details(app: WebApp, viewer: Somebody) -> None:
    def broken() -> None:
        raise RuntimeError("secret detail")

    app.get("/v1/broken")(broken)
    with TestClient(app) as client:
        answer = client.get("/v1/broken", headers=viewer.headers)

    assert (answer.status_code, problem(answer)["code"]) == (500, "internal_error")
    assert "secret detail" not in answer.text


FOR_PEOPLE = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize("is_form", [False, True])
def test_unexpected_error_is_a_plain_page_for_a_browser(app: WebApp, is_form: bool) -> None:
    def broken() -> None:
        raise RuntimeError("secret detail")

    app.add_api_route("/broken/page", broken, methods=["GET", "POST"])
    app.add_api_route("/v1/broken", broken, methods=["GET", "POST"])
    with TestClient(app) as client:

        def ask(path: str, headers: dict[str, str]) -> httpx2.Response:
            if is_form:
                return client.post(path, headers=headers, data={"a": "b"})
            return client.get(path, headers=headers)

        page = ask("/broken/page", FOR_PEOPLE)
        others = [ask("/broken/page", {"accept": "*/*"}), ask("/v1/broken", FOR_PEOPLE)]

    assert (page.status_code, page.headers["content-type"]) == (500, "text/html; charset=utf-8")
    assert "One moment, please" in page.text
    assert "secret detail" not in page.text
    assert page.headers["x-request-id"]
    assert [(it.status_code, problem(it)["code"]) for it in others] == [(500, "internal_error")] * 2


def test_wrong_method_on_a_page_shows_a_plain_page_for_a_browser(client: TestClient) -> None:
    person = client.get("/wall/abc/report", headers=FOR_PEOPLE)
    program = client.get("/wall/abc/report", headers={"accept": "*/*"})

    assert (person.status_code, person.headers["allow"]) == (405, "POST")
    assert "Nothing found at this address" in person.text
    assert (program.status_code, problem(program)["code"]) == (405, "method_not_allowed")


def test_unavailable_database_is_503(app: WebApp, viewer: Somebody) -> None:
    with TestClient(app) as client:
        Database.of(app).engine.dispose()
        Database.of(app).engine.pool._creator = _refuse
        answer = client.get("/v1/me", headers=viewer.headers)

    assert answer.status_code == 503
    assert problem(answer)["code"] == "unavailable"


def _refuse() -> None:
    import psycopg
    from sqlalchemy.exc import OperationalError

    raise OperationalError("connect", {}, psycopg.OperationalError("no route to host"))


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("gen-qr", {}, "content"),
        ("generate-signed-url", {"action": "upload", "size": 5}, "media_type"),
        ("generate-signed-url", {"action": "upload", "media_type": "application/pdf"}, "size"),
        ("generate-signed-url", {"action": "download"}, "key"),
        ("create_promo_code", {"qr_id": "x", "amount": 1, "latitude": 1}, "longitude"),
        ("create_promo_code", {"qr_id": "x"}, "amount"),
        ("add-to-folder", {"folder_id": "x"}, "code_ids"),
        ("submit-template", {"name": "x"}, "page_id"),
        ("bulk-codes", {"code_ids": ["x"], "action": "add_tags"}, "tags"),
    ],
)
def test_missing_field_is_named_in_the_error(
    client: TestClient, editor: Somebody, path: str, body: dict[str, Any], field: str
) -> None:
    answer = client.post(f"/v1/{path}", json=body, headers=editor.headers)

    assert [it["field"] for it in problem(answer)["errors"]] == [field], answer.text


def test_api_responses_are_never_cached(client: TestClient, editor: Somebody) -> None:
    for answer in (
        client.get("/v1/me", headers=editor.headers),
        client.get("/v1/templates", headers=editor.headers),
        client.post("/v1/get-all-qr-codes", json={}, headers=editor.headers),
    ):
        assert answer.headers["cache-control"] == "no-store"
