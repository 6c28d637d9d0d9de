"""The browsers' push service, and an organisation that notifies them."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.api.messaging.web_push.push_world import World
from tests.support.pages import PageMaker
from tests.support.people import Somebody
from tests.support.signing import Signer
from tests.twins.web_push import WebPushTwin, running_web_push


@pytest.fixture
def twin() -> Iterator[WebPushTwin]:
    with running_web_push() as running:
        yield running


@pytest.fixture
def api_settings(settings: Settings, signer: Signer, twin: WebPushTwin) -> Settings:
    """Return settings whose push service is the twin."""
    own = settings.model_copy(update={"auth0_domain": signer.domain})
    return own.with_vendors(twin.settings)


@pytest.fixture
def world(
    client: TestClient,
    visitor: TestClient,
    admin: Somebody,
    pages: PageMaker,
    api_settings: Settings,
    twin: WebPushTwin,
) -> World:
    return World(client, visitor, admin, pages, api_settings, twin)
