"""The message gate and the consent ledger, without HTTP."""

from datetime import UTC, datetime

import pytest
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.api.messaging.gates import Gate
from tests.api.people.consent_ledger import Ledger
from tests.support.people import Org


@pytest.fixture
def gate(client: TestClient, api_settings: Settings, org: Org) -> Gate:
    return Gate(api_settings, org, datetime.now(UTC))


@pytest.fixture
def ledger(api_settings: Settings, org: Org) -> Ledger:
    return Ledger(api_settings, org)
