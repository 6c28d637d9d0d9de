"""The marts in a bucket: built, checked, rebuilt and compacted as in a folder."""

from datetime import UTC, date, datetime

import pytest

from tests.pipelines.contents import contents
from tests.pipelines.events import ZONES, land, spread
from tests.support.s3 import S3
from warehouse.builds.activity import build_activity
from warehouse.builds.compaction import compact_events, compact_marts, vacuum_lake
from warehouse.builds.rebuild import rebuild_day
from warehouse.checks.catalogue import all_checks
from warehouse.checks.runner import CheckSession, Published
from warehouse.lake import Lake

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("few_marts")]

MARTS = ("visitors", "visitor_numbers", "people_15m", "activity_day", "orders")
"""One for each way of building and compacting; the result of a model does not depend on the storage."""

DAY = date(2026, 3, 11)


def test_lake_in_a_bucket_gives_the_same_results_as_in_a_folder(s3: S3, lake: Lake) -> None:
    events = spread(120)
    land(lake, *events)
    build_activity(lake, ZONES)
    bucket = Lake(f"s3://{s3.new_bucket()}/lake", s3.storage_options)

    for start in (0, 60):
        land(bucket, *events[start : start + 60])
        build_activity(bucket, ZONES)
    rebuild_day(bucket, ZONES, DAY)
    compact_events(bucket)
    compact_marts(bucket)
    vacuum_lake(bucket)

    for name in MARTS:
        assert contents(bucket, name) == contents(lake, name) != {}, name
    now = datetime(2026, 3, 13, 13, tzinfo=UTC)
    with CheckSession(bucket, DAY, now, Published(0, 119)) as session:
        judged = [one for one in all_checks().values() if one.table in ("events", *MARTS)]
        outcomes = [session.run(check) for check in judged]
    assert len(outcomes) > len(MARTS)
    assert [outcome.check for outcome in outcomes if not outcome.passed] == []
