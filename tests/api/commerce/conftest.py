"""Connections of an organisation to vendors whose twins run on loopback."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from api.db.engine import make_engine
from api.integrations.webhooks.config import WebhooksSettings
from runtime.settings import Settings
from tests.support.connections import Wires
from tests.support.people import Somebody
from tests.twins.shopify import Shopify, shopify_twin
from tests.twins.webhook_receiver import Receiver, webhook_receiver


@pytest.fixture
def api_settings(api_settings: Settings) -> Settings:
    """Allow webhooks to this machine."""
    return api_settings.with_vendors(WebhooksSettings(WEBHOOKS_TO_PRIVATE_NETWORKS=True))


@pytest.fixture
def shopify() -> Iterator[Shopify]:
    with shopify_twin() as running:
        yield running


@pytest.fixture
def wires(client: TestClient, admin: Somebody, api_settings: Settings) -> Iterator[Wires]:
    made = Wires(client, admin, api_settings, make_engine(api_settings))
    made.follow()  # from here on
    yield made
    made.engine.dispose()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with webhook_receiver() as running:
        yield running
