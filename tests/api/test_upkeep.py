"""What is cleaned up each night, and what stays."""

from datetime import timedelta

import psycopg
import pytest
from starlette.testclient import TestClient

from api.domains.content.media_library.upkeep import sweep
from api.domains.visits.visits.upkeep import delete_unused_counts
from api.jobs.registry import NIGHTLY
from api.jobs.worker import do_nightly
from api.kit.clock import utc_now
from api.objects.store import objects_of
from runtime.settings import Settings
from tests.support.codes import make_code
from tests.support.people import Org, Somebody
from tests.support.pictures import picture


def test_visitor_counts_are_kept_only_where_a_limit_or_rule_uses_them(
    client: TestClient, editor: Somebody, org: Org, api_settings: Settings
) -> None:
    third = {"kind": "visit_number", "op": "is", "value": 3}
    rule = {"conditions": [third], "outcome": {"type": "refuse"}}
    plain = make_code(client, editor)
    limited = make_code(client, editor, visitor_limit=3)
    child = make_code(client, editor, base_code_id=limited)
    ruled = make_code(client, editor, rules=[rule])
    now = utc_now()
    rows = [(code, "today", now) for code in (plain, limited, child, ruled)]
    rows.append((limited, "long-ago", now - timedelta(days=800)))
    with psycopg.connect(api_settings.database_url) as connection:
        for code_id, visitor_id, last_at in rows:
            connection.execute(
                "insert into code_visitors (code_id, visitor_id, org_id, visits, last_at)"
                " values (%s, %s, %s, 1, %s)",
                [code_id, visitor_id, org.org_id, last_at],
            )

    removed = delete_unused_counts(api_settings, now)

    with psycopg.connect(api_settings.database_url) as connection:
        left = connection.execute("select code_id, visitor_id from code_visitors").fetchall()
    assert removed == 2
    assert set(left) == {(limited, "today"), (child, "today"), (ruled, "today")}


def test_picture_without_a_row_is_deleted_after_a_day(
    client: TestClient, editor: Somebody, org: Org, api_settings: Settings
) -> None:
    files = {"file": ("a.png", picture(), "image/png")}
    kept = client.post("/v1/upload-image", files=files, headers=editor.headers)
    assert kept.status_code == 200, kept.text
    objects = objects_of(api_settings)
    folder = f"org/{org.org_id}/pictures/"
    known = set(objects.keys(folder))
    objects.put(f"{folder}med_lost/640.webp", b"x", "image/webp")
    now = utc_now()

    early, late = sweep(api_settings, now), sweep(api_settings, now + timedelta(days=1, hours=1))

    assert (early, late) == (0, 1)
    assert set(objects.keys(folder)) == known != set()


def test_temporary_files_are_deleted_after_a_day(org: Org, api_settings: Settings) -> None:
    objects = objects_of(api_settings)
    folder = f"org/{org.org_id}"
    lent = [
        f"{folder}/exports/job_a.csv",
        f"{folder}/slips/print_a.pdf",
        f"{folder}/packs/job_a/party.zip",
        f"{folder}/uploads/job_a/party.zip",
    ]
    for key in (*lent, f"org/{org.org_id}/uploads/upl_a/menu.pdf"):
        objects.put(key, b"x", "application/octet-stream")
    now = utc_now()

    early, late = (
        sweep(api_settings, now + timedelta(hours=24)),
        sweep(api_settings, now + timedelta(hours=26)),
    )

    assert (early, late) == (0, 4)
    assert objects.keys(f"org/{org.org_id}/uploads/") == [
        f"org/{org.org_id}/uploads/upl_a/menu.pdf"
    ]


def test_failing_nightly_task_does_not_stop_the_others(
    api_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_settings: Settings, _now: object) -> int:
        raise OSError("the disk is full")

    monkeypatch.setattr("api.jobs.worker.NIGHTLY", {"broken": fail, **NIGHTLY})

    done = do_nightly(api_settings, utc_now)

    assert set(done) == set(NIGHTLY)
