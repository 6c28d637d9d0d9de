"""Fixtures that tests of people share."""

import pytest
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.api.people.imports import Imports
from tests.support.people import Somebody


@pytest.fixture
def imports(client: TestClient, admin: Somebody, api_settings: Settings) -> Imports:
    return Imports(client, admin, api_settings)
