"""The demonstration's events: valid, reproducible, and plausible."""

import itertools
import json
from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pytest

from ingest.contracts.codec import decode
from pipelines.demo.generate import batches, generate
from pipelines.demo.rows import ROWS

NOW = datetime(2026, 3, 18, 15, 20, tzinfo=UTC)
CONTEXT = [
    "country", "region", "city", "device", "system", "browser", "language", "referrer", "utm_source",
    "utm_medium", "utm_campaign", "utm_term", "utm_content", "user_agent",
]  # fmt: skip


@pytest.fixture(scope="module")
def events() -> pa.Table:
    return generate(NOW)


def as_wire(row: dict[str, Any]) -> bytes:
    """Return the encoded event of this row in the lake."""
    wire = {
        name: row[name]
        for name in ("event_id", "type", "version", "org_id", "code_id", "campaign_id", "is_demo")
        if row[name] is not None
    }
    wire["occurred_at"] = row["occurred_at"].isoformat()
    wire["received_at"] = row["received_at"].isoformat()
    wire["visitor"] = {"id": row["visitor_id"], "kind": row["visitor_kind"]}
    wire["context"] = {name: row[name] for name in CONTEXT if row[name] is not None}
    if row["verdict_version"]:
        wire["verdicts"] = {
            "version": row["verdict_version"],
            "is_bot": row["is_bot"],
            "bot_reason": row["bot_reason"],
            "is_preview": row["is_preview"],
        }
    wire["data"] = json.loads(row["data"])
    return json.dumps(wire).encode()


def test_every_family_decodes_against_its_contract(events: pa.Table) -> None:
    step = events.num_rows // 4000
    families = Counter(decode(as_wire(row)).type for row in events[::step].to_pylist())

    assert set(families) == {
        "scan", "view", "use", "submit", "vote", "play", "redemption", "message", "pass", "order",
    }  # fmt: skip


def test_same_seed_and_day_generate_the_same_events(events: pa.Table) -> None:
    assert generate(NOW).equals(events)


def test_later_hour_of_the_day_only_adds_events(events: pa.Table) -> None:
    earlier = generate(NOW - timedelta(hours=2))

    assert events[: earlier.num_rows].equals(earlier)
    assert earlier.num_rows < events.num_rows


def test_columns_match_the_lake_and_ids_are_unique(events: pa.Table) -> None:
    assert events.schema == ROWS
    assert pc.count_distinct(events["event_id"]).as_py() == events.num_rows
    assert pc.all(events["is_demo"]).as_py()
    for field in ROWS:
        if not field.nullable:
            assert events[field.name].null_count == 0, field.name


def test_times_are_within_90_days_and_not_in_the_future(events: pa.Table) -> None:
    received = pc.min_max(events["received_at"]).as_py()

    assert NOW - timedelta(days=92) < received["min"] < NOW - timedelta(days=89)
    assert received["max"] <= NOW
    assert pc.all(pc.less_equal(events["occurred_at"], events["received_at"])).as_py()


def test_repeats_are_scans_of_the_same_visitor_and_code_within_half_an_hour(
    events: pa.Table,
) -> None:
    scans = events.filter(pc.equal(events["type"], "scan")).select(
        ["visitor_id", "code_id", "occurred_at", "is_duplicate"]
    )
    seen: dict[tuple[str, str], list[tuple[datetime, bool]]] = defaultdict(list)
    for row in scans.to_pylist():
        seen[row["visitor_id"], row["code_id"]].append((row["occurred_at"], row["is_duplicate"]))

    for times in seen.values():
        times.sort()
        for (before, _), (at, is_duplicate) in itertools.pairwise(times):
            assert is_duplicate == (at - before <= timedelta(minutes=30))
        assert not times[0][1]


def test_shares_of_bots_repeats_and_cookieless_visitors_are_realistic(events: pa.Table) -> None:
    scans = events.filter(pc.equal(events["type"], "scan"))
    bots = pc.mean(pc.or_(scans["is_bot"], scans["is_preview"])).as_py()
    repeats = pc.mean(scans["is_duplicate"]).as_py()
    without_cookie = pc.mean(pc.equal(scans["visitor_kind"], "daily")).as_py()

    assert 280_000 < events.num_rows < 330_000
    assert 0.03 < bots < 0.06
    assert 0.03 < repeats < 0.09
    assert 0.12 < without_cookie < 0.3


def test_some_people_visit_often_and_most_visit_once(events: pa.Table) -> None:
    scans = events.filter(
        pc.and_(pc.equal(events["type"], "scan"), pc.equal(events["visitor_kind"], "cookie"))
    )
    visits = Counter(scans["visitor_id"].to_pylist())
    by_count = Counter(visits.values())

    assert by_count[1] > 0.5 * len(visits)
    assert sum(count for visitor, count in visits.items() if count >= 5) > 0.1 * scans.num_rows
    assert max(visits.values()) < 200


def test_batches_keep_order_and_lose_nothing(events: pa.Table) -> None:
    parts = list(batches(events))

    assert pa.concat_tables(parts).equals(events)
    assert 5 < len(parts) < 15
