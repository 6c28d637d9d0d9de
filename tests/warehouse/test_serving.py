"""The serving copy changes the speed of an answer, never its content."""

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import duckdb
import pytest

from tests.pipelines.events import NOON, ZONES, land, spread
from tests.warehouse.test_statements import ALL_BUT_HOURS, HOSTILE, Listening
from warehouse.builds.activity import build_activity
from warehouse.builds.compaction import compact_marts
from warehouse.builds.rebuild import rebuild_day
from warehouse.date_ranges import Granularity, Range, edges, local_midnight, zone_of
from warehouse.erasure import Person, erase_person
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.language import Answer, Dimension, Filter, Question
from warehouse.queries.people import count_people
from warehouse.serving.layout import SERVED, SIDE_BY_SIDE
from warehouse.serving.storage import copies_in, folder_of
from warehouse.serving.writer import write_copy

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("few_marts")]

ZONE = zone_of(ZONES["org_a"])
SPAN = Range(datetime(2026, 3, 25, tzinfo=UTC), datetime(2026, 4, 9, 10, 7, tzinfo=UTC))
FILTERS: tuple[tuple[Filter, ...], ...] = (
    (),
    (Filter(Dimension.COUNTRY, ("US",)),),
    (Filter(Dimension.DEVICE, (), ("phone", "never seen")), Filter(Dimension.COUNTRY, ("US", ""))),
    (Filter(Dimension.BROWSER, (HOSTILE,)),),
)


def asked(filters: tuple[Filter, ...] = (), **fields: Any) -> Question:
    return Question(
        org_id="org_a",
        current=SPAN,
        previous=Range(SPAN.start - timedelta(days=15), SPAN.start),
        zone=ZONE,
        granularity=Granularity.DAY,
        edges=tuple(edges(SPAN, Granularity.DAY, ZONE)),
        filters=filters,
        **{"group_by": tuple(Dimension), "code_groups": {Dimension.FOLDER: {"code_1": "f"}}}
        | fields,
    )


def answers(lake: Lake) -> list[Answer]:
    analytics = Analytics(lake, threads=1)
    found = [analytics.ask(asked(filters)) for filters in FILTERS]
    analytics.close()
    return found


def arrived(number: int) -> list[dict[str, Any]]:
    """Return the events that arrive on one day, of which the first is 30 March."""
    by = timedelta(days=20 + number)
    return [
        row
        | {
            "pos": row["pos"] + 100 * number,
            "event_id": f"{row['event_id']}-{number}",
            "day": NOON.date() + by,
            "occurred_at": row["occurred_at"] + by,
            "received_at": row["received_at"] + by,
        }
        for row in spread(100, days=1)
    ]


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory, few_marts: None) -> Path:
    """Return five days of arrival, built one by one; the newest day and a tail are not finished."""
    folder = tmp_path_factory.mktemp("grown") / "lake"
    lake = Lake(str(folder))
    for number in range(5):
        land(lake, *arrived(number))
        build_activity(lake, ZONES)
    land(lake, *arrived(5)[:30])
    return folder


@pytest.fixture(scope="module")
def plain(grown: Path) -> list[Answer]:
    """Return the answers without a copy."""
    return answers(Lake(str(grown)))


@pytest.fixture
def lake(grown: Path, tmp_path: Path) -> Lake:
    """Return a separate lake for this test, in the grown state."""
    shutil.copytree(grown, tmp_path / "lake")
    return Lake(str(tmp_path / "lake"))


def copies(lake: Lake) -> list[Path]:
    folder = folder_of(lake)
    return [*copies_in(folder)] if folder else []


def held(lake: Lake) -> list[str]:
    return [path.name for path in copies(lake)]


def test_answers_are_the_same_with_a_current_an_older_and_no_serving_copy(
    lake: Lake, plain: list[Answer]
) -> None:
    first = write_copy(lake, datetime.now(UTC))
    served = answers(lake)
    compact_marts(lake)
    beside = answers(lake)
    second = write_copy(lake, datetime.now(UTC))
    again = answers(lake)

    assert plain == served == beside == again
    assert any(answer.totals.people for answer in plain)
    assert first
    assert first.rows
    assert second
    assert 0 < second.taken_over < second.files, "what compaction left alone is taken over"
    assert held(lake) == [second.name], "older copies are removed"
    assert write_copy(lake, datetime.now(UTC)) is None, "nothing to do"


SUMMED = {
    (date(2026, 3, 20), date(2026, 4, 10)): {"activity_ever", "activity_day"},
    (date(2026, 3, 1), date(2026, 4, 1)): {"activity_month"},
    (date(2026, 3, 31), date(2026, 4, 10)): {"activity_month", "activity_day"},
    (date(2026, 4, 1), date(2026, 4, 2)): {"activity_month"},
    (date(2026, 3, 31), date(2026, 4, 1)): {"activity_day"},
}
"""The local days of a range, and the parts of the copy that answer their values: the sums contain those from the 30th
to the 1st.
"""


def test_precomputed_sums_of_the_copy_equal_the_sums_of_their_days(lake: Lake) -> None:
    spans = [Range(*(local_midnight(day, ZONE) for day in days)) for days in SUMMED]
    wide = [
        replace(
            asked(group_by=ALL_BUT_HOURS),
            current=span,
            previous=None,
            edges=tuple(edges(span, Granularity.DAY, ZONE)),
        )
        for span in spans
    ]
    plain = [Listening(lake).ask(one) for one in wide]
    write_copy(lake, datetime.now(UTC))

    for one, before, expected in zip(wide, plain, SUMMED.values(), strict=True):
        listening = Listening(lake)
        served = listening.ask(one)
        sent = " ".join(statement for statement, _ in listening.sent)
        tables = ("activity_ever", "activity_month", "activity_day")
        assert {name for name in tables if f".{name})" in sent} == expected, one.current
        assert served == before


def test_rows_replaced_after_the_copy_was_written_are_not_read_from_it(lake: Lake) -> None:
    write_copy(lake, datetime.now(UTC))
    day = arrived(1)[0]["day"]
    lake.events.delete(f"day = '{day}' and type = 'scan'")
    rebuild_day(lake, ZONES, day)

    served = answers(lake)

    for path in copies(lake):
        path.unlink()
    assert served == answers(lake)


MANY = 3_000
"""The factor by which rows are multiplied, so that there are more than are read ahead."""


def attached(analytics: Analytics) -> list[str]:
    """Return the copies that a process has open."""
    names = (
        "select database_name from duckdb_databases() where database_name like 'copy_%' order by 1"
    )
    return [name for (name,) in analytics._cursor().execute(names).fetchall()]


def test_running_process_attaches_a_new_copy_and_releases_a_removed_copy(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("warehouse.serving.reader.CHECK_INTERVAL_SECONDS", 0.0)
    analytics = Analytics(lake, threads=1)

    def look() -> str | None:
        copy = analytics.tables().copy
        return copy.name if copy else None

    names = [look()]
    expected = analytics.ask(asked())
    for _ in range(2):
        assert write_copy(lake, datetime.now(UTC))
        names.append(look())
        assert analytics.ask(asked()) == expected
        for path in copies(lake):
            path.unlink()
    names.append(look())

    assert names == [None, "copy_1", "copy_2", None]
    assert attached(analytics) == [], "nothing keeps a removed file"
    assert analytics.ask(asked()) == expected


def test_question_is_answered_correctly_if_the_copy_is_removed_meanwhile(
    lake: Lake, plain: list[Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two of its statements the copy is removed, and everybody else has been notified."""
    monkeypatch.setattr("warehouse.serving.reader.CHECK_INTERVAL_SECONDS", 0.0)
    assert write_copy(lake, datetime.now(UTC))
    analytics = Analytics(lake, threads=1)
    held: list[list[str]] = []

    def remove_and_count(*given: Any) -> Any:
        for path in copies(lake):
            path.unlink()
        with ThreadPoolExecutor(1) as other:
            assert other.submit(lambda: analytics.tables().copy).result() is None
            held.append(other.submit(attached, analytics).result())
        return count_people(*given)

    monkeypatch.setattr("warehouse.queries.analytics.count_people", remove_and_count)
    for filters, answer in zip(FILTERS, plain, strict=True):
        assert analytics.ask(asked(filters)) == answer

    assert held == [["copy_1"], [], [], []]
    analytics.tables()
    assert attached(analytics) == []


def test_statement_finishes_correctly_if_the_copy_is_detached_meanwhile(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What happens to a query that is held for too long."""
    monkeypatch.setattr("warehouse.serving.reader.CHECK_INTERVAL_SECONDS", 0.0)
    monkeypatch.setattr("warehouse.serving.reader.DETACH_AFTER_SECONDS", 0.0)
    written = write_copy(lake, datetime.now(UTC))
    analytics = Analytics(lake, threads=1)
    copy = analytics.tables().copy
    assert written
    assert copy
    cursor = analytics._connection.get().cursor()
    ((rows,),) = cursor.execute(f"select count(*) from {copy.name}.activity_15m").fetchall()
    cursor.execute(f"select quarter from {copy.name}.activity_15m, range({MANY})")
    first = cursor.fetchone()

    (folder_of(lake) / written.name).unlink()  # type: ignore[operator]
    analytics.tables()

    assert attached(analytics) == []
    found = 1 if first else 0
    while some := cursor.fetchmany(100_000):
        found += len(some)
    assert found == rows * MANY


def test_unreadable_copy_is_ignored_and_replaced(lake: Lake, plain: list[Answer]) -> None:
    assert write_copy(lake, datetime.now(UTC))
    for content in (b"", b"not a database", None):
        (path,) = copies(lake)
        if content is None:  # of another layout
            with duckdb.connect(str(path)) as database:
                database.execute("update about set format = 0")
        else:
            path.write_bytes(content)

        analytics = Analytics(lake, threads=1)
        assert analytics.ask(asked()) == plain[0], content
        analytics.close()
        assert write_copy(lake, datetime.now(UTC)), content
        assert path not in copies(lake), content
    assert answers(lake) == plain


def test_files_left_behind_by_a_killed_writer_are_removed(lake: Lake) -> None:
    folder = folder_of(lake)
    assert folder
    folder.mkdir(exist_ok=True)
    names = ("a.partial", "a.partial.wal", "a.heap", "b.partial")
    for name in names:
        (folder / name).write_bytes(b"x")
    now = datetime.now(UTC)
    for name in names[:3]:
        long_ago = (now - timedelta(days=2)).timestamp()
        os.utime(folder / name, (long_ago, long_ago))

    written = write_copy(lake, now)

    assert written
    assert {path.name for path in folder.iterdir()} == {written.name, "b.partial"}


def test_statements_on_the_copy_are_restricted_to_a_single_organisation(lake: Lake) -> None:
    write_copy(lake, datetime.now(UTC))
    analytics = Listening(lake)
    for filters in FILTERS:
        analytics.ask(asked(filters, group_by=ALL_BUT_HOURS))
    copy = analytics.tables().copy
    assert copy
    (own,) = copy.codes(analytics._cursor(), "org_id", ["org_a"])

    read = [statement for statement, _ in analytics.sent if f"{copy.name}.activity" in statement]

    assert len(read) >= 4
    for statement, _ in analytics.sent:
        marts = sum(
            statement.count(f"{copy.name}.{mart} ") + statement.count(f"{copy.name}.{mart})")
            for mart in (*SERVED, *SIDE_BY_SIDE, "activity_ever")
        )
        assert statement.count(f"org_id = {own} ") + statement.count(f"org_id = {own}\n") >= marts
        assert HOSTILE not in statement


def test_no_copy_keeps_data_of_an_erased_person(lake: Lake) -> None:
    write_copy(lake, datetime.now(UTC))
    erase_person(
        lake, Person("org_a", visitor_ids=frozenset({"visitor_1"})), ZONES, grace_seconds=0
    )

    assert not copies(lake)
