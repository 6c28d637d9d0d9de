"""A lake in a bucket is served from a copy too, which web processes cache on their own disk."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.support.s3 import S3
from tests.support.waiting import eventually
from tests.warehouse.test_serving import (
    FILTERS,
    answers,
    asked,
    grown,
    held,
    lake,
    plain,
)
from tests.warehouse.test_statements import Listening
from warehouse.builds.compaction import compact_marts
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.language import Answer
from warehouse.serving.cache import kept_fresh, refresh
from warehouse.serving.storage import drop_copies, published
from warehouse.serving.writer import write_copy

__all__ = ["grown", "lake", "plain"]

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("few_marts")]

ROOMY = 1_000_000_000


@pytest.fixture
def away(lake: Lake, s3: S3, tmp_path: Path) -> Lake:
    """Return the same lake in a bucket, with a cache on this machine's disk."""
    bucket, client = s3.new_bucket(), s3.client()
    for path in Path(lake.root).rglob("*"):
        if path.is_file():
            client.upload_file(str(path), bucket, f"lake/{path.relative_to(lake.root)}")
    return Lake(f"s3://{bucket}/lake", s3.storage_options, tmp_path / "cache")


def test_lake_in_a_bucket_publishes_a_copy_that_is_read_through_a_size_limited_cache(
    away: Lake, plain: list[Answer]
) -> None:
    written = write_copy(away, datetime.now(UTC))
    assert written
    (first,) = published(away)
    assert first.name == written.name
    assert held(away) == [], "nobody has fetched it"
    uncopied = Analytics(away, threads=1)
    assert [uncopied.ask(asked())] == plain[:1]
    uncopied.close()

    assert not refresh(away, first.size - 1)
    assert held(away) == []
    assert not refresh(away, first.size, leave_free=10**18)
    assert held(away) == [], "the disk is low"
    assert refresh(away, first.size)

    assert held(away) == [first.name]
    assert not refresh(away, ROOMY), "it is there"
    listening = Listening(away)
    copy = listening.tables().copy
    assert copy
    assert [listening.ask(asked(filters)) for filters in FILTERS] == plain
    assert [statement for statement, _ in listening.sent if f"{copy.name}.people_15m" in statement]
    listening.close()

    compact_marts(away)
    written = write_copy(away, datetime.now(UTC))
    assert written
    assert 0 < written.taken_over < written.files
    (second,) = published(away)
    assert second.name == written.name
    assert refresh(away, max(first.size, second.size))
    assert held(away) == [second.name]
    assert answers(away) == plain

    assert drop_copies(away) == 1
    assert refresh(away, ROOMY)
    assert held(away) == [], "what was withdrawn is kept nowhere"


def test_web_process_refreshes_the_cache_and_answers_questions_meanwhile(
    away: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("warehouse.serving.cache.POLL_INTERVAL_SECONDS", 0.05)
    monkeypatch.setattr("warehouse.serving.reader.CHECK_INTERVAL_SECONDS", 0.0)
    analytics = Analytics(away, threads=1)
    with kept_fresh(away, ROOMY):
        expected = analytics.ask(asked())
        assert analytics.tables().copy is None
        write_copy(away, datetime.now(UTC))
        eventually(lambda: analytics.tables().copy is not None)
        assert analytics.ask(asked()) == expected
        drop_copies(away)
        eventually(lambda: analytics.tables().copy is None)
    assert analytics.ask(asked()) == expected
    analytics.close()
