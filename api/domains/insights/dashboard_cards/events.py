"""Pages of the raw events behind a number."""

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
from api.domains.people.customers.service import CustomerService
from warehouse.date_ranges import zone_of
from warehouse.metrics import BEHIND_DEFINITIONS
from warehouse.queries.event_pages import (
    Event,
    Place,
    events_behind,
    page_of_events,
)
from warehouse.queries.history import expand_code_filters
from warehouse.queries.language import Filter, QuestionError, filters_of_codes
from warehouse.queries.raw_events import RawEvents
from warehouse.queries.report_rows import BEHIND_REPORTS, RowValue
from warehouse.reports.catalogue import get_report
from warehouse.reports.question import check_filters, parse_group_by

_CURSOR = re.compile(r"[A-Za-z0-9_-]{1,200}={0,2}")


def get_events(
    me: Member, body: GetEvents, analytics: AnalyticsService, customers: CustomerService
) -> EventPage:
    """Return a page of the events behind a number. The first page also has their total.

    Raises:
        BadQuestion: a field is invalid.
    """
    after = _decode_cursor(body.after) if body.after else None
    as_of, tail_events = analytics.data_position(me.org_id)
    rows = replace(_raw_events(me, body, analytics, customers), visitor=body.visitor)
    limit, metric = body.page_size, body.metric
    with refusals():
        events = analytics.warehouse.read(
            lambda cursor, tables: page_of_events(
                cursor, rows, metric, tables, after=after, limit=limit + 1
            )
        )
        total = None
        if after is None:
            total = analytics.warehouse.read(
                lambda cursor, tables: events_behind(cursor, rows, metric, tables)
            )
    page, has_more = events[:limit], len(events) > limit
    zone = zone_of(me.time_zone)
    code_ids = sorted({event.values["code_id"] for event in page} - {None})
    return EventPage(
        from_=rows.span.start.astimezone(zone),
        to=rows.span.end.astimezone(zone),
        timezone=zone.key,
        as_of=as_of and as_of.astimezone(zone),
        tail_events=tail_events,
        definitions={metric: BEHIND_DEFINITIONS[metric]} if metric else {},
        dimensions_as_of=body.dimensions_as_of,
        items=event_rows(page, zone, analytics.names_of_codes(me, code_ids, body, rows.span)),
        total=total,
        next=_encode_cursor(page[-1].place) if has_more else None,
    )


def _raw_events(
    me: Member, body: GetEvents, analytics: AnalyticsService, customers: CustomerService
) -> RawEvents:
    """Return the raw events of the request, or of a row of a report.

    Raises:
        BadQuestion: a field is invalid, or the report has no raw events.
    """
    if body.report is None:
        return analytics.raw_events(me, body)
    with refusals():
        report = get_report(body.report)
        behind = BEHIND_REPORTS.get(report.name)
        if behind is None:
            raise QuestionError("report", "The rows of this report have no list of events")
        fields = {*behind.fields, *(("key",) if report.group_by else ())}
        if unknown := {*body.row} - fields:
            raise QuestionError("row", f"This report has no key {min(unknown)!r}")
        group_by = parse_group_by(report, body.split)
    scope = analytics.query_scope(
        me, body, group_by, check_filters_allowed=lambda filters: check_filters(report, filters)
    )
    filters = scope.filters
    if group_by and "key" in body.row:
        of_key = (Filter(group_by[0], only=(body.row["key"],)),)
        filters += filters_of_codes(
            expand_code_filters(of_key, scope.validity_periods), scope.code_groups
        )
    row: tuple[tuple[str, RowValue], ...] = tuple(
        (name, _profiles(me.org_id, value, customers) if name == "customer_id" else value)
        for name, value in body.row.items()
        if name in behind.fields
    )
    return RawEvents(
        me.org_id,
        scope.current,
        filters,
        scope.include_bots,
        scope.validity_periods,
        report=report.name,
        row=row,
    )


def _profiles(org_id: str, customer_id: str, customers: CustomerService) -> RowValue:
    """Return the keys under which events know a customer. An unknown customer has only the given one."""
    return tuple(customers.ids_of_person(org_id, customer_id)) or customer_id


def event_rows(events: Iterable[Event], zone: tzinfo, names: dict[str, str]) -> list[EventRow]:
    """Return events as responses show them, with names of codes."""
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


def _encode_cursor(place: Place) -> str:
    moment = int(place.occurred_at.timestamp()), place.occurred_at.microsecond
    return base64.urlsafe_b64encode(orjson.dumps([*moment, place.partition, place.pos])).decode()


def _decode_cursor(cursor: str) -> Place:
    try:
        if not _CURSOR.fullmatch(cursor):
            raise ValueError("unexpected characters")
        read = orjson.loads(base64.urlsafe_b64decode(cursor))
        seconds, microsecond, partition, pos = (int(number) for number in read)
        moment = datetime.fromtimestamp(seconds, UTC).replace(microsecond=microsecond)
        if not (0 <= partition < 2**31 and 0 <= pos < 2**63):
            raise ValueError("out of range")
        return Place(moment, partition, pos)
    except (ValueError, TypeError, OverflowError, OSError, binascii.Error) as unreadable:
        raise BadQuestion("after", "must be `next` of an earlier page") from unreadable
