"""Raw events as the dashboard shows them, page by page."""

import base64
import binascii
import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, tzinfo

import orjson

from api.auth.member import Member
from api.domains.insights.analytics.errors import BadQuestion
from api.domains.insights.analytics.service import AnalyticsService, refusals
from api.domains.insights.dashboard_cards.schemas import EventPage, EventRow, GetEvents
from warehouse.date_ranges import zone_of
from warehouse.metrics import BEHIND_DEFINITIONS
from warehouse.queries.event_pages import (
    Event,
    Place,
    events_behind,
    page_of_events,
)
from warehouse.queries.history import filters_of_stretches
from warehouse.queries.language import Filter, QuestionError, filters_of_codes
from warehouse.queries.raw_events import RawEvents
from warehouse.queries.report_rows import BEHIND_REPORTS
from warehouse.reports.catalogue import get_report
from warehouse.reports.question import check_filters, parse_group_by

_AFTER = re.compile(r"[A-Za-z0-9_-]{1,200}={0,2}")


def get_events(me: Member, wanted: GetEvents, analytics: AnalyticsService) -> EventPage:
    """A page of the events behind a number; the first page also says how many there are.

    Raises:
        BadQuestion: a field that makes no sense.
    """
    after = _place_of(wanted.after) if wanted.after else None
    as_of, tail_events = analytics.mark()
    rows = replace(_wanted(me, wanted, analytics), visitor=wanted.visitor)
    limit, metric = wanted.page_size, wanted.metric
    with refusals():
        found = analytics.warehouse.read(
            lambda cursor, tables: page_of_events(
                cursor, rows, metric, tables, after=after, limit=limit + 1
            )
        )
        total = None
        if after is None:
            total = analytics.warehouse.read(
                lambda cursor, tables: events_behind(cursor, rows, metric, tables)
            )
    page, more = found[:limit], len(found) > limit
    zone = zone_of(me.time_zone)
    known = sorted({event.values["code_id"] for event in page} - {None})
    return EventPage(
        from_=rows.span.start.astimezone(zone),
        to=rows.span.end.astimezone(zone),
        timezone=zone.key,
        as_of=as_of and as_of.astimezone(zone),
        tail_events=tail_events,
        definitions={metric: BEHIND_DEFINITIONS[metric]} if metric else {},
        dimensions_as_of=wanted.dimensions_as_of,
        items=spelled(page, zone, analytics.names_of_codes(me, known, wanted, rows.span)),
        total=total,
        next=_said(page[-1].place) if more else None,
    )


def _wanted(me: Member, wanted: GetEvents, analytics: AnalyticsService) -> RawEvents:
    """The events of the question, or of a row of a report.

    Raises:
        BadQuestion: there are no events behind rows of this report.
    """
    if wanted.report is None:
        return analytics.raw_events(me, wanted)
    with refusals():
        report = get_report(wanted.report)
        behind = BEHIND_REPORTS.get(report.name)
        if behind is None:
            raise QuestionError("report", "No events are listed behind the rows of this report")
        known = {*behind.fields, *(("key",) if report.group_by else ())}
        if unknown := {*wanted.row} - known:
            raise QuestionError("row", f"This report has no key {min(unknown)!r}")
        group_by = parse_group_by(report, wanted.split)
    asked = analytics.asked(
        me, wanted, group_by, may_filter=lambda filters: check_filters(report, filters)
    )
    filters = asked.filters
    if group_by and "key" in wanted.row:
        of_key = (Filter(group_by[0], only=(wanted.row["key"],)),)
        filters += filters_of_codes(
            filters_of_stretches(of_key, asked.stretches), asked.code_groups
        )
    said = tuple((name, value) for name, value in wanted.row.items() if name in behind.fields)
    return RawEvents(
        me.org_id,
        asked.current,
        filters,
        asked.include_bots,
        asked.stretches,
        report=report.name,
        row=said,
    )


def spelled(events: Iterable[Event], zone: tzinfo, names: dict[str, str]) -> list[EventRow]:
    """Events on the wire, codes with their names."""
    return [
        EventRow(
            id=f"{event.place.partition}-{event.place.pos}",
            occurred_at=event.place.occurred_at.astimezone(zone),
            visitor=event.visitor,
            code_name=names.get(event.values["code_id"] or ""),
            **{**event.values, "received_at": event.values["received_at"].astimezone(zone)},
        )
        for event in events
    ]


def _said(place: Place) -> str:
    moment = int(place.occurred_at.timestamp()), place.occurred_at.microsecond
    return base64.urlsafe_b64encode(orjson.dumps([*moment, place.partition, place.pos])).decode()


def _place_of(said: str) -> Place:
    try:
        if not _AFTER.fullmatch(said):
            raise ValueError("other letters than we send")
        read = orjson.loads(base64.urlsafe_b64decode(said))
        seconds, microsecond, partition, pos = (int(number) for number in read)
        moment = datetime.fromtimestamp(seconds, UTC).replace(microsecond=microsecond)
        if not (0 <= partition < 2**31 and 0 <= pos < 2**63):
            raise ValueError("no such place")
        return Place(moment, partition, pos)
    except (ValueError, TypeError, OverflowError, OSError, binascii.Error) as unreadable:
        raise BadQuestion("after", "Give `next` of an earlier page") from unreadable
