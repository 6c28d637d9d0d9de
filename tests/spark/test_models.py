"""The same models return the same rows on Spark."""

import json
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pyarrow as pa
import pytest

from tests.pipelines.events import ZONES, land, make_event, spread
from warehouse.builds.activity import build_activity
from warehouse.builds.tables import mart_table
from warehouse.lake import Lake
from warehouse.models.catalogue import marts
from warehouse.spark.models import SparkModels, local_session

pytest.importorskip("pyspark", reason="PySpark is optional: install requirements/spark.txt")
pytestmark = [
    pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs Java, which is not here"),
]


ACTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("vote", {"poll_id": "poll", "choice": "a", "previous_choice": None}),
    ("redemption", {"kind": "promo_code", "subject_id": "x", "currency": "USD", "points": 3}),
    ("message", {"message_id": "m", "channel": "sms", "status": "sent"}),
    ("pass", {"pass_id": "p", "action": "created", "wallet": "apple"}),
    ("order", {"order_id": "o", "source": "Läden", "status": "paid", "item_count": 2}),
    ("play", {"kind": "quiz", "game_id": "g", "result": "won", "score": 5, "duration_ms": 9}),
    ("submit", {"form": "f", "fields": ["a", "b"], "is_new_customer": True}),
    ("view", {"action": "view", "block_id": "b"}),
    ("view", {"action": "click", "block_id": "b"}),
    ("use", {"action": "form", "form": "f", "opened": True, "reached": ["a"], "stands_at": "a"}),
    (
        "issue",
        {
            "batch_id": "pbt_1",
            "kind": "promo_code",
            "action": "issued",
            "codes": 7,
            "uses": 21,
            "ends_at": "2026-12-24T23:00:00Z",
        },
    ),
    (
        "redemption",
        {
            "kind": "promo_code",
            "batch_id": "pbt_1",
            "batch_code_id": "lock",
            "use_number": 3,
            "max_uses": 3,
        },
    ),
    ("miss", {"host": "go.harbor.example", "path": "/menü"}),
    (
        "points",
        {
            "entry_id": "mov_1-0",
            "movement_id": "mov_1",
            "lot_id": "mov_1-0",
            "unit": "points",
            "amount": 12,
            "reason": "earned",
            "available_from": "2026-03-11T09:30:11.9Z",
            "expires_at": None,
        },
    ),
    (
        "award",
        {
            "reward_id": "rwd_1",
            "action": "redeemed",
            "source": "bought",
            "unit": "points",
            "price": 5,
            "cost_cents": 120,
            "awarded_at": "2026-03-11T09:30:11.9Z",
            "expires_at": "2026-04-11T09:30:11.9Z",
        },
    ),
    (
        "automation",
        {"source_id": "aut_1", "subject_id": "enr_1", "action": "left", "reason": "exit"},
    ),
    (
        "prize",
        {
            "game_id": "game_1",
            "play_id": "play_1",
            "prize_id": "prize_1",
            "action": "claimed",
            "kind": "form",
            "cost_cents": 450,
            "awarded_at": "2026-03-11T09:30:11.9Z",
        },
    ),
)


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """Return events of several partitions, days and families, including late ones and unusual texts."""
    made = Lake(str(tmp_path_factory.mktemp("lake")))
    # Numbered before the rest, in another order than by position. It shares no row of a mart with
    # them, because partial sums of two builds are two rows.
    first = datetime(2026, 2, 1, 12, tzinfo=UTC)
    land(
        made, make_event(980, visitor_id="early", partition=9, day=first.date(), occurred_at=first)
    )
    build_activity(made, ZONES)
    land(made, *spread(400))
    land(
        made,
        *(
            make_event(800 + n, type=family, customer_key=f"cus_{n % 2}", data=json.dumps(result))
            for n, (family, result) in enumerate(ACTS)
        ),
    )
    odd = ("Zürich", "", "O'Brien", "東京", None)
    land(
        made,
        *(make_event(900 + n, city=city, visitor_id=city) for n, city in enumerate(odd)),
        make_event(950, occurred_at=make_event(0)["occurred_at"].replace(year=1969)),
    )
    build_activity(made, ZONES)
    return made


@pytest.fixture(scope="module")
def on_spark(lake: Lake) -> Iterator[SparkModels]:
    session = local_session()
    try:
        with SparkModels(lake, session, ZONES) as models:
            yield models
    finally:
        session.stop()


def sorted_rows(table: pa.Table) -> list[tuple[Any, ...]]:
    """Return the rows in a canonical order."""
    rows = [tuple(row.values()) for row in table.to_pylist()]
    return sorted(rows, key=lambda row: [(value is not None, str(value)) for value in row])


@pytest.mark.parametrize("mart", marts())
def test_spark_and_duckdb_agree_row_for_row(lake: Lake, on_spark: SparkModels, mart: str) -> None:
    kept = mart_table(lake, mart)
    built = kept.handle().to_pyarrow_table().select(kept.schema.names)

    found = on_spark.table(mart)

    assert found.num_rows > 0
    assert sorted_rows(found) == sorted_rows(built)


def test_bitmaps_are_byte_identical_in_spark_and_duckdb(lake: Lake, on_spark: SparkModels) -> None:
    """The same people with the same numbers, packed in the same way."""
    built = mart_table(lake, "activity_day").handle().to_pyarrow_table()

    found = on_spark.table("activity_day")

    assert sorted(filter(None, found["people"].to_pylist())) == sorted(
        filter(None, built["people"].to_pylist())
    )
    assert len(found["people"].drop_null()) > 100
