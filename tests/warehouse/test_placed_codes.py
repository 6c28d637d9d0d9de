"""A query has the same answer wherever the lake is stored; its files are visible to S3's own client."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.pipelines.events import ZONES, land, spread
from tests.support.s3 import S3
from tests.warehouse.reference import count
from warehouse.builds.activity import build_activity
from warehouse.date_ranges import Granularity, Range, edges, zone_of
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.language import Dimension, Question

pytestmark = pytest.mark.usefixtures("few_marts")

SPAN = Range(datetime(2026, 3, 8, tzinfo=UTC), datetime(2026, 3, 14, 11, 7, tzinfo=UTC))


def test_marts_and_tail_are_queried_from_disk_and_from_s3(lake: Lake) -> None:
    rows = spread(400)
    land(lake, *rows[:300])
    build_activity(lake, ZONES)
    land(lake, *rows[300:])
    zone = zone_of(ZONES["org_a"])

    answer = Analytics(lake).ask(
        Question(
            org_id="org_a",
            current=SPAN,
            previous=Range(SPAN.start - timedelta(days=6), SPAN.start),
            zone=zone,
            granularity=Granularity.DAY,
            edges=tuple(edges(SPAN, Granularity.DAY, zone)),
            group_by=(Dimension.COUNTRY,),
        )
    )

    complete = [{"country": None, "visitor_id": None, **row} for row in rows]
    assert answer.totals == count(complete, "org_a", SPAN)


def test_tables_consist_of_plain_parquet_files_and_a_log(s3: S3) -> None:
    bucket = s3.new_bucket()
    lake = Lake(f"s3://{bucket}/lake", s3.storage_options)

    land(lake, *spread(20))

    listing = s3.client().list_objects_v2(Bucket=bucket)["Contents"]
    keys = sorted(found["Key"] for found in listing)
    assert "lake/events/_delta_log/00000000000000000001.json" in keys
    data = [key for key in keys if key.endswith(".parquet")]
    assert {f"s3://{bucket}/{key}" for key in data} == {file.uri for file in lake.events.files()}
    for key in data:
        body = s3.client().get_object(Bucket=bucket, Key=key)["Body"].read()
        assert (body[:4], body[-4:]) == (b"PAR1", b"PAR1")


def test_missing_bucket_is_an_error_and_not_an_empty_lake(s3: S3) -> None:
    gone = Lake("s3://no-such-bucket/lake", s3.storage_options)

    with pytest.raises(OSError, match=r"NoSuchBucket|no-such-bucket"):
        gone.events.ensure()
