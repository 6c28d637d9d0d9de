"""A file of events has what a loader needs: keys, times, positions in the log, what was done, and where codes were."""

import base64
import csv
import io
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pyarrow.parquet as pq
import pytest
from starlette.testclient import TestClient

from tests.pipelines.events import land, make_event
from tests.support.calling import call
from tests.support.people import MakeMember, MakeOrg, Org, Somebody
from warehouse.lake import Lake

CODE = {"type": "redirect", "destination": "https://harbor.example/coffee"}
DATA = '{"poll_id":"p","choice":"tea"}'


def events(client: TestClient, who: Somebody, **params: Any) -> list[dict[str, Any]]:
    answer = call(
        client, who, "export-csv", **{"from": "events", "params": {"interval": "24hour", **params}}
    )
    data = base64.b64decode(answer["data"])
    if params.get("format") == "parquet":
        rows: list[dict[str, Any]] = pq.read_table(io.BytesIO(data)).to_pylist()
    else:
        rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    assert [column["name"] for column in answer["columns"]] == list(rows[0])
    return rows


@pytest.fixture
def now() -> datetime:
    return datetime.now(UTC).replace(microsecond=123456)


@pytest.fixture
def code_id(client: TestClient, editor: Somebody, org: Org, lake: Lake, now: datetime) -> str:
    made: str = call(
        client, editor, "qr/create-code", **CODE, name="Door", properties={"store": "Main Street"}
    )["code_id"]
    land(
        lake,
        make_event(
            7,
            event_id="01980000-0000-7000-8000-000000000001",
            type="vote",
            org_id=org.org_id,
            code_id=made,
            occurred_at=now - timedelta(minutes=20),
            received_at=now - timedelta(minutes=1),
            customer_key="customer_1",
            user_agent="Mozilla/5.0",
            data=DATA,
        ),
        make_event(8, org_id=org.org_id, code_id="gone", occurred_at=now - timedelta(minutes=2)),
    )
    return made


@pytest.mark.parametrize("file_format", ["csv", "parquet"])
def test_exported_events_have_a_key_and_all_fields_of_the_lake(
    client: TestClient, viewer: Somebody, code_id: str, file_format: str, now: datetime
) -> None:
    vote, scan = events(client, viewer, format=file_format)

    lines = vote["occurred_at"], vote["received_at"]
    if file_format == "csv":
        assert lines == tuple(
            (now - timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
            for minutes in (20, 1)
        )
    else:
        assert lines == (now - timedelta(minutes=20), now - timedelta(minutes=1))
    assert vote["event_id"] == "01980000-0000-7000-8000-000000000001"
    assert (int(vote["pos"]), int(vote["verdict_version"])) == (7, 1)
    assert (vote["customer_key"], vote["user_agent"]) == ("customer_1", "Mozilla/5.0")
    assert json.loads(vote["data"]) == json.loads(DATA)
    assert (vote["base_code_id"], vote["placement"]) == (code_id, "store: Main Street")
    assert json.loads(vote["properties"]) == {"store": "Main Street"}
    assert not scan["placement"]


def test_exported_events_have_current_folders_or_folders_at_event_time(
    client: TestClient, editor: Somebody, code_id: str
) -> None:
    folder = call(client, editor, "folders/create-folder", name="Doors")["folder_id"]
    call(client, editor, "folders/add-to-folder", folder_id=folder, code_ids=[code_id])

    now, _ = events(client, editor)
    at_event_time, _ = events(client, editor, dimensions_as_of="at_event_time")

    assert (now["folder_id"], now["folder"]) == (folder, "Doors")
    assert (at_event_time["folder_id"], at_event_time["folder"]) == ("", "")
    assert at_event_time["placement"] == "store: Main Street"


def test_exported_events_contain_no_data_of_another_organisation(
    client: TestClient,
    code_id: str,
    make_org: MakeOrg,
    make_member: MakeMember,
    lake: Lake,
    now: datetime,
) -> None:
    other = make_org("Northwind Books")
    land(lake, make_event(9, org_id=other.org_id, code_id=code_id, occurred_at=now))

    (theirs,) = events(client, make_member(other, "viewer"))

    assert not theirs["placement"]
    assert not theirs["base_code_id"]
