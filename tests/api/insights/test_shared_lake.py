"""Every call that returns numbers returns only a member's own, whatever the filters are: called as by a browser."""

import base64
import json
import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.pipelines.events import ZONES, land, make_event
from tests.support.people import MakeOrg, Org, Somebody
from warehouse.builds.activity import build_activity
from warehouse.dimensions import DIMENSIONS
from warehouse.lake import Lake
from warehouse.queries.language import Dimension
from warehouse.reports.catalogue import all_reports

THEIRS = "northwindsecret"
"""Contained in every text of the other organisation's events."""

Ask = Callable[[dict[str, list[str]]], str]


@pytest.fixture
def asks(
    client: TestClient,
    editor: Somebody,
    org: Org,
    make_org: MakeOrg,
    settings: Settings,
) -> dict[str, Ask]:
    """Return each call by name, as a function from filters to the response text."""
    other = make_org("Northwind Books")
    rng = random.Random(4)
    now = datetime.now(UTC)
    events = [
        make_event(
            pos,
            org_id=own,
            occurred_at=now - timedelta(minutes=rng.choice((3, 20, 90, 1_600))),
            visitor_id=f"visitor_{pos % 9}",
            type=rng.choice(("scan", "scan", "scan", "submit", "vote")),
            **dict.fromkeys(DIMENSIONS, "ours" if own == org.org_id else THEIRS),
        )
        for pos in range(90)
        for own in [rng.choice((org.org_id, other.org_id))]
    ]
    lake = Lake.from_settings(settings)
    land(lake, *events[:60])
    build_activity(lake, ZONES)
    land(lake, *events[60:])
    ranged = {"interval": "24hour", "include_bots": True}

    def post(path: str, **body: Any) -> str:
        answer = client.post(f"/v1/{path}", json=body, headers=editor.headers)
        assert answer.status_code == 200, (path, answer.text)
        return answer.text

    def share(filters: dict[str, list[str]], **fields: Any) -> str:
        made = client.post(
            "/v1/create-share-link",
            json={"name": "Partners", "question": ranged | {"filters": fields}},
            headers=editor.headers,
        )
        assert made.status_code == 200, made.text
        asked = {"token": made.json()["token"], "filters": filters, "group_by": ["code", "city"]}
        answer = client.post("/v1/ask-share-link", json=asked)
        assert answer.status_code == 200, answer.text
        return answer.text

    def export(table: str, filters: dict[str, list[str]]) -> str:
        body = {"from": table, "params": ranged | {"filters": filters}}
        answer = client.post("/v1/export-csv", json=body, headers=editor.headers)
        assert answer.status_code == 200, answer.text
        return base64.b64decode(answer.json()["data"]).decode()

    def live(filters: dict[str, list[str]]) -> str:
        path = "/v1/analytics-live"
        params = {"seconds": "0", "include_bots": "true", "filters": json.dumps(filters)}
        answer = client.get(path, params=params, headers=editor.headers)
        assert answer.status_code == 200, answer.text
        return answer.text

    split = [one.value for one in Dimension]
    return {
        "get-analytics": lambda f: post("get-analytics", **ranged, filters=f, group_by=split),
        "get-events": lambda f: post("get-events", **ranged, filters=f),
        "explain-change": lambda f: post("explain-change", **ranged, filters=f),
        "get-placements": lambda f: post("get-placements", **ranged, filters=f),
        "get-report": lambda f: post(
            "get-report", **ranged, report="funnel", filters=f, group_by="city"
        ),
        "export of events": lambda f: export("events", f),
        "export of a table": lambda f: export("city", f),
        "analytics-live": live,
        "a shared link": share,
        "a shared link of their code": lambda f: share(f, code=[THEIRS]),
    }


HOSTILE: tuple[dict[str, list[str]], ...] = (
    {},
    {"code": ["' or true --", "%", "$org_id"], "city": ["-x') or ('1'='1"]},
    {
        "code": ["-*/ or org_id is not null /*", "-\\"],
        "city": ["-ours", "-'; drop table events; --"],
    },
)


TELL_OURS = ("get-analytics", "get-events", "get-report", "export of events", "a shared link")


def test_no_call_returns_data_of_another_organisation(
    client: TestClient, editor: Somebody, asks: dict[str, Ask]
) -> None:
    for name, ask in asks.items():
        for filters in HOSTILE:
            assert THEIRS not in ask(filters), (name, filters)
        nothing, theirs = ask({"code": ["nobody"]}), ask({"code": [THEIRS]})
        assert THEIRS not in theirs, name
        assert len(theirs) == len(nothing), name
    assert all("ours" in asks[name]({}) for name in TELL_OURS)
    for name in all_reports():
        body = {"report": name, "interval": "all", "include_bots": True}
        answer = client.post("/v1/get-report", json=body, headers=editor.headers)
        assert (answer.status_code, THEIRS in answer.text) == (200, False), name
