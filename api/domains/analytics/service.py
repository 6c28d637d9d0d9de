"""From a request to a question, from an answer to the wire."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from typing import Literal

import duckdb
from deltalake.exceptions import DeltaError

from api.auth.member import Member
from api.domains.analytics.errors import AnalyticsBehind, AnalyticsNotReady, BadQuestion
from api.domains.analytics.history import CodeHistory
from api.domains.analytics.repository import CodeNames
from api.domains.analytics.schemas import (
    AnalyticsAnswer,
    AskAnalytics,
    BreakdownItem,
    Freshness,
    MetricValues,
    SeriesPoint,
)
from api.kit.errors import NotFound
from warehouse.date_ranges import (
    Granularity,
    Range,
    RangeError,
    custom,
    edges,
    granularity_for,
    previous,
    resolve,
    zone_of,
)
from warehouse.queries.analytics import Analytics, tail_events
from warehouse.queries.history import filters_of_stretches, grouped_then
from warehouse.queries.language import (
    DEFINITIONS,
    GROUPS_OF_CODES,
    Answer,
    BreakdownRow,
    Dimension,
    Question,
    QuestionError,
    Stretch,
    filters_of_codes,
    parse_dimension,
    parse_filters,
)
from warehouse.queries.raw_events import RawEvents
from warehouse.queries.tail import TooFarBehindError

DEFAULT_INTERVAL = "7day"
_UNREADABLE = (duckdb.IOException, duckdb.HTTPException, duckdb.OutOfMemoryException)
"""What passes: the lake is away, or many ask at once and their memory is used up."""


@contextmanager
def refusals() -> Iterator[None]:
    """Say as API errors why the warehouse does not answer.

    Raises:
        BadQuestion: a field that makes no sense.
        AnalyticsBehind: the marts are too far behind the events.
        AnalyticsNotReady: the lake cannot be read.
    """
    try:
        yield
    except (RangeError, QuestionError) as wrong:
        raise BadQuestion(wrong.field, str(wrong)) from wrong
    except TooFarBehindError as behind:
        raise AnalyticsBehind(str(behind)) from behind
    except (*_UNREADABLE, DeltaError, OSError) as unreadable:
        raise AnalyticsNotReady from unreadable


class AnalyticsService:
    """Asks the warehouse on behalf of one member."""

    def __init__(self, analytics: Analytics, names: CodeNames, now: datetime) -> None:
        self._analytics = analytics
        self._names = names
        self._history = CodeHistory(names.session)
        self._now = now

    def ask(
        self, member: Member, wanted: AskAnalytics, *, breakdown_limit: int | None = None
    ) -> AnalyticsAnswer:
        """The answer in the organisation's time zone.

        Raises:
            BadQuestion: a field that makes no sense.
            AnalyticsBehind: the marts are too far behind the events.
            AnalyticsNotReady: the lake cannot be read.
        """
        with refusals():
            question = replace(
                self._question(member, wanted), breakdown_limit=breakdown_limit or wanted.limit
            )
            answer = self._analytics.ask(question)
        return self._spelled(member.org_id, question, answer, wanted.dimensions_as_of)

    def ask_of_code(self, member: Member, code_id: str | None, interval: str) -> AnalyticsAnswer:
        """A preset for the organisation, or for one of its codes.

        Raises:
            NotFound: the organisation never had this code.
        """
        if code_id is not None and not self._names.has(member.org_id, code_id):
            raise NotFound("There is no such code.")
        filters = {"code": [code_id]} if code_id else {}
        return self.ask(
            member, AskAnalytics.model_validate({"interval": interval, "filters": filters})
        )

    def question(
        self, member: Member, wanted: AskAnalytics, *, and_before: timedelta = timedelta()
    ) -> Question:
        """What is asked, as the warehouse takes it. `and_before`: so long before the period before will
        be asked as well, so that where codes were then must be known.

        Raises:
            BadQuestion: a field that makes no sense.
            AnalyticsNotReady: the lake cannot be read.
        """
        with refusals():
            return self._question(member, wanted, and_before)

    def raw_events(self, member: Member, wanted: AskAnalytics) -> RawEvents:
        """Which raw events a question is about.

        Raises:
            BadQuestion: a field that makes no sense.
            AnalyticsNotReady: the lake cannot be read.
        """
        asked = self.question(member, wanted)
        return RawEvents(
            member.org_id, asked.current, asked.filters, asked.include_bots, asked.stretches
        )

    @property
    def warehouse(self) -> Analytics:
        """What answers, for those who ask it in other ways."""
        return self._analytics

    def first_event_at(self, member: Member) -> datetime | None:
        """When the organisation's first event happened; None before the first.

        Raises:
            AnalyticsNotReady: the lake cannot be read.
        """
        with refusals():
            return self._analytics.first_event_at(member.org_id)

    def mark(self) -> tuple[datetime | None, int]:
        """`as_of` and `tail_events` of what is read from now on.

        Raises:
            AnalyticsNotReady: the lake cannot be read.
        """
        with refusals():
            tables = self._analytics.tables()
            return self._analytics.as_of(tables), tail_events(tables)

    def names_of_codes(
        self, member: Member, codes: Iterable[str], wanted: AskAnalytics, span: Range
    ) -> dict[str, str]:
        """What codes are called, or were at the end of the range where that is asked for."""
        if wanted.dimensions_as_of == "then":
            return self._history.names(member.org_id, Dimension.CODE, codes, span.end)
        return self._names.of(member.org_id, codes)

    def freshness(self, behind_seconds: float | None) -> Freshness:
        """A mark that changes whenever an answer could, and how far behind the events it is."""
        try:
            tables = self._analytics.tables()
        except (DeltaError, OSError) as unreadable:
            raise AnalyticsNotReady from unreadable
        marks = (tables.events, tables.activity, tables.people, tables.visitors)
        return Freshness(
            version="-".join(str(snapshot.version) for snapshot in marks),
            as_of=self._analytics.as_of(tables),
            behind_seconds=behind_seconds,
        )

    def _question(
        self, member: Member, wanted: AskAnalytics, and_before: timedelta = timedelta()
    ) -> Question:
        zone = zone_of(member.time_zone)
        interval: str | None = wanted.interval
        if wanted.from_ or wanted.to:
            if interval:
                raise RangeError("interval", "Give an interval or from and to, not both")
            if not (wanted.from_ and wanted.to):
                raise RangeError("from" if wanted.to else "to", "Give both from and to")
            span = custom(wanted.from_, wanted.to)
        else:
            interval = interval or DEFAULT_INTERVAL
            first = self._analytics.first_event_at(member.org_id) if interval == "all" else None
            span = resolve(interval, self._now, zone, member.week_start, first)
        granularity = (
            Granularity(wanted.granularity) if wanted.granularity else granularity_for(span)
        )
        _refuse_too_fine(span, granularity)
        filters = parse_filters(wanted.filters)
        group_by = tuple(
            dict.fromkeys(parse_dimension(name, "group_by") for name in wanted.group_by)
        )
        before = previous(span, self._now, interval, zone)
        dimensions = {*group_by, *(one.dimension for one in filters)} & {*GROUPS_OF_CODES}
        stretches: tuple[Stretch, ...] = ()
        if wanted.dimensions_as_of == "then" and dimensions:
            versions = self._history.of_groups(member.org_id, dimensions)
            earlier = Range(before.start - and_before, before.end)
            groups, stretches = grouped_then(versions, (span, earlier))
            filters = filters_of_stretches(filters, stretches)
        else:
            groups = self._groups(member.org_id, dimensions)
        return Question(
            org_id=member.org_id,
            current=span,
            previous=before,
            zone=zone,
            granularity=granularity,
            edges=tuple(edges(span, granularity, zone, member.week_start)),
            filters=filters_of_codes(filters, groups),
            group_by=group_by,
            include_bots=wanted.include_bots,
            code_groups=groups,
            stretches=stretches,
        )

    def _groups(
        self, org_id: str, dimensions: Iterable[Dimension]
    ) -> dict[Dimension, dict[str, str]]:
        """Group by code id, as codes are now, for each of the dimensions that needs it."""
        readers = {
            Dimension.FOLDER: self._names.folders_of_codes,
            Dimension.PLACEMENT: self._names.placements_of_codes,
        }
        return {one: readers[one](org_id) for one in dimensions if one in readers}

    def _spelled(
        self, org_id: str, question: Question, answer: Answer, as_of: Literal["now", "then"]
    ) -> AnalyticsAnswer:
        zone = question.zone
        before = question.previous or question.current
        named_at = question.current.end if as_of == "then" else None
        return AnalyticsAnswer(
            dimensions_as_of=as_of,
            from_=question.current.start.astimezone(zone),
            to=question.current.end.astimezone(zone),
            previous_from=before.start.astimezone(zone),
            previous_to=before.end.astimezone(zone),
            timezone=zone.key,
            granularity=question.granularity.value,
            as_of=answer.as_of and answer.as_of.astimezone(zone),
            tail_events=answer.tail_events,
            people_method=answer.people_method,
            people_error=answer.people_error,
            totals=MetricValues.model_validate(answer.totals),
            previous=MetricValues.model_validate(answer.previous),
            series=[
                SeriesPoint(at=point.at.astimezone(zone), **asdict(point.metrics))
                for point in answer.series
            ],
            breakdowns={
                dimension.value: self._items(org_id, dimension, rows, named_at)
                for dimension, rows in answer.breakdowns.items()
            },
            definitions=dict(DEFINITIONS),
        )

    def _items(
        self,
        org_id: str,
        dimension: Dimension,
        rows: tuple[BreakdownRow, ...],
        named_at: datetime | None,
    ) -> list[BreakdownItem]:
        labels = {}
        keys = [row.key for row in rows if row.key]
        if named_at and dimension in (Dimension.CODE, Dimension.FOLDER):
            labels = self._history.names(org_id, dimension, keys, named_at)
        elif dimension is Dimension.CODE:
            labels = self._names.of(org_id, keys)
        elif dimension is Dimension.FOLDER:
            labels = self._names.of_folders(org_id, keys)
        elif dimension is Dimension.PAGE:
            labels = self._names.of_pages(org_id, keys)
        return [
            BreakdownItem(key=row.key, label=labels.get(row.key), **asdict(row.metrics))
            for row in rows
        ]


MAX_POINTS = 2_000
_WIDTH_SECONDS = {Granularity.QUARTER_HOUR: 900, Granularity.HOUR: 3_600, Granularity.DAY: 86_400}


def _refuse_too_fine(span: Range, granularity: Granularity) -> None:
    width = _WIDTH_SECONDS.get(granularity, 7 * 86_400)
    if span.length.total_seconds() / width > MAX_POINTS:
        raise QuestionError(
            "granularity", f"Too fine for this range: more than {MAX_POINTS} points"
        )
