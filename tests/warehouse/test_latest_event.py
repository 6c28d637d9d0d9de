"""When an organisation's newest event was received, however its files are spread over time."""

import tempfile
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.pipelines.events import NOON, ZONES, land, make_event
from tests.support.waiting import eventually
from warehouse.builds.activity import build_activity
from warehouse.data_files import DataFile
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.sources import Parameters, read_sql

pytestmark = pytest.mark.usefixtures("few_marts")

ORGS = ("org_a", "org_b", "org_c")
BATCHES = st.lists(
    st.tuples(
        st.sampled_from(["org_a", "org_b"]),
        st.lists(st.integers(1, 400), min_size=1, max_size=4),
        st.booleans(),
    ),
    min_size=1,
    max_size=6,
)


def _latest(analytics: Analytics, org: str) -> datetime | None:
    return analytics.read(lambda cursor, tables: analytics.as_of(cursor, org, tables))


def _latest_of_all(analytics: Analytics) -> list[datetime | None]:
    return [_latest(analytics, org) for org in ORGS]


def _are(analytics: Analytics, expected: list[datetime | None]) -> bool:
    return _latest_of_all(analytics) == expected


@settings(
    max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(batches=BATCHES)
def test_latest_event_is_found_before_and_after_builds(
    batches: list[tuple[str, list[int], bool]],
) -> None:
    lake = Lake(tempfile.mkdtemp(prefix="waypost-lake-"))
    latest: dict[str, int] = {}
    pos = 0
    long_open = Analytics(lake)
    try:
        for org, hours, is_built in batches:
            events = []
            for hour in hours:
                moment = NOON + timedelta(hours=hour)
                events.append(make_event(pos, org_id=org, occurred_at=moment, received_at=moment))
                pos += 1
            latest[org] = max(*hours, latest.get(org, 0), 0)
            land(lake, *events)
            if is_built:
                build_activity(lake, ZONES)
            just_opened = Analytics(lake)
            try:
                expected = [hour and NOON + timedelta(hours=hour) for hour in map(latest.get, ORGS)]
                assert _latest_of_all(just_opened) == expected
                # What was opened earlier sees new files after a quarter of a second
                eventually(partial(_are, long_open, expected))
            finally:
                just_opened.close()
    finally:
        long_open.close()


def test_no_event_is_read_for_an_organisation_that_has_none(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    for pos in range(0, 6, 2):
        moment = NOON + timedelta(days=pos)
        land(
            lake,
            make_event(pos, org_id="org_a", occurred_at=moment),
            make_event(pos + 1, org_id="org_c", occurred_at=moment),
        )
    build_activity(lake, ZONES)
    read: list[str] = []

    def recorded(files: Iterable[DataFile], parameters: Parameters) -> str:
        found = list(files)
        read.extend(file.uri for file in found)
        return read_sql(found, parameters)

    monkeypatch.setattr("warehouse.queries.latest_events.read_sql", recorded)
    analytics = Analytics(lake)
    try:
        assert _latest(analytics, "org_b") is None
        assert all("/events/" not in uri for uri in read)
        assert _latest(analytics, "org_a") is not None
        assert sum("/events/" in uri for uri in read) == 1
    finally:
        analytics.close()
