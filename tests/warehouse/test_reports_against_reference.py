"""Every report equals a plain count for all options: presets, time zones, filters, comparisons, weeks.

All examples share one lake, so that there can be many.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pipelines.events import ZONES, land
from tests.support.acts import random_acts
from tests.warehouse.people_reference import BROKEN, PLACED, UNFILTERED, people_reports
from tests.warehouse.question_cases import ZONES_ASKED
from tests.warehouse.reference import is_human, key_of, matches
from tests.warehouse.report_reference import REFERENCE
from tests.warehouse.streams import STORE
from tests.warehouse.test_people_reports import acts
from tests.warehouse.test_reports import canonical
from warehouse.builds.activity import build_activity
from warehouse.date_ranges import (
    OPTIONS,
    WEEK_STARTS,
    Comparison,
    Range,
    compared,
    resolve,
    zone_of,
)
from warehouse.lake import Lake
from warehouse.queries.language import AnyDimension, Dimension, Filter, filters_of_codes
from warehouse.reports.catalogue import Report, get_report
from warehouse.reports.engine import Reports
from warehouse.reports.question import (
    ReportQuestion,
    check_filters,
    compared_columns,
    parse_group_by,
)

NOW = datetime(2026, 3, 29, 10, 7, tzinfo=UTC)
YEAR = timedelta(days=365)
GROUPS: dict[AnyDimension, dict[str, str]] = {
    Dimension.FOLDER: {"code_1": "menus", "code_2": "menus"},
    Dimension.PLACEMENT: {"code_3": "table: 4", "code_1": "table: 5"},
    STORE: {"code_1": "it's; --", "code_3": "$org_id"},
}
VALUES: dict[AnyDimension, tuple[str, ...]] = {
    Dimension.CODE: ("code_1", "code_2", "code_3", ""),
    **{one: (*sorted({*known.values()}), "") for one, known in GROUPS.items()},
    Dimension.COUNTRY: ("US", "CA", ""),
    Dimension.DEVICE: ("desktop", "phone", ""),
}
OF_CODES = (Dimension.CODE, *GROUPS)


@st.composite
def filters(draw: st.DrawFn, dimensions: tuple[AnyDimension, ...]) -> tuple[Filter, ...]:
    """Generate up to two filters that include or exclude some of the events."""
    chosen = draw(st.lists(st.sampled_from(dimensions), max_size=2, unique=True))
    found = []
    for one in chosen:
        only = draw(st.lists(st.sampled_from(VALUES[one]), max_size=2, unique=True))
        never = draw(st.lists(st.sampled_from(VALUES[one]), max_size=1))
        found.append(Filter(one, tuple(only), tuple(never)))
    return tuple(found)


@dataclass(frozen=True)
class Asked:
    """The options of a range, and the range that it is compared with."""

    span: Range
    previous: Range | None
    zone: str
    week_start: str


@st.composite
def ranges(draw: st.DrawFn) -> Asked:
    """Generate any preset or range, at any moment of the last weeks, in any time zone."""
    now = NOW - timedelta(minutes=draw(st.integers(0, 60 * 24 * 21)))
    name, week_start = (
        draw(st.sampled_from(ZONES_ASKED)),
        draw(st.sampled_from(sorted(WEEK_STARTS))),
    )
    zone = zone_of(name)
    interval = draw(st.sampled_from([value for _, value in OPTIONS] + [None, None]))
    if interval is None:
        start = now - timedelta(minutes=draw(st.integers(1, 60 * 24 * 60)))
        span = Range(start, start + timedelta(minutes=draw(st.integers(1, 60 * 24 * 60))))
    else:
        span = resolve(interval, now, zone, week_start, NOW - timedelta(days=70))
    how = draw(st.sampled_from(Comparison))
    return Asked(span, compared(how, span, now, interval, zone), name, week_start)


@dataclass(frozen=True)
class Filled:
    """A lake whose marts contain two thirds of the events, of this year and the one before."""

    reports: Reports
    rows: list[dict[str, Any]]

    def ask(self, report: Report, asked: Asked, **fields: Any) -> list[dict[str, Any]]:
        previous = asked.previous if compared_columns(report) else None
        question = ReportQuestion(
            org_id="org_a",
            report=report,
            current=asked.span,
            previous=previous,
            zone=zone_of(asked.zone),
            week_start=asked.week_start,
            limit=10_000,
            code_groups=GROUPS,
            broken_codes=BROKEN,
            placed_codes=PLACED,
            **fields,
        )
        return self.reports.ask(question).rows


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Filled]:
    lake = Lake(str(tmp_path_factory.mktemp("lake")))
    rows = [*random_acts(11, 100, NOW - YEAR), *random_acts(12, 160, NOW)]
    rows = [row | {"pos": pos} for pos, row in enumerate(rows)]
    land(lake, *rows[:180])
    build_activity(lake, ZONES)
    land(lake, *rows[180:])
    reports = Reports(lake, threads=1)
    yield Filled(reports, rows)
    reports.close()


@pytest.fixture(scope="module")
def filled_with_people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Filled]:
    lake = Lake(str(tmp_path_factory.mktemp("people")))
    rows = acts(13, 220)
    land(lake, *rows[:140])
    build_activity(lake, ZONES)
    land(lake, *rows[140:])
    reports = Reports(lake, threads=1)
    yield Filled(reports, rows)
    reports.close()


@settings(max_examples=20, deadline=None)
@given(
    name=st.sampled_from(sorted(REFERENCE)),
    asked=ranges(),
    reported=filters(tuple(VALUES)),
    include_bots=st.booleans(),
    place=st.integers(0, 30),
)
def test_reports_equal_a_plain_count_for_any_question(
    filled: Filled,
    name: str,
    asked: Asked,
    reported: tuple[Filter, ...],
    include_bots: bool,
    place: int,
) -> None:
    report = get_report(name)
    splits = (*report.group_by, *((STORE,) if "placement" in report.group_by else ()))
    group_by = parse_group_by(report, splits[place % len(splits)] if splits else None)

    answer = filled.ask(
        report,
        asked,
        filters=filters_of_codes(reported, GROUPS),
        group_by=group_by,
        include_bots=include_bots,
    )

    def counted(span: Range) -> list[dict[str, Any]]:
        chosen: list[Any] = [
            row
            for row in filled.rows
            if row["org_id"] == "org_a"
            and row["occurred_at"] in span
            and matches(row, reported, GROUPS)
            and (include_bots or is_human(row))
        ]
        return REFERENCE[name](chosen, _key(group_by))

    now = counted(asked.span)
    if asked.previous is None:
        assert canonical(report, answer) == canonical(report, now)
        return
    before = {_key_of(report, row): row for row in counted(asked.previous)}
    known = {_key_of(report, row): row for row in now}
    fields = {_key_of(report, row): row for row in answer}
    if "player" in report.key:  # plain counts do not name players
        fields = known = before = {}
    assert set(fields) == {*known, *before}
    for column in compared_columns(report):
        for key, row in fields.items():
            pair = [
                (known.get(key) or {}).get(column.name) or 0,
                (before.get(key) or {}).get(column.name) or 0,
            ]
            assert [row[column.name] or 0, row[f"{column.name}_before"]] == pair, column.name
            currencies = {
                (side.get(key) or {}).get("currency") or "" for side in (known, before)
            } - {""}
            if column.unit == "cents" and "currency" not in report.key and len(currencies) > 1:
                pair[1] = None
            change = (pair[0] - pair[1]) / pair[1] if pair[1] else None
            assert row[f"{column.name}_change"] == (
                change if change is None else pytest.approx(change)
            )


def _key(group_by: tuple[AnyDimension, ...]) -> Callable[[Any], str]:
    return lambda row: key_of(row, group_by[0], GROUPS) if group_by else ""


def _key_of(report: Report, row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(row.get(name) for name in report.key)


@settings(max_examples=12, deadline=None)
@given(
    name=st.sampled_from(sorted(people_reports(0))),
    asked=ranges(),
    reported=filters(OF_CODES),
)
def test_people_reports_equal_a_plain_count_for_any_question(
    filled_with_people: Filled, name: str, asked: Asked, reported: tuple[Filter, ...]
) -> None:
    report = get_report(name)
    of_codes = () if name in UNFILTERED else filters_of_codes(reported, GROUPS)
    check_filters(report, of_codes)
    reference = people_reports(WEEK_STARTS[asked.week_start], of_codes)[name]
    own = [row for row in filled_with_people.rows if row["org_id"] == "org_a"]
    alone = Asked(asked.span, None, asked.zone, asked.week_start)

    answer = filled_with_people.ask(report, alone, filters=of_codes)

    expected = reference(own, asked.span, zone_of(asked.zone))
    names = list(expected[0]) if expected else []
    assert len(answer) == len(expected)
    assert _plain(answer, names) == _plain(expected, names)


def _plain(rows: list[dict[str, Any]], names: list[str]) -> list[tuple[Any, ...]]:
    def plain(value: Any) -> Any:
        if isinstance(value, datetime):
            return value.astimezone(UTC).replace(tzinfo=None)
        return round(value, 9) if isinstance(value, float) else value

    return sorted((tuple(plain(row[name]) for name in names) for row in rows), key=repr)
