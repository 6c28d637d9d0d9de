"""A lake in each of the places where one may lie."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.s3 import S3, running_s3
from warehouse.lake import Lake
from warehouse.models.catalogue import marts
from warehouse.queries.analytics import READ


@pytest.fixture(scope="session")
def s3() -> Iterator[S3]:
    """The S3 service of this worker."""
    with running_s3() as service:
        yield service


@pytest.fixture(params=["disk", "s3"])
def lake(request: pytest.FixtureRequest, tmp_path: Path) -> Lake:
    """An empty lake, once in a folder and once in a bucket."""
    if request.param == "disk":
        return Lake(str(tmp_path / "lake"))
    service: S3 = request.getfixturevalue("s3")
    return Lake(f"s3://{service.new_bucket()}/lake", service.storage_options)


@pytest.fixture(scope="module")
def few_marts() -> Iterator[None]:
    """Answers read four marts; the others would make each build slow."""
    read = {name: model for name, model in marts().items() if name in READ}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("warehouse.builds.activity.marts", lambda: read)
        yield
