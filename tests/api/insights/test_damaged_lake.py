"""A damaged file of the lake: its readers get an error, the log names it, and no restart is needed."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from runtime.doctor import examine, print_report
from runtime.settings import Settings
from tests.pipelines.events import land, make_event
from tests.support.calling import call
from tests.support.people import MakeMember, MakeOrg, Org, Somebody
from warehouse.lake import Lake


def land_scans(lake: Lake, org_id: str, first: int) -> None:
    yesterday = datetime.now(UTC) - timedelta(days=1)
    land(
        lake,
        *(
            make_event(pos, org_id=org_id, occurred_at=yesterday, day=yesterday.date())
            for pos in range(first, first + 50)
        ),
    )


def file_of(lake: Lake, org_id: str) -> Path:
    (file,) = (one for one in lake.events.files() if one.stats["min.org_id"] == org_id)
    return Path(file.uri)


def test_calls_over_a_damaged_file_are_unavailable_until_it_is_restored(
    client: TestClient,
    lake: Lake,
    org: Org,
    viewer: Somebody,
    make_org: MakeOrg,
    make_member: MakeMember,
    capsys: pytest.CaptureFixture[str],
) -> None:
    other = make_org()
    elsewhere = make_member(other, "viewer")
    land_scans(lake, org.org_id, 1)
    land_scans(lake, other.org_id, 100)
    path = file_of(lake, org.org_id)
    kept = path.read_bytes()
    calls: dict[str, dict[str, Any]] = {
        "get-analytics": {"interval": "7day"},
        "get-cross-table": {"interval": "7day", "group_by": ["country", "device"]},
    }
    path.write_bytes(kept[: len(kept) * 7 // 10])

    for name, body in calls.items():
        answer = client.post(f"/v1/{name}", json=body, headers=viewer.headers)
        assert (answer.status_code, answer.json()["code"]) == (503, "data_damaged"), name
        assert answer.headers["retry-after"] == "60"
    assert str(path) in capsys.readouterr().out
    assert call(client, elsewhere, "get-analytics", interval="7day")["totals"]["scans"] == 50
    path.write_bytes(kept)

    assert call(client, viewer, "get-analytics", interval="7day")["totals"]["scans"] == 50


def test_doctor_names_the_damaged_file_and_the_fix(
    api_settings: Settings, lake: Lake, capsys: pytest.CaptureFixture[str]
) -> None:
    land_scans(lake, "org_a", 1)
    path = file_of(lake, "org_a")
    path.write_bytes(path.read_bytes()[:100])

    found = [one for one in examine(api_settings) if one.name == "file"]
    print_report(found)

    (only,) = found
    assert only.state == "fail"
    assert str(path) in only.text
    assert "100 bytes in place of" in only.text
    assert "waypost repair" in only.advice
    assert "fail" in capsys.readouterr().out
