"""A lake of its own for each test."""

from pathlib import Path

import pytest

from warehouse.lake import Lake


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake(str(tmp_path / "lake"))
