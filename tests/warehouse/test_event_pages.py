"""Pages of raw events: each event once, newest first, as many as the total says; and the newest events."""

import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.events import NOON, ZONES, land, make_event, spread
from warehouse.builds.activity import build_activity
from warehouse.date_ranges import Granularity, Range, zone_of
from warehouse.lake import Lake
from warehouse.metrics import BEHIND
from warehouse.queries import event_pages
from warehouse.queries.analytics import Analytics
from warehouse.queries.event_pages import Event, Place, events_behind, page_of_events
from warehouse.queries.language import Dimension, Filter, Question
from warehouse.queries.newest import MINUTES, read_newest
from warehouse.queries.raw_events import RawEvents, raw_events_from_json
from warehouse.visitor_names import LETTERS

SPAN = Range(NOON - timedelta(days=3), NOON + timedelta(days=3))


@pytest.fixture(scope="module")
def analytics(tmp_path_factory: pytest.TempPathFactory, few_marts: None) -> Analytics:
    lake = Lake(str(tmp_path_factory.mktemp("lake")))
    rows = spread(600)
    land(lake, *rows[:60])
    build_activity(lake, ZONES)  # the mart of visitors knows some of them
    for first, end in ((60, 150), (150, 300), (300, 450), (450, 600)):
        land(lake, *rows[first:end])
    return Analytics(lake)


def every_page(analytics: Analytics, wanted: RawEvents, metric: str | None) -> list[Event]:
    found: list[Event] = []
    after: Place | None = None
    while True:
        page = analytics.read(
            lambda cursor, tables, after=after: page_of_events(  # type: ignore[misc]
                cursor, wanted, metric, tables, after=after, limit=37
            )
        )
        found += page
        if len(page) < 37:
            return found
        after = page[-1].place


@pytest.mark.parametrize("rows_at_once", [1, 10_000])
@pytest.mark.parametrize("include_bots", [False, True])
def test_each_metric_lists_its_event_rows_once_and_in_order(
    analytics: Analytics,
    monkeypatch: pytest.MonkeyPatch,
    include_bots: bool,
    rows_at_once: int,
) -> None:
    monkeypatch.setattr(event_pages, "ROWS_AT_ONCE", rows_at_once)
    filters = (Filter(Dimension.COUNTRY, never=("country_2",)),)
    wanted = RawEvents("org_a", SPAN, filters, include_bots)
    totals = analytics.ask(
        Question(
            org_id="org_a", current=SPAN, zone=zone_of("UTC"), granularity=Granularity.DAY,
            edges=(SPAN.start,), filters=filters,
            include_bots=include_bots,
        )
    ).totals  # fmt: skip

    for metric in ("scans", "visits", "views", "submits", "bots"):
        found = every_page(analytics, wanted, metric)
        places = [event.place for event in found]
        assert places == sorted(set(places), reverse=True)
        assert len(found) == getattr(totals, metric), metric
        counted = analytics.read(
            lambda cursor, tables, metric=metric: events_behind(cursor, wanted, metric, tables)  # type: ignore[misc]
        )
        assert counted == len(found)
    assert set(totals.__dataclass_fields__) <= set(BEHIND)


@pytest.mark.parametrize("filters", [(), (Filter(Dimension.COUNTRY, never=("country_2",)),)])
@pytest.mark.parametrize("include_bots", [False, True])
def test_event_rows_of_new_and_returning_people_match_the_metrics(
    analytics: Analytics, include_bots: bool, filters: tuple[Filter, ...]
) -> None:
    # Visitors from before this range are not new in it.
    span = Range(NOON - timedelta(hours=30), NOON + timedelta(days=2))
    wanted = RawEvents("org_a", span, filters, include_bots)
    totals = analytics.ask(
        Question(
            org_id="org_a", current=span, zone=zone_of("UTC"), granularity=Granularity.DAY,
            edges=(span.start,), filters=filters,
            include_bots=include_bots,
        )
    ).totals  # fmt: skip

    people, new, returning = (
        every_page(analytics, wanted, metric) for metric in ("people", "new", "returning")
    )

    assert 0 < len(new) == totals.new < totals.people
    names = {event.visitor for event in new}
    assert len(names) == len(new)
    assert len({event.visitor for event in people}) == totals.people
    others = [event for event in people if event.visitor not in names]
    assert {event.visitor for event in others} == {event.visitor for event in returning}
    assert [event.place for event in returning] == [event.place for event in others]
    assert len({event.visitor for event in returning}) == totals.returning > 0


def test_visitors_are_distinguishable_without_revealing_their_ids(analytics: Analytics) -> None:
    found = every_page(analytics, RawEvents("org_a", SPAN, include_bots=True), None)
    names = {event.visitor for event in found if event.visitor}

    assert len(names) > 5
    assert all(re.fullmatch(LETTERS, name) for name in names)
    assert not any("visitor_" in str(event) for event in found)


def test_visitor_is_found_by_the_name_shown_on_their_events(analytics: Analytics) -> None:
    everything = every_page(analytics, RawEvents("org_a", SPAN, include_bots=True), None)
    names = Counter(event.visitor for event in everything if event.visitor)
    (often, times), (other, _) = names.most_common(2)

    found = every_page(analytics, RawEvents("org_a", SPAN, (), True, visitor=often), None)
    both = RawEvents("org_a", SPAN, visitor=other)
    kept = raw_events_from_json(both.to_json())

    assert ({event.visitor for event in found}, len(found)) == ({often}, times)
    assert kept == both


def test_no_query_returns_events_of_another_organisation(analytics: Analytics) -> None:
    hostile = (Filter(Dimension.COUNTRY, ("x') or true --",)),)
    ours = every_page(analytics, RawEvents("org_a", SPAN, include_bots=True), None)
    theirs = every_page(analytics, RawEvents("org_b", SPAN, include_bots=True), None)

    assert len(ours) + len(theirs) == 600
    assert not {event.place.pos for event in ours} & {event.place.pos for event in theirs}
    assert every_page(analytics, RawEvents("org_a", SPAN, hostile), None) == []
    assert every_page(analytics, RawEvents("org_c", SPAN), None) == []


def test_newest_events_are_chosen_by_arrival_and_minutes_show_the_time_of_occurrence(
    tmp_path: Path,
) -> None:
    lake = Lake(str(tmp_path / "lake"))
    now = datetime(2026, 3, 10, 12, 0, 30, tzinfo=UTC)

    def scan(pos: int, minutes_ago: float, **fields: Any) -> dict[str, Any]:
        moment = now - timedelta(minutes=minutes_ago)
        return make_event(pos, **({"occurred_at": moment} | fields))

    land(
        lake,
        scan(0, 0),
        scan(1, 0.2, visitor_id="visitor_b"),
        scan(2, 7),
        scan(3, 300),
        scan(4, 300, received_at=now),
        scan(5, 1, org_id="org_b"),
        scan(6, 1, is_bot=True),
        scan(7, 1, type="view"),
    )
    analytics = Analytics(lake)

    newest = analytics.read(lambda cursor, tables: read_newest(cursor, "org_a", (), tables, now))
    nothing = analytics.read(lambda cursor, tables: read_newest(cursor, "org_c", (), tables, now))

    assert len(newest.minutes) == MINUTES
    assert (newest.minutes[-1], newest.minutes[-8], sum(newest.minutes)) == (2, 1, 3)
    assert newest.people == 2
    assert [event.place.pos for event in newest.events] == [4, 0, 1, 7, 2]
    assert (sum(nothing.minutes), nothing.events) == (0, ())
