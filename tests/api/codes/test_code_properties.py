"""Properties of codes as dimensions: splitting and filtering work wherever folders and placements do."""

import base64
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.pipelines.events import land, make_event
from tests.support.people import MakeOrg, Org, Somebody
from warehouse.lake import Lake

HOSTILE = 's\'; drop "x" $p0'
"""A name that a member may give to a property."""
AT = datetime(2026, 3, 20, 12, tzinfo=UTC)
WITHIN = {"from": (AT - timedelta(days=1)).isoformat(), "to": (AT + timedelta(days=1)).isoformat()}


@pytest.fixture
def org(make_org: MakeOrg) -> Org:
    return make_org(time_zone="Asia/Kathmandu")


def test_property_splits_and_filters_every_report(
    client: TestClient, editor: Somebody, org: Org, lake: Lake
) -> None:
    def call(path: str, expected: int = 200, **body: Any) -> Any:
        answer = client.post(f"/v1/{path}", json=body, headers=editor.headers)
        assert answer.status_code == expected, answer.text
        return answer.json()

    def made(**properties: str) -> str:
        code: str = call(
            "qr/create-code",
            name="Poster",
            type="redirect",
            destination="https://harbor.example",
            properties=properties,
        )["code_id"]
        return code

    north = made(store="North", **{HOSTILE: "' or true --"}, latitude="1", longitude="2")
    south = made(store="South")
    bare = made()
    codes = (north, north, south, bare)
    land(
        lake,
        *(
            make_event(
                pos,
                org_id=org.org_id,
                code_id=code,
                visitor_id=f"v{pos}",
                occurred_at=AT,
                day=AT.date(),
            )
            for pos, code in enumerate(codes)
        ),
    )

    offered = call("list-code-properties")["properties"]
    assert offered == [
        {"name": "store", "dimension": "property:store", "codes": 2},
        {"name": HOSTILE, "dimension": f"property:{HOSTILE}", "codes": 1},
    ]
    split = [one["dimension"] for one in offered]
    answer = call("get-analytics", **WITHIN, group_by=split)
    rows = {
        name: {row["key"]: (row["scans"], row["people"]) for row in found}
        for name, found in answer["breakdowns"].items()
    }
    assert rows == {
        "property:store": {"North": (2, 2), "South": (1, 1), "": (1, 1)},
        f"property:{HOSTILE}": {"' or true --": (2, 2), "": (2, 2)},
    }
    for filters, scans in (
        ({"property:store": ["North"]}, 2),
        ({"property:store": ["-North"]}, 2),
        ({"property:store": ["", "South"]}, 2),
        ({"property:store": ["-"]}, 3),
        ({f"property:{HOSTILE}": ["' or true --"]}, 2),
        ({"property:nobody's": ["North"]}, 0),
        ({"property:store": ["North"], "code": [south]}, 0),
    ):
        for as_of in ("current", "at_event_time"):
            asked = {**WITHIN, "filters": filters, "dimensions_as_of": as_of}
            assert call("get-analytics", **asked)["totals"]["scans"] == scans, (filters, as_of)
            assert call("get-events", **asked)["total"] == scans
            (row,) = call("get-report", report="funnel", **asked)["rows"] or [{"scans": 0}]
            assert row["scans"] == scans

    board = call("get-report", report="leaderboard", group_by="property:store", **WITHIN)
    assert [(row["rank"], row["key"], row["scans"]) for row in board["rows"]] == [
        (1, "North", 2),
        (2, "South", 1),
    ]
    for row in (*board["rows"], {"key": "' or true --", "scans": 0}):
        asked = {"report": "leaderboard", "split": "property:store", "row": {"key": row["key"]}}
        assert call("get-events", **WITHIN, **asked)["total"] == row["scans"]
    for wrong in ({"report": "code_stock"}, {"report": "leaderboard", "row": {"pos": "1"}}):
        call("get-events", 422, **WITHIN, **wrong)
    for metric in ("revenue", "orders", "messages", "passes"):
        assert call("get-events", **WITHIN, metric=metric)["total"] == 0
    infos = {one["name"]: one for one in call("list-reports")["reports"]}
    assert infos["leaderboard"]["group_by"][-2:] == split
    assert "property:store" not in infos["visitors"]["group_by"]

    pairs = call("get-cross-table", **WITHIN, group_by=["code", split[0]])
    assert [
        (cell["key"], cell["other"], cell["scans"], cell["people"]) for cell in pairs["cells"]
    ] == [
        (north, "North", 2, 2),
        *sorted(((south, "South", 1, 1), (bare, "", 1, 1))),
    ]
    assert pairs["labels"] == {"code": dict.fromkeys((north, south, bare), "Poster"), split[0]: {}}
    call("get-cross-table", 422, **WITHIN, group_by=["code"])
    call("get-cross-table", 422, **WITHIN, group_by=["code", "code"])
    call("get-cross-table", 422, **WITHIN, group_by=["code", "property:"])
    file = call(
        "export-csv", **{"from": "cross"}, params={**WITHIN, "group_by": ["code", split[1]]}
    )
    lines = base64.b64decode(file["data"]).decode().splitlines()
    assert len(lines) == 4
    assert "Poster" in lines[1]
    call("export-csv", 422, **{"from": "cross"}, params={**WITHIN, "group_by": ["code"]})

    for dimension in split:
        file = call("export-csv", **{"from": dimension}, params=WITHIN)
        assert file["file_name"].startswith("property-s")
        assert not {*file["file_name"]} & {*"'\"; $:"}
        lines = base64.b64decode(file["data"]).decode().splitlines()
        assert len(lines) == 1 + len(rows[dimension])
    link = call(
        "create-share-link", name="North", question={**WITHIN, "filters": {split[0]: ["North"]}}
    )
    shared = client.post(
        "/v1/ask-share-link", json={"token": link["token"], "group_by": [split[0]]}
    ).json()
    assert [row["key"] for row in shared["breakdowns"][split[0]]] == ["North"]
    assert client.post("/v1/open-share-link", json={"token": link["token"]}).json()[
        "properties"
    ] == ["store", HOSTILE]

    for name in ("property:", "property: store", "property:" + "x" * 41, "property:a\nb"):
        refused = call("get-analytics", 422, group_by=[name])
        assert refused["errors"][0]["field"] == "group_by", refused
        call("get-analytics", 422, filters={name: ["North"]})
        call("get-report", 422, report="leaderboard", group_by=name)
        call("export-csv", 422, **{"from": name})
    call("get-report", 422, report="votes", group_by="property:store")
