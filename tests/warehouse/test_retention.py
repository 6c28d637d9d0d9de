"""Old events are deleted together with their visitors; totals stay, and nothing else changes."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pyarrow.compute as pc
import pytest

from tests.pipelines.events import ZONES, land, make_event
from warehouse.builds.activity import build_activity
from warehouse.builds.rebuild import rebuild_all, rebuild_month
from warehouse.builds.tables import mart_table
from warehouse.checks.catalogue import all_checks
from warehouse.checks.runner import CheckSession, Published
from warehouse.date_ranges import Granularity, Range, edges, local_midnight, zone_of
from warehouse.erasure import Person, erase_person
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.code_activity import read_code_activity
from warehouse.queries.language import Dimension, Question
from warehouse.retention import Dropped, Rule, apply_retention

NOW = datetime(2026, 3, 29, 10, tzinfo=UTC)
OLD, RECENT = NOW - timedelta(days=100), NOW - timedelta(days=20)
RULES = (Rule("org_a", 2, ZONES["org_a"]),)


def event(pos: int, at: datetime, who: str, org: str = "org_a", **fields: Any) -> dict[str, Any]:
    return make_event(
        pos,
        org_id=org,
        occurred_at=at + timedelta(seconds=pos),
        day=fields.pop("arrived", at).date(),
        visitor_id=who,
        customer_key=f"customer_of_{who}",
        **fields,
    )


def miss(pos: int, at: datetime, path: str, org: str = "org_a") -> dict[str, Any]:
    data = f'{{"host":"go.harbor.example","path":"{path}"}}'
    return event(pos, at, "", org, type="miss", data=data) | {
        "visitor_id": None,
        "customer_key": None,
    }


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Lake, list[Dropped]]:
    """Return a lake after a night: Ana came long ago, Ben long ago and recently, Zoe belongs to another
    organisation.
    """
    lake = Lake(str(tmp_path_factory.mktemp("lake")))
    land(
        lake,
        event(0, OLD, "ana"),
        event(1, OLD, "ben"),
        event(2, OLD, "zoe", "org_b"),
        event(3, RECENT, "ben"),
        event(4, OLD, "late", arrived=NOW),
        event(5, RECENT, "new"),
        event(6, OLD, "late", arrived=NOW, type="vote"),
        miss(7, OLD, "/ann-smith"),
        miss(8, RECENT, "/sprng-menu"),
        miss(9, OLD, "/of-others", "org_b"),
    )
    build_activity(lake, ZONES)
    return lake, apply_retention(lake, RULES, NOW)


def visitors_of(lake: Lake, mart: str) -> set[int]:
    rows = mart_table(lake, mart).handle().to_pyarrow_table()
    return set(pc.unique(rows["visitor"]).to_pylist())


def hashes(*names: str) -> set[int]:
    return set(Person("org_a", visitor_ids=frozenset(names)).visitors)


def totals(lake: Lake, org_id: str, zone_name: str | None = None) -> tuple[int, int, int]:
    span, zone = Range(OLD - timedelta(days=1), NOW), zone_of(zone_name or ZONES[org_id])
    spots = tuple(edges(span, Granularity.DAY, zone))
    analytics = Analytics(lake)
    found = analytics.ask(
        Question(org_id=org_id, current=span, zone=zone, granularity=Granularity.DAY, edges=spots)
    ).totals
    analytics.close()
    return found.scans, found.new, found.people


def last_scans(lake: Lake, zone_name: str) -> dict[str, date]:
    zone = zone_of(zone_name)
    days = (NOW.astimezone(zone).date() + timedelta(days=days) for days in (-6, 1))
    span = Range(*(local_midnight(day, zone) for day in days))
    analytics = Analytics(lake)
    found = read_code_activity(
        analytics,
        Question(
            org_id="org_a",
            current=span,
            zone=zone,
            granularity=Granularity.DAY,
            edges=(span.start,),
            group_by=(Dimension.CODE,),
        ),
    )
    analytics.close()
    return {code_id: one.last_scan_on for code_id, one in found.by_code.items()}


def test_retention_deletes_old_events_and_their_visitors_and_keeps_totals(
    kept: tuple[Lake, list[Dropped]],
) -> None:
    lake, (done,) = kept
    left = lake.events.handle().to_pyarrow_table()["pos"].to_pylist()

    assert sorted(left) == [2, 3, 4, 5, 6, 8, 9]
    assert (done.org_id, done.events) == ("org_a", 3)
    assert visitors_of(lake, "people_15m") == hashes("ben", "new", "zoe")
    assert visitors_of(lake, "visitor_scans") == hashes("ben", "new", "zoe")
    assert visitors_of(lake, "visitors") == hashes("ben", "new", "zoe")
    customers = mart_table(lake, "customer_acts").handle().to_pyarrow_table()["customer_key"]
    assert set(customers.to_pylist()) == {"customer_of_ben", "customer_of_new", "customer_of_zoe"}
    paths = mart_table(lake, "missed_paths").handle().to_pyarrow_table()["path"]
    assert set(paths.to_pylist()) == {"/sprng-menu", "/of-others"}
    scans, new, _ = totals(lake, "org_a")
    assert (scans, new) == (5, 4)
    assert totals(lake, "org_b") == (1, 1, 1)


def test_rebuilds_keep_totals_of_dropped_events_and_a_second_night_drops_nothing(
    kept: tuple[Lake, list[Dropped]],
) -> None:
    lake, _ = kept
    before = totals(lake, "org_a")

    rebuild_month(lake, ZONES, OLD.date().replace(day=1))
    rebuild_all(lake, ZONES)
    again = apply_retention(lake, RULES, NOW)

    assert totals(lake, "org_a") == before
    assert visitors_of(lake, "visitors") == hashes("ben", "new", "zoe")
    assert [(one.events, one.rows) for one in again] == [(0, {})]


def test_checks_take_dropped_events_into_account(kept: tuple[Lake, list[Dropped]]) -> None:
    lake, _ = kept
    names = [name for name in all_checks() if name not in ("outbox_counts", "event_contract")]

    for day in (OLD.date(), RECENT.date(), NOW.date()):
        with CheckSession(lake, day, NOW, Published(first_pos=0, horizon=9)) as session:
            failed = [name for name in names if not session.run(all_checks()[name]).passed]
        assert failed == [], day


def test_organisation_without_a_retention_rule_keeps_everything(tmp_path: Path) -> None:
    lake = Lake(str(tmp_path / "lake"))
    land(lake, event(0, OLD, "ana"))

    assert apply_retention(lake, (), NOW) == []
    assert not Path(lake.root, "forgotten").exists()


def test_visitor_with_a_late_event_in_a_dropped_period_can_be_erased(tmp_path: Path) -> None:
    lake = Lake(str(tmp_path / "lake"))
    land(lake, event(0, OLD, "ana"), event(1, RECENT, "ben"))
    build_activity(lake, ZONES)
    apply_retention(lake, RULES, NOW)
    land(lake, event(2, OLD, "late", arrived=NOW))
    build_activity(lake, ZONES)
    assert hashes("late") <= visitors_of(lake, "people_15m")

    erase_person(lake, Person("org_a", visitor_ids=frozenset({"late"})), ZONES, grace_seconds=0)

    for mart in ("people_15m", "visitor_scans", "visitors"):
        assert visitors_of(lake, mart) == hashes("ben"), mart
    assert totals(lake, "org_a")[0] == 3


@pytest.mark.parametrize("zone", ["Australia/Eucla", "Pacific/Honolulu"])
def test_totals_of_dropped_events_survive_a_change_of_the_time_zone(
    tmp_path: Path, zone: str
) -> None:
    lake = Lake(str(tmp_path / "lake"))
    horizon = RULES[0].horizon(NOW).before
    land(
        lake,
        event(0, OLD, "ana"),
        event(1, OLD, "ben"),
        event(2, horizon, "cat"),
        event(3, RECENT, "ben"),
        event(4, OLD, "zoe", "org_b"),
    )
    build_activity(lake, ZONES)
    apply_retention(lake, RULES, NOW)
    moved = ZONES | {"org_a": zone}

    rezoned = [build_activity(lake, moved).rezoned for _ in range(2)]
    back = [build_activity(lake, ZONES).rezoned for _ in range(2)]
    build_activity(lake, moved)

    assert (rezoned, back) == ([["org_a"], []], [["org_a"], []])
    assert totals(lake, "org_a", zone)[:2] == (4, 3)
    assert totals(lake, "org_b") == (1, 1, 1)
    assert last_scans(lake, zone) == {"code_a": RECENT.date()}
    check = all_checks()["activity_day_zones"]
    with CheckSession(lake, NOW.date(), NOW, Published(first_pos=0, horizon=4)) as session:
        assert session.run(check).passed


def test_retention_horizon_is_local_midnight_the_set_number_of_months_ago() -> None:
    horizon = Rule("org_a", 1, "Asia/Kathmandu").horizon(datetime(2026, 3, 30, 22, tzinfo=UTC))

    assert horizon.first_day.isoformat() == "2026-02-28"
    assert horizon.before == datetime(2026, 2, 27, 18, 15, tzinfo=UTC)
