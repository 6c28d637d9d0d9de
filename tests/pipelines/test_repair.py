"""`waypost repair`: marts are rebuilt from events, and each damaged part is reported."""

from pathlib import Path

import pytest
from typer import Typer
from typer.testing import CliRunner, Result

from pipelines.repair import repair
from runtime.settings import Settings
from tests.pipelines.contents import all_contents
from tests.pipelines.events import ZONES, land, spread
from warehouse.builds.activity import build_activity
from warehouse.builds.mart_repair import mend_marts
from warehouse.builds.tables import mart_table
from warehouse.damage import damaged_files, tables_of
from warehouse.lake import Lake

pytestmark = pytest.mark.slow


@pytest.fixture
def lake(settings: Settings) -> Lake:
    return Lake.from_settings(settings)


def damage(lake: Lake, name: str) -> Path:
    """Truncate the mart's first file."""
    path = Path(mart_table(lake, name).files()[0].uri)
    path.write_bytes(path.read_bytes()[:-20])
    return path


def all_damaged(lake: Lake) -> list[str]:
    return [one.uri for table in tables_of(lake) for one in damaged_files(table)]


def test_repaired_marts_have_the_same_contents_as_before_the_damage(lake: Lake) -> None:
    land(lake, *spread(600))
    build_activity(lake, ZONES)
    before = all_contents(lake)
    paths = [
        damage(lake, name) for name in ("activity_15m", "activity_day", "visitors", "funnel_15m")
    ]
    damaged = [one for table in tables_of(lake) for one in damaged_files(table)]

    done = mend_marts(lake, ZONES, damaged)

    assert sorted(one.uri for one in damaged) == sorted(map(str, paths))
    assert all_damaged(lake) == []
    assert all_contents(lake) == before
    assert (len(done.set_aside), done.lossy) == (4, [])
    assert not any(path.exists() for path in paths)
    assert build_activity(lake, ZONES) is not None


def test_lost_visitor_numbers_are_reassigned_and_people_counts_stay_the_same(lake: Lake) -> None:
    """In another order than before, since builds encountered visitors in another order than that of positions."""
    land(lake, *(event for event in spread(600) if event["partition"] == 1))
    build_activity(lake, ZONES)
    land(lake, *(event for event in spread(600) if event["partition"] != 1))
    build_activity(lake, ZONES)
    before = all_contents(lake)
    for name in ("visitor_numbers", "activity_day"):
        damage(lake, name)
    damaged = [one for table in tables_of(lake) for one in damaged_files(table)]

    done = mend_marts(lake, ZONES, damaged)

    after = all_contents(lake)
    numbers, were = after.pop("visitor_numbers"), before.pop("visitor_numbers")
    assert numbers.keys() == were.keys()
    assert after == before
    assert all_damaged(lake) == []
    assert (len(done.set_aside), done.lossy) == (2, [])


@pytest.fixture
def run(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> "Run":
    monkeypatch.setattr("pipelines.repair.get_settings", lambda: settings)
    monkeypatch.setattr("pipelines.resources.get_settings", lambda: settings)
    return Run()


class Run:
    """Runs the command."""

    def __call__(self) -> Result:
        app = Typer()
        app.command()(repair)
        return CliRunner().invoke(app, [])


def test_command_reports_its_repairs_and_lost_data(lake: Lake, run: Run) -> None:
    land(lake, *spread(40))
    whole = run()
    (file,) = (one for one in lake.events.files()[:1])
    path = Path(file.uri)
    rows = file.rows
    path.unlink()

    lost = run()

    assert (whole.exit_code, whole.output) == (0, "no file is damaged\n")
    assert lost.exit_code == 1, lost.output
    assert f"{path} is missing" in lost.output
    assert "LOST: up to" in lost.output
    assert all_damaged(lake) == []
    assert sum(one.rows for one in lake.events.files()) == 40 - rows
    assert run().exit_code == 0
