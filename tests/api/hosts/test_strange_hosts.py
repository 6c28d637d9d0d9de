"""An unverified host that points here: its root shows nothing, and codes open."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from starlette.testclient import TestClient

from api.apps.web import create_app
from api.domains.hosts.custom_domains.middleware import is_unknown_host
from api.rendering.visitor_pages.words import WORDS
from runtime.settings import Settings
from tests.support.browsers import BROWSER
from tests.support.people import People, Somebody
from tests.support.signing import Signer

STRANGE = "go.harbor-coffee.example"
NOTHING = f"<h1>{WORDS['en'].notices.nothing_here.heading}</h1>"
OWN = ("waypost.example", "localhost", "127.0.0.1")


@pytest.fixture(scope="module")
def public(module_settings: Settings, signer: Signer) -> Settings:
    """Return the settings of an installation with a configured public address."""
    return module_settings.model_copy(
        update={
            "auth0_domain": signer.domain,
            "public_url": "https://waypost.example",
            "tour_host": "tour.example",
        }
    )


@pytest.fixture(scope="module")
def at_large(public: Settings) -> Iterator[TestClient]:
    """Yield the browser of a member of the public."""
    with TestClient(create_app(public), headers=BROWSER, follow_redirects=False) as client:
        yield client


@pytest.fixture(scope="module")
def admin(public: Settings, signer: Signer) -> Iterator[Somebody]:
    with closing(People(public.database_url, signer)) as people:
        yield people.member(people.org("Harbor Coffee"), "admin")


def call(client: TestClient, who: Somebody, path: str, **body: object) -> str:
    answer = client.post(f"/v1/{path}", json=body, headers=who.headers)
    assert answer.status_code == 200, answer.text
    return answer.text


@pytest.mark.parametrize("host", [STRANGE, f"{STRANGE.upper()}:443", f"{STRANGE}.", "evil.test"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_root_of_an_unknown_host_answers_404(
    at_large: TestClient, admin: Somebody, host: str, method: str
) -> None:
    if host == STRANGE and method == "GET":
        call(at_large, admin, "add-domain", host=STRANGE)  # added, but not verified

    answer = at_large.request(method, "/", headers={"host": host, "Accept-Language": "de"})

    assert (answer.status_code, answer.headers["content-language"]) == (404, "de")
    assert answer.headers["x-robots-tag"] == "noindex"
    assert method == "HEAD" or NOTHING in at_large.get("/", headers={"host": host}).text
    if method == "GET":
        assert f"<h1>{WORDS['de'].notices.nothing_here.heading}</h1>" in answer.text
        assert "Harbor" not in answer.text


def test_codes_and_health_checks_work_on_an_unknown_host(
    at_large: TestClient, admin: Somebody
) -> None:
    made = {"name": "Menu", "type": "redirect", "destination": "https://shop.example/menu"}
    call(at_large, admin, "qr/create-code", **made, slug="strange-menu")

    opened = at_large.get("/strange-menu", headers={"host": STRANGE})

    assert (opened.status_code, opened.headers["location"]) == (302, "https://shop.example/menu")
    for path in ("/healthz", "/readyz"):
        assert at_large.get(path, headers={"host": STRANGE}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        *("waypost.example", "www.waypost.example", "tour.example", "localhost:8000", "testserver"),
        *("127.0.0.1", "192.168.1.20:8000", "10.0.3.7", "[::1]:8000", "web", "box.local", ""),
    ],
)
def test_operators_and_health_checks_have_access_as_before(at_large: TestClient, host: str) -> None:
    assert NOTHING not in at_large.get("/", headers={"host": host}).text


def test_server_without_configured_address_refuses_no_host(visitor: TestClient) -> None:
    assert NOTHING not in visitor.get("/", headers={"host": STRANGE}).text


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("go.example.com", True),
        ("notwaypost.example", True),
        ("1.example.com", True),
        ("waypost.example.evil.test", True),
        ("a.waypost.example", False),
        ("8.8.8.8", False),
        ("node.internal", False),
        ("web", False),
    ],
)
def test_unknown_hosts_are_recognised(name: str, is_one: bool) -> None:
    assert is_unknown_host(name, OWN) is is_one
