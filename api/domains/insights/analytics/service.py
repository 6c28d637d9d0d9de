"""From a request to a question, from an answer to the wire."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import datetime, timedelta

import duckdb
from deltalake.exceptions import DeltaError

from api.auth.member import Member
from api.domains.insights.analytics.asking import Asking
from api.domains.insights.analytics.definitions import definitions_for
from api.domains.insights.analytics.errors import (
    AnalyticsBehind,
    AnalyticsNotReady,
    BadQuestion,
    DataDamaged,
)
from api.domains.insights.analytics.history_reading import CodeHistory
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
    Asked,
    BreakdownRow,
    Dimension,
    Filter,
    Property,
    Question,
    QuestionError,
    parse_dimension,
)
from warehouse.queries.raw_events import RawEvents
from warehouse.queries.tail import TooFarBehindError

MOST_PROPERTIES = 50
"""Properties that are offered; any other can be asked for by its name."""
_UNREADABLE = (duckdb.IOException, duckdb.HTTPException, duckdb.OutOfMemoryException)
"""What passes: the lake is away, or many ask at once and their memory is used up."""


@contextmanager
def refusals() -> Iterator[None]:
    """Say as API errors why the warehouse does not answer.

    Raises:
        BadQuestion: a field that makes no sense.
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
    """Asks the warehouse on behalf of one member."""

    def __init__(self, analytics: Analytics, names: CodeNames, now: datetime) -> None:
        self._analytics = analytics
        self._names = names
        self._history = CodeHistory(names.session)
        self._asking = Asking(names, self._history, now, analytics.first_event_at)

    def ask(
        self,
        member: Member,
        wanted: AskAnalytics,
        *,
        breakdown_limit: int | None = None,
        metrics: Iterable[str] = (),
    ) -> AnalyticsAnswer:
        """The answer in the organisation's time zone; of these metrics alone, where any are named.

        Raises:
            BadQuestion: a field that makes no sense.
            AnalyticsBehind: the marts are too far behind the events.
            AnalyticsNotReady: the lake cannot be read.
        """
        with refusals():
            question = replace(
                self._question(member, wanted),
                breakdown_limit=breakdown_limit or wanted.limit,
                metrics=frozenset(metrics) or None,
            )
            answer = self._analytics.ask(question)
        return self._spelled(member, question, answer, wanted.compare)

    def cross(self, member: Member, wanted: AskCross) -> CrossTable:
        """Numbers by two dimensions at once.

        Raises:
            BadQuestion: a field that makes no sense, or a table that would be too large.
            AnalyticsBehind: the marts are too far behind the events.
            AnalyticsNotReady: the lake cannot be read.
        """
        with refusals():
            group_by = [parse_dimension(name, "group_by") for name in wanted.group_by]
            alone = wanted.model_copy(update={"compare": "none"})
            asked = self._asking.asked(member, alone, group_by)
            span, zone = asked.current, asked.zone
            question = Question(
                **asked.arguments(), granularity=Granularity.DAY, edges=(span.start,)
            )
            answer = cross_table(self._analytics, question)
        named_at = span.end if asked.is_then else None
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
            dimensions_as_of=wanted.dimensions_as_of,
            group_by=wanted.group_by,
            labels={
                one.value: self._labels(member.org_id, one, known, named_at)
                for one, known in zip(group_by, keys, strict=True)
            },
            cells=[
                CrossCell(key=cell.key, other=cell.other, **asdict(cell.metrics))
                for cell in answer.cells
            ],
        )

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

    def asked(
        self,
        member: Member,
        said: AskNumbers,
        group_by: Sequence[AnyDimension],
        *,
        may_filter: Callable[[Sequence[Filter]], None],
        and_before: timedelta = timedelta(),
    ) -> Asked:
        """What every question says, for questions of other kinds. As of `Asking.asked`.

        Raises:
            BadQuestion: a field that makes no sense.
            AnalyticsNotReady: the lake cannot be read.
        """
        with refusals():
            return self._asking.asked(
                member, said, group_by, may_filter=may_filter, and_before=and_before
            )

    def properties(self, org_id: str) -> CodeProperties:
        """What codes say of themselves, to split and filter by."""
        return CodeProperties(
            properties=[
                CodeProperty(name=name, dimension=Property.called(name).value, codes=codes)
                for name, codes in self._names.properties_of_codes(org_id, MOST_PROPERTIES)
            ]
        )

    def raw_events(self, member: Member, wanted: AskAnalytics) -> RawEvents:
        """Which raw events a question is about.

        Raises:
            BadQuestion: a field that makes no sense.
            AnalyticsNotReady: the lake cannot be read.
        """
        asked = self.question(member, wanted)
        return RawEvents(
            member.org_id,
            asked.current,
            asked.filters,
            asked.include_bots,
            asked.stretches,
            is_then=asked.is_then,
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

    def freshness(self, behind_seconds: float | None, *, is_read_only: bool) -> Freshness:
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
            is_read_only=is_read_only,
        )

    def _question(
        self, member: Member, wanted: AskAnalytics, and_before: timedelta = timedelta()
    ) -> Question:
        group_by = [parse_dimension(name, "group_by") for name in wanted.group_by]
        asked = self._asking.asked(member, wanted, group_by, and_before=and_before)
        span = asked.current
        granularity = (
            Granularity(wanted.granularity) if wanted.granularity else granularity_for(span)
        )
        _refuse_too_fine(span, granularity)
        return Question(
            **asked.arguments(),
            granularity=granularity,
            edges=tuple(edges(span, granularity, asked.zone, member.week_start)),
        )

    def _spelled(
        self, member: Member, question: Question, answer: Answer, compare: CompareName
    ) -> AnalyticsAnswer:
        zone, org_id = question.zone, question.org_id
        before = question.previous
        named_at = question.current.end if question.is_then else None
        meanings = definitions_for(member.visitor_consent)
        return AnalyticsAnswer(
            dimensions_as_of="then" if question.is_then else "now",
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
        """What values are called; nothing of those that say it themselves."""
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
            "granularity", f"Too fine for this range: more than {MAX_POINTS} points"
        )
