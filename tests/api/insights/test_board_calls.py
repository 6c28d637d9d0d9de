"""Rows behind a number, the live view and changes: a member's own, page by page, within limits."""

from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
import pytest
from starlette.testclient import TestClient

from api.domains.insights.dashboard_cards.live import MAX_VIEWS_PER_ORGANIZATION
from tests.api.insights.test_analytics import scans
from tests.pipelines.events import land, make_event
from tests.support.calling import call
from tests.support.people import MakeOrg, Org, Somebody
from warehouse.lake import Lake
from warehouse.visitor_names import visitor_name


def ask(client: TestClient, who: Somebody, path: str, **body: Any) -> Any:
    return call(client, who, path, **{"interval": "24hour", **body})


def test_pages_contain_every_row_behind_a_number_exactly_once(
    client: TestClient, viewer: Somebody, org: Org, make_org: MakeOrg, lake: Lake
) -> None:
    other = make_org("Northwind Books")
    land(
        lake,
        *scans(org.org_id, "code_a", 7, city="Zürich"),
        *scans(org.org_id, "code_b", 2, first=7),
        *scans(other.org_id, "theirs", 3, first=9),
        make_event(12, org_id=org.org_id, type="view", occurred_at=datetime.now(UTC)),
        make_event(13, org_id=org.org_id, is_bot=True, occurred_at=datetime.now(UTC)),
    )

    first = ask(client, viewer, "get-events", metric="scans", page_size=5)
    second = ask(client, viewer, "get-events", metric="scans", page_size=5, after=first["next"])
    one_code = ask(client, viewer, "get-events", filters={"code": ["code_b"]})
    everything = ask(client, viewer, "get-events", include_bots=True)
    theirs = ask(client, viewer, "get-events", filters={"code": ["theirs"]})

    rows = first["items"] + second["items"]
    assert (first["total"], second["total"], second["next"]) == (9, None, None)
    assert len({row["id"] for row in rows}) == 9
    moments = [row["occurred_at"] for row in rows]
    assert moments == sorted(moments, reverse=True)
    assert first["timezone"] == org.time_zone
    assert {row["city"] for row in rows} == {"Zürich", None}
    assert {row["visitor"] for row in rows} == {visitor_name(f"visitor_{n}") for n in range(7)}
    assert "visitor_" not in str(rows)
    assert one_code["total"] == 2
    assert everything["total"] == 11
    assert (theirs["items"], theirs["total"]) == ([], 0)


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("get-events", {"after": "nonsense"}, "after"),
        ("get-events", {"after": "WzEsMl0="}, "after"),
        ("get-events", {"metric": "money"}, "metric"),
        ("get-events", {"page_size": 501}, "page_size"),
        ("explain-change", {"metric": "people"}, "metric"),
        ("explain-change", {"filters": {"colour": ["red"]}}, "filters.colour"),
    ],
)
def test_invalid_requests_are_refused(
    client: TestClient, viewer: Somebody, path: str, body: dict[str, Any], field: str
) -> None:
    answer = client.post(f"/v1/{path}", json=body, headers=viewer.headers)

    assert answer.status_code in (400, 422), answer.text
    assert [error["field"] for error in answer.json()["errors"]] == [field]


def test_only_the_code_that_rose_alone_is_named(
    client: TestClient, viewer: Somebody, org: Org, lake: Lake
) -> None:
    def several(code: str, count: int, first: int, days: float) -> list[dict[str, Any]]:
        return [
            make_event(
                first + n,
                org_id=org.org_id,
                code_id=code,
                country="NP",
                occurred_at=datetime.now(UTC) - timedelta(days=days, minutes=n % 7),
            )
            for n in range(count)
        ]

    land(
        lake,
        *several("busy", 200, 0, 0.3),
        *several("quiet", 40, 200, 0.3),
        *several("busy", 30, 240, 1.3),
        *several("quiet", 40, 270, 1.3),
    )

    fields = ask(client, viewer, "explain-change")
    views = ask(client, viewer, "explain-change", metric="views")
    everything = client.post(
        "/v1/explain-change", json={"interval": "all"}, headers=viewer.headers
    ).json()

    assert (fields["now"], fields["before"], fields["is_ordinary"]) == (240, 70, False)
    causes = {
        cause["dimension"]: (cause["key"], cause["now"], cause["before"])
        for cause in fields["causes"]
    }
    assert causes["code"] == ("busy", 200, 30)
    assert (views["is_ordinary"], views["causes"]) == (True, [])
    assert everything["causes"] == []
    assert "eight weeks" in fields["rule"]


def test_live_stream_shows_the_newest_events_of_the_organisation_of_the_viewer(
    client: TestClient, viewer: Somebody, org: Org, make_org: MakeOrg, lake: Lake
) -> None:
    other = make_org("Northwind Books")
    land(lake, *scans(org.org_id, "ours", 3), *scans(other.org_id, "theirs", 2, first=3))

    def watch(query: str = "") -> Any:
        path = f"/v1/analytics-live?seconds=0{query}"
        with client.stream("GET", path, headers=viewer.headers) as stream:
            assert stream.status_code == 200
            assert stream.headers["content-type"].startswith("text/event-stream")
            lines = [line for line in stream.iter_lines() if line.startswith("data: ")]
        return orjson.loads(lines[0].removeprefix("data: "))

    newest, theirs = watch(), watch('&filters={"code":["theirs"]}')
    phones, no_phones = (watch(f'&filters={{"device":["{it}phone"]}}') for it in ("", "-"))

    assert (len(newest["minutes"]), sum(newest["minutes"]), newest["people"]) == (30, 3, 3)
    assert [event["code_id"] for event in newest["events"]] == ["ours"] * 3
    assert (sum(theirs["minutes"]), theirs["events"]) == (0, [])
    assert sorted((sum(phones["minutes"]), sum(no_phones["minutes"]))) == [0, 3]
    assert sum(watch('&filters={"folder":[""]}')["minutes"]) == 3
    for wrong in ("x", '{"code":1}', '{"colour":["red"]}'):
        refused = client.get(
            "/v1/analytics-live",
            params={"seconds": 0, "filters": wrong},
            headers=viewer.headers,
        )
        assert (refused.status_code, refused.json()["code"]) == (422, "bad_question"), wrong
    assert client.get("/v1/analytics-live?seconds=0").status_code == 401
    for _ in range(MAX_VIEWS_PER_ORGANIZATION + 1):
        watch()
