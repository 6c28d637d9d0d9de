"""Points that were given or taken are separate facts, and not acts of a customer."""

from datetime import timedelta
from pathlib import Path

from ingest.contracts.points import PointsData
from tests.pipelines.events import NOON, ZONES, land, make_event
from warehouse.builds.activity import build_activity
from warehouse.builds.session import BuildSession
from warehouse.builds.slices import Bound
from warehouse.date_ranges import Range, zone_of
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.event_pages import events_behind
from warehouse.queries.raw_events import RawEvents
from warehouse.reports.catalogue import get_report
from warehouse.reports.engine import Reports
from warehouse.reports.question import ReportQuestion

SPAN = Range(NOON - timedelta(days=1), NOON + timedelta(days=1))
GIVEN = PointsData(
    entry_id="mov_1-0",
    movement_id="mov_1",
    lot_id="mov_1-0",
    unit="points",
    amount=23,
    reason="given",
    available_from=NOON,
    expires_at=NOON + timedelta(days=30),
)
TAKEN = GIVEN.model_copy(update={"entry_id": "mov_2-0", "amount": -3, "reason": "redeem"})


def landed(path: Path) -> Lake:
    lake = Lake(str(path / "lake"))
    rows = [
        make_event(
            pos,
            type="points",
            data=data.model_dump_json(exclude_none=True),
            visitor_id=None,
            visitor_kind="none",
            customer_key="customer_a",
        )
        for pos, data in enumerate((GIVEN, TAKEN))
    ]
    land(lake, *rows, make_event(2, type="submit", customer_key="customer_a"))
    return lake


def test_points_facts_contain_the_values_of_their_events(tmp_path: Path) -> None:
    lake = landed(tmp_path)

    with BuildSession(lake, ZONES) as session:
        session.stage({0: Bound(-1, 100)}, lake.events.files())
        rows = session.query("from core.fct_act where type = 'points' order by pos").to_pylist()

    assert [row["amount"] for row in rows] == [23, -3]
    assert {row["customer_key"] for row in rows} == {"customer_a"}
    for name, value in TAKEN.model_dump().items():
        assert rows[1][name] == value


def test_receiving_points_does_not_count_as_an_act_of_the_customer(tmp_path: Path) -> None:
    lake = landed(tmp_path)
    build_activity(lake, ZONES)
    reports, analytics = Reports(lake, threads=1), Analytics(lake, threads=1)
    wanted = RawEvents("org_a", SPAN, report="customers", row=(("customer_id", "customer_a"),))

    asked = ReportQuestion(
        org_id="org_a", report=get_report("customers"), current=SPAN, zone=zone_of("UTC"), limit=9
    )
    (row,) = reports.ask(asked).rows
    behind = analytics.read(lambda cursor, tables: events_behind(cursor, wanted, None, tables))

    assert row["acts"] == row["submits"] == behind == 1
    reports.close()
    analytics.close()
