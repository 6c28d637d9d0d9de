"""Analytics calls over a real lake: the organisation's time zone, names of codes, refusals."""

from datetime import UTC, datetime, timedelta
from typing import Any, get_args

import duckdb
import pytest
from starlette.testclient import TestClient

from api.apps import serve
from api.apps.web import create_app
from api.domains.insights.analytics.errors import AnalyticsNotReady
from api.domains.insights.analytics.schemas import GranularityName, Interval
from api.domains.insights.analytics.service import refusals
from api.domains.insights.analytics.state import AnalyticsState
from api.domains.insights.reports.state import ReportsState
from api.kit.process_state import ProcessState
from runtime.settings import Settings
from tests.pipelines.events import land, make_event
from tests.support.calling import call
from tests.support.people import MakeOrg, Org, People, Somebody
from tests.support.waiting import eventually
from warehouse.builds.activity import build_activity
from warehouse.date_ranges import OPTIONS, Granularity
from warehouse.lake import Lake


@pytest.fixture
def org(make_org: MakeOrg) -> Org:
    return make_org(time_zone="Asia/Kathmandu")


def scans(
    org_id: str, code_id: str, count: int, first: int = 0, **fields: Any
) -> list[dict[str, Any]]:
    """Return human scans of the last minutes by as many visitors."""
    now = datetime.now(UTC)
    return [
        make_event(
            first + n,
            org_id=org_id,
            code_id=code_id,
            visitor_id=f"visitor_{n}",
            occurred_at=now - timedelta(seconds=n),
            **fields,
        )
        for n in range(count)
    ]


def ask(client: TestClient, who: Somebody, **body: Any) -> Any:
    return call(client, who, "get-analytics", **body)


def test_new_organisation_has_zeros_and_its_own_time_zone(
    client: TestClient, viewer: Somebody
) -> None:
    answer = ask(client, viewer, interval="7day", group_by=["code"])

    assert answer["totals"]["scans"] == 0
    assert answer["timezone"] == "Asia/Kathmandu"
    assert answer["from"].endswith("T00:00:00+05:45")
    assert len(answer["series"]) == 7
    assert answer["breakdowns"] == {"code": []}
    assert set(answer["totals"]) == set(answer["definitions"])


def test_game_plays_are_counted_by_code_from_marts_and_tail(
    client: TestClient, viewer: Somebody, org: Org, lake: Lake
) -> None:
    quiz = '{"game_id": "game_1", "play_id": "p", "kind": "quiz", "result": "%s", "progress": %d}'
    lines = [("scored", 100), ("won", 100), ("left", 40)]
    plays = [
        {**it, "type": "play", "version": 2, "data": quiz % line}
        for it, line in zip(scans(org.org_id, "code_1", 3), lines, strict=True)
    ]
    land(lake, *plays[:2])
    build_activity(lake, {org.org_id: org.time_zone})
    land(lake, *plays[2:], *scans(org.org_id, "code_2", 1, first=3))

    answer = ask(client, viewer, interval="24hour", group_by=["code"])

    assert (answer["totals"]["plays"], answer["totals"]["scans"]) == (3, 1)
    of_code = {it["key"]: it["plays"] for it in answer["breakdowns"]["code"]}
    assert of_code == {"code_1": 3, "code_2": 0}
    assert sum(it["plays"] for it in answer["series"]) == 3


def test_marts_and_tail_add_up_and_codes_have_names(
    client: TestClient, viewer: Somebody, editor: Somebody, org: Org, lake: Lake
) -> None:
    made = client.post(
        "/v1/qr/create-code",
        json={"name": "Window", "type": "redirect", "destination": "https://harbor.example"},
        headers=editor.headers,
    ).json()
    land(lake, *scans(org.org_id, made["code_id"], 3))
    build_activity(lake, {org.org_id: org.time_zone})
    land(
        lake,
        *scans(org.org_id, made["code_id"], 2, first=3),
        *scans(org.org_id, "gone", 1, first=5),
    )

    answer = ask(client, viewer, interval="24hour", group_by=["code"])

    assert (answer["totals"]["scans"], answer["totals"]["people"]) == (6, 3)
    assert [(row["label"], row["scans"]) for row in answer["breakdowns"]["code"]] == [
        ("Window", 5),
        (None, 1),
    ]
    assert answer["tail_events"] == 3


def test_codes_are_counted_by_their_current_folder_and_placement(
    client: TestClient, viewer: Somebody, editor: Somebody, org: Org, lake: Lake
) -> None:
    def call(path: str, **body: Any) -> Any:
        return client.post(f"/v1/{path}", json=body, headers=editor.headers).json()

    folder = call("create-folder", name="Windows")["folder_id"]
    made = [
        call(
            "qr/create-code",
            name=f"Window {number}",
            type="redirect",
            destination="https://harbor.example",
            properties={"store": "Main Street", "window": str(number)},
        )["code_id"]
        for number in (1, 2)
    ]
    call("add-to-folder", folder_id=folder, code_ids=made)
    land(lake, *scans(org.org_id, made[0], 3), *scans(org.org_id, "gone", 1, first=3))
    build_activity(lake, {org.org_id: org.time_zone})
    land(lake, *scans(org.org_id, made[1], 2, first=4))

    answer = ask(client, viewer, interval="24hour", group_by=["folder", "placement"])
    filed = ask(client, viewer, interval="24hour", filters={"folder": [folder]})
    loose = ask(client, viewer, interval="24hour", filters={"folder": [f"-{folder}"]})
    hours = ask(client, viewer, interval="24hour", group_by=["hour_by_weekday"])

    assert [(row["key"], row["label"], row["scans"]) for row in answer["breakdowns"]["folder"]] == [
        (folder, "Windows", 5),
        ("", None, 1),
    ]
    assert {row["key"]: row["scans"] for row in answer["breakdowns"]["placement"]} == {
        "store: Main Street, window: 1": 3,
        "store: Main Street, window: 2": 2,
        "": 1,
    }
    assert (filed["totals"]["scans"], loose["totals"]["scans"]) == (5, 1)
    assert sum(row["scans"] for row in hours["breakdowns"]["hour_by_weekday"]) == 6


def test_only_requested_metrics_are_computed(
    client: TestClient, viewer: Somebody, org: Org, lake: Lake
) -> None:
    land(lake, *scans(org.org_id, "menu", 3), *scans(org.org_id, "menu", 2, 3, type="view"))
    asked = {"interval": "7day", "group_by": ["code"]}

    every = ask(client, viewer, **asked)
    some = ask(client, viewer, **asked, metrics=["views", "people"])

    assert set(some["definitions"]) == {"views", "people"}
    for one, other in [
        (every["totals"], some["totals"]),
        (every["previous"], some["previous"]),
        *zip(every["series"], some["series"], strict=True),
        *zip(every["breakdowns"]["code"], some["breakdowns"]["code"], strict=True),
    ]:
        assert other == {
            name: value if name in (*some["definitions"], "at", "key", "label") else 0
            for name, value in one.items()
        }
    assert (some["totals"]["views"], some["totals"]["people"]) == (2, 3)


def test_tenant_never_sees_numbers_of_another_tenant(
    client: TestClient, viewer: Somebody, make_org: MakeOrg, lake: Lake
) -> None:
    other = make_org("Northwind Books")
    land(lake, *scans(other.org_id, "theirs", 5))

    assert ask(client, viewer, filters={"code": ["theirs"]})["totals"]["scans"] == 0
    foreign = client.post(
        "/v1/get-analytics", json={"org_id": other.org_id}, headers=viewer.headers
    )
    assert foreign.status_code == 404
    by_code = client.post("/v0/scan_analytics", json={"code_id": "theirs"}, headers=viewer.headers)
    assert by_code.status_code == 404


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"interval": "fortnight"}, "interval"),
        ({"filters": {"colour": ["red"]}}, "filters.colour"),
        ({"group_by": ["colour"]}, "group_by"),
        ({"from": "2026-01-01T00:00:00Z"}, "to"),
        ({"from": "2026-01-02T00:00:00Z", "to": "2026-01-01T00:00:00Z"}, "to"),
        ({"from": "2026-01-01T00:00:00", "to": "2026-01-02T00:00:00Z"}, "from"),
        ({"from": "1800-01-01T00:00:00Z", "to": "2026-01-02T00:00:00Z"}, "from"),
        (
            {"interval": "7day", "from": "2026-01-01T00:00:00Z", "to": "2026-01-02T00:00:00Z"},
            "interval",
        ),
        (
            {
                "from": "2025-01-01T00:00:00Z",
                "to": "2026-01-01T00:00:00Z",
                "granularity": "15min",
            },
            "granularity",
        ),
        ({"filters": {"country": ["x" * 600]}}, "filters.country"),
        ({"metrics": ["revenue"]}, "metrics.0"),
    ],
)
def test_invalid_query_names_its_field(
    client: TestClient, viewer: Somebody, body: dict[str, Any], field: str
) -> None:
    answer = client.post("/v1/get-analytics", json=body, headers=viewer.headers)

    assert answer.status_code == 422, answer.text
    assert [error["field"] for error in answer.json()["errors"]] == [field]


def test_older_calls_split_scans_into_new_and_returning(
    client: TestClient, viewer: Somebody, org: Org, lake: Lake
) -> None:
    land(lake, *scans(org.org_id, "code_a", 4), *scans(org.org_id, "code_a", 2, first=4))

    split = client.post(
        "/v0/cookied-scan-analytics", json={"interval": "24hour"}, headers=viewer.headers
    )
    only = client.post("/v0/scan_analytics", json={"interval": "24hour"}, headers=viewer.headers)
    everything = client.post("/v0/analytics", json={"interval": "24hour"}, headers=viewer.headers)

    assert (split.json()["scans"], split.json()["new"], split.json()["returning"]) == (6, 4, 0)
    assert sum(point["scans"] for point in only.json()["series"]) == 6
    assert everything.json()["totals"]["scans"] == 6


def test_freshness_changes_when_an_event_lands(
    client: TestClient, viewer: Somebody, org: Org, lake: Lake
) -> None:
    def version() -> str:
        found: str = client.post("/v1/analytics-freshness", headers=viewer.headers).json()[
            "version"
        ]
        return found

    before = version()
    land(lake, *scans(org.org_id, "code_a", 1))

    deadline = datetime.now(UTC) + timedelta(seconds=5)
    while version() == before and datetime.now(UTC) < deadline:
        pass
    assert version() != before


def test_every_range_preset_is_an_interval_of_the_api() -> None:
    assert get_args(Interval) == tuple(value for _, value in OPTIONS)
    assert set(get_args(GranularityName)) == {one.value for one in Granularity}


@pytest.mark.parametrize(
    "trouble",
    [duckdb.OutOfMemoryException("full"), duckdb.IOException("away"), OSError("away")],
)
def test_temporary_lake_errors_answer_503_instead_of_blaming_the_query(trouble: Exception) -> None:
    with pytest.raises(AnalyticsNotReady) as entry, refusals():
        raise trouble

    assert (entry.value.status, entry.value.headers["Retry-After"]) == (503, "10")


@pytest.mark.parametrize("is_warm", [True, False])
def test_served_app_reads_the_lake_before_the_first_request(
    api_settings: Settings, *, is_warm: bool
) -> None:
    app = create_app(api_settings, is_warm=is_warm)

    with TestClient(app):
        analytics, reports = AnalyticsState.of(app).analytics, ReportsState.of(app).reports
        assert (analytics.is_open, reports.is_open) == (is_warm, is_warm)
    assert (analytics.is_open, reports.is_open) == (False, False)


def test_web_process_is_warmed_up(monkeypatch: pytest.MonkeyPatch, api_settings: Settings) -> None:
    monkeypatch.setattr(serve, "get_settings", lambda: api_settings)
    monkeypatch.setattr(serve, "configure", lambda *_: None)

    assert ProcessState.of(serve.app()).is_warm


def test_latest_event_is_that_of_the_own_organisation(
    client: TestClient, viewer: Somebody, org: Org, lake: Lake, people: People
) -> None:
    newest = datetime.now(UTC).replace(microsecond=0)
    own = newest - timedelta(minutes=20)
    other = people.org()
    land(lake, make_event(0, org_id=other.org_id, occurred_at=newest))

    def moments() -> set[str | None]:
        paths = {
            "analytics-freshness": {},
            "get-analytics": {"interval": "7day"},
            "get-cross-table": {"interval": "7day", "group_by": ["code", "country"]},
            "get-events": {"interval": "7day"},
            "get-report": {"report": "code_health", "interval": "7day"},
        }
        return {
            found and datetime.fromisoformat(found).astimezone(UTC).isoformat()
            for path, body in paths.items()
            for found in [call(client, viewer, path, **body)["as_of"]]
        }

    assert moments() == {None}
    land(lake, make_event(1, org_id=org.org_id, occurred_at=own))
    land(lake, make_event(2, org_id=other.org_id, occurred_at=newest))
    eventually(lambda: moments() == {own.isoformat()})
    build_activity(lake, {org.org_id: org.time_zone, other.org_id: other.time_zone})
    assert moments() == {own.isoformat()}
