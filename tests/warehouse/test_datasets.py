"""Datasets of tables are read without Python code in Arrow's threads."""

from pathlib import Path

import pyarrow.fs as pafs

from tests.architecture.sources import sources
from warehouse.datasets import dataset_of, filesystem_of
from warehouse.lake import Lake


def test_datasets_use_arrow_filesystems(tmp_path: Path) -> None:
    events = Lake(str(tmp_path)).events
    events.ensure()

    found = dataset_of(events).filesystem

    assert isinstance(found, pafs.SubTreeFileSystem)
    assert isinstance(found.base_fs, pafs.LocalFileSystem)
    assert filesystem_of(events).get_file_info("_delta_log").type == pafs.FileType.Directory


def test_no_other_code_opens_a_dataset_of_a_table() -> None:
    opening = {
        path.name
        for path in sources(".py", floors=("api", "warehouse", "ingest", "pipelines"))
        if "to_pyarrow_dataset" in path.read_text()
    }

    assert opening == {"datasets.py"}
