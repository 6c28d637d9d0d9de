"""Seasons of leaderboards: a leaderboard is archived and restarted, and earlier seasons can be read."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.kit.process_state import ProcessState
from api.kit.web_app import WebApp
from tests.pipelines.events import land, make_event
from tests.support.app_state import change_state
from tests.support.calling import call
from tests.support.people import MakeOrg, Org, Somebody
from warehouse.lake import Lake

OPENED = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)

SetClock = Callable[[datetime], None]


@pytest.fixture
def set_clock(app: WebApp) -> SetClock:
    """Return a function that sets the time for every call."""

    def say(moment: datetime) -> None:
        change_state(app, ProcessState, clock=lambda: moment)

    say(OPENED)
    return say


def scanned(lake: Lake, org: Org, first: int, codes: dict[str, int], at: datetime) -> None:
    """Land a number of scans of each code at this moment."""
    names = [code for code, scans in codes.items() for _ in range(scans)]
    land(
        lake,
        *(
            make_event(
                first + place,
                org_id=org.org_id,
                code_id=code,
                occurred_at=at,
                day=at.date(),
                visitor_id=f"{code}-{place}",
            )
            for place, code in enumerate(names)
        ),
    )


def test_new_season_starts_at_zero_and_the_archived_season_can_be_read(
    client: TestClient, admin: Somebody, org: Org, lake: Lake, set_clock: SetClock
) -> None:
    # All at once, because readers may see the old state of the lake for a quarter of a second.
    scanned(lake, org, 0, {"menu": 3, "window": 1}, OPENED - 2 * HOUR)
    scanned(lake, org, 4, {"window": 2}, OPENED + 24 * HOUR)

    def ranking(season: int) -> tuple[list[tuple[int, str, int]], datetime, datetime]:
        page = call(client, admin, "get-report", report="leaderboard", season=season)
        rows = [(row["rank"], row["key"], row["scans"]) for row in page["rows"]]
        return rows, datetime.fromisoformat(page["from"]), datetime.fromisoformat(page["to"])

    (only,) = call(client, admin, "list-seasons", board="code")["seasons"]
    assert only == {"number": 1, "name": "", "starts_at": None, "ends_at": None}
    assert ranking(1)[0] == [(1, "menu", 3), (2, "window", 1)]

    started = call(client, admin, "start-season", board="code", number=1, name=" Winter ")
    set_clock(OPENED + 25 * HOUR)

    assert [(one["number"], one["name"]) for one in started["seasons"]] == [(2, ""), (1, "Winter")]
    rows, _, end = ranking(1)
    assert (rows, end) == ([(1, "menu", 3), (2, "window", 1)], OPENED)
    assert ranking(2) == ([(1, "window", 2)], OPENED, OPENED + 25 * HOUR)
    (pages,) = call(client, admin, "list-seasons", board="page")["seasons"]
    assert pages["number"] == 1, "each board has seasons of its own"


def test_season_is_archived_once_and_not_within_a_minute(
    client: TestClient, admin: Somebody, editor: Somebody, set_clock: SetClock, make_org: MakeOrg
) -> None:
    def start(_: int) -> int:
        body = {"board": "code", "number": 1}
        return client.post("/v1/start-season", json=body, headers=admin.headers).status_code

    with ThreadPoolExecutor(2) as two:
        assert sorted(two.map(start, range(2))) == [200, 409]

    again = call(client, admin, "start-season", 409, board="code", number=1)
    assert again["code"] == "season_changed"
    soon = call(client, admin, "start-season", 409, board="code", number=2)
    assert soon["code"] == "season_too_short"
    set_clock(OPENED + HOUR)
    found = call(client, admin, "start-season", board="code", number=2)
    assert [one["number"] for one in found["seasons"]] == [3, 2, 1]
    call(client, editor, "start-season", 403, board="code", number=3)


def test_leaderboard_has_a_maximum_number_of_seasons(
    client: TestClient, admin: Somebody, set_clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.domains.promotions.leaderboards.service.MAX_SEASONS", 2)
    call(client, admin, "start-season", board="code", number=1)
    set_clock(OPENED + HOUR)

    refused = call(client, admin, "start-season", 409, board="code", number=2)

    assert refused["code"] == "too_many_seasons"


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"report": "orders", "season": 1}, 422),
        ({"report": "leaderboard", "season": 1, "interval": "7day"}, 422),
        ({"report": "leaderboard", "season": 2}, 404),
    ],
)
def test_invalid_seasons_are_refused(
    client: TestClient, viewer: Somebody, asked: dict[str, Any], status: int
) -> None:
    refused = call(client, viewer, "get-report", status, **asked)

    if status == 422:
        assert [one["field"] for one in refused["errors"]] == ["season"]
    else:
        assert refused["code"] == "season_not_found"
