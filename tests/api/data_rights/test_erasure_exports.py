"""An export that is written while a person is erased does not outlast the erasure."""

from datetime import UTC, datetime
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.objects.store import objects_of
from runtime.settings import Settings
from tests.pipelines.events import land, make_event
from tests.support.calling import call
from tests.support.jobs import run_jobs
from tests.support.people import MakeMember, Org
from warehouse import erasure
from warehouse.lake import Lake


def test_export_that_ends_during_an_erasure_is_deleted(
    client: TestClient,
    org: Org,
    make_member: MakeMember,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = make_event(
        1, org_id=org.org_id, visitor_id="dora_visitor", occurred_at=datetime.now(UTC)
    )
    land(Lake.from_settings(settings), event)
    admin = make_member(org, "admin")
    objects = objects_of(settings)
    erase = erasure.erase_person

    def erase_late(*given: Any, **named: Any) -> erasure.Erased:
        key = f"org/{org.org_id}/exports/job_1.csv"
        objects.put(key, b"visitor_id\ndora_visitor", "text/csv")
        return erase(*given, **named)

    monkeypatch.setattr("api.domains.data_rights.erasures.jobs.READER_GRACE_SECONDS", 0)
    monkeypatch.setattr(erasure, "erase_person", erase_late)
    asked = call(client, admin, "erase-person", visitor_id="dora_visitor")
    run_jobs(settings)

    job = call(client, admin, "get-job", job_id=asked["job_id"])
    assert (job["state"], job["result"]["exports"]) == ("done", 1)
    assert objects.keys(f"org/{org.org_id}/exports/") == []
