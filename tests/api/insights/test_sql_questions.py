"""SQL queries over HTTP: whose rows, in which format, and what is refused."""

import io
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.api.insights.test_analytics import scans
from tests.pipelines.events import land
from tests.support.people import MakeMember, MakeOrg, Org, Somebody
from warehouse.builds.activity import build_activity
from warehouse.lake import Lake
from warehouse.models.catalogue import marts

PATH = "/v1/analytics/sql"
ENDLESS = "select count(*) from range(1000000000) a, range(1000) b"


@pytest.fixture
def api_settings(api_settings: Settings) -> Settings:
    return api_settings.model_copy(update={"sql_seconds": 1.5, "sql_rows": 1_000})


@pytest.fixture
def other(make_org: MakeOrg, org: Org, settings: Settings) -> Org:
    """Return an organisation with five scans, beside the first one's three."""
    other = make_org("Northwind Books")
    lake = Lake.from_settings(settings)
    land(lake, *scans(org.org_id, "ours", 3), *scans(other.org_id, "theirs", 5, first=3))
    build_activity(lake, {org.org_id: "UTC", other.org_id: "UTC"})
    return other


Ask = Callable[..., Response]


@pytest.fixture
def ask(client: TestClient, make_member: MakeMember, org: Org) -> Ask:
    """Return a function that queries as an editor of the first organisation."""
    editor = make_member(org, "editor")

    def asked(sql: str, headers: dict[str, str] | None = None, **fields: Any) -> Response:
        body = {"sql": sql, **fields}
        return client.post(PATH, json=body, headers={**editor.headers, **(headers or {})})

    return asked


def test_query_sees_only_rows_of_its_organisation(ask: Ask, org: Org, other: Org) -> None:
    found = ask("select org_id, code_id, count(*) as scans from events group by all")
    tables = " union all by name ".join(f"select org_id from {name}" for name in marts())
    known = ask(f"select distinct org_id from ({tables}) order by all")
    theirs = ask(
        "select count(*) from events where org_id = $org", parameters={"org": other.org_id}
    )

    assert found.status_code == 200
    assert found.json() == {
        "columns": [
            {"name": "org_id", "type": "VARCHAR"},
            {"name": "code_id", "type": "VARCHAR"},
            {"name": "scans", "type": "BIGINT"},
        ],
        "rows": [[org.org_id, "ours", 3]],
        "row_count": 1,
        "truncated": False,
    }
    assert known.json()["rows"] == [[org.org_id]]
    assert theirs.json()["rows"] == [[0]]


@pytest.mark.parametrize("by_header", [True, False])
def test_query_result_has_the_requested_format(ask: Ask, other: Org, by_header: bool) -> None:
    statement = "select code_id, sum(events) as scans from activity_15m group by all"

    def asked(output: str, media_type: str) -> Response:
        if by_header:
            answer = ask(statement, headers={"Accept": f"{media_type}, */*;q=0.1"})
        else:
            answer = ask(statement, format=output)
        assert answer.headers["content-type"].startswith(media_type)
        assert answer.headers["x-row-count"] == "1"
        assert answer.headers["x-truncated"] == "false"
        return answer

    text = asked("csv", "text/csv").text
    arrow = asked("arrow", "application/vnd.apache.arrow.stream").content
    parquet = asked("parquet", "application/vnd.apache.parquet").content

    assert text == "code_id,scans\r\nours,3\r\n"
    rows = pa.ipc.open_stream(arrow).read_all()
    assert rows.to_pylist() == [{"code_id": "ours", "scans": 3}]
    assert rows.schema.field("scans").type == pa.int64()
    assert pq.read_table(io.BytesIO(parquet)) == rows


def test_editors_and_their_api_keys_can_query_and_viewers_cannot(
    client: TestClient,
    org: Org,
    other: Org,
    make_member: MakeMember,
    api_key: Callable[..., str],
) -> None:
    body = {"sql": "select count(*) from events"}

    def status(headers: dict[str, str]) -> int:
        answered = client.post(PATH, json=body, headers=headers).status_code
        assert client.get(PATH, headers=headers).status_code == answered
        return answered

    assert status(make_member(org, "editor").headers) == 200
    assert status({"Authorization": f"Bearer {api_key(org, 'editor')}"}) == 200
    assert status(make_member(org, "viewer").headers) == 403
    assert status({"Authorization": f"Bearer {api_key(org, 'viewer')}"}) == 403
    assert status({}) == 401


@pytest.mark.parametrize(
    ("statement", "code", "position", "message"),
    [
        ("selec 1", "wrong_statement", 0, 'syntax error at or near "selec"'),
        (
            "select 'ü', nope from events",
            "wrong_statement",
            12,
            'Referenced column "nope" not found',
        ),
        ("select 1 / 'a'", "wrong_statement", 11, "Could not convert string 'a'"),
        ("select $missing", "wrong_statement", None, "missing"),
        ("select 1; select 2", "statement_not_allowed", None, "Ask one query"),
        ("call enable_logging()", "statement_not_allowed", None, "Ask one query"),
        ("copy events to '/tmp/mine.csv'", "statement_not_allowed", None, "Ask one query"),
        ("from read_csv('/etc/passwd')", "statement_not_allowed", 5, "read_csv() cannot be used"),
        ("from '/etc/passwd'", "wrong_statement", 5, "/etc/passwd"),
    ],
)
def test_query_error_names_the_cause_and_its_position(
    ask: Ask, statement: str, code: str, position: int | None, message: str, settings: Settings
) -> None:
    answer = ask(statement)
    problem = answer.json()

    assert answer.status_code == 422
    assert (problem["code"], problem["position"]) == (code, position)
    assert message in problem["message"]
    assert problem["errors"][0]["field"] == "sql"
    assert str(settings.var_dir) not in answer.text
    assert "LINE" not in problem["message"]


def test_rows_beyond_the_requested_or_allowed_number_are_cut(ask: Ask) -> None:
    asked, allowed = ask("from range(5000)", max_rows=10), ask("from range(5000)", max_rows=5_000)

    assert (asked.json()["row_count"], asked.json()["truncated"]) == (10, True)
    assert (allowed.json()["row_count"], allowed.json()["truncated"]) == (1_000, True)
    assert allowed.headers["x-truncated"] == "true"


def test_query_over_the_time_limit_is_stopped(ask: Ask) -> None:
    begun = time.monotonic()
    answer = ask(ENDLESS)

    assert answer.status_code == 422
    assert answer.json()["code"] == "question_too_heavy"
    assert "after 1.5 seconds" in answer.json()["message"]
    assert time.monotonic() - begun < 30


def test_query_holds_no_database_session_and_is_limited_to_its_share_of_capacity(
    ask: Ask, client: TestClient, make_member: MakeMember, org: Org
) -> None:
    viewer, statuses = make_member(org, "viewer"), list[int]()
    asking = [
        threading.Thread(target=lambda: statuses.append(ask(ENDLESS).status_code)) for _ in range(7)
    ]
    for one in asking:
        one.start()
    limits = {client.get("/v1/me", headers=viewer.headers).status_code for _ in range(20)}
    for one in asking:
        one.join()

    assert limits == {200}
    assert sorted(statuses) == [422, 422, 422, 422, 429, 429, 429]


def test_available_tables_are_described(ask: Ask, client: TestClient, owner: Somebody) -> None:
    found = client.get(PATH, headers=owner.headers).json()

    assert {table["name"] for table in found["tables"]} == {"events", "dimension_history", *marts()}
    assert "local_day(moment)" in {macro["signature"] for macro in found["macros"]}
    assert (found["max_rows"], found["seconds"]) == (1_000, 1.5)
    # All at once, because each query opens the lake again.
    described = " union all ".join(
        f"select '{table['name']}', column_name from (describe {table['name']})"
        for table in found["tables"]
    )
    columns = ask(described, max_rows=1_000).json()["rows"]
    assert columns == [
        [table["name"], column["name"]] for table in found["tables"] for column in table["columns"]
    ]


def test_days_follow_the_time_zone_of_the_organisation(
    client: TestClient, make_org: MakeOrg, make_member: MakeMember
) -> None:
    tokyo = make_member(make_org("Kiosk", time_zone="Asia/Tokyo"), "editor")
    body = {"sql": "select local_day(timestamptz '2026-03-01 20:00:00Z')"}

    assert client.post(PATH, json=body, headers=tokyo.headers).json()["rows"] == [["2026-03-02"]]


def test_dimension_history_can_be_queried(ask: Ask) -> None:
    assert ask("select count(*) from dimension_history").json()["rows"] == [[0]]


def test_missing_lake_file_is_reported(ask: Ask, other: Org, settings: Settings) -> None:
    for file in Lake.from_settings(settings).events.files():
        Path(file.uri).unlink()
    answer = ask("select max(city) from events")

    assert (answer.status_code, answer.json()["code"]) == (503, "data_damaged")
    assert "Retry-After" in answer.headers
    assert ask("select count(*) from orders").status_code == 200
