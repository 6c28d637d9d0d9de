"""One whole installation, one browser and one login for all journeys, removed after the last of them."""

import os
import secrets
import subprocess
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, StorageState

from tests.e2e.browser import BUILT, CHROMIUM, calls_of, chromium, log_in, new_context
from tests.e2e.profiles import Profiles
from tests.support.installation import WAYPOST, Installation, installed
from tests.support.name_server import NameServer, name_server
from tests.twins.klaviyo import Klaviyo, klaviyo_twin
from tests.twins.shopify import CLIENT_ID, CLIENT_SECRET, Shopify, shopify_twin

OWNER = "owner@harbor-coffee.example"
TOUR_HOST = "127.0.0.1"

LOGIN_SECONDS = 1200
"""A third of a token's lifetime: a second use of its refresh token would end the session."""

NewContext = Callable[..., BrowserContext]
Caller = Callable[..., Any]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Yield a browser for all journeys: while it exists, no other event loop can run in this process."""
    _needs_chromium()
    with chromium() as running:
        yield running


def _needs_chromium() -> None:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: install the package `chromium` to run these")


@pytest.fixture(scope="package")
def names() -> Iterator[NameServer]:
    """Yield the DNS server in which the product looks up the records that verify domains."""
    with name_server() as server:
        yield server


@pytest.fixture(scope="package")
def shopify() -> Iterator[Shopify]:
    """Yield the twin that the product uses as Shopify."""
    with shopify_twin() as running:
        yield running


@pytest.fixture(scope="package")
def klaviyo() -> Iterator[Klaviyo]:
    """Yield the twin that the product uses as Klaviyo."""
    with klaviyo_twin() as running:
        yield running


@pytest.fixture(scope="package")
def product(
    tmp_path_factory: pytest.TempPathFactory,
    names: NameServer,
    shopify: Shopify,
    klaviyo: Klaviyo,
) -> Iterator[Installation]:
    """Yield Waypost as `waypost up` starts it, with the demo organisations and none of their events.

    Its reports read the events themselves, since the marts built every five minutes come too late for a journey.
    """
    _needs_chromium()
    assert BUILT.exists(), "the web app is not built: run `make .setup/web`"
    folder = tmp_path_factory.mktemp("product")
    settings = {
        "WAYPOST_DNS_SERVER": names.address,
        "WAYPOST_TOUR_HOST": TOUR_HOST,
        "WEBHOOKS_TO_PRIVATE_NETWORKS": "true",  # the receivers of webhooks run beside the tests
        "SHOPIFY_CLIENT_ID": CLIENT_ID,
        "SHOPIFY_CLIENT_SECRET": CLIENT_SECRET,
        "SHOPIFY_SHOP_URL": shopify.url + "/{shop}",
        "KLAVIYO_BASE_URL": klaviyo.url,
    }
    with installed(folder, **settings) as running:
        running.start(pipelines=False)
        environment = {
            **os.environ,
            **{name: str(port) for name, port in running.ports.items()},
            "WAYPOST_VAR_DIR": str(running.folder / "var"),
        }
        subprocess.run([WAYPOST, "demo-state", "--few"], env=environment, check=True)
        yield running


@pytest.fixture(scope="package")
def profiles(browser: Browser, product: Installation) -> Iterator[Profiles]:
    """Yield browser profiles that are emptied after a test and reused."""
    kept = Profiles(browser, product.url(""))
    yield kept
    kept.close()


@pytest.fixture
def new_browser(profiles: Profiles) -> Iterator[NewContext]:
    """Yield a function that opens empty browser profiles and closes their pages after the test.

    The cache may contain parts of the app that an earlier test loaded, unless `is_new=True` is given.
    """
    opened: list[BrowserContext] = []

    def open_one(**options: Any) -> BrowserContext:
        opened.append(profiles.take(**options))
        return opened[-1]

    yield open_one
    for context in opened:
        profiles.give_back(context)


@pytest.fixture(scope="package")
def logins(browser: Browser, product: Installation) -> Callable[[], StorageState]:
    """Return a function that logs the owner in, again only if the token would not last for another journey."""
    kept: list[tuple[float, StorageState]] = []

    def session() -> StorageState:
        if not kept or time.monotonic() - kept[-1][0] > LOGIN_SECONDS:
            context = new_context(browser, product.url(""))
            log_in(context.new_page(), OWNER)
            kept.append((time.monotonic(), context.storage_state()))
            context.close()
        return kept[-1][1]

    return session


@pytest.fixture
def owner_session(logins: Callable[[], StorageState]) -> StorageState:
    """Return what a browser stores for the owner's login."""
    return logins()


@pytest.fixture
def owner(owner_session: StorageState, product: Installation) -> Iterator[Caller]:
    """Yield calls as the owner: `owner("get-all-pages", limit=1)`."""
    with calls_of(owner_session, product.url("")) as client:

        def call(path: str, **body: Any) -> Any:
            answer = client.post(path, json=body)
            assert answer.status_code == 200, answer.text
            return answer.json()

        yield call


@pytest.fixture
def fresh() -> str:
    """Return a word that no attempt of any journey has used before, for unique names."""
    return secrets.token_hex(3)
