"""One-time codes: created by a job, counted by state, withdrawn while unused, exported as CSV."""

import csv
import io
from base64 import b64decode
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.support.calling import call
from tests.support.jobs import run_jobs
from tests.support.people import MakeMember, MakeOrg, Somebody

pytestmark = pytest.mark.one_database

BASE = {"name": "Free coffee", "type": "redirect", "destination": "https://harbor.example/coffee"}


def make(client: TestClient, who: Somebody, **fields: Any) -> str:
    code_id: str = call(client, who, "qr/create-code", **(BASE | fields))["code_id"]
    return code_id


def issue(
    client: TestClient, who: Somebody, settings: Settings, base: str, amount: int, **fields: Any
) -> Any:
    started = call(
        client, who, "qr/create_one_time_codes", base_code_id=base, amount=amount, **fields
    )
    run_jobs(settings)
    return started


def set_state(settings: Settings, code_id: str, state: str) -> None:
    used = "now()" if state == "used" else "null"
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            f"update codes set one_time_state = %s, one_time_used_at = {used} where code_id = %s",
            [state, code_id],
        )


def counts(issued: int = 0, opened: int = 0, used: int = 0, void: int = 0) -> dict[str, int]:
    return {"issued": issued, "opened": opened, "used": used, "void": void}


def answer(withdrawn: int, used: int = 0) -> dict[str, Any]:
    """Return the response to withdrawing a few codes, which needs no job."""
    return {"withdrawn": withdrawn, "used": used, "job_id": None}


def test_job_creates_a_batch_and_reports_its_progress(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    base = make(client, editor)

    started = issue(client, editor, api_settings, base, 12_000)

    assert started["count"] == 12_000
    job = call(client, editor, "get-job", job_id=started["job_id"])
    assert (job["state"], job["done"], job["total"]) == ("done", 12_000, 12_000)
    listed = call(client, editor, "get-one-time-codes", id=base)
    assert listed["total"] == 12_000
    assert listed["counts"] == counts(issued=12_000)
    assert listed["items"][0]["name"] == "Free coffee 00001"
    with psycopg.connect(api_settings.database_url) as connection:
        known = connection.execute(
            "select reltuples from pg_class where oid = 'public.codes'::regclass"
        )
        rows = known.fetchone()
        assert rows is not None
        assert rows[0] > 10_000, "the planner was not told"
    batch = listed["batches"][0]
    assert (batch["batch_id"], batch["made"], batch["amount"]) == (
        started["batch_id"],
        12_000,
        12_000,
    )


def test_one_time_codes_are_not_listed(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    folder = call(client, editor, "create-folder", name="Coupons")["folder_id"]
    base = make(client, editor, folder_id=folder)
    issue(client, editor, api_settings, base, 3)

    assert call(client, editor, "get-all-qr-codes")["total"] == 1
    assert call(client, editor, "get-all-qr-codes/get-name-id")["total"] == 1
    assert call(client, editor, "get-all-qr-codes/get-child", id=base)["total"] == 3
    assert call(client, editor, "get-all-qr-codes/get-child", id=base, one_time=False)["total"] == 0
    assert call(client, editor, "get-folders")["items"][0]["codes"] == 1


def test_repeated_job_creates_no_more_codes(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    base = make(client, editor)
    started = issue(client, editor, api_settings, base, 30)
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute("update jobs set state = 'queued' where org_id = %s", [editor.org_id])
        connection.execute(
            "delete from codes where code_id in"
            " (select code_id from codes where batch_id = %s limit 10)",
            [started["batch_id"]],
        )
        connection.execute(
            "select queue_job(job_id, org_id) from jobs where org_id = %s", [editor.org_id]
        )

    run_jobs(api_settings)

    assert call(client, editor, "get-one-time-codes", id=base)["total"] == 30


def test_withdrawal_keeps_redeemed_codes(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    base = make(client, editor)
    first = issue(client, editor, api_settings, base, 4)["batch_id"]
    second = issue(client, editor, api_settings, base, 2, name="Second")["batch_id"]
    ids = [it["code_id"] for it in call(client, editor, "get-one-time-codes", id=first)["items"]]
    set_state(api_settings, ids[0], "used")
    set_state(api_settings, ids[1], "opened")

    one = call(client, editor, "qr/delete_one_time_codes", id=ids[2])
    batch = call(client, editor, "qr/delete_one_time_codes", id=first)
    again = call(client, editor, "qr/delete_one_time_codes", id=first)

    assert (one, batch) == (answer(1), answer(2, used=1))
    assert again == answer(0, used=1)
    seen = call(client, editor, "get-one-time-codes", id=base)
    assert seen["counts"] == counts(issued=2, used=1, void=3)
    by_batch = {it["batch_id"]: it for it in seen["batches"]}
    assert by_batch[first]["counts"] == counts(used=1, void=3)
    assert by_batch[first]["withdrawn_at"] is not None
    assert by_batch[second]["withdrawn_at"] is None
    assert by_batch[second]["name"] == "Second"
    void = call(client, editor, "get-one-time-codes", id=base, state="void")
    assert (void["total"], void["counts"]) == (3, seen["counts"])
    rest = call(client, editor, "qr/delete_one_time_codes", id=base)
    assert rest == answer(2, used=1)


def test_withdrawn_batch_gets_no_further_codes(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    base = make(client, editor)
    started = call(client, editor, "qr/create_one_time_codes", base_code_id=base, amount=5)
    call(client, editor, "qr/delete_one_time_codes", id=started["batch_id"])

    run_jobs(api_settings)

    job = call(client, editor, "get-job", job_id=started["job_id"])
    assert (job["state"], job["result"]["count"]) == ("done", 0)
    assert call(client, editor, "get-one-time-codes", id=base)["total"] == 0


def test_batch_is_exported_as_csv_without_executable_formulas(
    client: TestClient, viewer: Somebody, editor: Somebody, api_settings: Settings
) -> None:
    base = make(client, editor, name='=Coffee/"free": 50%')
    batch = issue(client, editor, api_settings, base, 3)["batch_id"]
    item = call(client, editor, "get-one-time-codes", id=batch)["items"][0]
    set_state(api_settings, item["code_id"], "used")

    file = call(client, editor, "export-one-time-codes", id=batch)

    made = call(client, viewer, "get-one-time-codes", id=base)["batches"][0]["created_at"]
    assert file["file_name"].startswith("=Coffee-free- 50%-20")
    assert file["file_name"].endswith(".csv")
    assert len(made) > 10
    text = b64decode(file["data"]).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert list(rows[0]) == ["code_id", "url", "state", "used_at"]
    assert rows[0]["url"].endswith(f"/code/{item['code_id']}")
    assert (rows[0]["state"], rows[1]["state"]) == ("used", "issued")
    assert rows[0]["used_at"]
    assert not rows[1]["used_at"]
    whole = call(client, editor, "export-one-time-codes", id=base)
    assert b64decode(whole["data"]).decode("utf-8-sig") == text


def test_viewer_cannot_export_unused_codes(
    client: TestClient, viewer: Somebody, editor: Somebody, api_settings: Settings
) -> None:
    base = make(client, editor)
    batch = issue(client, editor, api_settings, base, 3)["batch_id"]
    ids = [it["code_id"] for it in call(client, editor, "get-one-time-codes", id=batch)["items"]]
    set_state(api_settings, ids[0], "used")

    listed = {
        path: client.post(f"/v1/{path}", json=body, headers=viewer.headers)
        for path, body in (
            ("get-one-time-codes", {"id": batch}),
            ("get-all-qr-codes", {"one_time": True}),
            ("get-all-qr-codes/get-name-id", {"one_time": True}),
            ("get-all-qr-codes/get-child", {"id": base, "one_time": True}),
            ("folders/get-codes-from-folder", {"one_time": True}),
        )
    }
    exported = [
        client.post("/v1/export-one-time-codes", json={"id": batch}, headers=viewer.headers),
        client.post(
            "/v1/export-csv",
            json={"from": "one_time_codes", "params": {"id": batch}},
            headers=viewer.headers,
        ),
    ]

    assert {path: it.status_code for path, it in listed.items() if it.status_code != 200} == {}
    for path, answer in listed.items():
        assert not [code_id for code_id in ids[1:] if code_id in answer.text], path
    items = listed["get-one-time-codes"].json()["items"]
    assert [(it["state"], it["is_masked"]) for it in items] == [
        ("used", False),
        ("issued", True),
        ("issued", True),
    ]
    assert items[0]["code_id"] == ids[0]
    assert [it.status_code for it in exported] == [403, 403]


@pytest.mark.parametrize("amount", [0, -1, 100_001, "many"])
def test_invalid_amount_is_refused(client: TestClient, editor: Somebody, amount: Any) -> None:
    body = {"base_code_id": make(client, editor), "amount": amount}

    answer = client.post("/v1/qr/create_one_time_codes", json=body, headers=editor.headers)

    assert [error["field"] for error in answer.json()["errors"]] == ["amount"]


def test_one_time_codes_cannot_be_created_from_children(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    base, deleted = make(client, editor), make(client, editor)
    call(client, editor, "delete-qr-code", id=deleted)
    issue(client, editor, api_settings, base, 1)
    single = call(client, editor, "get-one-time-codes", id=base)["items"][0]["code_id"]

    for code_id in (deleted, single):
        body = {"base_code_id": code_id, "amount": 1}
        answer = client.post("/v1/qr/create_one_time_codes", json=body, headers=editor.headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "no_base")
    copied = client.post(
        "/v1/qr/create-duplicate-code", json={"code_id": single}, headers=editor.headers
    )
    assert copied.json()["code"] == "one_time_not_copied"


def test_another_organisation_cannot_find_the_batch(
    client: TestClient,
    editor: Somebody,
    api_settings: Settings,
    make_org: MakeOrg,
    make_member: MakeMember,
) -> None:
    base = make(client, editor)
    batch = issue(client, editor, api_settings, base, 2)["batch_id"]
    stranger = make_member(make_org("Northwind Books"), "owner")

    for path in ("get-one-time-codes", "export-one-time-codes", "qr/delete_one_time_codes"):
        for some_id in (base, batch):
            answer = client.post(f"/v1/{path}", json={"id": some_id}, headers=stranger.headers)
            assert answer.status_code == 404, path
    assert call(client, editor, "get-one-time-codes", id=base)["counts"] == counts(issued=2)
