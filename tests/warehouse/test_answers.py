"""Every answer equals a plain count over raw events, however far the marts have got."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.pipelines.events import ZONES, land, make_event
from tests.warehouse.reference import count, is_human, key_of, matches, point_of
from warehouse.builds.activity import build_activity
from warehouse.date_ranges import (
    OPTIONS,
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
from warehouse.queries.language import Dimension, Filter, Question, filters_of_codes

pytestmark = pytest.mark.usefixtures("few_marts")

ORG_ZONES = (
    "UTC",
    "America/New_York",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "America/St_Johns",
    "Africa/Casablanca",
    "Pacific/Chatham",
)
UNSHRUNK = (Phase.explicit, Phase.reuse, Phase.generate)
"""Each example builds a lake, so shrinking a failure would take minutes."""
AROUND = datetime(2026, 3, 29, tzinfo=UTC)
FAMILIES = ("scan", "scan", "scan", "view", "submit", "vote", "play", "redemption")

moments = st.datetimes(
    AROUND.replace(tzinfo=None) - timedelta(days=40),
    AROUND.replace(tzinfo=None) + timedelta(days=3),
).map(lambda naive: naive.replace(tzinfo=UTC))


@st.composite
def streams(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Events in order of arrival: late ones, repeats, bots, gaps in what is known."""
    rows = []
    for pos in range(draw(st.integers(1, 60))):
        occurred_at = draw(moments)
        late = timedelta(seconds=draw(st.sampled_from((0, 5, 86_400, 500_000))))
        kind = draw(st.sampled_from(("human", "human", "human", "bot", "preview")))
        rows.append(
            make_event(
                pos,
                day=(occurred_at + late).date(),
                partition=pos % 3,
                org_id=draw(st.sampled_from(("org_a", "org_b"))),
                type=draw(st.sampled_from(FAMILIES)),
                occurred_at=occurred_at,
                received_at=occurred_at + late,
                visitor_id=draw(st.sampled_from((None, "v1", "v2", "v3", "v4"))),
                code_id=draw(st.sampled_from((None, "code_1", "code_2", "code_3"))),
                country=draw(st.sampled_from((None, "US", "NP"))),
                device=draw(st.sampled_from(("phone", "desktop"))),
                is_bot=kind == "bot",
                is_preview=kind == "preview",
                is_duplicate=draw(st.booleans()),
            )
        )
    return rows


GROUPS = {
    Dimension.FOLDER: {"code_1": "menus", "code_2": "menus"},
    Dimension.PLACEMENT: {"code_3": "table: 4", "code_1": "table: 5"},
}
SPLITS = (
    (Dimension.COUNTRY, Dimension.CODE, Dimension.FOLDER),
    (Dimension.FOLDER, Dimension.PLACEMENT),
    (Dimension.DEVICE, Dimension.HOUR_BY_WEEKDAY),
)

filters = st.lists(
    st.builds(
        Filter,
        st.sampled_from((Dimension.COUNTRY, Dimension.DEVICE, Dimension.FOLDER)),
        st.lists(st.sampled_from(("US", "NP", "phone", "menus", "")), max_size=2).map(tuple),
        st.lists(st.sampled_from(("NP", "desktop", "menus", "")), max_size=1).map(tuple),
    ),
    max_size=2,
).map(tuple)


def question(span: Range, zone_name: str, **said: Any) -> Question:
    zone = zone_of(zone_name)
    granularity = said.pop("granularity", granularity_for(span))
    return Question(
        org_id=said.pop("org_id", "org_a"),
        current=span,
        previous=said.pop("previous", None),
        zone=zone,
        granularity=granularity,
        edges=tuple(edges(span, granularity, zone)),
        **said,
    )


@pytest.fixture
def new_lake(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Lake]:
    return lambda: Lake(str(tmp_path_factory.mktemp("lake")))


def put(lake: Lake, rows: list[dict[str, Any]], built: int, zone: str) -> None:
    """Land all rows; the marts cover only the first `built`."""
    if rows[:built]:
        land(lake, *rows[:built])
        build_activity(lake, ZONES | {"org_a": zone})
    if rows[built:]:
        land(lake, *rows[built:])


@settings(
    max_examples=25,
    deadline=None,
    phases=UNSHRUNK,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    rows=streams(),
    share=st.floats(0, 1),
    zone_name=st.sampled_from(ORG_ZONES),
    interval=st.sampled_from([value for _, value in OPTIONS]),
    now=moments,
    asked=filters,
    split=st.sampled_from(SPLITS),
    include_bots=st.booleans(),
)
def test_answer_equals_a_plain_count(
    new_lake: Callable[[], Lake],
    rows: list[dict[str, Any]],
    share: float,
    zone_name: str,
    interval: str,
    now: datetime,
    asked: tuple[Filter, ...],
    split: tuple[Dimension, ...],
    include_bots: bool,
) -> None:
    lake = new_lake()
    put(lake, rows, int(len(rows) * share), zone_name)
    zone = zone_of(zone_name)
    span = resolve(interval, now, zone, first_event=min(row["occurred_at"] for row in rows))
    before = previous(span, now, interval, zone)
    asked_question = question(
        span,
        zone_name,
        previous=before,
        filters=filters_of_codes(asked, GROUPS),
        group_by=split,
        include_bots=include_bots,
        code_groups=GROUPS,
    )

    answer = Analytics(lake).ask(asked_question)

    said: Any = {"filters": asked, "groups": GROUPS, "include_bots": include_bots}
    assert answer.totals == count(rows, "org_a", span, **said)
    assert answer.previous == count(rows, "org_a", before, **said)
    for place, point in enumerate(answer.series):
        assert point.metrics == count(
            rows,
            "org_a",
            span,
            **said,
            also=lambda row, place=place: (
                point_of(asked_question.edges, row["occurred_at"]) == place
            ),
        )
    for dimension, found in answer.breakdowns.items():
        keys = {
            key_of(row, dimension, GROUPS, zone)
            for row in rows
            if row["org_id"] == "org_a"
            and row["occurred_at"] in span
            and matches(row, asked, GROUPS)
            and (include_bots or is_human(row) or row["type"] == "scan")
        }
        assert {row.key for row in found} == keys
        for one in found:
            assert one.metrics == count(
                rows,
                "org_a",
                span,
                **said,
                also=lambda row, one=one, dimension=dimension: (
                    key_of(row, dimension, GROUPS, zone) == one.key
                ),
            )


@settings(
    max_examples=15,
    deadline=None,
    phases=UNSHRUNK,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(rows=streams(), share=st.floats(0, 1), cut=moments, zone_name=st.sampled_from(ORG_ZONES))
def test_parts_of_a_range_add_up(
    new_lake: Callable[[], Lake],
    rows: list[dict[str, Any]],
    share: float,
    cut: datetime,
    zone_name: str,
) -> None:
    lake = new_lake()
    put(lake, rows, int(len(rows) * share), zone_name)
    whole = Range(AROUND - timedelta(days=45), AROUND + timedelta(days=5))
    analytics = Analytics(lake)

    total, left, right = (
        analytics.ask(question(span, zone_name, granularity=Granularity.DAY)).totals
        for span in (whole, Range(whole.start, cut), Range(cut, whole.end))
    )

    for metric in (
        "scans",
        "new",
        "visits",
        "views",
        "submits",
        "votes",
        "plays",
        "redemptions",
        "bots",
    ):
        assert getattr(total, metric) == getattr(left, metric) + getattr(right, metric)


HOSTILE = ("' or org_id = 'org_b' --", "org_b", "$p0", "US'; drop table x; --", "/*", "%", "\\")


@pytest.mark.parametrize("value", HOSTILE)
def test_hostile_filter_values_match_nothing_of_another_tenant(
    new_lake: Callable[[], Lake], value: str
) -> None:
    lake = new_lake()
    rows = [
        make_event(pos, org_id="org_b" if pos % 2 else "org_a", country="US") for pos in range(10)
    ]
    put(lake, rows, 5, "UTC")
    span = Range(AROUND - timedelta(days=45), AROUND)

    answer = Analytics(lake).ask(
        question(span, "UTC", filters=(Filter(Dimension.COUNTRY, (value,)),))
    )

    assert answer.totals.scans == 0


def test_empty_lake_answers_zero(new_lake: Callable[[], Lake]) -> None:
    span = Range(AROUND - timedelta(days=7), AROUND)

    answer = Analytics(new_lake()).ask(question(span, "UTC", group_by=(Dimension.CODE,)))

    assert answer.totals.scans == 0
    assert answer.as_of is None
    assert len(answer.series) == 7
