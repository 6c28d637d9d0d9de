"""The time of an organisation's first event, however its files are spread over time."""

import tempfile
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.pipelines.events import NOON, ZONES, land, make_event
from warehouse.builds.activity import build_activity
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics

pytestmark = pytest.mark.usefixtures("few_marts")

HOURS = st.lists(st.integers(0, 400), min_size=1, max_size=4)


@settings(
    max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    files=st.lists(st.tuples(st.sampled_from(["org_a", "org_b"]), HOURS), min_size=1, max_size=6)
)
def test_first_event_is_found_in_files_with_any_start_time(
    files: list[tuple[str, list[int]]],
) -> None:
    lake = Lake(tempfile.mkdtemp(prefix="waypost-lake-"))
    first: dict[str, int] = {}
    pos = 0
    for org, hours in files:
        events = []
        for hour in hours:
            moment = NOON + timedelta(hours=hour)
            events.append(make_event(pos, org_id=org, occurred_at=moment, received_at=moment))
            pos += 1
            first[org] = min(hour, first.get(org, hour))
        land(lake, *events)
        build_activity(lake, ZONES)
    land(lake, make_event(pos, org_id="org_b", occurred_at=NOON + timedelta(hours=200)))
    first["org_b"] = min(200, first.get("org_b", 200))

    analytics = Analytics(lake)
    try:
        for org in ("org_a", "org_b", "org_c"):
            known = first.get(org)
            expected = None if known is None else NOON + timedelta(hours=known)
            assert analytics.first_event_at(org) == expected
    finally:
        analytics.close()
