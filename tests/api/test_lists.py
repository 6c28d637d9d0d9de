"""Lists without a screen that sorts them: each can be searched, sorts both ways, and refuses unknown columns."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import psycopg
import pytest
from psycopg.types.json import Jsonb
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.support.calling import call
from tests.support.pages import PageMaker
from tests.support.people import Org, Somebody
from tests.support.pictures import picture
from tests.support.visits import make_code

pytestmark = pytest.mark.one_database

FIRST = datetime(2026, 11, 1, 9, tzinfo=UTC)


class Listed(NamedTuple):
    """A list with three rows in it."""

    path: str
    body: dict[str, Any]
    text: str
    """Contained in the second row alone."""
    sort: str
    """A column that sorts the rows in the order in which they were created."""
    shown: str
    """The field that distinguishes the rows."""


@pytest.fixture
def insert(settings: Settings, org: Org) -> Callable[..., None]:
    """`insert("table", column=…)` for the organisation; rows are numbered in `{n}`."""

    def insert(table: str, **columns: Any) -> None:
        with psycopg.connect(settings.database_url) as connection:
            for number, name in enumerate(("anton", "berta", "caesar")):
                values = {"org_id": org.org_id}
                for column, value in columns.items():
                    at = FIRST + timedelta(days=number) if value is FIRST else value
                    values[column] = at(number, name) if callable(at) else at
                connection.execute(
                    f"insert into {table} ({', '.join(values)})"
                    f" values ({', '.join(['%s'] * len(values))})",
                    [Jsonb(it) if isinstance(it, dict | list) else it for it in values.values()],
                )

    return insert


def tagged(prefix: str) -> Callable[[int, str], str]:
    return lambda _number, name: f"{prefix}{name}"


@pytest.fixture
def lists(
    insert: Callable[..., None],
    pages: PageMaker,
    client: TestClient,
    admin: Somebody,
    settings: Settings,
    org: Org,
) -> list[Listed]:
    code = make_code(settings.database_url, org.org_id)
    insert(
        "sandbox_messages",
        message_id=tagged("msg_"),
        channel="email",
        recipient=tagged(""),
        body="Hello",
        created_at=FIRST,
    )
    insert(
        "destination_checks",
        code_id=code,
        url=tagged("https://example.com/"),
        state="broken",
        checked_at=FIRST,
        broken_since=FIRST,
    )
    insert(
        "promo_alarms",
        alarm_id=tagged("alarm_"),
        code_id=code,
        kind=lambda number, _name: "code" if number == 1 else "device",
        guesser=tagged(""),
        window_start=FIRST,
        wrong=lambda number, _name: number + 1,
        raised_at=FIRST,
    )
    insert(
        "erasures",
        erasure_id=tagged("erasure_"),
        subject=lambda number, _name: "customer" if number == 1 else "visitor",
        state="done",
        asked_at=FIRST,
        finished_at=FIRST,
        receipt={},
    )
    terms = call(client, admin, "update-terms", title="Terms", body="<p>Be kind.</p>")["terms_id"]
    insert(
        "terms_acceptances",
        acceptance_id=tagged("acc_"),
        terms_id=terms,
        version=1,
        text_hash="x",
        visitor_id=tagged("visitor "),
        visitor_kind="daily",
        email_hash=tagged(""),
        address="192.0.2.0/24",
        accepted_at=FIRST,
    )
    page = pages.page()
    insert(
        "page_versions",
        page_id=page,
        version=lambda number, _name: 100 + number,
        name=tagged(""),
        blocks={},
        created_at=FIRST,
    )
    wall = call(client, admin, "selfiewall/create-selfiewall", name="Wall")["wall_id"]
    insert(
        "wall_posts",
        post_id=tagged("post_"),
        wall_id=wall,
        visitor_id="v",
        digest=lambda _number, name: name.encode(),
        author=tagged(""),
        caption="",
        state="shown",
        is_pinned=False,
        width=1,
        height=1,
        files=[
            {
                "key": f"org/{org.org_id}/walls/x.webp",
                "media_type": "image/webp",
                "width": 1,
                "height": 1,
            }
        ],
        consent_hash="",
        reports=0,
        posted_at=FIRST,
    )
    file = {"file": ("sea.png", picture(size=(64, 64)))}
    media = client.post("/v1/upload-image", headers=admin.headers, files=file).json()["media_id"]
    job = call(client, admin, "generate-ai-qr", prompt="A sea", code_id=code, count=1)["job_id"]
    insert(
        "ai_pictures",
        job_id=job,
        number=lambda number, _name: number + 1,
        media_id=media,
        content="https://example.com",
        prompt=tagged(""),
        style="waves",
        seed=1,
        source="built_in",
        grip=1,
        created_at=FIRST,
    )
    return [
        Listed("get-sandbox-messages", {}, "berta", "created_at", "recipient"),
        Listed("get-code-health", {}, "BERTA", "checked_at", "url"),
        Listed("promo_lock/list_alarms", {"qr_id": code}, "code", "raised_at", "alarm_id"),
        Listed("list-erasures", {}, "customer", "asked_at", "erasure_id"),
        Listed("get-terms-acceptances", {"terms_id": terms}, "berta", "accepted_at", "visitor"),
        Listed("page-history", {"page_id": page}, "berta", "version", "name"),
        Listed("selfiewall/get-posts", {"wall_id": wall}, "berta", "posted_at", "author"),
        Listed("list-ai-pictures", {}, "berta", "created_at", "prompt"),
    ]


def test_lists_search_and_sort_by_their_columns_and_refuse_others(
    client: TestClient, admin: Somebody, lists: list[Listed]
) -> None:
    for path, body, text, sort, shown in lists:

        def rows(path: str = path, body: Any = body, shown: str = shown, **more: Any) -> list[str]:
            items = call(client, admin, path, **body, **more)["items"]
            names = [str(item[shown]) for item in items]
            return [it for it in names if any(n in it for n in ("anton", "berta", "caesar"))]

        in_order = rows(sort=sort)
        assert [it[-5:] for it in in_order] == ["anton", "berta", "aesar"], path
        assert rows(sort=f"-{sort}") == in_order[::-1], path
        assert rows(filter=text) == in_order[1:2], path
        assert rows(filter="nobody is called so") == [], path
        refused = call(client, admin, path, 422, **body, sort="nonsense")
        assert [error["field"] for error in refused["errors"]] == ["sort"], path
