"""Turns requests into questions of reports, and their rows into responses."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from api.auth.member import Member
from api.domains.insights.analytics.service import AnalyticsService, refusals
from api.domains.insights.reports.name_reading import WITHIN, ReportNames
from api.domains.insights.reports.schemas import (
    AskReport,
    ReportColumnInfo,
    ReportInfo,
    ReportList,
    ReportPage,
)
from api.domains.promotions.leaderboards.service import SeasonService
from warehouse.date_ranges import previous
from warehouse.queries.language import AnyDimension, Dimension, QuestionError
from warehouse.queries.report_rows import BEHIND_REPORTS
from warehouse.reports.catalogue import Report, ReportColumn, all_reports, get_report
from warehouse.reports.engine import Reports
from warehouse.reports.question import (
    ReportQuestion,
    check_compared,
    check_filters,
    compared_columns,
    customer_column,
    filters_of,
    parse_group_by,
    parse_sort,
    visitor_column,
)

if TYPE_CHECKING:
    import pyarrow as pa

DEFAULT_INTERVAL = "30day"
EVER = timedelta(days=365 * 60)
"""How far a report reads before its range if its rows reach back to the first event."""
LEADERBOARD = "leaderboard"
GROUP = "group"
"""The kind of a column whose IDs belong to the dimension of the rows."""


class ReportService:
    """Reads reports for one member."""

    def __init__(
        self,
        reports: Reports,
        analytics: AnalyticsService,
        names: ReportNames,
        seasons: SeasonService,
    ) -> None:
        self._reports = reports
        self._analytics = analytics
        self._names = names
        self._seasons = seasons

    def all(self, org_id: str) -> ReportList:
        """Return all reports, with the dimensions of this organisation."""
        properties = [one.dimension for one in self._analytics.properties(org_id).properties]
        return ReportList(
            reports=[
                ReportInfo(
                    name=report.name,
                    title=report.title,
                    description=report.description,
                    group_by=[
                        *report.group_by,
                        *(properties if Dimension.PLACEMENT in report.group_by else ()),
                    ],
                    filters=filters_of(report),
                    rows=_row_columns(report),
                    compares=bool(compared_columns(report)),
                    sort=list(report.sort),
                    columns=[_info(column) for column in report.columns],
                )
                for report in all_reports().values()
            ]
        )

    def question(self, member: Member, body: AskReport) -> ReportQuestion:
        """Return the question to the warehouse.

        Raises:
            BadQuestion: a field is invalid.
            AnalyticsNotReady: the lake cannot be read.
        """
        with refusals():
            report = get_report(body.report)
            group_by = parse_group_by(report, body.group_by)
            is_compared = body.compare != "none"
            sort = parse_sort(report, body.sort, is_compared)
            if body.visitor is not None:
                visitor_column(report)
            if body.customer is not None:
                customer_column(report)
        if report.dimensions_as_of is not None:
            body = body.model_copy(update={"dimensions_as_of": report.dimensions_as_of})
        ranged = self._ranged(member, body, group_by)
        scope = self._analytics.query_scope(
            member,
            ranged,
            group_by,
            check_filters_allowed=lambda filters: check_filters(report, filters),
            lookback=EVER if None in report.marts.values() else timedelta(),
        )
        with refusals():
            check_compared(report, scope.previous)
        return self.with_codes(
            ReportQuestion(
                **scope.scope_fields(),
                report=report,
                sort=sort,
                limit=body.limit,
                offset=body.offset,
                visitor=body.visitor,
                customer=body.customer,
                preceding_range=previous(
                    scope.current, self._seasons.now, ranged.interval, scope.zone
                ),
            )
        )

    def with_codes(self, question: ReportQuestion) -> ReportQuestion:
        """Return the question with the facts about current codes and customers that the report needs."""
        needed = " ".join(
            get_report(name).sql for name in (question.report.name, *question.report.reports)
        )
        if "merged_customer" in needed:
            merged = self._names.merged_customers(question.org_id)
            question = replace(question, merged_customers=merged)
        if "broken_code" in needed:
            broken = self._names.broken_codes(question.org_id)
            question = replace(question, broken_codes=broken)
        if "known_reward" in needed:
            rewards = self._names.known_rewards(question.org_id)
            question = replace(question, known_rewards=rewards)
        if "placed_code" in needed:
            question = replace(question, placed_codes=self._names.placed_codes(question.org_id))
        return question

    def _ranged(
        self, member: Member, body: AskReport, group_by: Sequence[AnyDimension]
    ) -> AskReport:
        """Return the request with a range in place of a season, or with the default range."""
        no_range = not (body.interval or body.from_ or body.to)
        if body.season is None:
            return body.model_copy(update={"interval": DEFAULT_INTERVAL}) if no_range else body
        with refusals():
            if body.report != LEADERBOARD:
                raise QuestionError("season", f"Only the report {LEADERBOARD} has seasons")
            if not no_range:
                raise QuestionError("season", "Send either a season or a range")
        season = self._seasons.find(member.org_id, group_by[0].value, body.season)
        if season.starts_at is None and season.ends_at is None:
            return body.model_copy(update={"interval": "all"})
        end = season.ends_at or self._seasons.now
        start = season.starts_at or self._analytics.first_event_at(member)
        if start is None or start >= end:
            start = end - timedelta(minutes=15)
        return body.model_copy(update={"from_": start, "to": end})

    def ask(self, member: Member, body: AskReport) -> ReportPage:
        """Return one page of a report in the organisation's time zone.

        Raises:
            BadQuestion: a field is invalid.
            AnalyticsBehind: the marts are too far behind the events.
            AnalyticsNotReady: the lake cannot be read.
        """
        question = self.question(member, body)
        with refusals():
            answer = self._reports.ask(question)
        zone, before = question.zone, question.previous
        return ReportPage(
            report=question.report.name,
            title=question.report.title,
            columns=self.columns(question),
            rows=[_local(row, zone) for row in self.named(question, answer.rows)],
            total=answer.total,
            group_by=question.split,
            sort=list(question.sort),
            from_=question.current.start.astimezone(zone),
            to=question.current.end.astimezone(zone),
            timezone=zone.key,
            as_of=answer.as_of and answer.as_of.astimezone(zone),
            tail_events=answer.tail_events,
            definitions={one.name: one.definition for one in question.columns if one.unit},
            compare=body.compare,
            previous_from=before and before.start.astimezone(zone),
            previous_to=before and before.end.astimezone(zone),
            dimensions_as_of="at_event_time" if question.at_event_time else "current",
            dimensions_note=_note(question.report),
        )

    @contextmanager
    def stream(self, question: ReportQuestion) -> "Iterator[pa.RecordBatchReader]":
        """Yield every row of a report for files, with IDs only; `named` adds names.

        Raises:
            AnalyticsBehind: the marts are too far behind the events.
            AnalyticsNotReady: the lake cannot be read.
        """
        with refusals(), self._reports.stream(question) as reader:
            yield reader

    def columns(self, question: ReportQuestion) -> list[ReportColumnInfo]:
        """Return the report's columns, each ID followed by its name."""
        columns = []
        for column in question.columns:
            if column.name == "key" and question.dimension is None:
                continue
            columns.append(_info(column))
            kind = self._kind(question, column)
            if kind:
                columns.append(
                    ReportColumnInfo(
                        name=_name_of(column),
                        title=f"{column.title}: name",
                        type="string",
                        unit="",
                        definition=_NAME_DEFINITION[question.at_event_time],
                    )
                )
        return columns

    def named(self, question: ReportQuestion, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return these rows with all columns of `columns`, including names."""
        names = {
            _name_of(column): (
                column,
                self._names.of(
                    kind,
                    question.org_id,
                    (_id_in(row, column) for row in rows),
                    question.current.end if question.at_event_time else None,
                ),
            )
            for column in question.report.columns
            if (kind := self._kind(question, column))
        }
        shown = [column.name for column in self.columns(question)]
        return [
            {
                one: names[one][1].get(_id_in(row, names[one][0])) if one in names else row[one]
                for one in shown
            }
            for row in rows
        ]

    def _kind(self, question: ReportQuestion, column: ReportColumn) -> str | None:
        """Return the kind of the column's IDs, if they have names."""
        kind = question.split if column.names == GROUP else column.names
        return kind if kind and self._names.knows(kind) else None


_NAME_DEFINITION = {
    False: "Its current name; empty if it has none",
    True: "Its name at the end of the range; empty if it had none",
}


def _row_columns(report: Report) -> list[str] | None:
    behind = BEHIND_REPORTS.get(report.name)
    return None if behind is None else [*(["key"] if report.group_by else []), *behind.fields]


def _note(report: Report) -> str | None:
    if report.dimensions_as_of is not None:
        return "This report always uses the current folders and placements of codes."
    names = {column.names for column in report.columns}
    if filters_of(report) or names & {"code", "folder", GROUP}:
        return None
    return (
        "This report contains no codes, folders or placements, so this setting does not change it."
    )


def _id_in(row: dict[str, Any], column: ReportColumn) -> str:
    """Return the ID in a column, preceded by the IDs of its parents."""
    value = str(row[column.name] or "")
    if not value or not column.within:
        return value
    return WITHIN.join((*(str(row[name] or "") for name in column.within), value))


def _name_of(column: ReportColumn) -> str:
    return f"{column.name.removesuffix('_id')}_name"


def _info(column: ReportColumn) -> ReportColumnInfo:
    fields = asdict(column)
    del fields["names"], fields["within"]
    return ReportColumnInfo(**fields)


def _local(row: dict[str, Any], zone: ZoneInfo) -> dict[str, Any]:
    return {
        name: value.astimezone(zone) if isinstance(value, datetime) else value
        for name, value in row.items()
    }
