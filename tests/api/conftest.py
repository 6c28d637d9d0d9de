"""The whole app on a fresh database, and people who call it."""

from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from starlette.testclient import TestClient

from api.apps.web import create_app
from api.auth.roles import Role
from api.kit.clock import Clock, utc_now
from api.kit.web_app import WebApp
from runtime.settings import Settings
from tests.support.app_client import AppClient
from tests.support.browsers import BROWSER
from tests.support.codes import make_code
from tests.support.member_calls import Calls
from tests.support.pages import PageMaker
from tests.support.people import MakeMember, MakeOrg, Org, People, Somebody
from tests.support.promos import Browser, Locks, MovableClock
from tests.support.routes import served_routes
from tests.support.signing import Signer, running_signer
from tests.support.swept_world import MARK, World
from tests.support.tenants import make_tenant
from tests.support.visits import Outbox, outbox_of
from warehouse.lake import Lake


@pytest.fixture(scope="session")
def signer() -> Iterator[Signer]:
    """Yield an issuer of tokens that the app trusts."""
    with running_signer() as running:
        yield running


@pytest.fixture
def api_settings(settings: Settings, signer: Signer) -> Settings:
    """Return settings whose identity provider is the tests' signer."""
    return settings.model_copy(update={"auth0_domain": signer.domain})


@pytest.fixture
def clock() -> Clock:
    """Return the clock that the app uses. A test file about time overrides it with one that stands still."""
    return utc_now


@pytest.fixture
def app(api_settings: Settings, clock: Clock) -> WebApp:
    """Return the app, not started."""
    return create_app(api_settings, clock)


@pytest.fixture
def client(app: WebApp) -> Iterator[TestClient]:
    """Yield a client of the started app; redirects are not followed."""
    with AppClient(app, headers=BROWSER) as started:
        yield started


@pytest.fixture
def movable_clock() -> MovableClock:
    """Return a clock for test files that use it as their `clock`."""
    return MovableClock()


@pytest.fixture
def locks(client: TestClient, admin: Somebody) -> Locks:
    """Return an admin who creates promo locks."""
    return Locks(client, admin)


@pytest.fixture
def browser(client: TestClient) -> Callable[[], Browser]:
    """Return a function that opens another visitor's browser."""
    return lambda: Browser(client)


@pytest.fixture
def visitor(app: WebApp, client: TestClient) -> TestClient:
    """Return a browser other than the client's."""
    browser = AppClient(app, headers=BROWSER)
    browser.portal = client.portal  # one event loop, as in a web process
    return browser


@pytest.fixture
def people(settings: Settings, signer: Signer) -> Iterator[People]:
    """Yield a factory of organisations, people and keys in the app's database."""
    with closing(People(settings.database_url, signer)) as making:
        yield making


@pytest.fixture
def make_org(people: People) -> MakeOrg:
    """`make_org(name="…", time_zone="…")` → Org."""
    return people.org


@pytest.fixture
def make_member(people: People) -> MakeMember:
    """`make_member(org, "editor")` → Somebody with `.headers`."""
    return people.member


@pytest.fixture
def token_for(signer: Signer) -> Callable[..., str]:
    """`token_for(sub, email=…, exp=…)` → a real RS256 token."""
    return signer.token


@pytest.fixture
def api_key(people: People) -> Callable[..., str]:
    """`api_key(org, "viewer")` → a key."""
    return people.key


@pytest.fixture
def org(people: People) -> Org:
    """Return the organisation that most tests use."""
    return people.org()


@pytest.fixture
def owner(people: People, org: Org) -> Somebody:
    return people.member(org, Role.OWNER)


@pytest.fixture
def admin(people: People, org: Org) -> Somebody:
    return people.member(org, Role.ADMIN)


@pytest.fixture
def editor(people: People, org: Org) -> Somebody:
    return people.member(org, Role.EDITOR)


@pytest.fixture
def viewer(people: People, org: Org) -> Somebody:
    return people.member(org, Role.VIEWER)


@pytest.fixture
def call(client: TestClient, admin: Somebody, api_settings: Settings) -> Calls:
    """`call("save-customer", …)` → the response to an admin's call about customers."""
    return Calls(client, admin, api_settings)


@pytest.fixture
def outbox(settings: Settings) -> Outbox:
    """`outbox(…)` → the events that the app has published for an organisation."""
    return outbox_of(settings.database_url)


@pytest.fixture
def lake(settings: Settings) -> Lake:
    """Return the lake that the app reads."""
    return Lake.from_settings(settings)


@pytest.fixture
def code(client: TestClient, editor: Somebody) -> str:
    """Return the ID of a code with a destination."""
    return make_code(client, editor)


@pytest.fixture
def pages(client: TestClient, editor: Somebody) -> PageMaker:
    """Return a helper that creates and publishes pages."""
    return PageMaker(client, editor.headers)


@pytest.fixture(scope="module")
def world(module_settings: Settings, signer: Signer) -> Iterator[World]:
    """Yield two organisations with a row in every table, for the tests that call every route."""
    settings = module_settings.model_copy(update={"auth0_domain": signer.domain})
    app = create_app(settings)
    with (
        AppClient(app, headers=BROWSER) as client,
        closing(People(settings.database_url, signer)) as people,
    ):
        yield World(
            client,
            settings,
            served_routes(app),
            make_tenant(people, client, MARK),
            make_tenant(people, client, "strangers"),
            people,
        )
