"""Apple's push service and an organisation that uses it."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.rendering.wallet.apple_certificates import PassCertificate, certificate_chain
from runtime.settings import Settings
from tests.api.wallet.push_world import TYPE, World
from tests.api.wallet.template_world import Templates
from tests.support.pass_calls import saving
from tests.support.people import Somebody
from tests.twins.apns import ApnsTwin, running_apns


@pytest.fixture
def own() -> tuple[PassCertificate, Any]:
    return certificate_chain(TYPE, "HARBOR1234", datetime.now(UTC))


@pytest.fixture
def templates(client: TestClient, editor: Somebody) -> Templates:
    return Templates(client, editor)


@pytest.fixture
def apns(own: tuple[PassCertificate, Any], tmp_path: Path) -> Iterator[ApnsTwin]:
    with running_apns(own[1], tmp_path) as running:
        yield running


@pytest.fixture
def world(
    client: TestClient,
    admin: Somebody,
    settings: Settings,
    apns: ApnsTwin,
    own: tuple[PassCertificate, Any],
) -> World:
    made = World(client, admin, settings, apns)
    made.ask("POST", "/v1/save-pass-certificate", **saving(own[0]))
    return made
