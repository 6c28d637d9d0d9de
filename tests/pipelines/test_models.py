"""Each SQL model over small tables: the given rows result in the expected rows."""

import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.contents import contents
from tests.pipelines.events import NOON, ZONES, land, make_event
from warehouse.bitmaps import unpack
from warehouse.builds.activity import build_activity
from warehouse.builds.session import BuildSession
from warehouse.builds.slices import Bound
from warehouse.builds.tables import mart_table
from warehouse.dimensions import DIMENSIONS
from warehouse.lake import Lake
from warehouse.models.catalogue import all_models


def staged(lake: Lake, model: str, *events: dict[str, Any]) -> list[dict[str, Any]]:
    land(lake, *events)
    with BuildSession(lake, ZONES) as session:
        whole = {n: Bound(-1, 1_000) for n in range(4)}
        session.stage(whole, lake.events.files())
        return session.query(f"from {model}").to_pylist()


def built(lake: Lake, mart: str, *events: dict[str, Any]) -> list[dict[str, Any]]:
    land(lake, *events)
    build_activity(lake, ZONES)
    rows: list[dict[str, Any]] = mart_table(lake, mart).handle().to_pyarrow_table().to_pylist()
    return rows


def test_each_model_returns_exactly_its_declared_columns(tmp_path: Path) -> None:
    """In the YAML, in this order, and in the SQL's header."""
    lake = Lake(str(tmp_path))
    land(lake, make_event(1))
    with BuildSession(lake, ZONES) as session:
        session.stage({0: Bound(-1, 0)}, lake.events.files())
        session.show_visitors()
        session.show_numbers()
        for name, model in all_models().items():
            given = session.query(f"select * from ({model.sql}) limit 0").column_names
            assert given == [column.name for column in model.columns], name
            header = re.search(r"^-- columns: (.+?(?:\n--   .+)*)$", model.sql, re.MULTILINE)
            assert header is not None, name
            lines = re.split(r", | and ", header[1].replace("\n--  ", ""))
            spelled = [one for column in lines for one in _spelled(column)]
            assert sorted(spelled) == sorted(given), name


def test_small_batches_are_staged_by_a_single_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lake = Lake(str(tmp_path))
    land(lake, make_event(1))
    land(lake, make_event(2))
    monkeypatch.setattr("warehouse.builds.session.SMALL_ROWS", 1)
    files = lake.events.files()
    with BuildSession(lake, ZONES) as session:
        for some, threads in ((files, 2), (files[:1], 1), (files, 2)):
            session.stage({0: Bound(-1, 9)}, some)
            found = session.query("select current_setting('threads') as threads")
            assert found["threads"].to_pylist() == [threads]


def _spelled(column: str) -> list[str]:
    return list(DIMENSIONS) if column == "every dimension" else [column]


def test_stg_event_contains_only_the_positions_of_the_slice(lake: Lake) -> None:
    land(lake, make_event(1), make_event(2), make_event(3), make_event(4, partition=1))

    with BuildSession(lake, ZONES) as session:
        session.stage({0: Bound(1, 2), 1: Bound(4, 9)}, lake.events.files())
        rows = session.query("from staging.stg_event").to_pylist()

    assert [row["pos"] for row in rows] == [2]


@pytest.mark.parametrize(
    ("fields", "audience"),
    [
        ({}, "human"),
        ({"is_preview": True}, "preview"),
        ({"is_bot": True}, "bot"),
        ({"is_bot": True, "is_preview": True}, "bot"),
    ],
)
def test_fct_event_classifies_the_audience_as_human_preview_or_bot(
    lake: Lake, fields: dict[str, bool], audience: str
) -> None:
    (row,) = staged(lake, "core.fct_event", make_event(1, **fields))

    assert row["audience"] == audience


@pytest.mark.parametrize(
    ("minute", "second", "bucket"), [(0, 0, 0), (14, 59, 0), (15, 0, 15), (59, 59, 45)]
)
def test_fct_event_floors_time_to_a_quarter_hour(
    lake: Lake, minute: int, second: int, bucket: int
) -> None:
    at = datetime(2026, 3, 10, 9, minute, second, 999_999, tzinfo=UTC)

    (row,) = staged(lake, "core.fct_event", make_event(1, occurred_at=at))

    assert row["bucket"] == datetime(2026, 3, 10, 9, bucket, tzinfo=UTC)


def test_fct_event_visitor_hashes_never_change(lake: Lake) -> None:
    rows = staged(
        lake,
        "core.fct_event",
        make_event(1, visitor_id="a"),
        make_event(2, visitor_id=None, visitor_kind="none"),
    )

    hashes = {row["pos"]: row["visitor"] for row in rows}
    assert hashes == {1: 3_500_206_983_725_506_968, 2: None}


def test_fct_event_counts_only_scans_that_are_not_duplicates_as_visits(lake: Lake) -> None:
    rows = staged(
        lake,
        "core.fct_event",
        make_event(1),
        make_event(2, is_duplicate=True),
        make_event(3, type="view"),
    )

    assert {row["pos"]: row["is_visit"] for row in rows} == {1: True, 2: False, 3: False}


def test_organization_zone_keeps_the_time_zone_of_existing_rows(lake: Lake) -> None:
    land(lake, make_event(1), make_event(2, org_id="org_b"), make_event(3, org_id="org_unknown"))

    with BuildSession(lake, ZONES | {"org_idle": "Europe/Paris"}) as session:
        session.keep_zones({"org_b": "Europe/London"})
        session.stage({0: Bound(-1, 9)}, lake.events.files())
        rows = session.query("from core.organization_zone order by org_id").to_pylist()

    assert rows == [
        {"org_id": "org_a", "zone": "America/New_York"},
        {"org_id": "org_b", "zone": "Europe/London"},
        {"org_id": "org_unknown", "zone": "UTC"},
    ]


def test_visitors_start_at_their_first_human_scan(lake: Lake) -> None:
    rows = built(
        lake,
        "visitors",
        make_event(1, is_bot=True),
        make_event(2, type="view"),
        make_event(3, occurred_at=NOON + timedelta(hours=2)),
        make_event(4, occurred_at=NOON),
        make_event(5, org_id="org_b"),
        make_event(6, visitor_id=None, visitor_kind="none"),
    )

    firsts = {(row["org_id"], row["first_pos"], row["first_seen_at"]) for row in rows}
    assert firsts == {
        ("org_a", 3, NOON + timedelta(hours=2)),
        ("org_b", 5, NOON + timedelta(seconds=5)),
    }


def test_visitors_are_written_once(lake: Lake) -> None:
    built(lake, "visitors", make_event(1))

    rows = built(lake, "visitors", make_event(2), make_event(3, visitor_id="visitor_b"))

    assert sorted(row["first_pos"] for row in rows) == [1, 3]


def test_activity_15m_counts_events_visits_new_visitors_and_money(lake: Lake) -> None:
    order = {"type": "order", "amount_cents": 1250}
    built(
        lake,
        "activity_15m",
        make_event(1),
        make_event(2, is_duplicate=True),
        make_event(3, visitor_id="visitor_b", country="DE"),
        make_event(4, **order),
        make_event(5, **order),
        make_event(6, is_bot=True, visitor_id="visitor_c"),
    )

    found = {
        (key[3], key[4], key[8]): measures
        for key, measures in contents(lake, "activity_15m").items()
    }
    assert found == {
        ("scan", "human", None): (2, 1, 1, 0),
        ("scan", "human", "DE"): (1, 1, 1, 0),
        ("order", "human", None): (2, 0, 0, 2500),
        ("scan", "bot", None): (1, 1, 0, 0),
    }


def test_activity_15m_separates_every_dimension(lake: Lake) -> None:
    events = [make_event(pos, **{name: f"{name}!"}) for pos, name in enumerate(DIMENSIONS)]

    rows = built(lake, "activity_15m", *events)

    assert len(rows) == len(DIMENSIONS)
    for name in DIMENSIONS:
        assert [row["events"] for row in rows if row[name] == f"{name}!"] == [1]


def test_people_15m_has_a_row_per_visitor_and_bucket_and_marks_new_visitors(lake: Lake) -> None:
    later = NOON + timedelta(minutes=20)
    rows = built(
        lake,
        "people_15m",
        make_event(1),
        make_event(2),
        make_event(3, occurred_at=later),
        make_event(4, visitor_id=None, visitor_kind="none"),
    )

    assert sorted((row["bucket"], row["is_new"]) for row in rows) == [
        (NOON, True),
        (NOON + timedelta(minutes=15), False),
    ]


@pytest.mark.parametrize(
    ("org_id", "at", "local_day"),
    [
        ("org_a", datetime(2026, 3, 11, 3, 59, tzinfo=UTC), date(2026, 3, 10)),
        ("org_a", datetime(2026, 3, 11, 4, 0, tzinfo=UTC), date(2026, 3, 11)),
        # the night when New York changes from five to four hours behind
        ("org_a", datetime(2026, 3, 8, 4, 59, tzinfo=UTC), date(2026, 3, 7)),
        ("org_a", datetime(2026, 3, 8, 5, 0, tzinfo=UTC), date(2026, 3, 8)),
        ("org_a", datetime(2026, 3, 9, 3, 59, tzinfo=UTC), date(2026, 3, 8)),
        # Kathmandu: five and three quarter hours ahead
        ("org_b", datetime(2026, 3, 10, 18, 14, 59, tzinfo=UTC), date(2026, 3, 10)),
        ("org_b", datetime(2026, 3, 10, 18, 15, tzinfo=UTC), date(2026, 3, 11)),
    ],
)
def test_activity_day_counts_days_in_the_time_zone_of_the_organisation(
    lake: Lake, org_id: str, at: datetime, local_day: date
) -> None:
    rows = built(lake, "activity_day", make_event(1, org_id=org_id, occurred_at=at))

    assert {(row["zone"], row["local_day"]) for row in rows} == {(ZONES[org_id], local_day)}


def test_activity_day_has_a_total_and_a_row_for_each_value_of_each_dimension(lake: Lake) -> None:
    built(lake, "activity_day", make_event(1, country="DE"), make_event(2, country="FR"))

    found = {
        (key[6], key[7]): (measures[0], measures[2], measures[4])
        for key, measures in contents(lake, "activity_day").items()
    }
    assert {dimension for dimension, _ in found} == {"", "bucket", *DIMENSIONS}
    assert found["", ""] == (2, 1, 1)
    assert found["country", "DE"] == (1, 1, 1)
    assert found["country", "FR"] == (1, 0, 1)
    assert found["code_id", "code_a"] == (2, 1, 1)
    assert found["city", None] == (2, 1, 1)


def test_activity_day_contains_the_numbers_of_known_visitors(lake: Lake) -> None:
    nobody = {"visitor_id": None, "visitor_kind": "none", "country": "DE"}
    rows = built(lake, "activity_day", make_event(1, country="FR"), make_event(2, **nobody))

    blobs = {(row["dimension"], row["value"]): row["people"] for row in rows}
    assert blobs["country", "DE"] is None
    assert list(unpack(blobs["country", "FR"])) == [0]


def test_visitor_numbers_are_consecutive_in_order_of_first_appearance(lake: Lake) -> None:
    """Bots are included, because people may be counted with them; visitors without a scan have no number."""
    built(
        lake,
        "visitor_numbers",
        make_event(5, visitor_id="second", is_bot=True),
        make_event(3, visitor_id="first"),
        make_event(4, visitor_id="elsewhere", org_id="org_b"),
        make_event(6, visitor_id="first"),
        make_event(7, visitor_id="looker", type="view"),
        make_event(8, visitor_id=None, visitor_kind="none"),
    )

    assert _numbers(lake) == {
        ("org_a", "first"): 0,
        ("org_a", "second"): 1,
        ("org_b", "elsewhere"): 0,
    }
    later = [make_event(9, visitor_id="late", partition=1, occurred_at=NOON - timedelta(days=3))]
    rows = built(lake, "visitor_numbers", *later, make_event(10, visitor_id="second"))
    assert sorted((row["org_id"], row["number"]) for row in rows) == [
        ("org_a", 0),
        ("org_a", 1),
        ("org_a", 2),
        ("org_b", 0),
    ]
    assert _numbers(lake)["org_a", "late"] == 2


def _numbers(lake: Lake) -> dict[tuple[str, str], int]:
    names = ("first", "second", "late", "elsewhere", "looker")
    with BuildSession(lake, {}) as session:
        hashes = {
            session.query("select visitor_hash($id) as hash", {"id": name})["hash"][0].as_py(): name
            for name in names
        }
    rows = mart_table(lake, "visitor_numbers").handle().to_pyarrow_table().to_pylist()
    return {(row["org_id"], hashes[row["visitor"]]): row["number"] for row in rows}
