"""Withdrawing many one-time codes: void at once for everybody, recorded in each code by a job in steps."""

from base64 import b64decode
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from api.domains.codes.batches import jobs
from api.domains.codes.batches.upkeep import RETRY_AFTER, resume_withdrawals
from api.jobs.worker import TRIES
from api.kit.clock import utc_now
from ingest.contracts.issue import IssueRecorded
from runtime.settings import Settings
from tests.support.calling import call
from tests.support.jobs import run_jobs
from tests.support.people import Somebody
from tests.support.visit_cases import leads_to
from tests.support.visits import Outbox

pytestmark = pytest.mark.one_database

BASE = {"name": "Free coffee", "type": "redirect", "destination": "https://harbor.example/coffee"}
PERSON = {
    "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Safari/604.1",
    "Accept": "text/html",
}
MANY = 6_000


@pytest.fixture
def batch(client: TestClient, editor: Somebody, api_settings: Settings) -> dict[str, str]:
    """Create a batch of six thousand codes, of which one is used."""
    base = call(client, editor, "qr/create-code", **BASE)["code_id"]
    wanted = {"base_code_id": base, "amount": MANY}
    batch_id = call(client, editor, "qr/create_one_time_codes", **wanted)["batch_id"]
    run_jobs(api_settings)
    used = call(client, editor, "get-one-time-codes", id=batch_id)["items"][0]["code_id"]
    assert client.post(f"/code/{used}/use", headers=PERSON).status_code < 400
    return {"base": base, "batch": batch_id}


def rows_by_state(settings: Settings, batch_id: str) -> dict[str, int]:
    """Return the counts by state according to the rows themselves."""
    with psycopg.connect(settings.database_url) as connection:
        found = connection.execute(
            "select one_time_state, count(*) from codes where batch_id = %s group by 1", [batch_id]
        )
        return dict(found.fetchall())


def voided(outbox: Outbox) -> list[int]:
    """Return the number of codes in each withdrawal event."""
    lines = [it for it in outbox.events() if isinstance(it, IssueRecorded)]
    return [it.data.codes for it in lines if it.data.action == "voided"]


def standing(client: TestClient, who: Somebody, batch: dict[str, str]) -> list[Any]:
    """Return the state of the batch according to every screen and file."""
    base, batch_id = batch["base"], batch["batch"]
    listed = call(client, who, "get-one-time-codes", id=base, pageSize=3)
    void = call(client, who, "get-one-time-codes", id=batch_id, state="void", pageSize=3)
    issued = call(client, who, "get-one-time-codes", id=batch_id, state="issued", pageSize=3)
    last = void["items"][-1]["code_id"]
    children = call(client, who, "get-all-qr-codes/get-child", id=base, one_time=True, filter=last)
    file = call(client, who, "export-one-time-codes", id=batch_id)
    return [
        listed["counts"],
        listed["batches"][0]["counts"],
        listed["batches"][0]["withdrawn_at"] is not None,
        (void["total"], {it["state"] for it in void["items"]}),
        (issued["total"], issued["items"]),
        call(client, who, "qr/get-code", code_id=last)["one_time_state"],
        [it["one_time_state"] for it in children["items"]],
        b64decode(file["data"]).decode().count(",void,"),
    ]


def break_in_the_middle(settings: Settings) -> None:
    """Make every change of the batch fail when it reaches one code in the middle."""
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "create function stop_here() returns trigger language plpgsql as $$ begin"
            " raise exception 'the lights went out'; end $$;"
            "create trigger stop_here before update on codes for each row"
            " when (new.name = 'Free coffee 4500') execute function stop_here()"
        )


def mend(settings: Settings) -> None:
    """Stop the failures."""
    with psycopg.connect(settings.database_url) as connection:
        connection.execute("drop trigger stop_here on codes; drop function stop_here()")


def try_again(settings: Settings) -> None:
    """End the delay before the next attempt."""
    with psycopg.connect(settings.database_url) as connection:
        connection.execute("update procrastinate_jobs set scheduled_at = now()")
    run_jobs(settings)


def test_withdrawal_voids_many_codes_immediately_at_any_progress_of_the_job(
    client: TestClient,
    editor: Somebody,
    api_settings: Settings,
    batch: dict[str, str],
    outbox: Outbox,
) -> None:
    left = call(client, editor, "get-one-time-codes", id=batch["base"], state="issued", sort="name")
    mine = left["items"][0]["code_id"]
    assert "Redeem now" in client.get(f"/code/{mine}", headers=PERSON).text

    answer = call(client, editor, "qr/delete_one_time_codes", id=batch["batch"])
    again = call(client, editor, "qr/delete_one_time_codes", id=batch["base"])
    opened = client.get(f"/code/{mine}", headers=PERSON)
    pressed = client.post(f"/code/{mine}/use", headers=PERSON)
    at_once = standing(client, editor, batch)
    rows = rows_by_state(api_settings, batch["batch"])
    run_jobs(api_settings)

    assert (answer["withdrawn"], answer["used"]) == (MANY - 1, 1)
    assert (again["withdrawn"], again["used"]) == (0, 1)
    assert (opened.status_code, pressed.status_code) == (410, 410)
    assert rows == {"issued": MANY - 2, "opened": 1, "used": 1}
    assert at_once[0] == {"issued": 0, "opened": 0, "used": 1, "void": MANY - 1}
    assert at_once[1:3] == [at_once[0], True]
    assert at_once[3:] == [(MANY - 1, {"void"}), (0, []), "void", ["void"], MANY - 1]
    job = call(client, editor, "get-job", job_id=answer["job_id"])
    assert (job["state"], job["done"], job["total"]) == ("done", MANY - 1, MANY - 1)
    assert rows_by_state(api_settings, batch["batch"]) == {"void": MANY - 1, "used": 1}
    assert standing(client, editor, batch) == at_once
    assert sum(voided(outbox)) == MANY - 1
    assert max(voided(outbox)) <= jobs.WITHDRAWN_CHUNK


def test_interrupted_withdrawal_continues_and_emits_one_event_per_code(
    client: TestClient,
    editor: Somebody,
    api_settings: Settings,
    batch: dict[str, str],
    outbox: Outbox,
) -> None:
    job_id = call(client, editor, "qr/delete_one_time_codes", id=batch["batch"])["job_id"]
    break_in_the_middle(api_settings)
    run_jobs(api_settings)
    before = call(client, editor, "get-job", job_id=job_id)
    half = rows_by_state(api_settings, batch["batch"])
    seen = call(client, editor, "get-one-time-codes", id=batch["batch"])["counts"]

    mend(api_settings)
    try_again(api_settings)

    assert before["state"] == "running"
    assert 0 < before["done"] < MANY - 1
    assert half["issued"] > 0
    assert half["void"] == before["done"]
    assert seen == {"issued": 0, "opened": 0, "used": 1, "void": MANY - 1}
    after = call(client, editor, "get-job", job_id=job_id)
    assert (after["state"], after["done"]) == ("done", MANY - 1)
    assert rows_by_state(api_settings, batch["batch"]) == {"void": MANY - 1, "used": 1}
    assert sum(voided(outbox)) == MANY - 1


def test_withdrawal_that_failed_on_every_attempt_is_restarted_at_night(
    client: TestClient,
    editor: Somebody,
    api_settings: Settings,
    batch: dict[str, str],
    outbox: Outbox,
) -> None:
    job_id = call(client, editor, "qr/delete_one_time_codes", id=batch["base"])["job_id"]
    break_in_the_middle(api_settings)
    run_jobs(api_settings)
    for _ in range(TRIES):  # the last one only finds that the attempts are exhausted
        try_again(api_settings)
    failed = call(client, editor, "get-job", job_id=job_id)["state"]
    half = rows_by_state(api_settings, batch["batch"])
    mend(api_settings)
    now = utc_now()

    soon, later = (
        resume_withdrawals(api_settings, now + wait) for wait in (0 * RETRY_AFTER, 2 * RETRY_AFTER)
    )
    run_jobs(api_settings)
    next_night = resume_withdrawals(api_settings, now + 48 * RETRY_AFTER)

    assert failed == "failed"
    assert half["issued"] > 0
    assert (soon, later, next_night) == (0, half["issued"], 0)
    assert rows_by_state(api_settings, batch["batch"]) == {"void": MANY - 1, "used": 1}
    assert sum(voided(outbox)) == MANY - 1


def test_withdrawn_batch_has_zero_stock_in_rules(
    client: TestClient, editor: Somebody, batch: dict[str, str]
) -> None:
    gone = {"kind": "stock", "subject_id": batch["batch"], "op": "is", "value": 0}
    rules = [leads_to("sold-out", gone)]
    sign = call(client, editor, "qr/create-code", **BASE, rules=rules)["code_id"]

    call(client, editor, "qr/delete_one_time_codes", id=batch["batch"])
    led = client.get(f"/code/{sign}", headers=PERSON)

    assert led.headers["location"] == "https://sold-out.example/"
