"""What numbers and reports are compared with, and exact counts of people."""

import base64
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.pipelines.events import land, make_event
from tests.support.people import Org, Somebody
from warehouse.lake import Lake
from warehouse.queries.sources import bucket_of

FIRST = datetime(2026, 3, 10, 12, tzinfo=UTC)
WITHIN = {"from": "2026-03-08T00:00:00Z", "to": "2026-03-12T00:00:00Z"}


@pytest.fixture
def moments() -> list[tuple[str, datetime]]:
    """Return four scans in the range, two in the four days before, and one a year before."""
    now = [("here", FIRST), ("here", FIRST), ("here", FIRST), ("there", FIRST)]
    before = [("here", FIRST - timedelta(days=4)), ("gone", FIRST - timedelta(days=4))]
    return [*now, *before, ("here", FIRST.replace(year=2025))]


def test_comparison_period_is_the_preceding_range_the_year_before_or_none(
    client: TestClient, editor: Somebody, org: Org, lake: Lake, moments: list[tuple[str, datetime]]
) -> None:
    land(
        lake,
        *(
            make_event(
                pos,
                org_id=org.org_id,
                code_id=code,
                occurred_at=at,
                day=at.date(),
                visitor_id=f"v{pos}",
            )
            for pos, (code, at) in enumerate(moments)
        ),
    )

    def call(path: str, expected: int = 200, **body: Any) -> Any:
        answer = client.post(f"/v1/{path}", json=WITHIN | body, headers=editor.headers)
        assert answer.status_code == expected, answer.text
        return answer.json()

    for compare, scans in (("previous", 2), ("year", 1), ("none", None)):
        answer = call("get-analytics", compare=compare)
        assert answer["compare"] == compare
        assert (answer["previous"] or {"scans": None})["scans"] == scans
        assert (answer["previous_from"] is None) is (scans is None)
        explained = call("explain-change", compare=compare)
        assert explained["before"] == (scans or 0)
    call("get-analytics", 422, compare="century")
    # A range longer than a year overlaps with the one a year before.
    long = {"from": "2024-06-01T00:00:00Z", "to": "2026-06-01T00:00:00Z", "compare": "year"}
    assert call("get-analytics", **long)["totals"]["scans"] == 7
    assert call("get-analytics", **long)["previous"]["scans"] == 1

    page = call(
        "get-report", report="funnel", group_by="code", compare="previous", sort=["-scans_before"]
    )
    rows = {
        row["key"]: (row["scans"], row["scans_before"], row["scans_change"]) for row in page["rows"]
    }
    assert rows == {"here": (3, 1, 2.0), "there": (1, 0, None), "gone": (0, 1, -1.0)}
    assert (page["compare"], page["previous_from"] is not None) == ("previous", True)
    assert "scans_before" in page["definitions"]
    plain = call("get-report", report="funnel", group_by="code")
    assert (plain["compare"], plain["previous_from"], len(plain["rows"])) == ("none", None, 2)
    for report in ("customers", "retention_weeks", "code_health"):
        refused = call("get-report", 422, report=report, compare="year")
        assert refused["errors"][0]["field"] == "compare"
    call("get-report", 422, report="funnel", sort=["scans_before"])
    params = WITHIN | {"group_by": ["code"]}
    for more, width in (({}, 22), ({"compare": "year"}, 22 + 2 * 16)):
        file = call("export-csv", **{"from": "report:funnel"}, params=params | more)
        header = base64.b64decode(file["data"]).decode().splitlines()[0].split(",")
        assert len(header) == width + 1, header  # the codes' names


def test_trend_of_a_running_range_compares_with_the_same_part_of_the_period_before(
    client: TestClient, editor: Somebody, org: Org, lake: Lake
) -> None:
    start = bucket_of(datetime.now(UTC)) - timedelta(hours=1)
    running = {"from": start.isoformat(), "to": (start + timedelta(hours=2)).isoformat()}
    minutes = (30, -90, -30)
    land(
        lake,
        *(
            make_event(pos, org_id=org.org_id, occurred_at=start + timedelta(minutes=it))
            for pos, it in enumerate(minutes)
        ),
    )

    answer = client.post(
        "/v1/get-report", json={"report": "code_health"} | running, headers=editor.headers
    )

    (row,) = answer.json()["rows"]
    assert (row["scans"], row["scans_before"], row["trend"]) == (1, 1, 0)
