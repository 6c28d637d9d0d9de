"""Every answer by folder and placement as they were when each event happened, except those of the dashboard."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pyarrow.csv
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.pipelines.events import ZONES, land
from tests.support.acts import random_acts
from tests.warehouse.reference import is_human, key_of
from tests.warehouse.report_reference import REFERENCE
from tests.warehouse.test_history import Histories, group_at_event_time, passes
from tests.warehouse.test_reports import canonical
from warehouse.builds.activity import build_activity
from warehouse.date_ranges import Range, zone_of
from warehouse.lake import Lake
from warehouse.queries import history
from warehouse.queries.analytics import Analytics
from warehouse.queries.event_pages import events_behind, page_of_events
from warehouse.queries.history import (
    Version,
    changed_buckets,
    expand_code_filters,
    groups_at_event_time,
)
from warehouse.queries.language import (
    GROUPS_OF_CODES,
    AnyDimension,
    Dimension,
    Filter,
    ValidityPeriod,
    filters_of_codes,
)
from warehouse.queries.raw_events import RawEvents, raw_events_from_json
from warehouse.reports.catalogue import TOTAL, get_report
from warehouse.reports.engine import Reports
from warehouse.reports.question import ReportQuestion, parse_group_by

NOW = datetime(2026, 3, 29, 10, 7, tzinfo=UTC)
CODES = ("code_1", "code_2", "code_3")
PLACES = ("", "menus", "doors")
Filters = tuple[Filter, ...]
FILTERS: tuple[Filters, ...] = (
    (),
    (Filter(Dimension.FOLDER, ("menus",)), Filter(Dimension.CODE, never=("code_3",))),
    (Filter(Dimension.FOLDER, never=("menus", "")),),
    (Filter(Dimension.PLACEMENT, ("", "doors")), Filter(Dimension.CODE, ("code_1", "code_2"))),
)


def moved(rng: random.Random, rows: list[dict[str, Any]]) -> Histories:
    """Return histories of codes that are moved just before, during and just after their events."""
    return {
        dimension: [
            Version(
                code,
                rng.choice(rows)["occurred_at"] + timedelta(seconds=rng.choice((-60, 0, 1))),
                rng.choice(PLACES),
            )
            for code in CODES
            for _ in range(rng.choice((0, 1, 4)))
        ]
        for dimension in GROUPS_OF_CODES
    }


def put(folder: Path, rows: list[dict[str, Any]], built: int) -> Lake:
    """Create a lake whose marts cover only the first `built` events."""
    lake = Lake(str(folder / "lake"))
    land(lake, *rows[:built])
    build_activity(lake, ZONES)
    if rows[built:]:
        land(lake, *rows[built:])
    return lake


@dataclass(frozen=True)
class Case:
    """A point-in-time query of a lake, and the plain count for it."""

    analytics: Analytics
    reports: Reports
    rows: list[dict[str, Any]]
    span: Range
    include_bots: bool
    versions: Histories
    groups: dict[AnyDimension, dict[str, str]]
    validity_periods: tuple[ValidityPeriod, ...]

    def chosen(self, asked: Filters) -> list[dict[str, Any]]:
        return [
            row
            for row in self.rows
            if row["org_id"] == "org_a"
            and row["occurred_at"] in self.span
            and passes(row, asked, self.versions)
            and (self.include_bots or is_human(row))
        ]

    def fields(self, asked: Filters) -> Filters:
        return filters_of_codes(expand_code_filters(asked, self.validity_periods), self.groups)

    def report(self, name: str, asked: Filters, rng: random.Random) -> None:
        report = get_report(name)
        split = rng.choice(report.group_by) if report.group_by else None
        answer = self.reports.ask(
            ReportQuestion(
                org_id="org_a",
                report=report,
                current=self.span,
                zone=zone_of("UTC"),
                filters=self.fields(asked),
                group_by=parse_group_by(report, split),
                limit=10_000,
                include_bots=self.include_bots,
                code_groups=self.groups,
                validity_periods=self.validity_periods,
            )
        )
        expected = REFERENCE[name](
            list(self.chosen(asked)), key_at_event_time(split, self.versions)
        )
        assert canonical(report, answer.rows) == canonical(report, expected), (name, split)

    def events(self, asked: Filters, path: Path) -> None:
        # A not-found request is no event of pages and files.
        chosen = [row for row in self.chosen(asked) if row["type"] != "miss"]
        wanted = RawEvents(
            "org_a", self.span, self.fields(asked), self.include_bots, self.validity_periods
        )
        page, behind = self.analytics.read(
            lambda cursor, tables: (
                page_of_events(cursor, wanted, None, tables, after=None, limit=500),
                events_behind(cursor, wanted, None, tables),
            )
        )
        codes = {row["pos"]: row["code_id"] for row in chosen}
        assert {event.place.pos: event.values["code_id"] for event in page} == codes
        assert behind == self.analytics.count_events(wanted) == len(chosen)
        assert self.analytics.copy_events(raw_events_from_json(wanted.to_json()), str(path)) == len(
            chosen
        )
        written = pyarrow.csv.read_csv(path)["code_id"].to_pylist() if chosen else []
        assert sorted(code or "" for code in written) == sorted(
            code or "" for code in codes.values()
        )


@settings(
    max_examples=2,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(seed=st.integers(0, 2**32), share=st.floats(0.3, 1), include_bots=st.booleans())
def test_every_answer_uses_the_groups_at_event_time(
    tmp_path_factory: pytest.TempPathFactory, seed: int, share: float, include_bots: bool
) -> None:
    rng = random.Random(seed)
    rows = random_acts(seed, 120, NOW)
    lake = put(tmp_path_factory.mktemp("then"), rows, int(len(rows) * share))
    span = Range(NOW - timedelta(days=rng.choice((3, 45)), minutes=rng.randint(0, 30)), NOW)
    versions = moved(rng, rows)
    groups, validity_periods = groups_at_event_time(versions, (span,))
    reports, analytics = Reports(lake, threads=1), Analytics(lake, threads=1)
    entry = Case(analytics, reports, rows, span, include_bots, versions, groups, validity_periods)
    try:
        for name in REFERENCE:
            entry.report(name, rng.choice(FILTERS), rng)
        for asked in FILTERS:
            entry.events(asked, tmp_path_factory.mktemp("file") / "events.csv")
    finally:
        reports.close()
        analytics.close()


def key_at_event_time(split: str | None, versions: Histories) -> Callable[[Any], str]:
    """Return the function that splits the rows of the plain count."""
    if split in (None, TOTAL):
        return lambda row: ""
    dimension = Dimension(split)
    if dimension in GROUPS_OF_CODES:
        return lambda row: group_at_event_time(row, dimension, versions)
    return lambda row: key_of(row, dimension, {})


def test_many_changes_are_combined_into_few_ranges_and_none_is_omitted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(history, "MAX_SEPARATE_BUCKETS", 3)
    starts = [NOW - timedelta(days=30)] + [
        NOW + timedelta(hours=hour, minutes=3) for hour in (0, 1, 2, 50, 51, 200, 201, 202)
    ]
    validity_periods = [
        ValidityPeriod("code_1", start, NOW + timedelta(days=30), f"code_1@{place}")
        for place, start in enumerate(starts)
    ]

    found = changed_buckets(validity_periods)

    assert len(found) == 3
    assert all(any(start in one for one in found) for start in starts[1:])
    assert [one.length for one in found] == [
        timedelta(hours=hours, minutes=15) for hours in (2, 1, 2)
    ]
