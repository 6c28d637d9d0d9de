"""The common part of all kinds of queries."""

from dataclasses import fields
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from warehouse.date_ranges import Granularity, Range
from warehouse.queries.language import Dimension, Filter, QueryScope, Question, ValidityPeriod

JULY = Range(datetime(2026, 7, 1, tzinfo=UTC), datetime(2026, 8, 1, tzinfo=UTC))
JUNE = Range(datetime(2026, 6, 1, tzinfo=UTC), datetime(2026, 7, 1, tzinfo=UTC))


def test_metrics_question_keeps_every_field_of_the_query_scope() -> None:
    asked = QueryScope(
        org_id="org_1",
        current=JULY,
        previous=JUNE,
        zone=ZoneInfo("Asia/Kathmandu"),
        week_start="sunday",
        filters=(Filter(Dimension.COUNTRY, ("DE",)),),
        group_by=(Dimension.CODE,),
        include_bots=True,
        at_event_time=True,
        code_groups={Dimension.FOLDER: {"code_1": "folder_1"}},
        validity_periods=(ValidityPeriod("code_1", JULY.start, JULY.end, "code_1@1"),),
    )

    question = Question(
        **asked.scope_fields(), granularity=Granularity.MONTH, edges=(JULY.start, JULY.end)
    )

    for one in fields(QueryScope):
        assert getattr(question, one.name) == getattr(asked, one.name) != one.default, one.name
