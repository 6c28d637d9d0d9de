"""Background jobs: queued in the transaction that needs them, run by the worker, visible to their owner."""

from typing import Any

import pytest
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from api.db.engine import make_engine
from api.db.session import enter_tenant
from api.jobs.queue import Jobs
from api.jobs.registry import JOBS, JobContext, JobFailed
from api.jobs.worker import TRIES
from api.kit.clock import utc_now
from runtime.settings import Settings
from tests.support.jobs import run_jobs
from tests.support.people import MakeMember, MakeOrg, Org, Somebody

done_work: list[dict[str, Any]] = []


@pytest.fixture(autouse=True)
def kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register three kinds of jobs that only these tests know."""
    done_work.clear()

    def count(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
        for step in range(args["to"]):
            context.progress(step + 1)
        with context.session() as session:
            names = session.scalars(text("select org_id from organizations")).all()
        done_work.append({"orgs": names})
        return {"counted": args["to"]}

    def refuse(context: JobContext, args: dict[str, Any]) -> None:
        raise JobFailed("The file is empty.")

    def break_once(context: JobContext, args: dict[str, Any]) -> None:
        done_work.append(args)
        if len(done_work) == 1:
            raise ConnectionError("a cable was pulled")

    for kind, function in {"count": count, "refuse": refuse, "break_once": break_once}.items():
        monkeypatch.setitem(JOBS, kind, function)


def enqueue(settings: Settings, org: Org, kind: str, *, commit: bool = True, **args: Any) -> str:
    engine = make_engine(settings)
    with Session(engine) as session:
        enter_tenant(session, org.org_id)
        job_id = Jobs(session, utc_now()).enqueue(org.org_id, kind, args, total=args.get("to"))
        if commit:
            session.commit()
    engine.dispose()
    return job_id


def ask(client: TestClient, somebody: Somebody, job_id: str, call: str = "get-job") -> Any:
    return client.post(f"/v1/{call}", headers=somebody.headers, json={"job_id": job_id})


def test_job_runs_and_its_owner_sees_the_result(
    client: TestClient, api_settings: Settings, org: Org, viewer: Somebody
) -> None:
    job_id = enqueue(api_settings, org, "count", to=3)
    assert ask(client, viewer, job_id).json()["state"] == "queued"

    run_jobs(api_settings)

    seen = ask(client, viewer, job_id).json()
    assert (seen["state"], seen["done"], seen["total"]) == ("done", 3, 3)
    assert seen["result"] == {"counted": 3}
    assert seen["finished_at"] is not None


def test_job_sees_only_its_own_organisation(
    api_settings: Settings, org: Org, make_org: MakeOrg
) -> None:
    make_org(name="Somebody else")
    enqueue(api_settings, org, "count", to=1)

    run_jobs(api_settings)

    assert done_work == [{"orgs": [org.org_id]}]


def test_job_of_a_rolled_back_transaction_is_not_queued(api_settings: Settings, org: Org) -> None:
    enqueue(api_settings, org, "count", to=1, commit=False)

    run_jobs(api_settings)

    assert done_work == []


def test_failed_job_reports_the_reason(
    client: TestClient, api_settings: Settings, org: Org, viewer: Somebody
) -> None:
    job_id = enqueue(api_settings, org, "refuse")

    run_jobs(api_settings)

    seen = ask(client, viewer, job_id).json()
    assert (seen["state"], seen["error"]) == ("failed", "The file is empty.")


def test_failing_job_is_retried_and_hides_the_details(
    client: TestClient, api_settings: Settings, org: Org, viewer: Somebody
) -> None:
    job_id = enqueue(api_settings, org, "break_once", of="cable")
    run_jobs(api_settings)
    assert ask(client, viewer, job_id).json()["state"] == "running"
    assert ask(client, viewer, job_id).json()["error"] is None

    change_queue(api_settings, "update procrastinate_jobs set scheduled_at = now()")
    run_jobs(api_settings)

    assert ask(client, viewer, job_id).json()["state"] == "done"
    assert len(done_work) == 2


def test_job_that_kills_its_workers_is_abandoned(
    client: TestClient, api_settings: Settings, org: Org, viewer: Somebody
) -> None:
    job_id = enqueue(api_settings, org, "break_once", of="memory")
    run_jobs(api_settings)
    done_work.clear()
    change_queue(
        api_settings, f"update procrastinate_jobs set scheduled_at = now(), attempts = {TRIES}"
    )

    run_jobs(api_settings)

    seen = ask(client, viewer, job_id).json()
    assert (seen["state"], "never finished" in seen["error"]) == ("failed", True)
    assert done_work == []


def test_cancelled_job_is_not_executed(
    client: TestClient, api_settings: Settings, org: Org, editor: Somebody
) -> None:
    job_id = enqueue(api_settings, org, "count", to=1)

    assert ask(client, editor, job_id, "cancel-job").json()["state"] == "cancelled"
    run_jobs(api_settings)

    assert done_work == []
    assert ask(client, editor, job_id).json()["state"] == "cancelled"


def test_job_of_another_organisation_is_not_found(
    client: TestClient,
    api_settings: Settings,
    org: Org,
    make_org: MakeOrg,
    make_member: MakeMember,
) -> None:
    job_id = enqueue(api_settings, org, "count", to=1)
    stranger = make_member(make_org(name="Somebody else"), "owner")

    assert ask(client, stranger, job_id).status_code == 404
    assert ask(client, stranger, job_id, "cancel-job").status_code == 404


def test_app_role_cannot_access_the_queue_table(api_settings: Settings) -> None:
    url = make_url(api_settings.database_url_as("waypost_app"))
    engine = create_engine(url.set(drivername="postgresql+psycopg"))
    with engine.connect() as connection, pytest.raises(Exception, match="permission denied"):
        connection.execute(text("select * from procrastinate_jobs"))
    engine.dispose()


def change_queue(settings: Settings, statement: str) -> None:
    """Change the content of the queue, as its owner."""
    url = make_url(settings.database_url).set(drivername="postgresql+psycopg")
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()
