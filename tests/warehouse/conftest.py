"""A lake in each kind of storage."""

from pathlib import Path

import pytest

from tests.support.s3 import S3
from tests.warehouse.built import few_marts, new_lake
from warehouse.lake import Lake

__all__ = ["few_marts", "new_lake"]


@pytest.fixture(params=["disk", "s3"])
def lake(request: pytest.FixtureRequest, tmp_path: Path) -> Lake:
    """Return an empty lake, once in a folder and once in a bucket."""
    if request.param == "disk":
        return Lake(str(tmp_path / "lake"))
    service: S3 = request.getfixturevalue("s3")
    return Lake(f"s3://{service.new_bucket()}/lake", service.storage_options)
