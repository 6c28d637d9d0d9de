"""Two organisations' numbers never mix: in a shared lake, each gets the same answers as in a lake of its own.

Everything that reads the lake is queried twice: over a lake with two organisations, whose codes, visitors and customers
have the same names, and over one without the other's events.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.pipelines.events import ZONES, land
from tests.support.acts import random_acts
from tests.warehouse.loyalty_stream import LoyaltyStream
from warehouse.analyst import open_lake
from warehouse.builds.activity import build_activity
from warehouse.date_ranges import Granularity, Range, edges, zone_of
from warehouse.lake import Lake
from warehouse.models.catalogue import marts
from warehouse.queries.analytics import Analytics
from warehouse.queries.event_pages import events_behind, page_of_events
from warehouse.queries.language import Dimension, Filter, Question, QuestionError
from warehouse.queries.newest import read_newest
from warehouse.queries.raw_events import RawEvents
from warehouse.reports.catalogue import all_reports
from warehouse.reports.engine import Reports
from warehouse.reports.question import ReportQuestion, check_filters, parse_group_by

NOW = datetime(2026, 3, 29, 10, 7, tzinfo=UTC)
SPAN = Range(NOW - timedelta(days=30), NOW + timedelta(minutes=1))
HOSTILE = (
    "",
    "US",
    "'",
    "''",
    "US' or org_id = 'org_b' --",
    "US') or ('1' = '1",
    "' union all select * from events --",
    "'; drop table raw_event; --",
    "/* */",
    "/*",
    "*/ or true /*",
    "-- org_b",
    "org_b",
    "$org_id",
    "$p0",
    "?",
    "%",
    "\\",
    'US"',
    "US\n",
    "\uff35\uff33",
)
FILTERED = (Dimension.COUNTRY, Dimension.CODE, Dimension.REFERRER, Dimension.UTM_SOURCE)
SPLIT = (Dimension.COUNTRY, Dimension.CODE, Dimension.HOUR_BY_WEEKDAY)

values = st.one_of(st.sampled_from((*HOSTILE, "code_1", "code_2")), st.text(max_size=12))
filters = st.lists(
    st.builds(
        Filter,
        st.sampled_from(FILTERED),
        st.lists(values, max_size=3).map(tuple),
        st.lists(values, max_size=2).map(tuple),
    ),
    max_size=3,
).map(tuple)
Filters = tuple[Filter, ...]


def acts() -> list[dict[str, Any]]:
    rng = random.Random(11)
    rows = random_acts(11, 260, NOW)
    for row in rows:
        row["customer_key"] = rng.choice((None, "ana", "ben"))
        row["country"] = rng.choice(HOSTILE) or None
        row["referrer"] = rng.choice(HOSTILE) or None
        row["utm_source"] = rng.choice(("org_a", "org_b"))
        if rng.random() < 0.2:
            row["occurred_at"] = NOW - timedelta(minutes=rng.randint(0, 25))
        row["received_at"] = max(row["occurred_at"], NOW - timedelta(days=rng.choice((0, 20))))
        row["day"] = (NOW - timedelta(days=row["pos"] % 2)).date()
    # Points and rewards come first, so that marts contain some of both organisations.
    ledger = LoyaltyStream(5, NOW - timedelta(days=60)).run(24)
    later = ({**row, "pos": row["pos"] + len(ledger)} for row in rows)
    return [*ledger, *({**row, "event_id": f"event-{row['pos']}"} for row in later)]


@dataclass(frozen=True)
class Answers:
    """Everything that can be queried from a lake."""

    analytics: Analytics
    reports: Reports
    lake: Lake
    folder: Path

    def dashboard(self, org_id: str, asked: Filters, bots: bool) -> Any:
        zone = zone_of("UTC")
        answer = self.analytics.ask(
            Question(
                org_id=org_id,
                current=SPAN,
                previous=Range(SPAN.start - timedelta(days=10), SPAN.start),
                zone=zone,
                granularity=Granularity.DAY,
                edges=tuple(edges(SPAN, Granularity.DAY, zone)),
                filters=asked,
                group_by=SPLIT,
                include_bots=bots,
            )
        )
        return answer.totals, answer.previous, answer.series, answer.breakdowns

    def events_table(self, org_id: str, asked: Filters, bots: bool) -> Any:
        wanted = RawEvents(org_id, SPAN, asked, bots)
        return self.analytics.read(
            lambda cursor, tables: (
                page_of_events(cursor, wanted, None, tables, after=None, limit=500),
                events_behind(cursor, wanted, "scans", tables),
            )
        )

    def live_view(self, org_id: str, asked: Filters, bots: bool) -> Any:
        return self.analytics.read(
            lambda cursor, tables: read_newest(
                cursor, org_id, asked, tables, NOW, include_bots=bots
            )
        )

    def file_of_events(self, org_id: str, asked: Filters, bots: bool) -> Any:
        wanted = RawEvents(org_id, SPAN, asked, bots)
        path = self.folder / "events.csv"
        path.unlink(missing_ok=True)
        written = self.analytics.copy_events(wanted, str(path))
        return written, self.analytics.count_events(wanted), sorted(path.read_bytes().splitlines())

    def report(self, name: str, org_id: str, asked: Filters, bots: bool) -> Any:
        report = all_reports()[name]
        try:
            check_filters(report, asked)
        except QuestionError:
            asked = ()
        split = report.group_by[len(asked) % len(report.group_by)] if report.group_by else None
        answer = self.reports.ask(
            ReportQuestion(
                org_id=org_id,
                report=report,
                current=SPAN,
                zone=zone_of("UTC"),
                filters=asked,
                group_by=parse_group_by(report, split),
                limit=10_000,
                include_bots=bots,
            )
        )
        return answer.rows, answer.total

    def shell(self, org_id: str, statements: Iterable[str]) -> list[list[tuple[Any, ...]]]:
        """Return the output of `waypost sql`, in any order of rows."""
        with open_lake(self.lake, org_id, threads=1) as connection:
            return [sorted(connection.execute(one).fetchall(), key=repr) for one in statements]


SURFACES: tuple[Callable[..., Any], ...] = (
    Answers.dashboard,
    Answers.events_table,
    Answers.live_view,
    Answers.file_of_events,
)
Lakes = tuple[Answers, Answers]


def answers(rows: list[dict[str, Any]], folder: Path) -> Answers:
    """Create a lake whose marts contain two thirds of the events."""
    lake = Lake(str(folder / "lake"))
    land(lake, *(row for row in rows if row["pos"] < 190))
    build_activity(lake, ZONES | {"org_a": "UTC"})
    land(lake, *(row for row in rows if row["pos"] >= 190))
    return Answers(Analytics(lake, threads=1), Reports(lake, threads=1), lake, folder)


@pytest.fixture(scope="module")
def lakes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lakes]:
    """Yield a lake of two organisations, and one of the first alone."""
    rows = acts()
    found = (
        answers(rows, tmp_path_factory.mktemp("shared")),
        answers(
            [row for row in rows if row["org_id"] == "org_a"], tmp_path_factory.mktemp("alone")
        ),
    )
    yield found
    for one in found:
        one.analytics.close()
        one.reports.close()


@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(asked=filters, name=st.sampled_from(sorted(all_reports())), bots=st.booleans())
def test_no_filter_returns_data_of_another_organisation(
    lakes: Lakes, asked: Filters, name: str, bots: bool
) -> None:
    shared, alone = lakes

    for surface in SURFACES:
        assert surface(shared, "org_a", asked, bots) == surface(alone, "org_a", asked, bots)
    assert shared.report(name, "org_a", asked, bots) == alone.report(name, "org_a", asked, bots)


def test_every_report_covers_a_single_organisation(lakes: Lakes) -> None:
    shared, alone = lakes
    asked = (Filter(Dimension.COUNTRY, HOSTILE, ("US",)),)
    found = {name: shared.report(name, "org_a", asked, True) for name in all_reports()}

    assert found == {name: alone.report(name, "org_a", asked, True) for name in all_reports()}
    assert any(total for _, total in found.values())


LISTED = (
    *(
        f"select * {'replace (bitmap_count(people) as people)' if name == 'activity_day' else ''}"
        f" from {name}"
        for name in ("events", *marts())
    ),
    "select count(*), count(distinct visitor_id) from events where org_id in ('org_a', 'org_b')",
    *(
        f"select * exclude (received_at) from events where coalesce(referrer, '') = '{value}'"
        for value in (one.replace("'", "''") for one in HOSTILE)
    ),
    "select * from events where true or org_id = 'org_b'",
    "select a.pos, b.pos from events as a full join events as b on a.pos = b.pos and b.org_id <> a.org_id",
)


def test_shell_shows_a_single_organisation(lakes: Lakes) -> None:
    shared, alone = lakes
    found = shared.shell("org_a", LISTED)

    assert found == alone.shell("org_a", LISTED)
    assert all(found[: 1 + len(marts())]), "every table has rows to be told apart by"
    for name in ("org_b' or 'a' = 'a", "ORG_A", "", "%", "org_"):
        assert not any(shared.shell(name, LISTED[: 1 + len(marts())]))


@settings(
    max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(org_id=st.sampled_from(("org_b' or 'a' = 'a", "org_a\x00", "ORG_A", "", "%", "org_")))
def test_no_manipulated_organisation_id_returns_data(lakes: Lakes, org_id: str) -> None:
    shared, _ = lakes
    (empty, before, series, breakdowns) = shared.dashboard(org_id, (), True)

    assert not any(vars(metrics)[name] for metrics in (empty, before) for name in vars(metrics))
    assert not any(point.metrics.scans for point in series)
    assert set(breakdowns.values()) == {()}
    assert shared.events_table(org_id, (), True) == ([], 0)
    assert shared.live_view(org_id, (), True).events == ()
    assert shared.file_of_events(org_id, (), True)[:2] == (0, 0)
    for name in ("funnel", "orders", "customers", "visitors"):
        rows, _ = shared.report(name, org_id, (), True)
        assert not any(
            value for row in rows for value in row.values() if isinstance(value, int | str)
        )
