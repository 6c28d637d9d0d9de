"""Every table as CSV and Parquet, with an accurate data dictionary."""

import base64
import csv
import io
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from starlette.testclient import TestClient

from api.domains.data_rights.exports import columns
from api.domains.data_rights.exports.service import all_tables
from api.domains.data_rights.exports.state import ExportState
from api.jobs.registry import JobCancelled
from api.kit.web_app import WebApp
from api.objects.store import objects_of
from runtime.settings import Settings
from tests.api.data_rights.test_exports import EVIL, ask, rows_of
from tests.api.insights.test_analytics import scans
from tests.pipelines.events import land, make_event
from tests.support.app_state import change_state
from tests.support.jobs import run_jobs
from tests.support.pages import PageMaker, field, form_block
from tests.support.people import Org, Somebody
from warehouse.date_ranges import Range
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.raw_events import RawEvents
from warehouse.reports.catalogue import all_reports
from warehouse.schemas import ARROW_TYPES


def order(pos: int, org_id: str, **data: Any) -> dict[str, Any]:
    fields = {"order_id": f"order-{pos}", "source": "shop", "currency": "USD", **data}
    return make_event(
        pos,
        type="order",
        org_id=org_id,
        occurred_at=datetime.now(UTC) - timedelta(minutes=5),
        amount_cents=500,
        data=json.dumps({"status": "paid", **fields}),
    )


def parquet_of(answer: Any) -> pa.Table:
    """Return the rows of the file in a response."""
    assert answer.status_code == 200, answer.text
    assert answer.json()["media_type"] == "application/vnd.apache.parquet"
    assert answer.json()["file_name"].endswith(".parquet")
    return pq.read_table(io.BytesIO(base64.b64decode(answer.json()["data"], validate=True)))


def test_every_table_is_exported_in_both_formats_with_a_column_dictionary(
    client: TestClient, editor: Somebody, org: Org, lake: Lake
) -> None:
    land(lake, *scans(org.org_id, "code_a", 3, city="Zürich"), order(9, org.org_id, source=EVIL))
    types = {**ARROW_TYPES, "double": pa.float64()}

    for table in all_tables():
        if table == "one_time_codes":
            continue
        split = {"group_by": ["city", "device"]} if table == "cross" else {}
        text = ask(client, editor, table, **split)
        header = next(
            csv.reader(io.StringIO(base64.b64decode(text.json()["data"]).decode("utf-8-sig")))
        )
        body = text.json()["columns"]
        binary = ask(client, editor, table, format="parquet", **split)
        rows = parquet_of(binary)
        assert header == rows.column_names == [one["name"] for one in body], table
        assert all(one["definition"] for one in body), table
        assert len(rows_of(text)) == rows.num_rows, table
        for one in body:
            assert rows.schema.field(one["name"]).type == types[one["type"]], (table, one)
        assert binary.json()["columns"] == body


def test_exported_report_equals_the_api_response(
    client: TestClient, viewer: Somebody, org: Org, lake: Lake
) -> None:
    land(lake, *(order(n, org.org_id, source=EVIL if n == 2 else "shop") for n in range(3)))
    asked = {"report": "orders", "group_by": "code", "interval": "24hour"}
    answered = client.post("/v1/get-report", json=asked, headers=viewer.headers).json()

    answer = ask(client, viewer, "orders", group_by=["code"])
    rows = rows_of(answer)

    assert [row["paid"] for row in rows] == [str(row["paid"]) for row in answered["rows"]]
    assert {row["source"] for row in rows} == {"shop", f"'{EVIL}"}
    assert list(rows[0]) == [column["name"] for column in answered["columns"]]
    assert answer.json()["file_name"].startswith("orders-")
    wrong = ask(client, viewer, "orders", group_by=["mood"])
    assert (wrong.status_code, wrong.json()["errors"][0]["field"]) == (422, "group_by")


def test_forms_are_exported_with_their_answers_and_without_executable_content(
    client: TestClient, editor: Somebody, viewer: Somebody
) -> None:
    pages = PageMaker(client, editor.headers)
    code_id, page_id = pages.published(form_block(field("first_name"), field("email", "email")))
    other, _ = pages.published(form_block(field("first_name"), field("email", "email")))
    for code, name in ((code_id, EVIL), (other, "Ben")):
        fields = {"first_name": name, "email": f"{code}@example.com".lower()}
        sent = client.post("/v1/append-submit", json={"code_id": code, "fields": fields})
        assert sent.status_code == 200, sent.text

    rows = rows_of(ask(client, editor, "submissions", id=code_id))

    assert [row["page_id"] for row in rows] == [page_id]
    assert rows[0]["first_name"] == f"'{EVIL}"
    assert json.loads(rows[0]["answers"])["first_name"] == EVIL
    assert len(rows_of(ask(client, editor, "submissions"))) == 2
    everything = {"from": "submissions", "params": {"interval": "-1day"}}
    yesterday = client.post("/v1/export-csv", json=everything, headers=editor.headers)
    assert rows_of(yesterday) == []
    read = client.post("/v1/get-submit-data", json={}, headers=viewer.headers)
    assert read.status_code == ask(client, viewer, "submissions").status_code == 200


def test_forms_of_a_code_are_exported_with_those_of_its_children(
    client: TestClient, editor: Somebody
) -> None:
    pages = PageMaker(client, editor.headers)
    base, _ = pages.published(form_block(field("email", "email")))
    child = pages.code("page", base_code_id=base)
    for code, email in ((base, "ana@example.com"), (child, "ben@example.com")):
        body = {"code_id": code, "fields": {"email": email}}
        assert client.post("/v1/append-submit", json=body).status_code == 200

    listed = pages.call("/v1/get-submit-data", {"code_id": base})
    of_base, of_child = (
        [row["code_id"] for row in rows_of(ask(client, editor, "submissions", id=code))]
        for code in (base, child)
    )

    assert listed["total"] == 2
    assert (of_base, of_child) == ([base, child], [child])


def test_single_form_is_exported_with_a_column_for_each_question(
    client: TestClient, editor: Somebody
) -> None:
    pages = PageMaker(client, editor.headers)
    sizes = field("sizes", "checkboxes", options=["Small", "Large"])
    code_id, page_id = pages.published(form_block(field("wish"), sizes, field("email", "email")))
    (form,) = client.post("/v1/list-forms", json={}, headers=editor.headers).json()["items"]
    for answers in ({"wish": EVIL, "sizes": ["Small", "Large"]}, {"wish": "Tea"}):
        fields = {**answers, "email": "ana@example.com"}
        client.post("/v1/append-submit", json={"code_id": code_id, "fields": fields})

    rows = rows_of(ask(client, editor, "submissions", page_id=page_id, form_id=form["form_id"]))

    assert [(row["wish"], row["sizes"]) for row in rows] == [
        (f"'{EVIL}", "Small, Large"),
        ("Tea", ""),
    ]
    assert "answers" not in rows[0]
    assert rows[0]["answer_email"] == "ana@example.com"
    assert rows_of(ask(client, editor, "submissions", page_id=page_id, form_id="other")) == []


def test_customers_are_exported_with_their_activity(
    client: TestClient, admin: Somebody, editor: Somebody, org: Org, lake: Lake
) -> None:
    pages = PageMaker(client, editor.headers)
    for name, kind in (("shoe_size", "number"), ("acts", "text")):
        asked = {"name": name, "label": f"Their {name}", "type": kind}
        client.post("/v1/save-customer-field", json=asked, headers=admin.headers)
    code_id, _ = pages.published(form_block(field("first_name"), field("email", "email")))
    for name in ("Ana", "Ben", "Cleo"):
        fields = {"first_name": name, "email": f"{name}@example.com"}
        client.post("/v1/append-submit", json={"code_id": code_id, "fields": fields})
    ids = {
        row["first_name"]: row["customer_id"] for row in rows_of(ask(client, editor, "customers"))
    }
    assert sorted(ids) == ["Ana", "Ben", "Cleo"]
    known = {"birthday": "--05-17", "language": "pt", "fields": {"shoe_size": 38.5, "acts": "="}}
    known |= {"customer_id": ids["Ana"], "owner_id": admin.user_id}
    saved = client.post("/v1/save-customer", json=known, headers=editor.headers)
    assert saved.status_code == 200, saved.text
    acts = [("scan", "Ana"), ("scan", "Ana"), ("submit", "Ana"), ("vote", "Cleo")]
    land(
        lake,
        *(
            make_event(
                n,
                type=kind,
                org_id=org.org_id,
                customer_key=ids[name],
                occurred_at=datetime.now(UTC),
            )
            for n, (kind, name) in enumerate(acts)
        ),
        make_event(9, org_id=org.org_id, customer_key="cus_nobody", occurred_at=datetime.now(UTC)),
    )

    found = {row["first_name"]: row for row in rows_of(ask(client, editor, "customers"))}

    facts = ("number", "birthday", "language", "owner", "shoe_size", "field_acts")
    ana = saved.json()
    assert [found["Ana"][it] for it in facts] == [
        *(ana["number"], "'--05-17", "pt", admin.email, "38.5", "'="),
    ]
    shown = ("acts", "scans", "submits", "votes", "segment")
    assert {name: tuple(row[one] for one in shown) for name, row in found.items()} == {
        "Ana": ("3", "2", "1", "0", "new"),
        "Ben": ("0", "0", "0", "0", ""),
        "Cleo": ("1", "0", "0", "1", "new"),
    }


@pytest.mark.parametrize("table", ["events", "customers", "orders"])
def test_long_table_is_exported_by_a_job_with_a_second_file_for_its_dictionary(
    client: TestClient,
    app: WebApp,
    editor: Somebody,
    org: Org,
    lake: Lake,
    api_settings: Settings,
    table: str,
) -> None:
    land(lake, *(order(n, org.org_id, source=f"shop {n}") for n in range(3)))
    pages = PageMaker(client, editor.headers)
    if table == "customers":
        code_id, _ = pages.published(form_block(field("first_name"), field("email", "email")))
        for name in ("Ana", "Ben"):
            fields = {"first_name": name, "email": f"{name}@example.com"}
            client.post("/v1/append-submit", json={"code_id": code_id, "fields": fields})
    change_state(app, ExportState, rows_at_once=1)

    objects, folder = objects_of(api_settings), f"org/{org.org_id}/exports/"
    started = ask(client, editor, table, format="parquet").json()
    run_jobs(api_settings)
    asked = {"job_id": started["job_id"]}
    assert sorted(objects.keys(folder)) == sorted(
        f"{folder}{started['job_id']}{end}" for end in ("-columns.csv", ".parquet")
    )
    job = client.post("/v1/get-job", json=asked, headers=editor.headers).json()

    def fetched(address: str) -> Any:
        found = client.get(httpx2.URL(address).raw_path.decode())
        assert found.status_code == 200
        return found

    result = job["result"]
    assert (job["state"], job["done"]) == ("done", result["rows"]), job["error"]
    assert job["total"] == result["rows"] > 1
    rows = pq.read_table(io.BytesIO(fetched(result["url"]).content))
    assert rows.num_rows == result["rows"]
    dictionary = fetched(result["columns_url"])
    described = list(csv.DictReader(io.StringIO(dictionary.content.decode("utf-8-sig"))))
    assert [one["name"] for one in described] == rows.column_names
    assert all(one["definition"] for one in described)
    assert result["columns_file_name"] in dictionary.headers["content-disposition"]


def test_cancelled_export_stops_immediately(lake: Lake, tmp_path: Any) -> None:
    land(lake, *(make_event(n, occurred_at=datetime.now(UTC)) for n in range(20_000)))
    analytics = Analytics(lake, memory_limit="256MB")
    wanted = RawEvents(
        "org_a", Range(datetime.now(UTC) - timedelta(days=1), datetime.now(UTC) + timedelta(days=1))
    )
    lines: list[float] = []

    def watch(share: float) -> None:
        lines.append(share)
        raise JobCancelled

    with pytest.raises(JobCancelled):
        analytics.copy_events(wanted, str(tmp_path / "out.csv"), "csv", watch)
    rows = analytics.copy_events(wanted, str(tmp_path / "again.csv"), "csv", lambda _: None)
    analytics.close()

    assert lines == [0.0]
    assert rows == 20_000


def test_documented_form_columns_match_the_exported_columns() -> None:
    from api.domains.data_rights.exports.repository import CUSTOMER_COLUMNS, SUBMISSION_COLUMNS

    names = [column.name for column in columns.SUBMISSIONS]
    assert names[: len(SUBMISSION_COLUMNS)] == list(SUBMISSION_COLUMNS)
    assert [column.name for column in columns.CUSTOMERS] == list(CUSTOMER_COLUMNS)
    assert set(all_reports()) <= {name.removeprefix("report:") for name in all_tables()}
