"""Checks: a sound lake passes all of them, and each planted fault fails the check for it."""

import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.events import NOON, ZONES, event_rows, land, make_event, spread
from warehouse.bitmaps import bitmap_of
from warehouse.builds.activity import build_activity
from warehouse.builds.tables import mart_table
from warehouse.checks.catalogue import all_checks
from warehouse.checks.runner import CheckSession, Outcome, Published
from warehouse.lake import Lake
from warehouse.models.catalogue import marts

DAY = date(2026, 3, 11)
NOW = datetime(2026, 3, 13, 13, tzinfo=UTC)
COUNT = 240
WHOLE = Published(first_pos=0, horizon=COUNT - 1)


def judge(lake: Lake, published: Published = WHOLE, now: datetime = NOW) -> dict[str, Outcome]:
    with CheckSession(lake, DAY, now, published) as session:
        return {name: session.run(check) for name, check in all_checks().items()}


def failed(outcomes: dict[str, Outcome]) -> set[str]:
    return {name for name, outcome in outcomes.items() if not outcome.passed}


@pytest.fixture(scope="module")
def sound_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a lake of which each test gets a copy."""
    folder = tmp_path_factory.mktemp("sound") / "lake"
    lake = Lake(str(folder))
    land(lake, *spread(COUNT))
    build_activity(lake, ZONES)
    return folder


@pytest.fixture
def sound(sound_folder: Path, tmp_path: Path) -> Lake:
    shutil.copytree(sound_folder, tmp_path / "sound")
    return Lake(str(tmp_path / "sound"))


def add_past_the_rules(lake: Lake, *events: dict[str, Any]) -> None:
    """Add rows that no lander would write; the positions stay the same."""
    lake.events.append(event_rows(events), {})


def test_intact_lake_passes_every_check(sound: Lake) -> None:
    outcomes = judge(sound)

    assert failed(outcomes) == set()
    assert outcomes.keys() == all_checks().keys()


def test_an_empty_lake_passes_every_check(lake: Lake) -> None:
    assert failed(judge(lake, Published())) == set()


def test_every_check_describes_when_it_fails() -> None:
    for check in all_checks().values():
        assert check.description.startswith("Fails when "), check.name


BROKEN: list[tuple[str, dict[str, Any]]] = [
    ("unknown type", {"type": "glance"}),
    ("unknown visitor_kind", {"visitor_kind": "psychic"}),
    ("visitor of no kind", {"visitor_kind": "none"}),
    ("scan without a code", {"code_id": None}),
    ("duplicate that is no scan", {"type": "view", "is_duplicate": True}),
    ("from the future", {"received_at": NOON - timedelta(hours=1)}),
    ("older than 7 days", {"occurred_at": NOON - timedelta(days=9)}),
    ("data is not JSON", {"data": "{"}),
    ("no org_id", {"org_id": ""}),
    ("no event_id", {"event_id": ""}),
    ("no position", {"pos": -2}),
]


@pytest.mark.parametrize(("problem", "metadata"), BROKEN, ids=[name for name, _ in BROKEN])
def test_event_that_violates_its_contract_is_detected(
    lake: Lake, problem: str, metadata: dict[str, Any]
) -> None:
    event = make_event(7, day=DAY, occurred_at=NOON, received_at=NOON) | metadata
    lake.events.ensure()
    add_past_the_rules(lake, event)

    with CheckSession(lake, DAY, NOW, Published()) as session:
        outcome = session.run(all_checks()["event_contract"])

    assert [example["problem"] for example in outcome.examples] == [problem]


def plant_duplicate_event(lake: Lake) -> None:
    twin = next(event for event in spread(COUNT) if event["day"] == DAY)
    add_past_the_rules(lake, twin | {"pos": COUNT})


def plant_duplicate_position(lake: Lake) -> None:
    twin = next(event for event in spread(COUNT) if event["day"] == DAY)
    add_past_the_rules(lake, twin | {"event_id": "another"})


def plant_gap(lake: Lake) -> None:
    lake.events.delete("pos = 100")


def plant_lost_first_events(lake: Lake) -> None:
    lake.events.delete("pos < 3")


def plant_mart_ahead(lake: Lake) -> None:
    table = mart_table(lake, "people_15m")
    table.append(table.schema.empty_table(), {0: COUNT + 50})


def plant_missing_rows(lake: Lake) -> None:
    mart_table(lake, "activity_15m").delete("day = '2026-03-11' and org_id = 'org_a'")


def plant_double_build(lake: Lake) -> None:
    table = mart_table(lake, "activity_15m")
    table.append(table.handle().to_pyarrow_table().select(table.schema.names), {})


def plant_missing_people(lake: Lake) -> None:
    mart_table(lake, "people_15m").delete("day = '2026-03-11' and type = 'view'")


def plant_missing_acts(lake: Lake) -> None:
    for name in ("visitor_scans", "customer_acts", "person_acts", "code_outcomes"):
        mart_table(lake, name).delete(f"day = '{DAY}' and org_id = 'org_a'")


def plant_missing_dimension(lake: Lake) -> None:
    mart_table(lake, "activity_day").delete("day = '2026-03-11' and dimension = 'country'")


def plant_people_too_many(lake: Lake) -> None:
    table = mart_table(lake, "activity_day")
    rows = table.handle().to_pyarrow_table().to_pylist()
    row = next(row for row in rows if row["day"] == DAY and row["dimension"] == "")
    row |= {"people": bitmap_of(range(500)), "events": 0, "visits": 0}
    table.append(table.schema.empty_table().from_pylist([row], schema=table.schema), {})


def plant_second_zone(lake: Lake) -> None:
    table = mart_table(lake, "activity_day")
    row = table.handle().to_pyarrow_table().to_pylist()[0]
    row |= {"zone": "UTC", "events": 0, "day": date(2026, 3, 1)}
    table.append(table.schema.empty_table().from_pylist([row], schema=table.schema), {})


def plant_visitor_twice(lake: Lake) -> None:
    table = mart_table(lake, "visitors")
    row = table.handle().to_pyarrow_table().to_pylist()[0] | {"first_pos": 9_999}
    table.append(table.schema.empty_table().from_pylist([row], schema=table.schema), {})


def plant_lost_visitor(lake: Lake) -> None:
    first = mart_table(lake, "visitors").handle().to_pyarrow_table().to_pylist()
    seen = min(row["first_pos"] for row in first if row["first_pos"] >= COUNT // 5)
    mart_table(lake, "visitors").delete(f"first_pos = {seen}")


def plant_number_twice(lake: Lake) -> None:
    table = mart_table(lake, "visitor_numbers")
    row = table.handle().to_pyarrow_table().to_pylist()[0] | {"visitor": 7}
    table.append(table.schema.empty_table().from_pylist([row], schema=table.schema), {})


def plant_lost_number(lake: Lake) -> None:
    mart_table(lake, "visitor_numbers").delete("org_id = 'org_a' and number >= 0")


Plant = Callable[[Lake], None]
FAULTS: list[tuple[Plant, set[str]]] = [
    (plant_duplicate_event, {"event_duplicates"}),
    (plant_duplicate_position, {"event_duplicates", "event_counts"}),
    (plant_gap, {"event_gaps", "event_counts"}),
    (plant_lost_first_events, {"event_counts"}),
    (plant_mart_ahead, {"positions_in_order"}),
    (plant_missing_rows, {"activity_15m_counts"}),
    (plant_double_build, {"activity_15m_counts"}),
    (plant_missing_people, {"people_15m_counts"}),
    (
        plant_missing_acts,
        {
            "visitor_scans_counts",
            "customer_acts_counts",
            "person_acts_counts",
            "code_outcomes_counts",
        },
    ),
    (plant_missing_dimension, {"activity_day_counts"}),
    (plant_people_too_many, {"activity_day_people"}),
    (plant_second_zone, {"activity_day_zones"}),
    (plant_visitor_twice, {"visitors_unique"}),
    (plant_lost_visitor, {"visitors_complete"}),
    (plant_number_twice, {"visitor_numbers_unique"}),
    (plant_lost_number, {"visitor_numbers_complete"}),
]


@pytest.mark.parametrize(
    ("plant", "meant"), FAULTS, ids=[plant.__name__.removeprefix("plant_") for plant, _ in FAULTS]
)
def test_each_planted_fault_fails_its_matching_check(
    sound: Lake, plant: Plant, meant: set[str]
) -> None:
    plant(sound)

    assert meant <= failed(judge(sound))


def test_gap_explained_by_a_dead_letter_is_not_reported(lake: Lake) -> None:
    events = spread(COUNT)
    land(lake, *(event for event in events if event["pos"] != 100))
    build_activity(lake, ZONES)

    outcomes = judge(lake, Published(0, COUNT - 1, frozenset({100})))

    assert failed(outcomes) == set()


def test_events_missing_beyond_the_horizon_are_not_reported(lake: Lake) -> None:
    events = spread(COUNT)
    land(lake, *(event for event in events if event["pos"] not in (150, 151)))

    outcomes = judge(lake, Published(0, 149), now=NOON)

    assert failed(outcomes) == set()


def outbox(rows: int, *, anchor: int | None = None, anchored: int = 0) -> Published:
    """Return an outbox with this number of rows, of which `anchored` follow from the event at position `anchor` on."""
    name = None if anchor is None else f"event-{anchor}"
    return Published(0, COUNT - 1, outbox_rows=rows, anchor=name, anchored_rows=anchored)


@pytest.mark.parametrize(
    ("published", "passes"),
    [
        (outbox(COUNT), True),
        (outbox(COUNT - 50), True),
        (outbox(COUNT + 1), False),
        (outbox(COUNT, anchor=200, anchored=40), True),
        (outbox(COUNT, anchor=200, anchored=41), False),
        (outbox(COUNT, anchor=200, anchored=39), False),
    ],
)
def test_outbox_check_compares_row_count_with_position_count(
    sound: Lake, published: Published, *, passes: bool
) -> None:
    with CheckSession(sound, DAY, NOW, published) as session:
        outcome = session.run(all_checks()["outbox_counts"])

    assert outcome.passed is passes


def test_bulk_loaded_events_are_not_expected_in_the_outbox(sound: Lake) -> None:
    loaded = Published(0, COUNT - 1, outbox_rows=COUNT - 100, bulk_loads=((0, 100),))
    too_many = Published(0, COUNT - 1, outbox_rows=COUNT, bulk_loads=((0, 100),))

    with CheckSession(sound, DAY, NOW, loaded) as session:
        assert session.run(all_checks()["outbox_counts"]).passed
    with CheckSession(sound, DAY, NOW, too_many) as session:
        assert not session.run(all_checks()["outbox_counts"]).passed


@pytest.mark.parametrize(("waited", "passes"), [(19, True), (21, False)])
def test_stalled_marts_fail_the_freshness_check_after_20_minutes(
    sound: Lake, waited: int, *, passes: bool
) -> None:
    land(sound, make_event(COUNT, received_at=NOW))

    with CheckSession(sound, DAY, NOW + timedelta(minutes=waited), WHOLE) as session:
        outcome = session.run(all_checks()["freshness"])

    assert outcome.passed is passes


@pytest.fixture
def unmet(sound: Lake) -> Iterator[Callable[[str, dict[str, Any]], list[str]]]:
    def plant(mart: str, metadata: dict[str, Any]) -> list[str]:
        table = mart_table(sound, mart)
        row = table.handle().to_pyarrow_table().to_pylist()[0] | metadata
        if table.partition_by:
            row["day"] = DAY
        table.append(table.schema.empty_table().from_pylist([row], schema=table.schema), {})
        with CheckSession(sound, DAY, NOW, WHOLE) as session:
            return [outcome.check for outcome in session.expect(mart) if not outcome.passed]

    return plant


@pytest.mark.parametrize(
    ("mart", "metadata", "expectation"),
    [
        ("activity_15m", {"audience": "aliens"}, "audience is one of the accepted"),
        ("activity_15m", {"type": "glance"}, "type is one of the accepted"),
        ("activity_15m", {"events": 0, "visits": 0, "new_people": 0}, "events is at least 1"),
        ("activity_15m", {"new_people": -1}, "new_people is at least 0"),
        ("people_15m", {"audience": "aliens"}, "audience is one of the accepted"),
        ("activity_day", {"dimension": "mood"}, "dimension is one of the accepted"),
        (
            "visitors",
            {"visitor": 1, "visitor_kind": "psychic"},
            "visitor_kind is one of the accepted",
        ),
    ],
)
def test_row_that_violates_the_yaml_is_detected(
    unmet: Callable[[str, dict[str, Any]], list[str]],
    mart: str,
    metadata: dict[str, Any],
    expectation: str,
) -> None:
    assert unmet(mart, metadata) == [expectation]


def test_intact_marts_satisfy_their_yaml(sound: Lake) -> None:
    with CheckSession(sound, DAY, NOW, WHOLE) as session:
        outcomes = [outcome for mart in marts() for outcome in session.expect(mart)]

    assert all(outcome.passed for outcome in outcomes)
    assert len(outcomes) > 30
