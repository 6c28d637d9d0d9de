"""One address cannot fill the event stream by itself."""

import pytest
from starlette.testclient import TestClient

from api.domains.hosts.custom_domains.middleware import CustomDomainMiddleware
from api.domains.visits.visits.flood import WINDOW_SECONDS, FloodGuard
from api.domains.visits.visits.scan_middleware import ScanMiddleware
from api.kit.addresses import network_of
from api.kit.web_app import WebApp
from runtime.settings import Settings
from tests.support.people import Org
from tests.support.visits import make_code, outbox_of


class Watch:
    """A clock that the test moves."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def test_address_is_limited_within_a_window_and_admitted_in_the_next() -> None:
    watch = Watch()
    guard = FloodGuard(watch, limit=2)

    assert [guard.admits("81.2.69.142") for _ in range(3)] == [True, True, False]
    assert guard.admits("81.2.69.143")
    watch.seconds += WINDOW_SECONDS
    assert guard.admits("81.2.69.142")


def test_ipv6_network_counts_as_one_address() -> None:
    guard = FloodGuard(Watch(), limit=1)

    assert guard.admits("2a00:1450:4009:81f::1")
    assert not guard.admits("2a00:1450:4009:81f::2")
    assert guard.admits("2a00:1450:4009:820::1")


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8::1", "2001:db8::"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("testclient", "testclient"),
        ("nobody:x", "nobody:x"),
    ],
)
def test_subscriber_addresses_map_to_one_network(address: str, network: str) -> None:
    assert network_of(address) == network


def test_abbreviated_ipv6_network_counts_as_one_address() -> None:
    guard = FloodGuard(Watch(), limit=1)

    assert guard.admits("2001:db8::1")
    assert not guard.admits("2001:db8::2")


def test_flood_gets_retry_after_and_is_not_recorded(
    app: WebApp, client: TestClient, settings: Settings, org: Org
) -> None:
    code_id = make_code(settings.database_url, org.org_id)
    outbox = outbox_of(settings.database_url)
    assert isinstance(app.entrance, CustomDomainMiddleware)
    assert isinstance(app.entrance.inner, ScanMiddleware)
    app.entrance.inner.guard = FloodGuard(Watch(), limit=1)

    statuses = [client.get(f"/code/{code_id}").status_code for _ in range(2)]

    assert statuses == [302, 429]
    assert len(outbox.payloads()) == 1
