"""Answers by folder and placement as they were when each event happened."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.warehouse.reference import COUNTED, count, family_of, is_human
from tests.warehouse.streams import stream
from tests.warehouse.test_answers import AROUND, UNSHRUNK, moments, put, question
from warehouse.date_ranges import Range
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.history import Version, expand_code_filters, groups_at_event_time
from warehouse.queries.language import AnyDimension, Dimension, Filter, filters_of_codes

CODES = ("code_1", "code_2", "code_3")
SPLIT = (Dimension.FOLDER, Dimension.CODE, Dimension.PLACEMENT)

histories = st.fixed_dictionaries(
    {
        dimension: st.lists(
            st.builds(
                Version, st.sampled_from(CODES), moments, st.sampled_from(("", "menus", "doors"))
            ),
            max_size=6,
            unique_by=lambda version: (version.code_id, version.since),
        )
        for dimension in (Dimension.FOLDER, Dimension.PLACEMENT)
    }
)
filters = st.lists(
    st.builds(
        Filter,
        st.sampled_from((Dimension.FOLDER, Dimension.PLACEMENT, Dimension.CODE)),
        st.lists(st.sampled_from(("menus", "code_1", "code_2", "")), max_size=2).map(tuple),
        st.lists(st.sampled_from(("doors", "code_3", "")), max_size=1).map(tuple),
    ),
    max_size=2,
).map(tuple)
Histories = Mapping[AnyDimension, list[Version]]


def group_at_event_time(row: dict[str, Any], dimension: AnyDimension, versions: Histories) -> str:
    """Return the group by definition: the newest version before the event, otherwise the first one."""
    if dimension is Dimension.CODE:
        return str(row["code_id"] or "")
    own = sorted(
        (one for one in versions[dimension] if one.code_id == row["code_id"]),
        key=lambda one: one.since,
    )
    held = [one for one in own if one.since <= row["occurred_at"]] or own[:1]
    return held[-1].group if held else ""


def passes(row: dict[str, Any], asked: tuple[Filter, ...], versions: Histories) -> bool:
    values = [(one, group_at_event_time(row, one.dimension, versions)) for one in asked]
    return all(
        (not one.only or value in one.only) and value not in one.never for one, value in values
    )


@settings(
    max_examples=6,
    deadline=None,
    phases=UNSHRUNK,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    seed=st.integers(0, 2**32).filter(bool),
    share=st.floats(0, 1),
    start=moments,
    length=st.sampled_from((timedelta(hours=7), timedelta(days=9), timedelta(days=45))),
    versions=histories,
    asked=filters,
)
def test_groups_at_event_time_equal_a_plain_count(
    new_lake: Callable[[], Lake],
    seed: int,
    share: float,
    start: datetime,
    length: timedelta,
    versions: Histories,
    asked: tuple[Filter, ...],
) -> None:
    lake = new_lake()
    rows = stream(str(seed), 60, AROUND + timedelta(days=3), "UTC")
    put(lake, rows, int(len(rows) * share), "UTC")
    span, before = Range(start, start + length), Range(start - length, start)
    groups, validity_periods = groups_at_event_time(versions, (span, before))
    result = filters_of_codes(expand_code_filters(asked, validity_periods), groups)

    answer = Analytics(lake).ask(
        question(
            span,
            "UTC",
            previous=before,
            filters=result,
            group_by=SPLIT,
            code_groups=groups,
            validity_periods=validity_periods,
        )
    )

    def is_of(row: dict[str, Any], dimension: Dimension, key: str) -> bool:
        return group_at_event_time(row, dimension, versions) == key

    def expected(within: Range, also: Callable[[dict[str, Any]], bool] = lambda _: True) -> Any:
        return count(
            rows,
            "org_a",
            within,
            also=lambda row: passes(dict(row), asked, versions) and also(dict(row)),
        )

    assert answer.totals == expected(span)
    assert answer.previous == expected(before)
    for dimension in SPLIT:
        keys = {
            group_at_event_time(row, dimension, versions)
            for row in rows
            if row["org_id"] == "org_a"
            and row["occurred_at"] in span
            and passes(row, asked, versions)
            and family_of(row) in COUNTED
            and (is_human(row) or row["type"] == "scan")
        }
        found = {one.key: one.metrics for one in answer.breakdowns[dimension]}
        assert found == {
            key: expected(span, partial(is_of, dimension=dimension, key=key)) for key in keys
        }


def test_code_that_did_not_move_within_the_range_needs_no_validity_periods() -> None:
    moved = AROUND - timedelta(days=30)
    versions = [
        Version("code_1", datetime(2026, 1, 1, tzinfo=UTC), "menus"),
        Version("code_1", moved, "doors"),
    ]

    groups, validity_periods = groups_at_event_time(
        {Dimension.FOLDER: versions}, (Range(AROUND - timedelta(days=7), AROUND),)
    )

    assert groups == {Dimension.FOLDER: {"code_1": "doors"}}
    assert validity_periods == ()
