"""A lake in each of the places where one may lie."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.s3 import S3, running_s3
from tests.warehouse.built import only_built
from warehouse.lake import Lake
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
def few_marts(request: pytest.FixtureRequest) -> Iterator[None]:
    """Builds write the marts that the file names as MARTS, or the four that answers are made of."""
    with only_built(getattr(request.module, "MARTS", READ)):
        yield


@pytest.fixture
def new_lake(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Lake]:
    """Gives an empty lake in a folder, as often as a test asks."""
    return lambda: Lake(str(tmp_path_factory.mktemp("lake")))
