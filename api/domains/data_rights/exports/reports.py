"""Exports reports as tables."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from api.auth.member import Member
from api.domains.data_rights.exports.schemas import ExportParams
from api.domains.insights.analytics.schemas import AskNumbers
from api.domains.insights.analytics.service import refusals
from api.domains.insights.reports.schemas import AskReport
from api.domains.insights.reports.service import ReportService
from warehouse.date_ranges import Range
from warehouse.exports.columns import FileColumn
from warehouse.queries.language import Dimension, Filter, parse_dimension
from warehouse.queries.raw_events import periods_from_json, periods_to_json
from warehouse.reports.catalogue import get_report
from warehouse.reports.question import ReportQuestion, parse_group_by


def question_of(
    reports: ReportService, me: Member, name: str, params: ExportParams
) -> ReportQuestion:
    """Return the query of a report with the parameters of an export."""
    split_by = params.group_by[0] if params.group_by else None
    with refusals():
        parse_group_by(get_report(name), split_by)
    fields = {field: getattr(params, field) for field in AskNumbers.model_fields}
    if "compare" not in params.model_fields_set:
        fields["compare"] = "none"
    return reports.question(
        me, AskReport(**fields, report=name, group_by=split_by, visitor=params.visitor, limit=1)
    )


def question_to_json(question: ReportQuestion) -> dict[str, Any]:
    """Return a query as JSON, which `question_from_json` reads."""
    return {
        "report": question.report.name,
        "start": question.current.start.isoformat(),
        "end": question.current.end.isoformat(),
        "zone": question.zone.key,
        "filters": [
            [one.dimension.value, list(one.only), list(one.never)] for one in question.filters
        ],
        "previous": question.previous
        and [question.previous.start.isoformat(), question.previous.end.isoformat()],
        "preceding": [question.preceding.start.isoformat(), question.preceding.end.isoformat()],
        "group_by": question.split,
        "sort": list(question.sort),
        "visitor": question.visitor,
        "include_bots": question.include_bots,
        "stretches": periods_to_json(question.validity_periods),
        "is_then": question.at_event_time,
        "week_start": question.week_start,
        "code_groups": {one.value: dict(known) for one, known in question.code_groups.items()},
    }


def question_from_json(stored: Mapping[str, Any], org_id: str) -> ReportQuestion:
    """Return the query from the JSON of `question_to_json`."""
    report = get_report(stored["report"])
    return ReportQuestion(
        org_id=org_id,
        report=report,
        current=Range(
            datetime.fromisoformat(stored["start"]), datetime.fromisoformat(stored["end"])
        ),
        previous=Range(*map(datetime.fromisoformat, stored["previous"]))
        if stored.get("previous")
        else None,
        preceding_range=Range(*map(datetime.fromisoformat, stored["preceding"]))
        if stored.get("preceding")
        else None,
        zone=ZoneInfo(stored["zone"]),
        filters=tuple(
            Filter(Dimension(name), tuple(only), tuple(never))
            for name, only, never in stored["filters"]
        ),
        group_by=parse_group_by(report, stored["group_by"] or None),
        sort=tuple(stored["sort"]),
        visitor=stored.get("visitor"),
        include_bots=stored["include_bots"],
        validity_periods=periods_from_json(stored.get("stretches", ())),
        at_event_time=stored.get("is_then", False),
        week_start=stored.get("week_start", "monday"),
        code_groups={
            parse_dimension(one, "group_by"): known for one, known in stored["code_groups"].items()
        },
    )


def columns_of(reports: ReportService, question: ReportQuestion) -> tuple[FileColumn, ...]:
    """Return the report's columns, with each ID followed by its name."""
    return tuple(
        FileColumn(one.name, one.type, one.unit, one.definition)
        for one in reports.columns(question)
    )


def rows_of(reports: ReportService, question: ReportQuestion) -> Iterator[tuple[Any, ...]]:
    """Yield every row of the report."""
    with reports.stream(replace(question, limit=1)) as batches:
        for batch in batches:
            for row in reports.named(question, batch.to_pylist()):
                yield tuple(row.values())
