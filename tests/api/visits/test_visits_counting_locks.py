"""Deleting counts locks rows in the same order as counting visits, so there is no deadlock."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from threading import Thread
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from api.domains.visits.visits import counter_repository
from api.domains.visits.visits.upkeep import delete_unused_counts
from api.kit.clock import utc_now
from api.kit.ids import new_code_id
from runtime.settings import Settings
from tests.support.calling import call
from tests.support.people import Org, Somebody
from tests.support.visits import make_code
from tests.support.waiting import eventually, is_lock_awaited

pytestmark = pytest.mark.one_database


@contextmanager
def running(database_url: str, work: Any) -> Iterator[None]:
    """Run `work` in a thread: the block runs while it waits for a row lock, and it finishes afterwards."""
    thread = Thread(target=work, daemon=True)
    thread.start()
    eventually(lambda: is_lock_awaited(database_url))
    yield
    thread.join(30)
    assert not thread.is_alive()


@pytest.mark.parametrize(
    ("limit", "table", "key"),
    [
        ("scan_limit", "code_counters", "code_id"),
        ("visitor_limit", "code_visitors", "code_id || visitor_id"),
    ],
)
def test_resetting_a_limit_locks_rows_in_order(
    settings: Settings,
    client: TestClient,
    editor: Somebody,
    org: Org,
    limit: str,
    table: str,
    key: str,
) -> None:
    base, *children = codes = sorted((new_code_id() for _ in "abc"), reverse=True)
    make_code(settings.database_url, org.org_id, code_id=base)
    for child in children:
        make_code(settings.database_url, org.org_id, code_id=child, base_code_id=base)
    with psycopg.connect(settings.database_url) as ready:
        for code in codes:
            ready.execute("insert into code_counters values (%s, %s, 5)", [code, org.org_id])
            for visitor in ("z", "a"):
                ready.execute(
                    "insert into code_visitors (code_id, visitor_id, org_id, visits, last_at)"
                    " values (%s, %s, %s, 5, now())",
                    [code, visitor, org.org_id],
                )
    ordered = f"select {key} from {table} where code_id = any(%s) order by 1"
    answers: list[Any] = []

    def set_limit() -> None:
        answers.append(call(client, editor, "qr/update-code", code_id=base, **{limit: 9}))

    with psycopg.connect(settings.database_url) as visit:
        first, *others = [row[0] for row in visit.execute(ordered, [codes])]
        take = f"select from {table} where {key} = %s for update nowait"
        visit.execute(take, [first])
        with running(settings.database_url, set_limit):
            for other in others:
                visit.execute(take, [other])
            visit.commit()

    assert answers[0][limit] == 9
    with psycopg.connect(settings.database_url) as after:
        assert after.execute(ordered, [codes]).fetchall() == []


def test_visits_lock_counter_rows_in_the_same_order_for_any_input_order(
    settings: Settings, org: Org
) -> None:
    code_id = make_code(settings.database_url, org.org_id)
    counts = [[code_id] * 2, ["z", "a"], [org.org_id] * 2, [1, 1], [datetime.now(UTC)] * 2]
    take = "select from code_visitors where code_id = %s and visitor_id = %s for update nowait"

    def count() -> None:
        with psycopg.connect(settings.database_url) as visit:
            visit.execute(counter_repository._SAVE_VISITS, counts)

    count()
    with psycopg.connect(settings.database_url) as forgets:
        forgets.execute(take, [code_id, "a"])
        with running(settings.database_url, count):
            forgets.execute(take, [code_id, "z"])
            forgets.commit()


def test_count_locked_by_a_visit_is_deleted_the_next_night(settings: Settings, org: Org) -> None:
    code_id = make_code(settings.database_url, org.org_id)
    counts = [[code_id] * 2, ["a", "z"], [org.org_id] * 2, [1, 1], [datetime.now(UTC)] * 2]
    with psycopg.connect(settings.database_url, autocommit=True) as ready:
        ready.execute("delete from code_visitors")
        ready.execute(counter_repository._SAVE_VISITS, counts, binary=False)

    with psycopg.connect(settings.database_url) as visit:
        visit.execute("select from code_visitors where visitor_id = 'a' for update")
        first = delete_unused_counts(settings, utc_now())

    assert (first, delete_unused_counts(settings, utc_now())) == (1, 1)
