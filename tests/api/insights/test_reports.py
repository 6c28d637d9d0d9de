"""Report calls: rows with names, in the organisation's time zone, only its own; refusals name the field."""

import base64
import csv
import io
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pydantic_core import to_json
from starlette.testclient import TestClient

from ingest.contracts.order import OrderData
from ingest.contracts.vote import VoteData
from tests.pipelines.events import land, make_event
from tests.support.calling import call
from tests.support.people import MakeOrg, Org, Somebody
from warehouse.builds.activity import build_activity
from warehouse.lake import Lake
from warehouse.reports.catalogue import all_reports
from warehouse.visitor_names import visitor_name


@pytest.fixture
def org(make_org: MakeOrg) -> Org:
    return make_org(time_zone="Asia/Kathmandu")


def orders(org_id: str, code_id: str, count: int, first: int) -> list[dict[str, Any]]:
    """Return paid orders of the last minutes."""
    now = datetime.now(UTC)
    return [
        make_event(
            pos,
            type="order",
            org_id=org_id,
            code_id=code_id,
            occurred_at=now - timedelta(seconds=pos),
            amount_cents=100,
            data=to_json(
                OrderData(
                    order_id=f"order_{pos}",
                    source="till",
                    status="paid",
                    amount_cents=100,
                    currency="USD",
                )
            ).decode(),
        )
        for pos in range(first, first + count)
    ]


def votes(org_id: str, code_id: str, choice: str, count: int, first: int) -> list[dict[str, Any]]:
    """Return votes of the last seconds in the poll `vote-1`."""
    now = datetime.now(UTC)
    return [
        make_event(
            pos,
            type="vote",
            org_id=org_id,
            code_id=code_id,
            visitor_id=f"voter_{pos}",
            occurred_at=now - timedelta(seconds=1),
            data=to_json(VoteData(poll_id="vote-1", choice=choice)).decode(),
        )
        for pos in range(first, first + count)
    ]


def make_code(client: TestClient, who: Somebody, name: str) -> str:
    body = {"name": name, "type": "redirect", "destination": "https://harbor.example"}
    return str(call(client, who, "qr/create-code", **body)["code_id"])


def ask(client: TestClient, who: Somebody, **body: Any) -> Any:
    return call(client, who, "get-report", **body)


def test_every_report_can_be_requested_before_the_first_event(
    client: TestClient, editor: Somebody
) -> None:
    listed = client.post("/v1/list-reports", headers=editor.headers).json()["reports"]

    assert {one["name"] for one in listed} == set(all_reports())
    for one in listed:
        page = ask(client, editor, report=one["name"], interval="7day")
        assert page["rows"] == [] or all(page["columns"])
        assert page["timezone"] == "Asia/Kathmandu"
        assert page["from"].endswith("T00:00:00+05:45")


def test_marts_and_tail_add_up_and_codes_have_names(
    client: TestClient, editor: Somebody, org: Org, lake: Lake, make_org: MakeOrg
) -> None:
    made = client.post(
        "/v1/qr/create-code",
        json={"name": "Window", "type": "redirect", "destination": "https://harbor.example"},
        headers=editor.headers,
    ).json()
    land(lake, *orders(org.org_id, made["code_id"], 3, 0))
    build_activity(lake, {org.org_id: org.time_zone})
    land(
        lake,
        *orders(org.org_id, made["code_id"], 2, 3),
        *orders(org.org_id, "gone", 1, 5),
        *orders(make_org().org_id, made["code_id"], 4, 6),
    )

    page = ask(client, editor, report="orders", interval="24hour", group_by="code")

    assert [
        (row["key"], row["key_name"], row["paid"], row["revenue_cents"]) for row in page["rows"]
    ] == [(made["code_id"], "Window", 5, 500), ("gone", None, 1, 100)]
    assert page["total"] == 2
    assert page["tail_events"] == 3
    assert [column["name"] for column in page["columns"]][:2] == ["key", "key_name"]
    assert set(page["rows"][0]) == {column["name"] for column in page["columns"]}

    without = ask(
        client,
        editor,
        report="orders",
        interval="24hour",
        filters={"code": [f"-{made['code_id']}"]},
    )
    assert [row["paid"] for row in without["rows"]] == [1]
    assert "key" not in without["rows"][0]

    second = ask(
        client,
        editor,
        report="orders",
        interval="24hour",
        group_by="code",
        sort=["paid"],
        limit=1,
        offset=1,
    )
    assert [row["key_name"] for row in second["rows"]] == ["Window"]
    assert second["total"] == 2


def test_polls_of_two_codes_are_distinguished_and_choices_have_the_labels_that_voters_see(
    client: TestClient, editor: Somebody, org: Org, lake: Lake
) -> None:
    """Pages created from one template have polls with the same ID."""
    codes = [make_code(client, editor, name) for name in ("Bar", "Terrace")]
    for code_id in codes:
        poll = {
            "code_id": code_id,
            "poll_id": "vote-1",
            "question": f"What next at {codes.index(code_id)}?",
            "choices": [{"id": "a", "label": f"Tea {code_id}"}, {"id": "b", "label": "Coffee"}],
        }
        made = client.post("/v1/create-poll", json=poll, headers=editor.headers)
        assert made.status_code == 200, made.text
    land(lake, *votes(org.org_id, codes[0], "a", 2, 0), *votes(org.org_id, codes[1], "b", 1, 10))

    rows = ask(client, editor, report="votes", interval="24hour")["rows"]

    assert [
        (row["code_name"], row["poll_name"], row["choice_name"], row["votes"], row["share"])
        for row in sorted(rows, key=lambda row: row["code_name"])
    ] == [
        ("Bar", "What next at 0?", f"Tea {codes[0]}", 2, 1.0),
        ("Terrace", "What next at 1?", "Coffee", 1, 1.0),
    ]


def test_visitor_has_one_id_in_reports_events_and_files_and_is_found_by_it(
    client: TestClient, editor: Somebody, org: Org, lake: Lake
) -> None:
    now = datetime.now(UTC)
    who = {0: "ana", 1: "ana", 2: "ben", 3: "ben", 4: "ben"}
    land(
        lake,
        *[
            make_event(pos, org_id=org.org_id, visitor_id=name, occurred_at=now)
            for pos, name in who.items()
        ],
    )
    ana = {"visitor": f" {visitor_name('ana').upper()} ", "interval": "24hour"}

    everybody = ask(client, editor, report="visitors", interval="24hour")["rows"]
    found = ask(client, editor, report="visitors", **ana)
    events = client.post("/v1/get-events", json=ana, headers=editor.headers).json()
    made = [
        client.post("/v1/export-csv", json={"from": table, "params": ana}, headers=editor.headers)
        for table in ("events", "report:visitors")
    ]
    files = [
        list(csv.DictReader(io.StringIO(base64.b64decode(one.json()["data"]).decode("utf-8-sig"))))
        for one in made
    ]

    assert {row["visitor"]: row["scans"] for row in everybody} == {
        visitor_name("ana"): 2,
        visitor_name("ben"): 3,
    }
    assert ([row["scans"] for row in found["rows"]], found["total"]) == ([2], 1)
    assert ({row["visitor"] for row in events["items"]}, events["total"]) == (
        {visitor_name("ana")},
        2,
    )
    assert [(row["visitor"], row["visitor_id"]) for row in files[0]] == [
        (visitor_name("ana"), "ana")
    ] * 2
    assert [row["visitor"] for row in files[1]] == [visitor_name("ana")]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"report": "nonsense"}, "report"),
        ({"report": "orders", "sort": ["org_id; drop table x"]}, "sort"),
        ({"report": "orders", "group_by": "visitor"}, "group_by"),
        ({"report": "orders", "filters": {"planet": ["Mars"]}}, "filters.planet"),
        ({"report": "orders", "interval": "7day", "to": "2026-03-01T00:00:00Z"}, "interval"),
        ({"report": "orders", "visitor": "0123456789abcdef"}, "visitor"),
        ({"report": "visitors", "visitor": "ana"}, "visitor"),
        ({"report": "orders", "from": "2026-03-01T00:00:00Z"}, "to"),
    ],
)
def test_invalid_query_names_its_field(
    client: TestClient, editor: Somebody, wrong: dict[str, Any], field: str
) -> None:
    answer = client.post("/v1/get-report", json=wrong, headers=editor.headers)

    assert answer.status_code == 422, answer.text
    assert [one["field"] for one in answer.json()["errors"]] == [field]
