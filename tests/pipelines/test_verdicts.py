"""History with new verdicts: equal to a plain reference, applied only once, and equal to a build from the start."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from ingest.verdicts import ledger
from ingest.verdicts import recompute as recomputing
from ingest.verdicts.recompute import recompute
from ingest.verdicts.rules import VERDICT_VERSION
from pipelines.rebuild import rebuild as rebuild_command
from pipelines.resources import LakeResource, OperationalResource
from pipelines.verdicts import verdicts as verdicts_command
from tests.pipelines.contents import all_contents
from tests.pipelines.events import ZONES, land, make_event
from warehouse.builds.activity import build_activity
from warehouse.lake import Lake

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("few_marts")]

MARTS = (
    "visitors",
    "visitor_numbers",
    "activity_15m",
    "people_15m",
    "activity_day",
    "code_outcomes",
    "missed_paths",
)

PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.0 Mobile/15E148 Safari/604.1"
)
NEW_BOT = "Surveyor/2 (+https://surveyor.example)"
FIRST = date(2026, 3, 9)
COUNT = 60
AGENTS = (PHONE, NEW_BOT, PHONE, None, "WhatsApp/2.23", PHONE)


MISS = {
    "type": "miss",
    "code_id": None,
    "visitor_id": None,
    "is_duplicate": False,
    "data": '{"method":"HEAD","host":"go.harbor.example","path":"/old"}',
}
"""A not-found event keeps the fields on which verdicts are based, as scans do."""


def history() -> list[dict[str, Any]]:
    """Return two days of two organisations' scans with the verdicts of version 1, to which new bots were people."""
    rows = []
    for number in range(COUNT):
        day = FIRST + timedelta(days=number // 30)
        at = datetime.combine(day, datetime.min.time(), UTC) + timedelta(minutes=47 * (number % 30))
        agent = AGENTS[number % len(AGENTS)]
        rows.append(
            make_event(
                number + 1,
                day=day,
                occurred_at=at,
                received_at=at,
                org_id=("org_a", "org_b")[number % 2],
                code_id=f"code_{number % 3}",
                visitor_id=f"visitor_{number % 7}",
                user_agent=agent,
                is_preview=agent == "WhatsApp/2.23",
                is_bot=False,
                is_duplicate=number % 5 == 0,
                data='{"method":"HEAD"}' if number % 30 == 6 else '{"method":"GET"}',
            )
        )
        if number % 30 == 11:
            rows[-1] |= MISS
    return rows


def expected(rows: list[dict[str, Any]]) -> dict[int, tuple[bool, bool, bool]]:
    """Return bot, preview, and the repeat flag from landing, computed as plainly as possible."""
    fields = {}
    for row in sorted(rows, key=lambda row: row["pos"]):
        is_head = "HEAD" in row["data"] and row["user_agent"] is not None
        is_bot = row["user_agent"] == NEW_BOT or is_head
        fields[row["pos"]] = (is_bot, row["user_agent"] == "WhatsApp/2.23", row["is_duplicate"])
    return fields


def verdicts(lake: Lake) -> dict[int, tuple[bool, bool, bool]]:
    rows = lake.events.handle().to_pyarrow_table().to_pylist()
    return {row["pos"]: (row["is_bot"], row["is_preview"], row["is_duplicate"]) for row in rows}


def built(lake: Lake) -> Lake:
    rows = history()
    land(lake, *rows[:30])
    land(lake, *rows[30:])
    build_activity(lake, ZONES)
    return lake


def fresh_build(lake: Lake, root: str) -> Lake:
    """Return a lake with the same events, landed and built with only the current verdicts."""
    fresh = Lake(root)
    rows = lake.events.handle().to_pyarrow_table().to_pylist()
    land(fresh, *sorted(rows, key=lambda row: row["pos"]))
    build_activity(fresh, ZONES)
    return fresh


def test_recomputed_verdicts_match_a_plain_reference_and_are_computed_only_once(
    lake: Lake,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = history()
    positions = built(lake).events.positions()
    replace: Callable[..., int] = type(lake.events).replace
    late = make_event(COUNT + 1, day=FIRST, user_agent=PHONE, verdict_version=VERDICT_VERSION)

    def lands_first(table: Any, *given: Any, **named: Any) -> int:
        if table.name == "events" and table.positions() == positions:
            table.append(pa.Table.from_pylist([late], schema=table.schema), {0: COUNT + 1})
        return replace(table, *given, **named)

    monkeypatch.setattr(LakeResource, "open", lambda _: lake)
    monkeypatch.setattr(OperationalResource, "zones", lambda _: ZONES)
    looked = recompute(lake, ZONES, dry_run=True)
    verdicts_command(dry_run=True)
    assert "60 events judged on 2 days" in capsys.readouterr().out
    assert verdicts(lake) == {
        row["pos"]: (row["is_bot"], row["is_preview"], row["is_duplicate"]) for row in rows
    }
    with monkeypatch.context() as patched:
        patched.setattr(type(lake.events), "replace", lands_first)
        done = recompute(lake, ZONES)

    assert done.changes == looked.changes
    assert verdicts(lake) == expected(rows) | {COUNT + 1: (False, False, False)}
    assert lake.events.positions() == {0: COUNT + 1}
    kept = ledger.changes_table(lake).handle().to_pyarrow_table().to_pylist()
    assert sorted(kept, key=str) == sorted(done.changes, key=str)
    stands = lake.events.version()
    assert recompute(lake, ZONES).days == {}
    assert lake.events.version() == stands
    assert ledger.stages(lake) == {}
    build_activity(lake, ZONES)
    says = all_contents(lake, MARTS)
    assert says == all_contents(fresh_build(lake, str(tmp_path / "fresh")), MARTS)
    rebuild_command()
    assert "61 of 122 events" in capsys.readouterr().out
    assert all_contents(lake, MARTS) == says


def test_interrupted_recompute_is_finished_by_the_next_run(
    lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dies(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    built(lake)
    for step in ("rebuild_day", "count_visitors"):
        with monkeypatch.context() as patched:
            patched.setattr(recomputing, step, dies)
            with pytest.raises(KeyboardInterrupt):
                recompute(lake, ZONES)
    recompute(lake, ZONES)

    assert verdicts(lake) == expected(history())
    assert ledger.stages(lake) == {}
    assert all_contents(lake, MARTS) == all_contents(
        fresh_build(lake, str(tmp_path / "fresh")), MARTS
    )
