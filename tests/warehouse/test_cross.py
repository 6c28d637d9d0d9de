"""Two dimensions at once equal a plain count by pairs, for any query."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pipelines.events import ZONES, land
from tests.warehouse.question_cases import ZONES_ASKED
from tests.warehouse.reference import (
    COUNTED,
    family_of,
    first_scans,
    is_human,
    key_of,
    matches,
    metrics_of,
)
from tests.warehouse.streams import GROUPS, STORE, VALUES, stream
from warehouse.builds.activity import build_activity
from warehouse.date_ranges import Granularity, Range, zone_of
from warehouse.lake import Lake
from warehouse.queries import cross
from warehouse.queries.analytics import Analytics
from warehouse.queries.cross import cross_table
from warehouse.queries.language import (
    AnyDimension,
    Dimension,
    Filter,
    Metrics,
    Question,
    QuestionError,
    filters_of_codes,
)

pytestmark = pytest.mark.usefixtures("few_marts")

NOW = datetime(2026, 3, 29, 10, 7, tzinfo=UTC)
ROWS = stream("pairs", 240, NOW, "UTC")


@pytest.fixture(scope="module")
def analytics(tmp_path_factory: pytest.TempPathFactory, few_marts: None) -> Iterator[Analytics]:
    """Yield a lake in which two thirds of the events are in the marts."""
    lake = Lake(str(tmp_path_factory.mktemp("lake")))
    land(lake, *ROWS[:160])
    build_activity(lake, ZONES)
    land(lake, *ROWS[160:])
    found = Analytics(lake, threads=1)
    yield found
    found.close()


def question(
    pair: tuple[AnyDimension, ...], span: Range, zone: str = "UTC", **fields: Any
) -> Question:
    return Question(
        org_id="org_a",
        current=span,
        zone=zone_of(zone),
        granularity=Granularity.DAY,
        edges=(span.start,),
        group_by=pair,
        code_groups=GROUPS,
        **fields,
    )


@settings(max_examples=15, deadline=None)
@given(
    pair=st.lists(st.sampled_from((*Dimension, STORE)), min_size=2, max_size=2, unique=True),
    minutes=st.tuples(st.integers(0, 60 * 24 * 40), st.integers(1, 60 * 24 * 40)),
    zone=st.sampled_from(ZONES_ASKED),
    filtered=st.sampled_from((None, STORE, Dimension.FOLDER, Dimension.COUNTRY)),
    is_out=st.booleans(),
    include_bots=st.booleans(),
)
def test_cross_table_pairs_equal_a_plain_count(
    analytics: Analytics,
    pair: list[AnyDimension],
    minutes: tuple[int, int],
    zone: str,
    filtered: AnyDimension | None,
    is_out: bool,
    include_bots: bool,
) -> None:
    start = NOW - timedelta(minutes=minutes[0])
    span = Range(start, start + timedelta(minutes=minutes[1]))
    asked: tuple[Filter, ...] = ()
    if filtered:
        values = VALUES[filtered][:1]
        asked = (Filter(filtered, () if is_out else values, values if is_out else ()),)

    answer = cross_table(
        analytics,
        question(
            tuple(pair),
            span,
            zone,
            filters=filters_of_codes(asked, GROUPS),
            include_bots=include_bots,
        ),
    )

    found: dict[tuple[str, ...], list[dict[str, Any]]] = defaultdict(list)
    for row in ROWS:
        counts = include_bots or is_human(row) or row["type"] == "scan"
        is_ours = row["org_id"] == "org_a" and row["occurred_at"] in span
        if is_ours and counts and family_of(row) in COUNTED and matches(row, asked, GROUPS):
            found[tuple(key_of(row, one, GROUPS, zone_of(zone)) for one in pair)].append(row)
    first = first_scans(ROWS)
    expected: dict[tuple[str, ...], Metrics] = {
        key: metrics_of(rows, first, include_bots=include_bots) for key, rows in found.items()
    }
    assert {(cell.key, cell.other): cell.metrics for cell in answer.cells} == expected


def test_cross_table_with_too_many_cells_to_read_is_refused(
    analytics: Analytics, monkeypatch: pytest.MonkeyPatch
) -> None:
    span = Range(NOW - timedelta(days=90), NOW)
    monkeypatch.setattr(cross, "MAX_CELLS", 3)

    with pytest.raises(QuestionError, match="cells, and at most 3 are shown") as refused:
        cross_table(analytics, question((Dimension.CITY, Dimension.CODE), span))
    assert refused.value.field == "group_by"
    with pytest.raises(QuestionError, match="two different dimensions"):
        cross_table(analytics, question((Dimension.CITY,), span))
