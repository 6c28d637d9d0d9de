"""A table of the dashboard is exported as a CSV file."""

import csv
import io
from typing import Any

import pyarrow.parquet as pq
import pytest
from playwright.sync_api import expect

from tests.e2e.browser import PATIENCE_MS, PHONE_AGENT, Device, complaints, is_wider_than_screen
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.devices import on
from tests.e2e.test_promo_locks import new_page_code
from tests.support.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)


@on("phone")
def test_breakdown_and_its_raw_events_are_downloaded(
    new_browser: NewContext,
    product: Installation,
    owner_session: Any,
    owner: Caller,
    device: Device,
) -> None:
    page = new_browser(state=owner_session, device=device).new_page()
    code_id = new_page_code(owner, f"Counter card {device}", "Hello")
    product.get(f"/code/{code_id}", headers={"User-Agent": PHONE_AGENT, "Accept": "text/html"})
    page.goto(f"/admin/my-codes/analytics/{code_id}?interval=24hour")
    expect(page.get_by_test_id("kpi-scans")).to_have_text("1")

    with page.expect_download() as breakdown:
        page.get_by_role("button", name="Export CSV by device").click()
    page.get_by_role("button", name="Export data").click()
    dialog = page.get_by_role("dialog", name="Export")
    dialog.get_by_label("Table").select_option(label="Raw events")
    with page.expect_download() as events:
        dialog.get_by_role("button", name="Download file").click()
    with page.expect_download() as columns:
        dialog.get_by_role("button", name="Download column definitions").click()
    dialog.get_by_label("Parquet (data tools)").check()
    with page.expect_download() as parquet:
        dialog.get_by_role("button", name="Download file").click()
    dialog.get_by_role("link", name="data dictionary").click()
    page.get_by_role("searchbox", name="Search").fill("visitor_kind")
    found = page.get_by_role("region", name="Columns of Raw events")
    expect(found.get_by_text("visitor_kind", exact=True)).to_be_visible()
    expect(found.locator("tbody tr, dt")).to_have_count(1)

    assert breakdown.value.suggested_filename.startswith("device-")
    text = breakdown.value.path().read_text(encoding="utf-8-sig")
    assert [(row["device"], row["scans"]) for row in csv.DictReader(io.StringIO(text))] == [
        ("phone", "1")
    ]
    raw = events.value.path().read_text(encoding="utf-8-sig")
    assert {row["code_id"] for row in csv.DictReader(io.StringIO(raw))} == {code_id}
    described = columns.value.path().read_text(encoding="utf-8-sig")
    header = raw.splitlines()[0].split(",")
    assert [row["name"] for row in csv.DictReader(io.StringIO(described))] == header
    assert parquet.value.suggested_filename.endswith(".parquet")
    assert pq.read_table(parquet.value.path()).column_names == header
    assert complaints(page) == []
    assert not is_wider_than_screen(page)


def test_editor_queries_in_sql_fixes_a_mistake_and_saves_the_result(
    new_browser: NewContext, product: Installation, owner_session: Any, owner: Caller
) -> None:
    page = new_browser(state=owner_session, device="phone").new_page()
    code_id = new_page_code(owner, "Card for the analyst", "Hello")
    product.get(f"/code/{code_id}", headers={"User-Agent": PHONE_AGENT, "Accept": "text/html"})
    page.goto(f"/admin/my-codes/analytics/{code_id}?interval=24hour")
    expect(page.get_by_test_id("kpi-scans")).to_have_text("1")
    statement = f"select type, count(*) as n\nfrom events where code_id = '{code_id}' group by 1"

    page.goto("/admin/sql")
    query = page.get_by_role("textbox", name="Query")
    query.fill(statement.replace("type", "typ"))
    query.press("Control+Enter")
    mistake = page.get_by_role("alert")
    expect(mistake.get_by_text("Line 1, column 8")).to_be_visible()
    query.fill(statement)
    page.get_by_role("button", name="Run").click()
    expect(page.get_by_text("1 row in")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as CSV").click()
    page.reload()

    expect(query).to_have_value(statement)
    rows = list(csv.DictReader(io.StringIO(saved.value.path().read_text(encoding="utf-8-sig"))))
    assert rows == [{"type": "scan", "n": "1"}]
    assert complaints(page) == []
    assert not is_wider_than_screen(page)
