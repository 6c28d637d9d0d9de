"""The parts of the dashboard and of the reports besides the cards, as `benchmarks.warehouse` requests them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from benchmarks import dashboard_data as data
from warehouse.date_ranges import (
    Granularity,
    Range,
    edges,
    granularity_for,
    previous,
    resolve,
    zone_of,
)
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.changes import SPLIT_BY, explain_move
from warehouse.queries.event_pages import events_behind, page_of_events
from warehouse.queries.language import Dimension, Question
from warehouse.queries.newest import read_newest
from warehouse.queries.raw_events import RawEvents
from warehouse.reports.catalogue import all_reports
from warehouse.reports.engine import Reports
from warehouse.reports.question import ReportQuestion, parse_group_by

PAGE = 50
MOST_PLACES = 10_000
ON_THE_DASHBOARD = ("funnel", "retention_weeks")
"""Reports that the dashboard shows; the others are requested on their own screens."""


class Asking:
    """One web process with the lake open, and the time of the queries."""

    def __init__(self, lake: Lake, now: datetime) -> None:
        self.analytics = Analytics(lake)
        self.reports = Reports(lake)
        self.now = now

    def close(self) -> None:
        self.analytics.close()
        self.reports.close()


@dataclass(frozen=True)
class Asker:
    """An organisation that queries a range up to now."""

    org_id: str
    zone: ZoneInfo
    interval: str

    @classmethod
    def of(cls, number: int, interval: str) -> "Asker":
        """Return the organisation with the n-th most traffic."""
        org_id = data.org_id(number)
        return cls(org_id, zone_of(data.zones()[org_id]), interval)

    def span(self, asking: Asking) -> Range:
        """Return the range as the organisation's time zone delimits it."""
        return resolve(self.interval, asking.now, self.zone)

    def question(self, asking: Asking, *group_by: Dimension) -> Question:
        """Return a query for all metrics of the range and of the previous one, split by dimensions."""
        span = self.span(asking)
        granularity = granularity_for(span)
        return Question(
            org_id=self.org_id,
            current=span,
            previous=previous(span, asking.now, self.interval, self.zone),
            zone=self.zone,
            granularity=granularity,
            edges=tuple(edges(span, granularity, self.zone)),
            group_by=group_by,
        )


@dataclass(frozen=True)
class Part:
    """What is shown, for which range, and how it is requested. `raw`: the minimal query over raw events for the same
    result, with `$org`, `$start` and `$end`.
    """

    name: str
    interval: str
    ask: Callable[[Asking, Asker], object]
    raw: str = ""


def _report(name: str) -> Callable[[Asking, Asker], object]:
    report = all_reports()[name]

    def ask(asking: Asking, asker: Asker) -> object:
        return asking.reports.ask(
            ReportQuestion(
                org_id=asker.org_id,
                report=report,
                current=asker.span(asking),
                zone=asker.zone,
                group_by=parse_group_by(report, None),
            )
        )

    return ask


def _heat_map(asking: Asking, asker: Asker) -> object:
    question = asker.question(asking, Dimension.HOUR_BY_WEEKDAY)
    return asking.analytics.ask(replace(question, previous=None, metrics=frozenset({"scans"})))


def _places(asking: Asking, asker: Asker) -> object:
    question = asker.question(asking, Dimension.CODE)
    return asking.analytics.ask(replace(question, breakdown_limit=MOST_PLACES))


def _change(asking: Asking, asker: Asker) -> object:
    question = replace(asker.question(asking, *SPLIT_BY), granularity=Granularity.DAY)
    return explain_move(asking.analytics, question, "scans", asking.now)


def _events(asking: Asking, asker: Asker) -> object:
    wanted = RawEvents(asker.org_id, asker.span(asking))
    return asking.analytics.read(
        lambda cursor, tables: page_of_events(
            cursor, wanted, "scans", tables, after=None, limit=PAGE + 1
        )
    )


def _events_counted(asking: Asking, asker: Asker) -> object:
    wanted = RawEvents(asker.org_id, asker.span(asking))
    return asking.analytics.read(
        lambda cursor, tables: events_behind(cursor, wanted, "scans", tables)
    )


def _live(asking: Asking, asker: Asker) -> object:
    return asking.analytics.read(
        lambda cursor, tables: read_newest(cursor, asker.org_id, (), tables, asking.now)
    )


_HUMAN = "org_id = $org and not is_bot and not is_preview and occurred_at < $end"
_IN_RANGE = f"from events where {_HUMAN} and occurred_at >= $start"
_RAW_FUNNEL = (
    "select code_id, count(distinct visitor_id) filter (where type = 'scan'),"
    " count(distinct visitor_id) filter (where type = 'view'),"
    " count(distinct visitor_id) filter (where type = 'submit'),"
    " count(distinct visitor_id) filter (where type = 'redemption'),"
    f" sum(amount_cents) filter (where type = 'order') {_IN_RANGE} group by code_id"
)
_RAW_RETENTION = (
    "with scans as (select visitor_id, date_trunc('week', occurred_at) as week from events"
    f" where {_HUMAN} and type = 'scan' group by all),"
    " firsts as (select visitor_id, min(week) as first_week from scans group by visitor_id)"
    " select first_week, week, count(*) from scans join firsts using (visitor_id)"
    " where first_week >= $start group by all"
)
_RAW_LIVE = (
    "select date_trunc('minute', occurred_at), count(*), count(distinct visitor_id)"
    " from events where org_id = $org and type = 'scan' and occurred_at >= $end - interval 30 minutes"
    " and occurred_at < $end group by 1"
)
_RAW_EVENTS = f"select * {_IN_RANGE} and type = 'scan' order by occurred_at desc limit {PAGE + 1}"
_RAW_COUNT = f"select count(*) {_IN_RANGE} and type = 'scan'"
_RAW_HEAT = (
    "select dayofweek(occurred_at at time zone 'UTC'), hour(occurred_at at time zone 'UTC'), count(*),"
    f" count(distinct visitor_id) {_IN_RANGE} and type = 'scan' group by all"
)

PARTS = (
    Part("live, the last half hour", "today", _live, _RAW_LIVE),
    Part("events table, a page of 30 days", "30day", _events, _RAW_EVENTS),
    Part("events table, how many in 30 days", "30day", _events_counted, _RAW_COUNT),
    Part("heat map, 30 days", "30day", _heat_map, _RAW_HEAT),
    Part("map of placements, 30 days", "30day", _places),
    Part("what changed, 7 days", "7day", _change),
    Part("what changed, 30 days", "30day", _change),
    Part("funnel, 7 days", "7day", _report("funnel"), _RAW_FUNNEL),
    Part("funnel, 30 days", "30day", _report("funnel"), _RAW_FUNNEL),
    Part("retention, 30 days", "30day", _report("retention_weeks"), _RAW_RETENTION),
    Part("retention, 90 days", "90day", _report("retention_weeks"), _RAW_RETENTION),
)
"""What the dashboard shows besides its cards."""

REPORTS = tuple(
    Part(f"report {name}, 30 days", "30day", _report(name))
    for name in all_reports()
    if name not in ON_THE_DASHBOARD
)
