"""An event pipeline with real parts: Postgres, a broker, a lake in a folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from runtime.embedded.kafka import EmbeddedKafka
from runtime.settings import Settings
from tests.support.events import Road
from tests.support.kafka import real_kafka


@pytest.fixture
def road(settings: Settings, kafka_bootstrap: str) -> Iterator[Road]:
    """Yield the pipeline of this test; everything that it started is stopped at the end."""
    settings = settings.model_copy(update={"kafka_bootstrap_servers_setting": kafka_bootstrap})
    with Road(settings, shared=real_kafka() is not None) as opened:
        yield opened


@pytest.fixture
def dark_road(settings: Settings, broker: EmbeddedKafka, tmp_path: Path) -> Iterator[Road]:
    """Yield a pipeline with an embedded broker, which the test may kill."""
    settings = settings.model_copy(
        update={"kafka_bootstrap_servers_setting": broker.bootstrap_servers}
    )
    with Road(settings, shared=False) as opened:
        yield opened
