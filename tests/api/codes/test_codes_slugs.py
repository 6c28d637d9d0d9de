"""Slugs of codes: chosen, displayed, moved, imported, and claimed concurrently."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from api.domains.codes.codes.slugs import MAX_SLUGS
from runtime.settings import Settings
from tests.support.browsers import IPHONE
from tests.support.jobs import run_jobs
from tests.support.people import MakeMember, MakeOrg, Somebody
from tests.support.visits import Outbox
from tests.support.waiting import eventually

pytestmark = pytest.mark.one_database

MENU = {"name": "Menu", "type": "redirect", "destination": "https://harbor.example/menu"}
PERSON = {"User-Agent": IPHONE}


@pytest.fixture
def call(client: TestClient, editor: Somebody) -> Callable[..., Any]:
    """`call("set-code-slug", …)` → the JSON of a call that must succeed."""

    def post(path: str, **body: Any) -> Any:
        answer = client.post(f"/v1/{path}", json=body, headers=editor.headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    return post


@pytest.fixture
def new_code(call: Callable[..., Any]) -> Callable[..., str]:
    """`new_code(slug=…)` → id of a redirect code."""
    return lambda **fields: call("qr/create-code", **(MENU | fields))["code_id"]


def opened(client: TestClient, path: str) -> str | None:
    """Return where a visitor who opens this path is led; None if nowhere."""
    answer = client.get(path, headers=PERSON)
    return answer.headers.get("location") if answer.status_code == 302 else None


def test_code_is_found_by_pasted_link_part_of_it_or_placement(
    call: Callable[..., Any], new_code: Callable[..., str]
) -> None:
    menu = new_code(slug="harvest-card", properties={"store": "Pier 3"})
    middleware = new_code(name="Door", properties={"table": "12"})
    call("set-code-slug", code_id=menu, slug="cider-card")
    for text, found in (
        ("http://localhost:8000/code/harvest-card", [menu]),
        ("HTTPS://Waypost.example/Cider-Card/?utm_source=poster", [menu]),
        (f"waypost.example/{middleware}#top", [middleware]),
        (f" /{middleware} ", [middleware]),
        ("arvest-c", [menu]),
        ("pier 3", [menu]),
        ("12", [middleware]),
        ("store", []),
        ("/", [middleware, menu]),
        (middleware.swapcase(), []),
    ):
        listed = call("get-all-qr-codes", filter=text)["items"]
        assert [code["code_id"] for code in listed] == found, text


def test_slug_opens_its_code_in_any_case(
    client: TestClient, call: Callable[..., Any], outbox: Outbox
) -> None:
    made = call("qr/create-code", **MENU, slug=" Spring-Menu ")

    assert made["slug"] == "spring-menu"
    assert made["public_url"] == "/code/spring-menu"
    assert made["short_url"] == "/spring-menu"
    assert made["url"].endswith("/code/spring-menu")
    for path in ("/spring-menu", "/SPRING-Menu", "/code/spring-menu", f"/{made['code_id']}"):
        assert opened(client, path) == MENU["destination"], path
    scans = outbox.scans()
    assert {scan.code_id for scan in scans} == {made["code_id"]}
    assert [scan.data.name for scan in scans] == ["spring-menu"] * 3 + [None]
    picture = client.get(made["picture_url"].replace(".png", ".svg"))
    assert picture.status_code == 200


def test_old_slug_keeps_working(
    client: TestClient, call: Callable[..., Any], new_code: Callable[..., str]
) -> None:
    code_id = new_code(slug="lunch-2025")
    assert opened(client, "/lunch-2025") is not None

    named = call("set-code-slug", code_id=code_id, slug="lunch-2026")

    assert named["shown"] == "lunch-2026"
    assert [(it["slug"], it["is_shown"]) for it in named["items"]] == [
        ("lunch-2025", False),
        ("lunch-2026", True),
    ]
    assert call("qr/get-code", code_id=code_id)["public_url"] == "/code/lunch-2026"
    assert opened(client, "/lunch-2025") == opened(client, "/lunch-2026") == MENU["destination"]
    by_id = call("set-code-slug", code_id=code_id, slug=None)
    assert (by_id["shown"], by_id["total"]) == (None, 2)
    assert call("qr/get-code", code_id=code_id)["public_url"] == f"/code/{code_id}"
    assert call("set-code-slug", code_id=code_id, slug="LUNCH-2025")["shown"] == "lunch-2025"


def test_unknown_slug_opens_as_soon_as_a_code_gets_it(
    client: TestClient, call: Callable[..., Any], new_code: Callable[..., str]
) -> None:
    code_id = new_code()
    assert client.get("/soon-a-name", headers=PERSON).status_code == 404
    assert client.get("/code/soon-a-name", headers=PERSON).status_code == 404

    call("set-code-slug", code_id=code_id, slug="soon-a-name")

    eventually(lambda: opened(client, "/soon-a-name") == MENU["destination"])


@pytest.mark.parametrize(
    "slug",
    ["ab", "a" * 65, "-menu", "menu-", "spring menu", "men/u", "menü", "admin", "V1", "note"],
)
def test_invalid_slug_is_refused(
    client: TestClient, editor: Somebody, new_code: Callable[..., str], slug: str
) -> None:
    answers = [
        client.post("/v1/qr/create-code", json=MENU | {"slug": slug}, headers=editor.headers),
        client.post(
            "/v1/set-code-slug",
            json={"code_id": new_code(), "slug": slug},
            headers=editor.headers,
        ),
    ]

    for answer in answers:
        assert answer.status_code == 422
        assert [it["field"] for it in answer.json()["errors"]] == ["slug"]


def test_slug_belongs_to_one_organisation(
    client: TestClient,
    new_code: Callable[..., str],
    make_org: MakeOrg,
    make_member: MakeMember,
) -> None:
    new_code(slug="only-one")
    stranger = make_member(make_org(name="Northwind Books"), "editor")
    theirs = client.post("/v1/qr/create-code", json=MENU, headers=stranger.headers).json()

    for path, body in (
        ("qr/create-code", MENU | {"slug": "Only-One"}),
        ("set-code-slug", {"code_id": theirs["code_id"], "slug": "only-one", "move": True}),
    ):
        answer = client.post(f"/v1/{path}", json=body, headers=stranger.headers)
        assert answer.status_code == 422, path
        assert [(it["field"], it["code"]) for it in answer.json()["errors"]] == [
            ("slug", "slug_taken")
        ]


def test_slug_moves_to_another_code_only_on_explicit_request(
    client: TestClient,
    editor: Somebody,
    call: Callable[..., Any],
    new_code: Callable[..., str],
) -> None:
    first = new_code(slug="moving")
    second = new_code(destination="https://harbor.example/second")
    asked = {"code_id": second, "slug": "moving"}

    refused = client.post("/v1/set-code-slug", json=asked, headers=editor.headers)
    assert (refused.status_code, refused.json()["code"]) == (409, "slug_of_other_code")
    assert refused.json()["other_code_id"] == first
    assert opened(client, "/moving") == MENU["destination"]
    assert call("set-code-slug", **asked, move=True)["shown"] == "moving"

    assert call("qr/get-code", code_id=first)["slug"] is None
    assert call("list-code-slugs", code_id=first)["items"] == []
    eventually(lambda: opened(client, "/moving") == "https://harbor.example/second")


def test_only_one_of_many_concurrent_requests_gets_a_slug(
    client: TestClient, editor: Somebody, new_code: Callable[..., str]
) -> None:
    codes = [new_code() for _ in range(6)]

    def want(code_id: str) -> tuple[int, list[str]]:
        answer = client.post(
            "/v1/set-code-slug",
            json={"code_id": code_id, "slug": "wanted-by-all"},
            headers=editor.headers,
        )
        return answer.status_code, [it["field"] for it in answer.json().get("errors", [])]

    with ThreadPoolExecutor(6) as threads:
        answers = sorted(threads.map(want, codes))

    assert answers == [(200, []), *[(409, ["slug"])] * 5]


def test_number_of_slugs_per_code_is_limited(
    client: TestClient, editor: Somebody, settings: Settings, new_code: Callable[..., str]
) -> None:
    code_id = new_code()
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "insert into code_slugs (slug, org_id, code_id)"
            " select 'many-' || n, org_id, code_id from codes, generate_series(1, %s) n"
            " where code_id = %s",
            [MAX_SLUGS, code_id],
        )
    body = {"code_id": code_id, "slug": "one-too-many"}

    answer = client.post("/v1/set-code-slug", json=body, headers=editor.headers)

    assert [it["code"] for it in answer.json()["errors"]] == ["too_many_slugs"]
    known = client.post("/v1/set-code-slug", json=body | {"slug": "many-7"}, headers=editor.headers)
    assert known.status_code == 200


def test_imported_codes_keep_available_slugs(
    client: TestClient, call: Callable[..., Any], new_code: Callable[..., str]
) -> None:
    new_code(slug="one-taken")
    rows = [
        {"link": "bit.ly/One-Taken", "long_url": "https://harbor.example/1"},
        {"link": "https://bit.ly/free-1", "long_url": "https://harbor.example/2"},
        {"link": "bit.ly/FREE-1", "long_url": "https://harbor.example/3"},
        {"link": "bit.ly/x", "long_url": "https://harbor.example/4"},
    ]
    noted = [
        ("rows[0].slug", "slug_taken"),
        ("rows[2].slug", "slug_taken"),
        ("rows[3].slug", "bad_slug"),
    ]

    seen = call("import-codes", source="bitly", rows=rows, preview=True)
    made = call("import-codes", source="bitly", rows=rows)

    assert (seen["errors"], [row["slug"] for row in seen["rows"]]) == (
        [],
        [None, "free-1", None, None],
    )
    for answer in (seen, made):
        assert [(it["field"], it["code"]) for it in answer["notes"]] == noted
    assert [it["slug"] for it in made["codes"]] == [None, "free-1", None, None]
    assert opened(client, "/free-1") == "https://harbor.example/2"
    dub = "Short link,Destination URL\nhttps://dub.sh/of-dub,https://harbor.example/dub\n"
    assert call("import-codes", source="dub", csv=dub)["codes"][0]["slug"] == "of-dub"
    assert opened(client, "/of-dub") == "https://harbor.example/dub"


def test_custom_import_rows_require_available_slugs(
    client: TestClient, editor: Somebody, call: Callable[..., Any], new_code: Callable[..., str]
) -> None:
    base = new_code(slug="row-base")
    rows = [{"slug": "row-one"}, {"slug": "ROW-one"}, {"slug": "row-base"}]
    body = {"code_id": base, "data": rows}

    refused = client.post("/v1/clone-multiple", json=body, headers=editor.headers)

    assert [it["field"] for it in refused.json()["errors"]] == ["data[1].slug", "data[2].slug"]
    call("clone-multiple", code_id=base, data=[{"slug": "row-one"}, {}])
    assert opened(client, "/row-one") == MENU["destination"]


def test_import_job_keeps_slugs_too(
    client: TestClient, settings: Settings, call: Callable[..., Any]
) -> None:
    rows = [{"link": f"bit.ly/job-{n}", "long_url": "https://harbor.example/"} for n in range(201)]

    started = call("import-codes", source="bitly", rows=rows)
    run_jobs(settings)

    assert started["job_id"] is not None
    assert opened(client, "/job-200") == "https://harbor.example/"


def test_code_that_would_redirect_to_a_slug_here_is_refused(
    client: TestClient, editor: Somebody, settings: Settings
) -> None:
    body = MENU | {"destination": f"{settings.base_url}/spring-menu"}

    answer = client.post("/v1/qr/create-code", json=body, headers=editor.headers)

    assert [it["field"] for it in answer.json()["errors"]] == ["destination"]
