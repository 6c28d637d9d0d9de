"""Lakes for tests: built up to a given position, in a given way, with only the marts that are queried."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

import pytest

from tests.pipelines.events import ZONES, land
from warehouse.builds.activity import build_activity
from warehouse.builds.compaction import compact_marts
from warehouse.builds.rebuild import BY_DAY, rebuild_all
from warehouse.builds.tables import VISITORS
from warehouse.lake import Lake
from warehouse.models.catalogue import marts
from warehouse.queries.analytics import READ
from warehouse.reports.catalogue import get_report

Way = Literal["built", "compacted", "rebuilt"]


def land_and_build(
    lake: Lake, rows: list[dict[str, Any]], share: float, way: Way, slice_rows: int
) -> None:
    """Land all rows; the marts cover only this share of them."""
    built = int(len(rows) * share)
    if built:
        land(lake, *rows[:built])
        build_activity(lake, ZONES, slice_rows=slice_rows)
        if way == "compacted":
            compact_marts(lake)
        elif way == "rebuilt":
            rebuild_all(lake, ZONES)
    if rows[built:]:
        land(lake, *rows[built:])


def marts_of(reports: Iterable[str]) -> set[str]:
    """Return the marts that these reports read, directly or through another report."""
    found: set[str] = set()
    for report in map(get_report, reports):
        found |= {*report.reads} | marts_of(report.reports)
    return found


@contextmanager
def only_built(names: Iterable[str]) -> Iterator[None]:
    """Limit builds and rebuilds to these marts, and the visitors, on which others are based."""
    wanted = {VISITORS, *names}
    written = {name: model for name, model in marts().items() if name in wanted}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("warehouse.builds.activity.marts", lambda: written)
        patch.setattr("warehouse.builds.rebuild.BY_DAY", tuple(wanted.intersection(BY_DAY)))
        yield


@pytest.fixture(scope="module")
def few_marts(request: pytest.FixtureRequest) -> Iterator[None]:
    """Limit builds to the marts that the file names as MARTS, or to the four on which answers are based."""
    with only_built(getattr(request.module, "MARTS", READ)):
        yield


@pytest.fixture(scope="session")
def new_lake(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Lake]:
    """Return a function that creates an empty lake in a folder on each call."""
    return lambda: Lake(str(tmp_path_factory.mktemp("lake")))
