"""Issuing, withdrawing and using codes is recorded with numbers, and available as a report."""

import importlib
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from ingest.contracts.issue import IssueRecorded
from ingest.contracts.redemption import RedemptionRecordedV2
from ingest.landing.rows import event_row, event_table
from runtime.settings import Settings
from tests.pipelines.events import land
from tests.support.calling import call
from tests.support.jobs import run_jobs
from tests.support.people import Org, Somebody
from tests.support.promos import Locks
from tests.support.visits import Outbox
from warehouse.builds.activity import build_activity
from warehouse.lake import Lake

BASE = {"name": "Free coffee", "type": "redirect", "destination": "https://harbor.example/coffee"}
PERSON = {
    "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Safari/604.1",
    "Accept": "text/html",
}


def issued_in(outbox: Outbox) -> list[tuple[str, str, int, int | None]]:
    """Return the batch, action, codes and uses of each event about a batch."""
    lines = [it for it in outbox.events() if isinstance(it, IssueRecorded)]
    return [(it.data.batch_id, it.data.action, it.data.codes, it.data.uses) for it in lines]


def land_all(lake: Lake, outbox: Outbox) -> None:
    """Land the content of the outbox in the lake."""
    rows = [
        event_row(event, 0, pos, is_duplicate=False) for pos, event in enumerate(outbox.events())
    ]
    land(lake, *event_table(rows).to_pylist())


def batches_of(client: TestClient, who: Somebody) -> dict[str, Any]:
    """Return the report's rows by batch."""
    page = call(client, who, "get-report", report="code_batches", interval="7day")
    return {row["batch_id"]: row for row in page["rows"]}


def use(client: TestClient, code_id: str) -> None:
    answer = client.post(f"/code/{code_id}/use", headers=PERSON, follow_redirects=False)
    assert answer.status_code < 400, answer.text


def test_one_time_codes_emit_one_event_per_batch_and_appear_in_reports(
    client: TestClient,
    editor: Somebody,
    api_settings: Settings,
    outbox: Outbox,
    lake: Lake,
    org: Org,
) -> None:
    base = call(client, editor, "qr/create-code", **BASE)["code_id"]
    wanted = {"base_code_id": base, "amount": 40, "name": "Handbill"}
    batch = call(client, editor, "qr/create_one_time_codes", **wanted)["batch_id"]
    run_jobs(api_settings)

    assert issued_in(outbox) == [(batch, "issued", 40, 40)]

    listed = call(client, editor, "get-one-time-codes", id=batch)["items"]
    use(client, listed[0]["code_id"])
    call(client, editor, "qr/delete_one_time_codes", id=listed[1]["code_id"])
    (used,) = [it for it in outbox.events() if isinstance(it, RedemptionRecordedV2)]
    assert (used.data.batch_id, used.data.batch_code_id) == (batch, base)
    assert issued_in(outbox)[1:] == [(batch, "voided", 1, 1)]

    land_all(lake, outbox)
    row = batches_of(client, editor)[batch]
    assert (row["batch_name"], row["code_name"]) == ("Handbill", "Free coffee")
    assert (row["issued"], row["used_up"], row["voided"], row["left_over"]) == (40, 1, 1, 38)

    call(client, editor, "qr/delete_one_time_codes", id=base)
    assert issued_in(outbox)[2:] == [(batch, "voided", 38, 38)]
    build_activity(lake, {org.org_id: "UTC"})
    assert batches_of(client, editor)[batch] == row
    asked = {"report": "code_stock", "interval": "7day", "dimensions_as_of": "at_event_time"}
    page = call(client, editor, "get-report", **asked, group_by="code", filters={"code": [base]})
    assert [(it["key"], it["kind"], it["left_over"]) for it in page["rows"]] == [
        (base, "one_time_code", 38)
    ]
    assert page["dimensions_as_of"] == "current"
    assert "current folders" in page["dimensions_note"]


def test_each_chunk_of_a_large_batch_emits_one_event(
    client: TestClient, editor: Somebody, api_settings: Settings, outbox: Outbox
) -> None:
    base = call(client, editor, "qr/create-code", **BASE)["code_id"]
    wanted = {"base_code_id": base, "amount": 5_100}
    batch = call(client, editor, "qr/create_one_time_codes", **wanted)["batch_id"]
    run_jobs(api_settings)

    assert issued_in(outbox) == [(batch, "issued", 5_000, 5_000), (batch, "issued", 100, 100)]


def test_promo_code_events_include_allowed_uses(
    client: TestClient, editor: Somebody, outbox: Outbox, lake: Lake
) -> None:
    locks = Locks(client, editor)
    code_id = locks.page()
    three = locks.promos(
        code_id, amount=3, max_uses=2, name="Twice", ends_at="2090-01-01T00:00:00Z"
    )
    locks.promos(code_id, promo_code="SUMMER10", max_uses=None)
    locks.use(code_id, three[0], agent="one", customer="ada@example.com")
    locks.use(code_id, three[0], agent="two", customer="bob@example.com")
    locks.use(code_id, three[1], agent="six", customer="eve@example.com")

    page = locks.call("promo_lock/list_promo_codes", qr_id=code_id)
    ids = [it["promo_code_id"] for it in page["items"]]
    locks.call("promo_lock/withdraw_promo_codes", qr_id=code_id, promo_code_ids=ids)
    locks.call("promo_lock/withdraw_promo_codes", qr_id=code_id, promo_code_ids=ids)

    lines = issued_in(outbox)
    twice, summer = lines[0][0], lines[1][0]
    assert lines[:2] == [(twice, "issued", 3, 6), (summer, "issued", 1, None)]
    assert sorted(lines[2:]) == sorted([(twice, "voided", 2, 3), (summer, "voided", 1, None)])
    land_all(lake, outbox)
    rows = batches_of(client, editor)
    names = ("issued", "used", "first_used", "used_up", "voided", "left_over", "uses_left")
    assert [rows[twice][name] for name in names] == [3, 3, 2, 1, 2, 0, 0]
    assert [rows[summer][name] for name in names] == [1, 0, 0, 0, 1, 0, None]
    assert rows[twice]["batch_name"] == "Twice"
    ends_at = datetime.fromisoformat(rows[twice]["ends_at"])
    assert ends_at == datetime(2090, 1, 1, tzinfo=UTC)


@pytest.mark.usefixtures("org")
def test_upgrade_emits_one_event_for_each_earlier_batch(
    client: TestClient, editor: Somebody, api_settings: Settings, outbox: Outbox, lake: Lake
) -> None:
    base = call(client, editor, "qr/create-code", **BASE)["code_id"]
    batch = call(client, editor, "qr/create_one_time_codes", base_code_id=base, amount=4)[
        "batch_id"
    ]
    run_jobs(api_settings)
    codes = [it["code_id"] for it in call(client, editor, "get-one-time-codes", id=batch)["items"]]
    use(client, codes[0])
    call(client, editor, "qr/delete_one_time_codes", id=codes[1])
    locks = Locks(client, editor)
    promo = locks.promos(locks.page(), amount=2, max_uses=3)[0]
    locks.use(locks.page(), promo)
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute("delete from outbox")

    upgrade = importlib.import_module("api.db.migrations.versions.0043_told_batches")
    url = api_settings.database_url.replace("postgresql://", "postgresql+psycopg://")
    engine = sa.create_engine(url)
    try:
        with engine.begin() as owner:
            result = upgrade.tell_batches(owner, datetime.now(UTC))
    finally:
        engine.dispose()

    assert result == 3
    ((_, *promos),) = [it for it in issued_in(outbox) if it[0].startswith("pbt")]
    assert promos == ["issued", 2, 6]
    assert [it for it in issued_in(outbox) if it[0] == batch] == [
        (batch, "issued", 3, 3),
        (batch, "voided", 1, 1),
    ]
    land_all(lake, outbox)
    assert batches_of(client, editor)[batch]["left_over"] == 2
