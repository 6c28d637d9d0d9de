"""Reports of visitors, customers, cohorts and codes equal plain counts, however far the marts have been built."""

import random
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.support.acts import random_acts
from tests.warehouse.built import Way, land_and_build, marts_of
from tests.warehouse.people_reference import (
    BROKEN,
    PLACED,
    UNFILTERED,
    people_reports,
)
from tests.warehouse.reference import in_one_order
from warehouse.date_ranges import WEEK_STARTS, resolve, zone_of
from warehouse.lake import Lake
from warehouse.queries.language import Dimension, Filter, Property, QuestionError
from warehouse.reports.catalogue import get_report
from warehouse.reports.engine import Reports
from warehouse.reports.question import ReportQuestion, check_filters

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("few_marts")]

MARTS = marts_of(people_reports(0))

NOW = datetime(2026, 3, 29, 10, tzinfo=UTC)


def acts(seed: int, count: int) -> list[dict[str, Any]]:
    """Return acts of a few people over four months, many of them of known customers."""
    rng = random.Random(seed)
    rows = random_acts(seed, count, NOW, days=120)
    for row in rows:
        row["customer_key"] = rng.choice((None, "ana", "ben", "eve", "zoe"))
        row["visitor_kind"] = "daily" if row["visitor_id"] == "v4" else "cookie"
        row["is_duplicate"] = rng.random() < 0.2
        if row["type"] == "scan":
            row["outcome"] = rng.choice(("page", "redirect", "refused", "fallback"))
    return rows


@settings(
    max_examples=4,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    seed=st.integers(0, 10_000),
    share=st.sampled_from((0.0, 0.6, 1.0)),
    way=st.sampled_from(("built", "compacted", "rebuilt")),
    interval=st.sampled_from(("1day", "7day", "30day", "90day", "february", "all")),
    zone_name=st.sampled_from(("UTC", "America/St_Johns", "Asia/Kathmandu")),
    week_start=st.sampled_from(sorted(WEEK_STARTS)),
    asked=st.sampled_from(
        (
            (),
            (Filter(Dimension.CODE, ("code_1", "")),),
            (Filter(Dimension.CODE, never=("code_2",)),),
        )
    ),
)
def test_people_reports_equal_a_plain_count(
    new_lake: Callable[[], Lake],
    seed: int,
    share: float,
    way: Way,
    interval: str,
    zone_name: str,
    week_start: str,
    asked: tuple[Filter, ...],
) -> None:
    lake = new_lake()
    rows = acts(seed, 150)
    land_and_build(lake, rows, share, way, slice_rows=80)
    zone = zone_of(zone_name)
    span = resolve(interval, NOW, zone, first_event=min(row["occurred_at"] for row in rows))
    own = [row for row in rows if row["org_id"] == "org_a"]
    reports = Reports(lake, threads=1)
    try:
        for name, reference in people_reports(WEEK_STARTS[week_start], asked).items():
            question = ReportQuestion(
                org_id="org_a",
                report=get_report(name),
                current=span,
                zone=zone,
                week_start=week_start,
                filters=asked if name not in UNFILTERED else (),
                limit=10_000,
                broken_codes=BROKEN,
                placed_codes=PLACED,
            )
            answer = reports.ask(question).rows
            expected = reference(own, span, zone)
            names = list(expected[0]) if expected else []
            assert len(answer) == len(expected), name
            assert in_one_order(answer, names) == in_one_order(expected, names), name
    finally:
        reports.close()


def test_report_without_a_country_refuses_a_country_filter() -> None:
    asked = (Filter(Dimension.COUNTRY, only=("US",)),)

    with pytest.raises(QuestionError, match="only by code, folder, placement") as refused:
        check_filters(get_report("code_health"), asked)
    assert refused.value.field == "filters.country"
    with pytest.raises(QuestionError, match="nor by anything else"):
        check_filters(get_report("customers"), (Filter(Dimension.CODE, only=("code_1",)),))
    check_filters(get_report("visitors"), (Filter(Property.called("store"), only=("North",)),))
    check_filters(get_report("orders"), asked)
