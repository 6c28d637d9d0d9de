"""A metric or a dimension is one line in one file."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.pipelines.events import NOON, make_event

EVENTS = [
    make_event(
        pos,
        type="order" if pos % 3 else "scan",
        occurred_at=NOON,
        rule=("evening", "weekend", None)[pos % 5 % 3],
        is_bot=pos % 7 == 0,
    )
    for pos in range(60)
]


def test_adding_a_metric_or_a_dimension_takes_a_single_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.warehouse.one_more", str(tmp_path / "lake")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)

    orders = [row for row in EVENTS if row["type"] == "order" and not row["is_bot"]]
    by_rule = Counter(row["rule"] or "" for row in orders)
    everything, one_rule = found["answers"]
    assert len(by_rule) == 3
    assert everything == {"total": len(orders), "by_rule": by_rule}
    assert one_rule == {"total": by_rule["evening"], "by_rule": {"evening": by_rule["evening"]}}
    assert found["is_on_the_wire"]
