"""Recomputes the verdicts of one day of the lake with the current rules. Read-only; `recompute` writes the result.

A row is stale if its verdict was made by older rules. The stored facts decide: user agent, method, signals, and signals
named in an old reason. If a fact was never stored, such as the prefetch header of version 1 of scans, the old verdict
is kept. Repeats do not depend on these rules (`warehouse/builds/repeats.py` corrects late ones).
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

import pyarrow as pa

from ingest.verdicts.rules import VERDICT_VERSION, Reasons, judge, judge_agent
from ingest.verdicts.signals import signals_in
from warehouse.builds.session import BuildSession
from warehouse.data_files import DataFile
from warehouse.schemas import EVENTS

JUDGED = pa.schema(
    [
        pa.field("partition", pa.int32()),
        pa.field("pos", pa.int64()),
        pa.field("now_bot", pa.bool_()),
        pa.field("now_reason", pa.string()),
        pa.field("now_preview", pa.bool_()),
    ]
)

_READ = """
select partition, pos, org_id, type, user_agent, is_bot, bot_reason, is_preview,
  case when type in ('scan', 'miss') then data end as data
from lake.events
where day = $day and verdict_version > 0 and verdict_version < $version
order by partition, pos
"""

_STALE_DAYS = """
select day, count(*) as events from lake.events
where verdict_version > 0 and verdict_version < $version group by day order by day
"""


class Change(NamedTuple):
    """A changed verdict."""

    org_id: str
    what: str
    before: str
    after: str


@dataclass
class JudgedDay:
    """The new verdicts of a day's stale rows, and the number of changes."""

    day: date
    judged: list[tuple[Any, ...]] = field(default_factory=list)
    changes: Counter[Change] = field(default_factory=Counter)


def stale_days(session: BuildSession, files: Sequence[DataFile]) -> dict[date, int]:
    """Return the days with stale rows, and the number of stale rows of each."""
    session.show("lake.events", EVENTS, files)
    rows = session.query(_STALE_DAYS, {"version": VERDICT_VERSION})
    return dict(zip(rows["day"].to_pylist(), rows["events"].to_pylist(), strict=True))


def judge_day(session: BuildSession, files: Sequence[DataFile], day: date) -> JudgedDay:
    """Recompute the stale rows of one arrival day."""
    session.show("lake.events", EVENTS, [file for file in files if file.partition["day"] == day])
    found = JudgedDay(day)
    for row in _rows(session, day):
        reasons = judge_row(row)
        is_bot, is_preview = reasons.bot is not None, reasons.preview is not None
        found.judged.append((row["partition"], row["pos"], is_bot, reasons.bot, is_preview))
        _note(found.changes, row, reasons)
    return found


def judge_row(row: dict[str, Any]) -> Reasons:
    """Return the verdict of the current rules on a row of the lake.

    A row without a user agent cannot be judged: either none was sent, which every version calls a bot, or the person
    was erased.
    """
    if row["user_agent"] is None:
        return Reasons((row["bot_reason"] or "kept") if row["is_bot"] else None, _kept_preview(row))
    data = json.loads(row["data"]) if row["data"] else {}
    signals = tuple(data.get("signals", ())) or signals_in(row["bot_reason"])
    reasons = judge(judge_agent(row["user_agent"] or ""), data.get("method", "GET"), signals)
    if row["is_preview"] and reasons == (None, None) and "signals" not in data:
        return Reasons(preview=_kept_preview(row))
    return reasons


def _kept_preview(row: dict[str, Any]) -> str | None:
    return "kept" if row["is_preview"] else None


def audience(*, is_bot: bool, is_preview: bool) -> str:
    """Return the audience, like `audience_of` in the models."""
    if is_bot:
        return "bot"
    return "preview" if is_preview else "human"


def _rows(session: BuildSession, day: date) -> Iterator[dict[str, Any]]:
    parameters = {"day": day, "version": VERDICT_VERSION}
    reader = session.connection.execute(_READ, parameters).to_arrow_reader(20_000)
    for batch in reader:
        yield from batch.to_pylist()


def _note(changes: Counter[Change], row: dict[str, Any], reasons: Reasons) -> None:
    before = audience(is_bot=row["is_bot"], is_preview=row["is_preview"])
    after = audience(is_bot=reasons.bot is not None, is_preview=reasons.preview is not None)
    if before != after:
        changes[Change(row["org_id"], "audience", before, after)] += 1
