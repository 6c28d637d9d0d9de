"""A view is a page seen and nothing else, from the visitor's call to the numbers that analysts read."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.support.browsers import BROWSER
from tests.support.calling import call
from tests.support.events import Road
from tests.support.kafka import real_kafka
from tests.support.pages import PageMaker, field, form_block
from tests.support.people import Org, Somebody
from warehouse.builds.activity import build_activity
from warehouse.lake import Lake

pytestmark = pytest.mark.kafka


@pytest.fixture
def road(settings: Settings, kafka_bootstrap: str) -> Iterator[Road]:
    settings = settings.model_copy(update={"kafka_bootstrap_servers_setting": kafka_bootstrap})
    with Road(settings, shared=real_kafka() is not None) as road:
        road.relay()
        road.lander()
        yield road


def recorded(client: TestClient, who: Somebody, code_id: str) -> dict[str, Any]:
    """Return the recorded numbers of a code."""
    asked = {"interval": "24hour", "filters": {"code": [code_id]}}
    totals = call(client, who, "get-analytics", interval="24hour", group_by=["code"])
    only = call(client, who, "get-analytics", **asked)
    behind = call(client, who, "get-events", **asked, metric="views")
    events = call(client, who, "get-events", **asked)
    fields = call(client, who, "get-report", report="form_fields", **asked)["rows"]
    (funnel,) = call(client, who, "get-report", report="funnel", **asked)["rows"]
    (of_code,) = totals["breakdowns"]["code"]
    parts = ("reached", "filled", "answered", "left_here", "submits", "opened")
    return {
        "views": (totals["totals"]["views"], of_code["views"], only["totals"]["views"]),
        "funnel": (funnel["views"], funnel["submits"]),
        "behind": (behind["total"], [it["type"] for it in behind["items"]]),
        "events": sorted((it["type"], it["action"] or "") for it in events["items"]),
        "fields": {row["field"]: tuple(row[part] for part in parts) for row in fields},
    }


def test_page_with_clicks_and_a_form_counts_one_view(
    client: TestClient, editor: Somebody, org: Org, road: Road, lake: Lake
) -> None:
    form = form_block(field("email"), field("city"))
    code_id, page_id = PageMaker(client, editor.headers).published(form)
    page = {"code_id": code_id, "page_id": page_id}
    step = {**page, "action": "form", "form_id": form["props"]["form_id"]}
    events = [
        page,
        {**page, "action": "click", "block_id": "button"},
        {**page, "action": "click", "block_id": "button"},
        {
            **step,
            "opened": True,
            "reached": ["email", "city"],
            "filled": ["email"],
            "stands_at": "city",
        },
        {**page, "action": "duration", "duration_ms": 5300},
    ]

    kept = client.post("/v1/collect", json={"events": events}, headers=BROWSER).json()
    sent = client.post(
        "/v1/append-submit",
        json={"code_id": code_id, "fields": {"email": "ana@example.com"}},
        headers=BROWSER,
    )

    assert (kept["accepted"], kept["errors"]) == (5, [])
    assert sent.status_code == 200, sent.text
    road.wait_landed(6)
    expected = {
        "views": (1, 1, 1),
        "funnel": (1, 1),
        "behind": (1, ["view"]),
        "events": [
            ("submit", ""),
            ("use", "click"),
            ("use", "click"),
            ("use", "duration"),
            ("use", "form"),
            ("view", ""),
        ],
        "fields": {"email": (1, 1, 1, 0, 1, 1), "city": (1, 0, 0, 1, 1, 1)},
    }
    assert recorded(client, editor, code_id) == expected
    build_activity(lake, {org.org_id: "UTC"})
    assert recorded(client, editor, code_id) == expected
