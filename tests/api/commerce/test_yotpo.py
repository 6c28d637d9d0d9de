"""Yotpo: points for an address, whatever Yotpo responds."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from api.integrations.yotpo.config import YotpoSettings
from runtime.settings import Settings
from tests.support.connections import Wires
from tests.twins.yotpo import GUID, KEY, Yotpo, yotpo_twin


@pytest.fixture
def yotpo() -> Iterator[Yotpo]:
    with yotpo_twin() as running:
        yield running


@pytest.fixture
def api_settings(api_settings: Settings, yotpo: Yotpo) -> Settings:
    """Use the twin as Yotpo."""
    return api_settings.with_vendors(YotpoSettings(YOTPO_BASE_URL=yotpo.url))


def connect(wires: Wires, status: int = 200, key: str = KEY) -> dict[str, object]:
    keys = {"guid": GUID, "api_key": key}
    body = {"action": "connect", "vendor": "yotpo", "credentials": keys}
    return dict(wires("integration-controller", status, **body))


def test_points_of_an_email_address_are_read(wires: Wires, yotpo: Yotpo) -> None:
    assert wires("get-yotpo-points", 409, email="ana@example.com")["code"] == "not_connected"
    refused = connect(wires, 422, key="yotpo-key-of-somebody-else")
    assert "somebody-else" not in str(refused)
    made = connect(wires)
    assert KEY not in str(made)

    yotpo.customers["ana@example.com"] = {"points_balance": 320, "points_earned": 500.0}
    assert wires("get-yotpo-points", email=" Ana@Example.com ") == {
        "email": "ana@example.com",
        "has_account": True,
        "points": 320,
        "points_earned": 500,
        "tier": "",
    }
    nobody = wires("get-yotpo-points", email="bob@example.com")
    assert (nobody["has_account"], nobody["points"]) == (False, 0)
    wrong = wires("get-yotpo-points", 422, email="no address")
    assert wrong["errors"][0]["field"] == "email"


def test_outage_and_expired_keys_are_distinguished(
    wires: Wires, client: TestClient, yotpo: Yotpo
) -> None:
    connect(wires)
    yotpo.answers = [429]
    body, headers = {"email": "ana@example.com"}, wires.who.headers
    busy = client.post("/v1/get-yotpo-points", json=body, headers=headers)
    assert (busy.status_code, busy.headers["retry-after"]) == (503, "8")
    yotpo.answers = [0]
    assert wires("get-yotpo-points", 503, email="ana@example.com")["code"] == "vendor_not_reached"

    yotpo.key = "yotpo-key-of-today-0123456789"
    refused = wires("get-yotpo-points", 422, email="ana@example.com")
    assert KEY not in str(refused)
    assert wires("get-integration", vendor="yotpo")["status"] == "broken"
