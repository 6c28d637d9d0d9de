"""Every report equals a plain count over raw events, however far the marts have been built."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.pipelines.contents import OF_ACTS
from tests.pipelines.events import ZONES, land
from tests.support.acts import random_acts
from tests.warehouse.built import land_and_build
from tests.warehouse.loyalty_reference import LOYALTY
from tests.warehouse.reference import is_human, key_of, matches
from tests.warehouse.report_reference import REFERENCE
from tests.warehouse.stock_reference import STANDING
from warehouse.builds.activity import build_activity
from warehouse.date_ranges import OPTIONS, Range, resolve, zone_of
from warehouse.lake import Lake
from warehouse.models.catalogue import marts
from warehouse.queries.language import (
    AnyDimension,
    Dimension,
    Filter,
    QuestionError,
    filters_of_codes,
)
from warehouse.reports import catalogue
from warehouse.reports.catalogue import TOTAL, Report, all_reports, get_report
from warehouse.reports.engine import Reports
from warehouse.reports.question import ReportQuestion, parse_group_by, parse_sort

NOW = datetime(2026, 3, 29, 10, 7, tzinfo=UTC)
GROUPS: dict[AnyDimension, dict[str, str]] = {
    Dimension.FOLDER: {"code_1": "menus", "code_2": "menus"},
    Dimension.PLACEMENT: {"code_3": "table: 4", "code_1": "table: 5"},
}
EVERY_REPORT = pytest.mark.parametrize("report", all_reports().values(), ids=lambda one: one.name)
FILTERS: tuple[tuple[Filter, ...], ...] = (
    (),
    (Filter(Dimension.COUNTRY, only=("US", "")),),
    (Filter(Dimension.DEVICE, never=("desktop",)), Filter(Dimension.FOLDER, only=("menus",))),
)


def question(report: str, span: Range, **more: Any) -> ReportQuestion:
    asked: dict[str, Any] = {
        "org_id": "org_a",
        "zone": zone_of("UTC"),
        "limit": 10_000,
        "code_groups": GROUPS,
    }
    return ReportQuestion(report=get_report(report), current=span, **(asked | more))


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reports]:
    """Yield reports over a lake whose marts contain two thirds of the events."""
    lake = Lake(str(tmp_path_factory.mktemp("lake")))
    rows = random_acts(7, 240, NOW)
    land(lake, *rows[:160])
    build_activity(lake, ZONES)
    land(lake, *rows[160:])
    reports = Reports(lake, threads=1)
    yield reports
    reports.close()


@settings(
    max_examples=5,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    seed=st.integers(0, 10_000),
    share=st.sampled_from((0.0, 0.6, 1.0)),
    compacted=st.booleans(),
    interval=st.sampled_from([value for _, value in OPTIONS] + ["30day", "90day", "all"]),
    zone_name=st.sampled_from(("UTC", "America/St_Johns", "Asia/Kathmandu")),
    asked=st.sampled_from(FILTERS),
    include_bots=st.booleans(),
    place=st.integers(0, 12),
)
def test_every_report_equals_a_plain_count(
    new_lake: Callable[[], Lake],
    seed: int,
    share: float,
    compacted: bool,
    interval: str,
    zone_name: str,
    asked: tuple[Filter, ...],
    include_bots: bool,
    place: int,
) -> None:
    lake = new_lake()
    rows = random_acts(seed, 120, NOW)
    land_and_build(lake, rows, share, "compacted" if compacted else "built", slice_rows=50)
    zone = zone_of(zone_name)
    span = resolve(interval, NOW, zone, first_event=min(row["occurred_at"] for row in rows))
    chosen: list[Any] = [
        row
        for row in rows
        if row["org_id"] == "org_a"
        and row["occurred_at"] in span
        and matches(row, asked, GROUPS)
        and (include_bots or is_human(row))
    ]
    reports = Reports(lake, threads=1)
    try:
        for name, reference in REFERENCE.items():
            report = get_report(name)
            splits = report.group_by or (None,)
            split = splits[place % len(splits)]
            answer = reports.ask(
                question(
                    name,
                    span,
                    zone=zone,
                    filters=filters_of_codes(asked, GROUPS),
                    group_by=parse_group_by(report, split),
                    include_bots=include_bots,
                )
            )
            key = _key(split)
            assert canonical(report, answer.rows) == canonical(report, reference(chosen, key)), (
                name,
                split,
            )
            assert answer.total == len(answer.rows)
    finally:
        reports.close()


def _key(split: str | None) -> Callable[[Any], str]:
    if split in (None, TOTAL):
        return lambda row: ""
    return lambda row: key_of(row, Dimension(split), GROUPS)


def canonical(report: Report, rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """Return rows as sorted tuples of the values that the reference has too."""
    left_out = {"player", "kind"} if report.name in ("games", "game_scores") else set()
    names = [column.name for column in report.columns if column.name not in left_out]
    found = [tuple(_rounded(row[name]) for name in names) for row in rows]
    return sorted(found, key=repr)


def _rounded(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).replace(tzinfo=None)
    return round(value, 9) if isinstance(value, float) else value


def test_every_report_has_a_plain_count_to_compare_with() -> None:
    own = {name for name, report in all_reports().items() if set(report.marts) & {*OF_ACTS}}

    # Reports by local day are counted together with those of people.
    assert own == {*REFERENCE, *STANDING, *LOYALTY, "pass_templates", "prize_days"}


@EVERY_REPORT
def test_report_declaration_matches_its_sql(report: Report) -> None:
    opening = re.match(r"(--.*\n)+", report.sql)
    assert opening, "open the file with grain, source and columns"
    text = " ".join(line.removeprefix("--").strip() for line in opening[0].splitlines())
    found = re.search(r"grain: (.+) source: (.+?) columns: (.+?)(?: note: .+)?$", text)
    assert found, "the header tells grain, source and columns"
    assert set(found[2].split(", ")) == {*report.marts, *report.reports}
    assert set(found[3].split(", ")) == {column.name for column in report.columns}
    assert {*report.key, *(name.removeprefix("-") for name in report.sort)} <= set(
        found[3].split(", ")
    )
    assert all(column.definition for column in report.columns)
    assert ("key" in report.key) == bool(report.group_by)
    for mart, time in report.marts.items():
        assert time is None or time in {column.name for column in marts()[mart].columns}


def test_every_sql_file_has_its_yaml() -> None:
    folder = Path(catalogue.__file__).parent

    assert {path.stem for path in folder.glob("*.sql")} == {
        report.file for report in all_reports().values()
    }


@EVERY_REPORT
def test_pages_of_a_report_add_up_to_the_whole_report(filled: Reports, report: Report) -> None:
    span = Range(NOW - timedelta(days=60), NOW)
    asked = {"group_by": parse_group_by(report, None), "sort": parse_sort(report, None)}
    whole = filled.ask(question(report.name, span, **asked))

    size = max(whole.total // 2, 1)
    paged = [
        row
        for offset in range(0, whole.total, size)
        for row in filled.ask(question(report.name, span, **asked, limit=size, offset=offset)).rows
    ]
    with filled.stream(question(report.name, span, **asked)) as reader:
        streamed = reader.read_all().to_pylist()

    assert paged == whole.rows == streamed
    assert len({tuple(row[name] for name in report.key) for row in whole.rows}) == whole.total


HOSTILE = ("' or org_id = 'org_b' --", "org_b", "$p0", "US'; drop table x; --", "%", "\\")


@pytest.mark.parametrize("value", HOSTILE)
def test_hostile_values_match_nothing_of_another_tenant(filled: Reports, value: str) -> None:
    span = Range(NOW - timedelta(days=60), NOW)
    hostile = (Filter(Dimension.COUNTRY, only=(value,)),)

    assert filled.ask(question("funnel", span, filters=hostile)).rows == []
    nobody = filled.ask(question("funnel", span, org_id=value, group_by=(Dimension.CODE,)))
    assert sum(row["scans"] for row in nobody.rows) == (
        filled.ask(question("funnel", span, org_id="org_b")).rows[0]["scans"]
        if value == "org_b"
        else 0
    )


def test_report_can_be_sorted_and_grouped_only_by_declared_fields() -> None:
    report = get_report("orders")

    assert parse_sort(report, []) == report.sort
    assert parse_group_by(report, None) == ()
    for field, refused in (
        ("sort", lambda: parse_sort(report, ["paid; drop table answer"])),
        ("group_by", lambda: parse_group_by(report, "visitor")),
        ("report", lambda: get_report("orders; --")),
    ):
        with pytest.raises(QuestionError) as wrong:
            refused()
        assert wrong.value.field == field


def test_equal_scores_share_a_rank_and_the_earliest_to_reach_it_is_listed_first(
    new_lake: Callable[[], Lake],
) -> None:
    lake = new_lake()
    rows = random_acts(1, 6, NOW, families=("scan",))
    codes = ("late", "early", "late", "early", "most", "few")
    for place, (row, code) in enumerate(zip(rows, codes, strict=True)):
        at = NOW - timedelta(hours=10 - place)
        row |= {
            "org_id": "org_a",
            "code_id": code,
            "occurred_at": NOW - timedelta(minutes=1) if place == 2 else at,
            "is_bot": False,
            "is_preview": False,
        }
    rows += [{**rows[4], "pos": 6 + n} for n in range(2)]
    land(lake, *rows)

    answer = Reports(lake, threads=1).ask(
        question("leaderboard", Range(NOW - timedelta(days=1), NOW), group_by=(Dimension.CODE,))
    )

    assert [(row["rank"], row["key"]) for row in answer.rows] == [
        (1, "most"),
        (2, "early"),
        (2, "late"),
        (4, "few"),
    ]
