"""Parts of libraries that nobody promised us: where they are used, and for which version that was read."""

import re
from importlib.metadata import version

from runtime.settings import ROOT

READ_FOR_DAGSTER = "1.13.27"
"""Its documented way to note a day, `report_runless_asset_event` or an event of the run, opens SQLite
for each: 64 ms, and a first build notes 1,440. Before another version is named here, read in its source
that `prepare_insert_event_batch`, `run_connection`, `index_transaction`, `store_asset_event` and
`store_event_batch` of the event log's storage still do for many events what `store_event` does for one.
"""

KNOWN = {"pipelines/noted_days.py", "pipelines/retention.py"}


def test_undocumented_parts_of_dagster_are_known_and_read_for_its_version() -> None:
    inside = re.compile(r"^\s*(?:from|import) dagster\._", re.MULTILINE)

    found = {
        str(path.relative_to(ROOT))
        for floor in ("api", "ingest", "pipelines", "runtime", "warehouse")
        for path in (ROOT / floor).rglob("*.py")
        if inside.search(path.read_text())
    }

    assert found == KNOWN
    assert version("dagster") == READ_FOR_DAGSTER
    pinned = re.findall(
        r"^dagster==(\S+)", (ROOT / "requirements/runtime.txt").read_text(), re.MULTILINE
    )
    assert pinned == [READ_FOR_DAGSTER]
