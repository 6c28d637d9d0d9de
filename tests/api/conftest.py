"""The whole app on a fresh database, and people to call it."""

from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from starlette.testclient import TestClient

from api.apps.web import WebApp, create_app
from api.auth.roles import Role
from runtime.settings import Settings
from tests.support.browsers import BROWSER
from tests.support.people import MakeMember, MakeOrg, Org, People, Somebody
from tests.support.signing import Signer, running_signer
from tests.support.visits import Outbox, outbox_of
from warehouse.lake import Lake


@pytest.fixture(scope="session")
def signer() -> Iterator[Signer]:
    """Issues tokens that the app believes."""
    with running_signer() as running:
        yield running


@pytest.fixture
def api_settings(settings: Settings, signer: Signer) -> Settings:
    """Settings whose identity provider is the tests' signer."""
    return settings.model_copy(update={"auth0_domain": signer.domain})


@pytest.fixture
def app(api_settings: Settings) -> WebApp:
    """The app, not started."""
    return create_app(api_settings)


@pytest.fixture
def client(app: WebApp) -> Iterator[TestClient]:
    """A client of the started app; redirects are not followed."""
    with TestClient(app, headers=BROWSER, follow_redirects=False) as started:
        yield started


@pytest.fixture
def people(settings: Settings, signer: Signer) -> Iterator[People]:
    """Makes organisations, people and keys in the app's database."""
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
    """The organisation that most tests are about."""
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
def outbox(settings: Settings) -> Outbox:
    """`outbox(…)` → what the app has published of an organisation."""
    return outbox_of(settings.database_url)


@pytest.fixture
def lake(settings: Settings) -> Lake:
    """The lake that the app reads."""
    return Lake.from_settings(settings)
