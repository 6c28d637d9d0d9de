"""A separate lake for each test."""

from pathlib import Path

import pytest

from tests.warehouse.built import few_marts, new_lake
from warehouse.lake import Lake

__all__ = ["few_marts", "new_lake"]


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake(str(tmp_path / "lake"))
