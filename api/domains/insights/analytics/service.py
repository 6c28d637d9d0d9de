"""Turns requests into questions to the warehouse, and the warehouse's answers into responses."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import datetime, timedelta

import duckdb
from deltalake.exceptions import DeltaError

from api.auth.member import Member
from api.domains.insights.analytics.code_history_reading import CodeHistory
from api.domains.insights.analytics.definitions import definitions_for
from api.domains.insights.analytics.errors import (
    AnalyticsBehind,
    AnalyticsNotReady,
    BadQuestion,
    DataDamaged,
)
from api.domains.insights.analytics.query_scopes import QueryScopeBuilder
from api.domains.insights.analytics.reading import CodeNames
from api.domains.insights.analytics.schemas import (
    AnalyticsAnswer,
    AskAnalytics,
    AskCross,
    AskNumbers,
    BreakdownItem,
    CodeProperties,
    CodeProperty,
    CompareName,
    CrossCell,
    CrossTable,
    Freshness,
    MetricValues,
    SeriesPoint,
)
from api.kit.errors import NotFound
from warehouse.damage import LakeUnreadableError
from warehouse.date_ranges import Granularity, Range, RangeError, edges, granularity_for
from warehouse.queries.analytics import Analytics, tail_events
from warehouse.queries.cross import cross_table
from warehouse.queries.language import (
    Answer,
    AnyDimension,
    BreakdownRow,
    Dimension,
    Filter,
    Property,
    QueryScope,
    Question,
    QuestionError,
    parse_dimension,
)
from warehouse.queries.raw_events import RawEvents
from warehouse.queries.tail import TooFarBehindError

MAX_PROPERTIES = 50
"""Number of properties that are listed. Others can be used by name."""
_UNREADABLE = (duckdb.IOException, duckdb.HTTPException, duckdb.OutOfMemoryException)
"""Temporary errors: the lake is unreachable, or too many requests use up the memory."""


@contextmanager
def refusals() -> Iterator[None]:
    """Turn errors of the warehouse into API errors.

    Raises:
        BadQuestion: a field is invalid.
        AnalyticsBehind: the marts are too far behind the events.
        DataDamaged: a file that would have to be read is damaged.
        AnalyticsNotReady: the lake cannot be read.
    """
    try:
        yield
    except (RangeError, QuestionError) as wrong:
        raise BadQuestion(wrong.field, str(wrong)) from wrong
    except TooFarBehindError as behind:
        raise AnalyticsBehind(str(behind)) from behind
    except LakeUnreadableError as damaged:
        raise DataDamaged from damaged
    except (*_UNREADABLE, DeltaError, OSError) as unreadable:
        raise AnalyticsNotReady from unreadable


class AnalyticsService:
    """Answers questions of one member."""

    def __init__(self, analytics: Analytics, names: CodeNames, now: datetime) -> None:
        self._analytics = analytics
        self._names = names
        self._history = CodeHistory(names.session)
        self._scopes = QueryScopeBuilder(names, self._history, now, analytics.first_event_at)

    def ask(
        self,
        member: Member,
        body: AskAnalytics,
        *,
        breakdown_limit: int | None = None,
        metrics: Iterable[str] = (),
    ) -> AnalyticsAnswer:
        """Return the answer in the organisation's time zone, limited to these metrics if any are given.

        Raises:
            BadQuestion: a field is invalid.
            AnalyticsBehind: the marts are too far behind the events.
            AnalyticsNotReady: the lake cannot be read.
        """
        with refusals():
            question = replace(
                self._question(member, body),
                breakdown_limit=breakdown_limit or body.limit,
                metrics=frozenset(metrics) or None,
            )
            answer = self._analytics.ask(question)
        return self._to_answer(member, question, answer, body.compare)

    def cross(self, member: Member, body: AskCross) -> CrossTable:
        """Return numbers by two dimensions.

        Raises:
            BadQuestion: a field is invalid, or the table would be too large.
            AnalyticsBehind: the marts are too far behind the events.
            AnalyticsNotReady: the lake cannot be read.
        """
        with refusals():
            group_by = [parse_dimension(name, "group_by") for name in body.group_by]
            alone = body.model_copy(update={"compare": "none"})
            scope = self._scopes.build(member, alone, group_by)
            span, zone = scope.current, scope.zone
            question = Question(
                **scope.scope_fields(), granularity=Granularity.DAY, edges=(span.start,)
            )
            answer = cross_table(self._analytics, question)
        named_at = span.end if scope.at_event_time else None
        keys = [
            sorted({cell.key for cell in answer.cells} - {""}),
            sorted({cell.other for cell in answer.cells} - {""}),
        ]
        return CrossTable(
            from_=span.start.astimezone(zone),
            to=span.end.astimezone(zone),
            timezone=zone.key,
            as_of=answer.as_of and answer.as_of.astimezone(zone),
            tail_events=answer.tail_events,
            definitions=definitions_for(member.visitor_consent),
            dimensions_as_of=body.dimensions_as_of,
            group_by=body.group_by,
            labels={
                dimension.value: self._labels(member.org_id, dimension, values, named_at)
                for dimension, values in zip(group_by, keys, strict=True)
            },
            cells=[
                CrossCell(key=cell.key, other=cell.other, **asdict(cell.metrics))
                for cell in answer.cells
            ],
        )

    def ask_of_code(self, member: Member, code_id: str | None, interval: str) -> AnalyticsAnswer:
        """Return a preset for the organisation, or for one of its codes.

        Raises:
            NotFound: the organisation never had this code.
        """
        if code_id is not None and not self._names.has(member.org_id, code_id):
            raise NotFound("Code not found.")
        filters = {"code": [code_id]} if code_id else {}
        return self.ask(
            member, AskAnalytics.model_validate({"interval": interval, "filters": filters})
        )

    def question(
        self, member: Member, body: AskAnalytics, *, lookback: timedelta = timedelta()
    ) -> Question:
        """Return the question to the warehouse. `lookback` is as in `QueryScopeBuilder.build`.

        Raises:
            BadQuestion: a field is invalid.
            AnalyticsNotReady: the lake cannot be read.
        """
        with refusals():
            return self._question(member, body, lookback)

    def query_scope(
        self,
        member: Member,
        body: AskNumbers,
        group_by: Sequence[AnyDimension],
        *,
        check_filters_allowed: Callable[[Sequence[Filter]], None],
        lookback: timedelta = timedelta(),
    ) -> QueryScope:
        """Return the query scope of a request, for other kinds of questions.

        Raises:
            BadQuestion: a field is invalid.
            AnalyticsNotReady: the lake cannot be read.
        """
        with refusals():
            return self._scopes.build(
                member,
                body,
                group_by,
                check_filters_allowed=check_filters_allowed,
                lookback=lookback,
            )

    def properties(self, org_id: str) -> CodeProperties:
        """Return properties of codes, to group and filter by."""
        return CodeProperties(
            properties=[
                CodeProperty(name=name, dimension=Property.called(name).value, codes=codes)
                for name, codes in self._names.properties_of_codes(org_id, MAX_PROPERTIES)
            ]
        )

    def raw_events(self, member: Member, body: AskAnalytics) -> RawEvents:
        """Return the raw events of a question.

        Raises:
            BadQuestion: a field is invalid.
            AnalyticsNotReady: the lake cannot be read.
        """
        scope = self.question(member, body)
        return RawEvents(
            member.org_id,
            scope.current,
            scope.filters,
            scope.include_bots,
            scope.validity_periods,
            at_event_time=scope.at_event_time,
        )

    @property
    def warehouse(self) -> Analytics:
        """The warehouse's analytics, for other kinds of questions."""
        return self._analytics

    def first_event_at(self, member: Member) -> datetime | None:
        """Return when the organisation's first event happened, or None if there is none yet.

        Raises:
            AnalyticsNotReady: the lake cannot be read.
        """
        with refusals():
            return self._analytics.first_event_at(member.org_id)

    def data_position(self, org_id: str) -> tuple[datetime | None, int]:
        """Return `as_of` and `tail_events` of the data that is read from now on.

        Raises:
            AnalyticsNotReady: the lake cannot be read.
        """
        with refusals():
            return self._analytics.read(
                lambda cursor, tables: (
                    self._analytics.as_of(cursor, org_id, tables),
                    tail_events(tables),
                )
            )

    def names_of_codes(
        self, member: Member, codes: Iterable[str], body: AskAnalytics, span: Range
    ) -> dict[str, str]:
        """Return the names of codes, now or at the end of the range as requested."""
        if body.dimensions_as_of == "at_event_time":
            return self._history.names(member.org_id, Dimension.CODE, codes, span.end)
        return self._names.of(member.org_id, codes)

    def freshness(
        self, org_id: str, behind_seconds: float | None, *, is_read_only: bool
    ) -> Freshness:
        """Return a version that changes whenever a response could, and the age of the data."""
        with refusals():
            tables, as_of = self._analytics.read(
                lambda cursor, tables: (tables, self._analytics.as_of(cursor, org_id, tables))
            )
        snapshots = (tables.events, tables.activity, tables.people, tables.visitors)
        return Freshness(
            version="-".join(str(snapshot.version) for snapshot in snapshots),
            as_of=as_of,
            behind_seconds=behind_seconds,
            is_read_only=is_read_only,
        )

    def _question(
        self, member: Member, body: AskAnalytics, lookback: timedelta = timedelta()
    ) -> Question:
        group_by = [parse_dimension(name, "group_by") for name in body.group_by]
        scope = self._scopes.build(member, body, group_by, lookback=lookback)
        span = scope.current
        granularity = Granularity(body.granularity) if body.granularity else granularity_for(span)
        _refuse_too_fine(span, granularity)
        return Question(
            **scope.scope_fields(),
            granularity=granularity,
            edges=tuple(edges(span, granularity, scope.zone, member.week_start)),
        )

    def _to_answer(
        self, member: Member, question: Question, answer: Answer, compare: CompareName
    ) -> AnalyticsAnswer:
        zone, org_id = question.zone, question.org_id
        before = question.previous
        named_at = question.current.end if question.at_event_time else None
        meanings = definitions_for(member.visitor_consent)
        return AnalyticsAnswer(
            dimensions_as_of="at_event_time" if question.at_event_time else "current",
            compare=compare,
            from_=question.current.start.astimezone(zone),
            to=question.current.end.astimezone(zone),
            previous_from=before and before.start.astimezone(zone),
            previous_to=before and before.end.astimezone(zone),
            timezone=zone.key,
            granularity=question.granularity.value,
            as_of=answer.as_of and answer.as_of.astimezone(zone),
            tail_events=answer.tail_events,
            totals=MetricValues.model_validate(answer.totals),
            previous=answer.previous and MetricValues.model_validate(answer.previous),
            series=[
                SeriesPoint(at=point.at.astimezone(zone), **asdict(point.metrics))
                for point in answer.series
            ],
            breakdowns={
                dimension.value: self._items(org_id, dimension, rows, named_at)
                for dimension, rows in answer.breakdowns.items()
            },
            definitions={name: text for name, text in meanings.items() if question.wants(name)},
        )

    def _items(
        self,
        org_id: str,
        dimension: AnyDimension,
        rows: tuple[BreakdownRow, ...],
        named_at: datetime | None,
    ) -> list[BreakdownItem]:
        labels = self._labels(org_id, dimension, [row.key for row in rows if row.key], named_at)
        return [
            BreakdownItem(key=row.key, label=labels.get(row.key), **asdict(row.metrics))
            for row in rows
        ]

    def _labels(
        self, org_id: str, dimension: AnyDimension, keys: list[str], named_at: datetime | None
    ) -> dict[str, str]:
        """Return the names of values, or nothing for dimensions whose values need no names."""
        if dimension is Dimension.BASE_CODE:
            dimension = Dimension.CODE
        if named_at and (dimension is Dimension.CODE or dimension is Dimension.FOLDER):
            return self._history.names(org_id, dimension, keys, named_at)
        if dimension is Dimension.CODE:
            return self._names.of(org_id, keys)
        if dimension is Dimension.FOLDER:
            return self._names.of_folders(org_id, keys)
        return self._names.of_pages(org_id, keys) if dimension is Dimension.PAGE else {}


MAX_POINTS = 2_000
_WIDTH_SECONDS = {Granularity.QUARTER_HOUR: 900, Granularity.HOUR: 3_600, Granularity.DAY: 86_400}


def _refuse_too_fine(span: Range, granularity: Granularity) -> None:
    width = _WIDTH_SECONDS.get(granularity, 7 * 86_400)
    if span.length.total_seconds() / width > MAX_POINTS:
        raise QuestionError(
            "granularity",
            f"Too fine for this range: more than {MAX_POINTS} points. Choose a longer interval.",
        )
