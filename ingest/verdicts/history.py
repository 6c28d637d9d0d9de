"""One day of the lake judged again by the rules in force. Reads only; what is done with it is `recompute`.

A row is stale when rules before these gave its verdict. What the event kept decides: the user agent,
the method, the signals, and the signals that an old reason names. A fact that was never kept, such as
the prefetch header of a scan's first version, cannot be judged: there the old verdict stands.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple

import pyarrow as pa

from ingest.landing.repeats import Repeats
from ingest.verdicts.rules import VERDICT_VERSION, Reasons, judge, judge_agent
from ingest.verdicts.signals import signals_in
from warehouse.builds.session import BuildSession
from warehouse.data_files import DataFile
from warehouse.schemas import EVENTS

LOOKS_BACK = timedelta(hours=2)
"""Repeats remember an hour; what came late within another is seen as well."""

JUDGED = pa.schema(
    [
        pa.field("partition", pa.int32()),
        pa.field("pos", pa.int64()),
        pa.field("now_bot", pa.bool_()),
        pa.field("now_reason", pa.string()),
        pa.field("now_preview", pa.bool_()),
        pa.field("now_duplicate", pa.bool_()),
    ]
)

_READ = """
select day, partition, pos, org_id, type, version, code_id, visitor_id, occurred_at, received_at,
  user_agent, is_bot, bot_reason, is_preview, is_duplicate, verdict_version,
  case when type in ('scan', 'miss') then data end as data
from lake.events
where (day = $day and verdict_version > 0) or (type = 'scan' and (
  (day = $day) or (day = $before and received_at >= $since) or day = $after))
order by partition, pos
"""

_STALE_DAYS = """
select day, count(*) as events from lake.events
where verdict_version > 0 and verdict_version < $version group by day order by day
"""


class Change(NamedTuple):
    """A verdict that is another one now."""

    org_id: str
    what: str
    before: str
    after: str


@dataclass
class JudgedDay:
    """The new verdicts of a day's stale rows, and how many changed."""

    day: date
    judged: list[tuple[Any, ...]] = field(default_factory=list)
    changes: Counter[Change] = field(default_factory=Counter)


def stale_days(session: BuildSession, files: Sequence[DataFile]) -> dict[date, int]:
    """Days that hold rows which older rules judged, with their count."""
    session.show("lake.events", EVENTS, files)
    rows = session.query(_STALE_DAYS, {"version": VERDICT_VERSION})
    return dict(zip(rows["day"].to_pylist(), rows["events"].to_pylist(), strict=True))


def judge_day(session: BuildSession, files: Sequence[DataFile], day: date) -> JudgedDay:
    """Judge the stale rows of one day of arrival."""
    near = {day - timedelta(days=1), day, day + timedelta(days=1)}
    session.show("lake.events", EVENTS, [f for f in files if f.partition["day"] in near])
    found = JudgedDay(day)
    memories: dict[int, Repeats] = {}
    for row in _rows(session, day):
        is_repeat = row["is_duplicate"]
        if row["type"] == "scan" and row["visitor_id"] is not None:
            memory = memories.setdefault(row["partition"], Repeats())
            is_repeat = memory.is_repeat(
                row["code_id"], row["visitor_id"], row["occurred_at"], row["received_at"]
            )
        if row["day"] != day or not 0 < row["verdict_version"] < VERDICT_VERSION:
            continue
        reasons = judge_row(row)
        found.judged.append(
            (
                *(row["partition"], row["pos"], reasons.bot is not None, reasons.bot),
                *(reasons.preview is not None, is_repeat),
            )
        )
        _note(found.changes, row, reasons, is_repeat)
    return found


def judge_row(row: dict[str, Any]) -> Reasons:
    """The verdict that the rules in force give to a row of the lake.

    Without a user agent nothing can be judged: it was none, which every version calls a bot, or the
    person was erased.
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
    """As `audience_of` in the models says it."""
    if is_bot:
        return "bot"
    return "preview" if is_preview else "human"


def _rows(session: BuildSession, day: date) -> Iterator[dict[str, Any]]:
    parameters = {
        "day": day,
        "before": day - timedelta(days=1),
        "after": day + timedelta(days=1),
        "since": datetime.combine(day, time.min, UTC) - LOOKS_BACK,
    }
    reader = session.connection.execute(_READ, parameters).to_arrow_reader(20_000)
    for batch in reader:
        yield from batch.to_pylist()


def _note(changes: Counter[Change], row: dict[str, Any], reasons: Reasons, is_repeat: bool) -> None:
    before = audience(is_bot=row["is_bot"], is_preview=row["is_preview"])
    after = audience(is_bot=reasons.bot is not None, is_preview=reasons.preview is not None)
    if before != after:
        changes[Change(row["org_id"], "audience", before, after)] += 1
    if row["is_duplicate"] != is_repeat:
        said = ("first", "repeat")
        was, now = said[row["is_duplicate"]], said[is_repeat]
        changes[Change(row["org_id"], "repeat", was, now)] += 1
