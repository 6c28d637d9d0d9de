"""The issued, used, withdrawn, expired and remaining codes equal a plain count, however the mart was built."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.pipelines.contents import contents
from tests.pipelines.events import ZONES, land
from tests.support.acts import BATCHES, issue_of, random_acts, terms_of, use_of
from tests.warehouse.built import Way, land_and_build, marts_of
from tests.warehouse.reference import in_one_order
from tests.warehouse.stock_reference import code_batches, code_of, code_stock
from warehouse.builds.activity import build_activity
from warehouse.builds.rebuild import rebuild_all
from warehouse.date_ranges import Range, resolve, zone_of
from warehouse.lake import Lake
from warehouse.queries.language import AnyDimension, Dimension, Filter, QuestionError
from warehouse.reports.catalogue import get_report
from warehouse.reports.engine import Reports
from warehouse.reports.question import ReportQuestion, check_filters, parse_group_by

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("few_marts")]

MARTS = marts_of(["code_stock", "code_batches"])

NOW = datetime(2026, 3, 29, 10, 7, tzinfo=UTC)
FOLDERS = {"code_1": "menus", "code_3": "menus"}
GROUPS: dict[AnyDimension, dict[str, str]] = {Dimension.FOLDER: FOLDERS}


def acts(seed: int, count: int) -> list[dict[str, Any]]:
    """Return issues and uses of a few batches over six weeks, including late ones, bots and other acts."""
    rng = random.Random(seed)
    rows = random_acts(seed, count, NOW, families=("issue", "redemption", "redemption", "vote"))
    for row in rows:
        if row["type"] == "issue":
            entry = issue_of(rng)
            row["code_id"] = terms_of(entry.batch_id)[1]
            row["data"] = entry.model_dump_json(exclude_none=True)
        elif row["type"] == "redemption" and rng.random() < 0.8:
            row["data"] = use_of(rng).model_dump_json(exclude_none=True)
    return rows


def ask(
    reports: Reports, name: str, span: Range, split: str | None = None, **more: Any
) -> list[dict[str, Any]]:
    report = get_report(name)
    return reports.ask(
        ReportQuestion(
            org_id="org_a",
            report=report,
            current=span,
            zone=zone_of("UTC"),
            limit=10_000,
            group_by=parse_group_by(report, split),
            code_groups=GROUPS,
            **more,
        )
    ).rows


@settings(
    max_examples=8,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    seed=st.integers(0, 10_000),
    share=st.sampled_from((0.0, 0.5, 1.0)),
    way=st.sampled_from(("built", "compacted", "rebuilt")),
    interval=st.sampled_from(("7day", "30day", "february", "all")),
    asked=st.sampled_from(
        (
            (),
            (Filter(Dimension.CODE, only=("code_1", "code_3")),),
            (Filter(Dimension.CODE, never=("code_2",)),),
        )
    ),
)
def test_code_stock_reports_equal_a_plain_count(
    new_lake: Callable[[], Lake],
    seed: int,
    share: float,
    way: Way,
    interval: str,
    asked: tuple[Filter, ...],
) -> None:
    lake = new_lake()
    rows = acts(seed, 120)
    land_and_build(lake, rows, share, way, slice_rows=40)
    first = min(row["occurred_at"] for row in rows)
    span = resolve(interval, NOW, zone_of("UTC"), first_event=first)
    own = [
        row
        for row in rows
        if row["org_id"] == "org_a"
        and row["type"] in ("issue", "redemption")
        and all(one.matches(code_of(row)) for one in asked)
    ]
    batches = code_batches(own, span)
    reports = Reports(lake, threads=1)
    try:
        found = ask(reports, "code_batches", span, filters=asked)
        names = list(batches[0])
        assert in_one_order(found, names) == in_one_order(batches, names)
        codes = {one["code_id"]: one["code_id"] for one in batches}
        splits: tuple[tuple[str, dict[str, str] | None], ...] = (
            ("code", codes),
            ("folder", FOLDERS),
            ("total", None),
        )
        for split, groups in splits:
            expected = code_stock(batches, groups)
            names = list(expected[0])
            stands = ask(reports, "code_stock", span, split, filters=asked)
            assert in_one_order(stands, names) == in_one_order(expected, names), split
    finally:
        reports.close()


def test_incremental_builds_and_a_rebuild_give_the_same_code_stock(
    new_lake: Callable[[], Lake],
) -> None:
    lake = new_lake()
    rows = acts(11, 150)
    for start in range(0, len(rows), 37):
        land(lake, *rows[start : start + 37])
        build_activity(lake, ZONES)
    built = contents(lake, "code_stock")
    assert len({key[5] for key in built} & {*BATCHES}) == len(BATCHES)

    rebuild_all(lake, ZONES)

    assert contents(lake, "code_stock") == built


def test_expired_batch_has_no_uses_left(new_lake: Callable[[], Lake]) -> None:
    lake = new_lake()
    text = '{"batch_id":"pbt_2","kind":"promo_code","action":"issued","codes":50,"uses":100,'
    (issue,) = random_acts(1, 1, NOW - timedelta(days=60), days=1, families=("issue",))
    issue |= {
        "org_id": "org_a",
        "code_id": "code_3",
        "data": text + '"ends_at":"2026-03-01T00:00:00Z"}',
    }
    land(lake, issue)
    before, after = (
        Range(NOW - timedelta(days=90), datetime(2026, 3, day, tzinfo=UTC)) for day in (1, 2)
    )
    reports = Reports(lake, threads=1)
    try:
        ((running,), (over,)) = (
            ask(reports, "code_batches", before),
            ask(reports, "code_batches", after),
        )
    finally:
        reports.close()

    assert (running["expired"], running["left_over"], running["uses_left"]) == (0, 50, 100)
    assert (over["expired"], over["left_over"], over["uses_left"]) == (50, 0, 0)


def test_code_stock_is_filtered_only_by_attributes_of_its_batches() -> None:
    check_filters(get_report("code_stock"), (Filter(Dimension.FOLDER, only=("menus",)),))
    with pytest.raises(QuestionError, match="only by code, folder, placement"):
        check_filters(get_report("code_stock"), (Filter(Dimension.COUNTRY, only=("US",)),))
