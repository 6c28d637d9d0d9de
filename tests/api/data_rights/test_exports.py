"""Tables as CSV files: complete, without other organisations' rows, and with nothing that a spreadsheet would
execute.
"""

import asyncio
import base64
import csv
import io
import re
import time
import tracemalloc
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from api.db.engine import make_engine
from api.domains.data_rights.exports.files import FileOnDisk, write_rows
from api.domains.data_rights.exports.schemas import CsvFile
from api.domains.data_rights.exports.state import ExportState
from api.jobs.registry import TemporaryJobFailure
from api.jobs.worker import do_job
from api.kit.clock import utc_now
from api.kit.csv_cells import neutral
from api.kit.web_app import WebApp
from api.objects.store import objects_of
from runtime.settings import Settings
from tests.api.insights.test_analytics import scans
from tests.pipelines.events import land, make_event
from tests.support.app_state import change_state
from tests.support.jobs import run_jobs
from tests.support.people import MakeOrg, Org, Somebody
from warehouse.date_ranges import Range
from warehouse.exports.columns import FileColumn
from warehouse.exports.file_copy import FileFormat
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.language import Dimension, Filter
from warehouse.queries.raw_events import RawEvents, raw_events_from_json
from warehouse.reader import connect

EVIL = '=HYPERLINK("https://evil.example")'


def ask(client: TestClient, who: Somebody, table: str, **params: Any) -> Any:
    body = {"from": table, "params": {"interval": "24hour", **params}}
    return client.post("/v1/export-csv", json=body, headers=who.headers)


def rows_of(answer: Any) -> list[dict[str, str]]:
    """Return the rows of the file in a response."""
    assert answer.status_code == 200, answer.text
    text = base64.b64decode(answer.json()["data"], validate=True).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def test_exported_dashboard_table_equals_the_dashboard(
    client: TestClient, viewer: Somebody, org: Org, lake: Lake
) -> None:
    land(
        lake,
        *scans(org.org_id, "code_a", 3, country="US"),
        *scans(org.org_id, "code_a", 2, first=3, country=EVIL),
    )

    answer = ask(client, viewer, "country")
    rows = rows_of(answer)
    series = rows_of(ask(client, viewer, "series", granularity="hour"))

    assert [(row["country"], row["scans"]) for row in rows] == [("US", "3"), (f"'{EVIL}", "2")]
    assert sum(int(row["scans"]) for row in series) == 5
    assert len(series) in (24, 25)
    day = datetime.now(UTC)
    assert answer.json()["file_name"][:8] == "country-"
    assert answer.json()["file_name"].endswith(".csv")
    assert (
        abs((datetime.fromisoformat(answer.json()["file_name"][8:18]).date() - day.date()).days)
        <= 1
    )


def test_raw_events_are_exported_completely_filtered_and_neutralised(
    client: TestClient, viewer: Somebody, org: Org, lake: Lake
) -> None:
    land(
        lake,
        *scans(org.org_id, "code_a", 3, city="Zürich"),
        *scans(org.org_id, "code_b", 2, first=3, referrer=EVIL),
        make_event(
            9, org_id=org.org_id, is_bot=True, bot_reason="+x", occurred_at=datetime.now(UTC)
        ),
        make_event(10, org_id=org.org_id, occurred_at=datetime.now(UTC) - timedelta(days=9)),
    )

    people = rows_of(ask(client, viewer, "events"))
    everything = rows_of(ask(client, viewer, "events", include_bots=True))
    one_code = rows_of(ask(client, viewer, "events", filters={"code": ["code_b"]}))

    assert len(people) == 5
    assert {row["city"] for row in people} == {"Zürich", ""}
    assert [row["bot_reason"] for row in everything if row["is_bot"] == "true"] == ["'+x"]
    assert {row["referrer"] for row in one_code} == {f"'{EVIL}"}
    assert people[0]["occurred_at"].endswith("Z")


def test_range_without_events_is_exported_as_a_header_only(
    client: TestClient, viewer: Somebody
) -> None:
    answer = ask(client, viewer, "events")

    assert rows_of(answer) == []
    text = base64.b64decode(answer.json()["data"]).decode("utf-8-sig")
    assert text.startswith("event_id,occurred_at,received_at,")


def test_rows_of_another_organisation_cannot_be_exported(
    client: TestClient, viewer: Somebody, make_org: MakeOrg, lake: Lake, org: Org
) -> None:
    other = make_org("Northwind Books")
    land(lake, *scans(other.org_id, "theirs", 5), *scans(org.org_id, "ours", 1, first=5))

    assert [row["code_id"] for row in rows_of(ask(client, viewer, "events"))] == ["ours"]
    assert rows_of(ask(client, viewer, "events", filters={"code": ["theirs"]})) == []
    assert [row["code"] for row in rows_of(ask(client, viewer, "code"))] == ["ours"]
    for body in (
        {"from": "events", "org_id": other.org_id},
        {"from": "events", "params": {"org_id": other.org_id}},
    ):
        answer = client.post("/v1/export-csv", json=body, headers=viewer.headers)
        assert answer.status_code == 404, answer.text


def test_customer_export_requires_an_editor_and_has_its_established_file_name(
    client: TestClient, editor: Somebody, viewer: Somebody
) -> None:
    answer = ask(client, editor, "customers")

    assert answer.json()["file_name"] == "interaction_data.csv"
    assert rows_of(answer) == []
    assert ask(client, viewer, "customers").status_code == 403


def test_one_time_code_export_is_named_after_its_batch(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    def call(path: str, **body: Any) -> Any:
        answer = client.post(f"/v1/{path}", json=body, headers=editor.headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    base = call(
        "qr/create-code", name="Voucher", type="redirect", destination="https://harbor.example/"
    )["code_id"]
    call("qr/create_one_time_codes", base_code_id=base, amount=3)
    run_jobs(api_settings)

    answer = ask(client, editor, "one_time_codes", id=base)

    assert re.fullmatch(r"(?i)voucher-\d{4}-\d{2}-\d{2}\.csv", answer.json()["file_name"])
    assert len(rows_of(answer)) == 3
    missing = ask(client, editor, "one_time_codes")
    assert (missing.status_code, missing.json()["errors"][0]["field"]) == (422, "params.id")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"from": "nothing"}, "from"),
        ({"from": "events", "params": {"interval": "tomorrow"}}, "params.interval"),
        ({"from": "code", "params": {"filters": {"shoe": ["1"]}}}, "filters.shoe"),
        ({}, "from"),
    ],
)
def test_invalid_export_names_its_field(
    client: TestClient, viewer: Somebody, body: dict[str, Any], field: str
) -> None:
    answer = client.post("/v1/export-csv", json=body, headers=viewer.headers)

    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, field)


def test_failed_export_returns_the_documented_message(
    client: TestClient, app: WebApp, viewer: Somebody, lake: Lake, org: Org
) -> None:
    land(lake, *scans(org.org_id, "code_a", 3))
    for file in Path(lake.events.url).rglob("*.parquet"):
        file.unlink()

    answer = ask(client, viewer, "events")

    assert (answer.status_code, answer.json()["message"]) == (503, "Failed to export CSV")


def test_export_above_the_row_limit_becomes_a_job_with_a_download_address(
    client: TestClient, app: WebApp, viewer: Somebody, org: Org, lake: Lake, api_settings: Settings
) -> None:
    land(
        lake,
        *scans(org.org_id, "code_a", 12),
        make_event(20, org_id="other", occurred_at=datetime.now(UTC)),
    )
    change_state(app, ExportState, rows_at_once=10)

    started = ask(client, viewer, "events").json()
    with patch("warehouse.reader.connect", wraps=connect) as opened:
        run_jobs(api_settings)
    job = client.post(
        "/v1/get-job", json={"job_id": started["job_id"]}, headers=viewer.headers
    ).json()

    assert started["data"] is None
    assert (job["state"], job["done"], job["result"]["rows"]) == ("done", 12, 12)
    # A second thread would keep the data that it reads ahead in memory: 230 MiB for a million rows.
    assert [call.kwargs["threads"] for call in opened.call_args_list] == [1]
    address = httpx2.URL(job["result"]["url"])
    file = client.get(address.raw_path.decode())
    assert file.status_code == 200
    rows = list(csv.DictReader(io.StringIO(file.content.decode("utf-8-sig"))))
    assert {row["code_id"] for row in rows} == {"code_a"}
    assert started["file_name"] in file.headers["content-disposition"]


def test_failed_export_job_returns_the_documented_message(
    client: TestClient, app: WebApp, viewer: Somebody, org: Org, lake: Lake, api_settings: Settings
) -> None:
    land(lake, *scans(org.org_id, "code_a", 3))
    change_state(app, ExportState, rows_at_once=1)
    started = ask(client, viewer, "events").json()
    for file in Path(lake.events.url).rglob("*.parquet"):
        file.unlink()

    engine = make_engine(api_settings)
    with pytest.raises(TemporaryJobFailure):
        do_job(api_settings, engine, utc_now, started["job_id"], org.org_id)
    engine.dispose()

    wanted = {"job_id": started["job_id"]}
    job = client.post("/v1/get-job", json=wanted, headers=viewer.headers).json()
    assert (job["state"], job["error"]) == ("failed", "Failed to export CSV")
    assert objects_of(api_settings).keys(f"org/{org.org_id}/exports/") == []


NUMBER = FileColumn("number", "int64", "", "a number")
TEXT = FileColumn("text", "string", "", "a text")


@pytest.mark.parametrize(("file_format", "least"), [("csv", 9_500_000), ("parquet", 30_000)])
def test_long_file_is_exported_with_little_memory(file_format: FileFormat, least: int) -> None:
    file, described = FileOnDisk(), (NUMBER, TEXT)
    rows = ((number, "x" * 90) for number in range(100_000))
    tracemalloc.start()
    write_rows(file.path, file_format, described, rows)
    answer = file.answer(CsvFile(file_name="long"))
    sent = 0

    async def read() -> None:
        nonlocal sent
        async for piece in answer.body_iterator:
            sent += len(piece)

    asyncio.run(read())
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert sent == int(answer.headers["content-length"]) > least
    assert most < 5_000_000


def test_many_events_are_exported_with_little_work(lake: Lake, tmp_path: Path) -> None:
    land(
        lake,
        *(
            make_event(n, occurred_at=datetime.now(UTC) - timedelta(seconds=n % 3_000))
            for n in range(20_000)
        ),
    )
    analytics = Analytics(lake, memory_limit="256MB")
    wanted = RawEvents(
        "org_a", Range(datetime.now(UTC) - timedelta(days=1), datetime.now(UTC) + timedelta(days=1))
    )

    begun = time.process_time()
    rows = analytics.copy_events(wanted, str(tmp_path / "out.csv"))
    analytics.close()

    assert rows == analytics_lines(tmp_path / "out.csv") == 20_000
    assert time.process_time() - begun < 10


def analytics_lines(path: Path) -> int:
    with path.open() as file:
        return sum(1 for _ in file) - 1


def test_job_gets_the_parameters_of_the_request() -> None:
    wanted = RawEvents(
        "org_a",
        Range(datetime.now(UTC) - timedelta(days=1), datetime.now(UTC)),
        (Filter(Dimension.COUNTRY, ("US",), ("",)),),
        include_bots=True,
    )

    assert raw_events_from_json(wanted.to_json()) == wanted


@given(st.text(st.sampled_from(" =+-@\t\r\nab"), max_size=6))
def test_sql_and_python_neutralise_cells_identically(text: str) -> None:
    import duckdb

    from warehouse.exports.file_copy import neutral_sql

    row = duckdb.execute(f"select {neutral_sql('x')} from (select $1 as x)", [text]).fetchone()

    assert row == (neutral(text),)
