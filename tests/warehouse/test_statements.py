"""Every statement of a query names its organisation, and contains nothing that a caller wrote."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import duckdb
import pytest

from tests.pipelines.events import ZONES, land, spread
from warehouse.builds.activity import build_activity
from warehouse.date_ranges import Granularity, Range, edges, zone_of
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.language import Dimension, Filter, Question

OUTSIDE = "visitor_outside_roll_up"
"""A temporary table of one query, created by a statement that names the organisation."""
HOSTILE = "x' or true --"
SPAN = Range(datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 3, 20, 10, 7, tzinfo=UTC))


class Listening(Analytics):
    """Records every statement that it sends."""

    def __init__(self, lake: Lake) -> None:
        super().__init__(lake)
        self.sent: list[tuple[str, dict[str, Any]]] = []

    def _cursor(self) -> duckdb.DuckDBPyConnection:
        return Ear(super()._cursor(), self.sent)  # type: ignore[return-value]


class Ear:
    def __init__(
        self, cursor: duckdb.DuckDBPyConnection, sent: list[tuple[str, dict[str, Any]]]
    ) -> None:
        self._cursor = cursor
        self._sent = sent

    def execute(self, statement: str, parameters: dict[str, Any]) -> duckdb.DuckDBPyConnection:
        self._sent.append((statement, parameters))
        return self._cursor.execute(statement, parameters)


ALL_BUT_HOURS = tuple(one for one in Dimension if one is not Dimension.HOUR_BY_WEEKDAY)


@pytest.mark.parametrize("dimensions", [ALL_BUT_HOURS, tuple(Dimension)])
@pytest.mark.parametrize("filters", [(), (Filter(Dimension.COUNTRY, (HOSTILE,), ("-- '",)),)])
def test_every_statement_is_restricted_to_a_single_organisation(
    tmp_path: Path, filters: tuple[Filter, ...], dimensions: tuple[Dimension, ...]
) -> None:
    lake = Lake(str(tmp_path / "lake"))
    land(lake, *spread(300))
    build_activity(lake, ZONES)
    land(lake, *({**row, "pos": row["pos"] + 300} for row in spread(50)))
    zone = zone_of(ZONES["org_a"])
    analytics = Listening(lake)

    analytics.first_event_at("org_a")
    analytics.ask(
        Question(
            org_id="org_a",
            current=SPAN,
            previous=Range(SPAN.start - timedelta(days=19), SPAN.start),
            zone=zone,
            granularity=Granularity.DAY,
            edges=tuple(edges(SPAN, Granularity.DAY, zone)),
            filters=filters,
            group_by=dimensions,
            code_groups={Dimension.FOLDER: {"code": HOSTILE}},
        )
    )

    assert len(analytics.sent) >= 4
    for statement, parameters in analytics.sent:
        if set(re.findall(r"\b(?:from|join)\s+(\w+)", statement)) != {OUTSIDE}:
            assert parameters.get("org_id") == "org_a", statement
        assert statement.count("org_id = $org_id") >= statement.count("read_parquet(")
        assert HOSTILE not in statement
        assert "org_a" not in statement
