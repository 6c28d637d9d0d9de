"""One whole installation for all journeys, gone after the last of them, and a browser a file."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.e2e.browser import BUILT, CHROMIUM, chromium, log_in, new_context
from tests.support.installation import WAYPOST, Installation, installed

OWNER = "owner@harbor-coffee.example"

NewContext = Callable[..., BrowserContext]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A journey gets a second try where CI is set. One that needed it is listed as RERUN, and is a bug."""
    if os.environ.get("CI"):
        here = Path(__file__).parent
        for item in items:
            if item.path.is_relative_to(here):
                item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Lives as long as its file: while it does, no other event loop can run in this process."""
    _needs_chromium()
    with chromium() as running:
        yield running


def _needs_chromium() -> None:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: install the package `chromium` to run these")


@pytest.fixture(scope="package")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """Waypost as `waypost up` starts it, with the demo organisations and none of their events."""
    _needs_chromium()
    assert BUILT.exists(), "the web app is not built: run `make .setup/web`"
    with installed(tmp_path_factory.mktemp("product")) as running:
        running.start()
        environment = {
            **os.environ,
            **{name: str(port) for name, port in running.ports.items()},
            "WAYPOST_VAR_DIR": str(running.folder / "var"),
        }
        subprocess.run([WAYPOST, "demo-state"], env=environment, check=True)
        yield running


@pytest.fixture
def new_browser(browser: Browser, product: Installation) -> Iterator[NewContext]:
    """Opens fresh browser profiles and closes them after the test."""
    opened: list[BrowserContext] = []

    def open_one(**options: Any) -> BrowserContext:
        opened.append(new_context(browser, product.url(""), **options))
        return opened[-1]

    yield open_one
    for context in opened:
        context.close()


@pytest.fixture(scope="module")
def owner_session(browser: Browser, product: Installation) -> Any:
    """What a browser keeps of the owner's login."""
    context = new_context(browser, product.url(""))
    log_in(context.new_page(), OWNER)
    state = context.storage_state()
    context.close()
    return state
