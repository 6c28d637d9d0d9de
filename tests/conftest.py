"""Fixtures shared by all tests: real Postgres, a real broker, and settings that point to them."""

import gc
import os
import uuid
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
import structlog
from hypothesis import HealthCheck
from hypothesis import settings as examples
from pydantic import SecretStr

from api.integrations.google_wallet.config import GoogleWalletSettings
from api.integrations.vendors import VENDOR_SETTINGS
from api.kit import slow_hashes
from runtime.embedded.kafka import EmbeddedKafka
from runtime.embedded.places import SHARED_VARIABLE
from runtime.settings import Settings
from runtime.vendor_settings import VendorSettings
from tests.support.databases import Databases
from tests.support.kafka import real_kafka, running_broker
from tests.support.memory import forget_memory, write_in_memory
from tests.support.postgres import (
    Server,
    forget_run,
    has_keeper,
    migrated_template,
    name_run,
    run_folder,
    shared_server,
)
from tests.support.s3 import S3, running_s3
from tests.support.scheduling import OneProduct
from tests.support.statements import share_compiled_statements

E2E = Path(__file__).parent / "e2e"

# Neither a machine that is busy with other tests nor bad luck is a reason to fail, so the examples
# are the same each time. WAYPOST_TEST_RANDOM=1 searches for new ones.
examples.register_profile(
    "patient",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="WAYPOST_TEST_RANDOM" not in os.environ,
    database=None,
)
examples.load_profile("patient")


def pytest_configure(config: pytest.Config) -> None:
    gc.disable()  # until all modules are loaded, which stay: a fifth of the garbage collection time
    share_compiled_statements()
    slow_hashes.cost = slow_hashes.Cost(2, 8, 1)
    if not hasattr(config, "workerinput"):
        if config.getoption("numprocesses", None):  # a single test keeps its files for inspection
            write_in_memory()
        name_run()
        # pytest's folders belong to root alone, so an embedded Postgres in them would be refused.
        os.environ[SHARED_VARIABLE] = str(run_folder() / "shared")
    renderer = structlog.dev.ConsoleRenderer(
        colors=False, exception_formatter=structlog.dev.plain_traceback
    )
    structlog.configure(processors=[*structlog.get_config()["processors"][:-1], renderer])


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput") and not has_keeper():
        forget_run()
        forget_memory()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run long files first, so that no worker is left with one at the end, and browser tests before all others.

    On CI each test gets a second attempt. One that needed it is listed as RERUN, and is a bug.
    """
    if "CI" in os.environ:
        for item in items:
            item.add_marker(pytest.mark.flaky(reruns=1))
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (E2E not in item.path.parents, item.path not in slow))


def pytest_collection_finish() -> None:
    """From here on, only objects created by tests are collected, and less often: that took 9% of their CPU time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 10)
    gc.enable()


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> OneProduct:
    """Keep files whole; the browser journeys share one product."""
    return OneProduct(config, log)


@pytest.fixture(scope="session")
def postgres_server() -> Server:
    """Return the Postgres server of this test run."""
    return shared_server()


@pytest.fixture(scope="session")
def template_database(postgres_server: Server) -> str:
    """Return the name of the migrated database from which others are cloned."""
    return migrated_template(postgres_server)


@pytest.fixture(scope="session")
def databases(postgres_server: Server, template_database: str) -> Iterator[Databases]:
    """Yield the databases of this worker, which are reused."""
    lending = Databases(postgres_server, template_database)
    yield lending
    lending.close()


def _lent(databases: Databases) -> Iterator[str]:
    name = databases.take()
    yield databases.server.url(name)
    databases.give_back(name)


@pytest.fixture
def empty_database(postgres_server: Server) -> Iterator[str]:
    """Yield the URL of a database without any schema."""
    name = f"empty_{uuid.uuid4().hex[:16]}"
    yield postgres_server.create(name)
    postgres_server.drop(name)


@pytest.fixture
def database(databases: Databases) -> Iterator[str]:
    """Yield the URL of a fresh migrated database for this test."""
    yield from _lent(databases)


@pytest.fixture(scope="module")
def module_database(databases: Databases) -> Iterator[str]:
    """Yield the URL of a fresh migrated database that this file's tests share."""
    yield from _lent(databases)


@pytest.fixture
def settings(request: pytest.FixtureRequest) -> Settings:
    """Return settings with a fresh database and an empty data folder; Kafka is not configured.

    Tests marked `one_database` share those of their file, separated by their organisations.
    """
    if request.node.get_closest_marker("one_database"):
        return cast(Settings, request.getfixturevalue("module_settings"))
    return _settings(request.getfixturevalue("database"), request.getfixturevalue("tmp_path"))


@pytest.fixture(scope="module")
def module_settings(module_database: str, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Return the same for a whole file."""
    return _settings(module_database, tmp_path_factory.mktemp("waypost"))


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[EmbeddedKafka]:
    """Yield an embedded broker, empty and used by this test alone; `kill()` and `start()` are allowed."""
    with running_broker(tmp_path) as running:
        yield running


@pytest.fixture
def kafka_bootstrap(request: pytest.FixtureRequest) -> str:
    """Return the bootstrap servers: the real Kafka named by WAYPOST_TEST_KAFKA, otherwise a fresh broker."""
    real = real_kafka()
    if real is not None:
        return real
    running: EmbeddedKafka = request.getfixturevalue("broker")
    return running.bootstrap_servers


@pytest.fixture(scope="session")
def s3() -> Iterator[S3]:
    """Yield the S3 service of this worker."""
    with running_s3() as service:
        yield service


def _settings(database: str, folder: Path) -> Settings:
    there = {"database_url_setting": SecretStr(database), "var_dir": folder / "var"}
    return _settings_of_no_place().model_copy(update=there)


@cache
def _settings_of_no_place() -> Settings:
    """Return the settings that all tests share, so that the environment is read only once.

    No vendor is configured, whatever this machine's file contains; keys that a test saves are sent to nobody outside.
    """
    made = Settings(
        _env_file=None,  # type: ignore[call-arg]
        secret_key_setting="a secret of the tests",  # type: ignore[arg-type]
    )
    nowhere = {"base_url": "http://127.0.0.1:9", "token_url": "http://127.0.0.1:9"}
    given: dict[type[VendorSettings], Any] = {GoogleWalletSettings: nowhere}
    vendors = (kind(_env_file=None, **given.get(kind, {})) for kind in VENDOR_SETTINGS)
    return made.with_vendors(*vendors)
