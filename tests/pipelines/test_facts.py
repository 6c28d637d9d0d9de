"""Marts of actions other than scans: typed from JSON, checked, and the same however they were built."""

from datetime import UTC, datetime, timedelta

import pyarrow as pa

from tests.pipelines.contents import OF_ACTS, contents
from tests.pipelines.events import ZONES, land, make_event
from tests.support.acts import random_acts
from tests.warehouse.loyalty_stream import LoyaltyStream
from warehouse.builds.activity import build_activity
from warehouse.builds.rebuild import rebuild_day
from warehouse.builds.session import BuildSession
from warehouse.builds.slices import Bound
from warehouse.builds.tables import mart_table
from warehouse.checks.catalogue import all_checks
from warehouse.checks.runner import CheckSession, Published
from warehouse.lake import Lake
from warehouse.models.catalogue import get_model

NOW = datetime(2026, 3, 29, 10, 7, tzinfo=UTC)


def test_json_becomes_typed_columns_and_values_of_the_wrong_type_become_null(lake: Lake) -> None:
    lines = (
        '{"form": "sign-up", "fields": ["name", "email"], "is_new_customer": true}',
        '{"score": 9007199254740992, "season": 2, "duration_ms": 12}',
        '{"score": "many", "unheard_of": 1}',
        "{}",
    )
    land(lake, *(make_event(n, type="submit", data=text) for n, text in enumerate(lines)))
    land(lake, make_event(9, type="scan", data='{"outcome": "page"}'))

    with BuildSession(lake, ZONES) as session:
        session.stage({0: Bound(-1, 100)}, lake.events.files())
        rows = session.query("from core.fct_act order by pos").to_pylist()

    assert len(rows) == 4
    assert (rows[0]["form"], rows[0]["fields"], rows[0]["is_new_customer"]) == (
        "sign-up",
        ["name", "email"],
        True,
    )
    assert (rows[1]["score"], rows[1]["season"], rows[1]["duration_ms"]) == (2**53, 2, 12)
    assert rows[2]["score"] is None
    assert rows[3]["fields"] is None


def test_rebuilding_a_day_restores_lost_rows(lake: Lake) -> None:
    rows = random_acts(3, 150, NOW, days=2)
    land(lake, *rows)
    build_activity(lake, ZONES)
    before = {name: contents(lake, name) for name in OF_ACTS}
    day = max({row["day"] for row in rows}, key=[row["day"] for row in rows].count)
    for name in OF_ACTS:
        mart_table(lake, name).delete(f"day = '{day.isoformat()}'")

    rebuild_day(lake, ZONES, day)

    assert {name: contents(lake, name) for name in OF_ACTS} == before


def test_each_mart_has_a_check_that_detects_an_extra_row_and_a_value_too_low(lake: Lake) -> None:
    day = NOW.date()
    rows = [
        {**row, "day": day, "partition": 0}
        for family in (
            "vote",
            "play",
            "prize",
            "automation",
            "redemption",
            "message",
            "pass",
            "order",
            "submit",
            "scan",
            "miss",
            "issue",
        )
        for row in random_acts(5, 3, NOW, families=(family,))
    ]
    loyalty = LoyaltyStream(3, NOW - timedelta(days=9)).run(60)
    rows += [{**row, "day": day, "partition": 0} for row in loyalty]
    rows = [{**row, "pos": pos} for pos, row in enumerate(rows)]
    land(lake, *rows)
    build_activity(lake, ZONES)
    checks = [all_checks()[f"{name}_counts"] for name in OF_ACTS]

    def failing() -> set[str]:
        with CheckSession(lake, day, NOW, Published(first_pos=0)) as session:
            return {check.table for check in checks if not session.run(check).passed}

    assert failing() == set()
    kept = {name: mart_table(lake, name).handle().to_pyarrow_table() for name in OF_ACTS}
    for name in OF_ACTS:
        table = mart_table(lake, name)
        table.append(kept[name].select(table.schema.names).slice(0, 1), {})
    assert failing() == set(OF_ACTS)
    whole = {name for name in OF_ACTS if get_model(f"marts.{name}").unique == ("pos",)}
    for name in whole:
        table = mart_table(lake, name)
        rows = kept[name].select(table.schema.names)
        known = next(it for it in ("device", "reason", "action") if it in rows.schema.names)
        column = rows.schema.get_field_index(known)
        blank = pa.nulls(rows.num_rows, pa.string())
        table.replace(rows.set_column(column, rows.schema.field(column), blank), "true")
    assert len(whole) == 10
    assert failing() >= whole
