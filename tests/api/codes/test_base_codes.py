"""The numbers of a base code, including those of the codes created from it."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.pipelines.events import land, make_event
from tests.support.calling import call
from tests.support.jobs import run_jobs
from tests.support.people import Org, Somebody
from warehouse.builds.activity import build_activity
from warehouse.lake import Lake

CODE = {"type": "redirect", "destination": "https://harbor.example/coffee"}


def ask(client: TestClient, who: Somebody, **body: Any) -> Any:
    return call(client, who, "get-analytics", **({"interval": "24hour"} | body))


@pytest.fixture
def family(
    client: TestClient, editor: Somebody, org: Org, api_settings: Settings, lake: Lake
) -> dict[str, list[str]]:
    """Create a base with two children and three one-time codes, and an independent code; each scan is by a different
    visitor: the base once, a child twice, a one-time code once, the independent code four times.
    """

    def create(name: str, **fields: Any) -> str:
        made: str = call(client, editor, "qr/create-code", **CODE, name=name, **fields)["code_id"]
        return made

    base, other = create("Free coffee"), create("Menu")
    children = [create(f"Table {n}", base_code_id=base) for n in range(2)]
    call(client, editor, "qr/create_one_time_codes", base_code_id=base, amount=3)
    run_jobs(api_settings)
    listed = call(client, editor, "get-all-qr-codes/get-child", id=base, one_time=True)["items"]
    once = sorted({one["code_id"] for one in listed} - {*children})
    assert len(once) == 3
    pos, now = count(), datetime.now(UTC)

    def scans(code_id: str, times: int) -> list[dict[str, Any]]:
        return [
            make_event(
                number,
                org_id=org.org_id,
                code_id=code_id,
                visitor_id=f"visitor_{number}",
                occurred_at=now - timedelta(minutes=number),
            )
            for number in [next(pos) for _ in range(times)]
        ]

    land(lake, *scans(base, 1), *scans(children[0], 2), *scans(once[0], 1), *scans(other, 3))
    build_activity(lake, {org.org_id: org.time_zone})
    land(lake, *scans(children[1], 2), *scans(once[1], 1), *scans(once[2], 1), *scans(other, 1))
    return {"base": [base], "children": children, "once": once, "other": [other]}


@pytest.mark.parametrize("as_of", ["current", "at_event_time"])
def test_base_count_includes_its_children(
    client: TestClient, viewer: Somebody, family: dict[str, list[str]], as_of: str
) -> None:
    (base,), (other,) = family["base"], family["other"]

    alone = ask(client, viewer, filters={"code": [base]}, dimensions_as_of=as_of)
    whole = ask(client, viewer, filters={"base_code": [base]}, dimensions_as_of=as_of)
    without = ask(client, viewer, filters={"base_code": [f"-{base}"]}, dimensions_as_of=as_of)
    split = ask(client, viewer, group_by=["base_code"], dimensions_as_of=as_of)

    assert alone["totals"]["scans"] == 1
    assert whole["totals"]["scans"] == whole["totals"]["people"] == 8
    assert without["totals"]["scans"] == 4
    rows = split["breakdowns"]["base_code"]
    assert [(row["key"], row["label"], row["scans"], row["people"]) for row in rows] == [
        (base, "Free coffee", 8, 8),
        (other, "Menu", 4, 4),
    ]


def test_children_are_reported_separately_within_their_base(
    client: TestClient, viewer: Somebody, family: dict[str, list[str]]
) -> None:
    (base,) = family["base"]

    answer = ask(client, viewer, filters={"base_code": [base]}, group_by=["code"])
    of_other = ask(client, viewer, filters={"base_code": ["code_of_nobody"]})

    found = {row["key"]: row["scans"] for row in answer["breakdowns"]["code"]}
    assert found == {
        base: 1,
        **dict.fromkeys(family["children"], 2),
        **dict.fromkeys(family["once"], 1),
    }
    assert of_other["totals"]["scans"] == 0


def test_reports_can_be_split_and_filtered_by_base(
    client: TestClient, viewer: Somebody, family: dict[str, list[str]]
) -> None:
    (base,), (other,) = family["base"], family["other"]
    asked = {"report": "funnel", "interval": "24hour", "group_by": "base_code"}

    split = call(client, viewer, "get-report", **asked)
    of_base = call(client, viewer, "get-report", **asked, filters={"base_code": [base]})

    assert [(row["key"], row["key_name"], row["scans"]) for row in split["rows"]] == [
        (base, "Free coffee", 8),
        (other, "Menu", 4),
    ]
    assert [(row["key"], row["scan_people"]) for row in of_base["rows"]] == [(base, 8)]
