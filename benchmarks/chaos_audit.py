"""The audit of the lake against a client's own log of acknowledgements. It reads with pyarrow and uses none of the
product's code.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from deltalake import DeltaTable

COLUMNS = (
    "pos",
    "event_id",
    "type",
    "code_id",
    "utm_content",
    "occurred_at",
    "data",
    "received_at",
)
IS_KEY: dict[str, Callable[[dict[str, Any]], str]] = {
    "event_id": lambda row: str(row["event_id"]),
    "marker": lambda row: str(row["utm_content"]),
    "moment": lambda row: row["occurred_at"].isoformat(),
    "submission": lambda row: str(json.loads(row["data"]).get("submission_id")),
    "vote": lambda row: str(row["code_id"]),
    "use": lambda row: str(row["code_id"]),
    "issue": lambda row: str(json.loads(row["data"]).get("batch_id")),
}
"""How an event is recognised in the lake, for each kind of key that a client knows."""


@dataclass
class Verdict:
    """The number of compared events, and the differences."""

    acknowledged: int = 0
    families: Counter[str] = field(default_factory=Counter)
    not_answered_but_kept: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    rows: int = 0


def audit(lake: Path, log: Path, since: datetime) -> Verdict:
    """Compare each line of the log with what the lake received since then.

    An unanswered attempt may be there once or not at all.
    """
    rows = _rows(lake, since)
    verdict = Verdict(rows=rows.num_rows)
    for name in ("pos", "event_id"):
        twice = rows.num_rows - pc.count_distinct(rows[name]).as_py()
        if twice:
            verdict.doubled.append(f"{twice} values of {name}")
    found = _found(rows)
    for (family, kind, key), (acknowledged, tried) in _expected(log).items():
        held = found[family, kind, key]
        verdict.acknowledged += acknowledged
        verdict.families[family] += acknowledged
        if held < acknowledged:
            verdict.lost.append(f"{family} {kind} {key}: {acknowledged - held}")
        elif held > acknowledged + tried:
            verdict.doubled.append(f"{family} {kind} {key}: {held - acknowledged - tried}")
        else:
            verdict.not_answered_but_kept += held - acknowledged
    return verdict


def _rows(lake: Path, since: datetime) -> pa.Table:
    table = DeltaTable(str(lake / "events")).to_pyarrow_table(columns=list(COLUMNS))
    return table.filter(pc.greater_equal(table["received_at"], since))


def _found(rows: pa.Table) -> Counter[tuple[str, str, str]]:
    found: Counter[tuple[str, str, str]] = Counter()
    for row in rows.to_pylist():
        for kind, key_of in IS_KEY.items():
            found[row["type"], kind, key_of(row)] += 1
    return found


def _expected(log: Path) -> dict[tuple[str, str, str], tuple[int, int]]:
    """Return the numbers of acknowledged and unanswered attempts, by the key that the client knows."""
    expected: dict[tuple[str, str, str], tuple[int, int]] = {}
    for line in _lines(log):
        key = (line["family"], line["kind"], line["key"])
        acknowledged, tried = expected.get(key, (0, 0))
        if line["acknowledged"]:
            expected[key] = (acknowledged + 1, tried)
        else:
            expected[key] = (acknowledged, tried + 1)
    return expected


def _lines(log: Path) -> Iterable[dict[str, Any]]:
    with log.open() as file:
        for line in file:
            yield json.loads(line)
