"""Consent by location, through the whole app: what is stored on a visitor's device, and what is requested."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from api.domains.visits.visits.state import VisitsState
from api.kit.web_app import WebApp
from api.rendering.visitor_pages.words import WORDS
from runtime.settings import Settings
from tests.support.browsers import IPHONE
from tests.support.calling import call
from tests.support.pages import PageMaker
from tests.support.people import Org, People, Somebody
from tests.support.visits import Outbox, make_code
from tests.support.waiting import eventually

pytestmark = pytest.mark.one_database

PERSON = {"User-Agent": IPHONE, "Accept-Language": "en-GB,en;q=0.8"}
IN_BRITAIN, IN_AMERICA, NOWHERE = "81.2.69.142", "8.8.8.8", "10.1.2.3"


class Visitor:
    """A browser behind a trusted proxy, somewhere in the world."""

    def __init__(self, client: TestClient, address: str = NOWHERE) -> None:
        self._client = client
        self._headers = PERSON | {"X-Forwarded-For": address}

    @property
    def cookies(self) -> set[str]:
        """Return the names of the cookies on the device."""
        return {cookie.name for cookie in self._client.cookies.jar}

    def get(self, path: str, **headers: str) -> Any:
        return self._client.get(path, headers=self._headers | headers)

    def post(self, path: str, *, json: Any = None, data: Any = None, **headers: str) -> Any:
        sent = self._headers | headers
        return self._client.post(path, json=json, data=data, headers=sent)

    def choose(self, page: str, choice: str) -> Any:
        """Press a button of the banner on a page, as a browser without JavaScript does."""
        form = re.search(
            r'<form method="post" action="(/privacy/[^"]+)"[^>]*>(.*?)</form>', page, re.DOTALL
        )
        assert form is not None
        back = re.search(r'name="back" value="([^"]*)"', form[2])
        assert back is not None
        assert f'value="{choice}"' in form[2]
        return self.post(form[1], data={"choice": choice, "back": unescape(back[1])})


@pytest.fixture
def somewhere(app: WebApp, client: TestClient) -> Callable[..., Visitor]:
    """`somewhere("81.2.69.142")` → a visitor's browser there."""

    def visitor(address: str = NOWHERE) -> Visitor:
        browser = TestClient(app, client=("127.0.0.1", 4711), follow_redirects=False)
        browser.portal = client.portal  # one event loop, as in a web process
        return Visitor(browser, address)

    return visitor


@pytest.fixture
def asking(settings: Settings, org: Org) -> Callable[[str], None]:
    """`asking("opt_in")` sets the organisation's choice."""

    def choose(mode: str) -> None:
        with psycopg.connect(settings.database_url) as connection:
            connection.execute(
                "update organizations set visitor_consent = %s where org_id = %s",
                (mode, org.org_id),
            )

    return choose


@pytest.fixture
def new_code(settings: Settings, org: Org) -> Callable[..., str]:
    def make(**columns: Any) -> str:
        if columns.get("type") == "page":
            columns["destination"] = None
        return make_code(settings.database_url, org.org_id, **columns)

    return make


@pytest.mark.parametrize("kind", ["redirect", "page"])
def test_before_consent_nothing_is_stored_and_visitors_have_a_daily_hash(
    somewhere: Callable[..., Visitor],
    new_code: Callable[..., str],
    org: Org,
    asking: Callable[[str], None],
    outbox: Outbox,
    kind: str,
) -> None:
    asking("opt_in")
    visitor, code_id = somewhere(), new_code(type=kind)

    answer = visitor.get(f"/code/{code_id}")
    visitor.post("/v1/collect", json={"events": [{"code_id": code_id, "action": "view"}]})
    identifier = visitor.post("/v1/get-identifier", json={"code_id": code_id})

    assert visitor.cookies == set()
    assert identifier.json() == {"identifier": None}
    assert [event.visitor.kind for event in outbox.events()] == ["daily", "daily"]
    assert ("data-privacy" in answer.text) is (kind == "page")
    assert answer.status_code == (302 if kind == "redirect" else 200)


def test_consent_sets_the_cookie_from_then_on_and_is_no_scan(
    somewhere: Callable[..., Visitor],
    new_code: Callable[..., str],
    org: Org,
    asking: Callable[[str], None],
    outbox: Outbox,
) -> None:
    asking("opt_in")
    visitor, code_id = somewhere(), new_code(type="page")
    page = visitor.get(f"/code/{code_id}?utm_source=poster&lang=de")
    assert WORDS["de"].privacy_yes in page.text

    chosen = visitor.choose(page.text, "yes")
    back = visitor.get(chosen.headers["location"])

    assert (chosen.status_code, back.status_code) == (303, 200)
    assert chosen.headers["location"].startswith(f"/code/{code_id}?utm_source=poster&lang=de&")
    assert visitor.cookies == {"wp_visitor", f"wp_consent_{org.org_id}"}
    assert "data-privacy" not in back.text
    assert len(outbox.scans()) == 1
    visitor.get(f"/code/{code_id}")
    first, second = outbox.scans()
    assert (first.visitor.kind, second.visitor.kind) == ("daily", "cookie")
    assert first.visitor.id != second.visitor.id


def test_consent_choice_skips_the_scan_only_on_the_same_page(
    somewhere: Callable[..., Visitor],
    new_code: Callable[..., str],
    org: Org,
    asking: Callable[[str], None],
    outbox: Outbox,
) -> None:
    asking("opt_in")
    visitor, code_id, other = somewhere(), new_code(type="page"), new_code(type="page")
    there = visitor.choose(visitor.get(f"/code/{code_id}").text, "no").headers["location"]
    seal = there.partition("?")[2]

    visitor.get(f"/code/{other}?{seal}")
    visitor.get(f"/code/{code_id}?chosen=made-up")

    assert len(outbox.scans()) == 3


def test_refusal_is_stored_and_removes_the_identifier(
    somewhere: Callable[..., Visitor],
    new_code: Callable[..., str],
    org: Org,
    outbox: Outbox,
) -> None:
    visitor, code_id = somewhere(), new_code(type="page")
    page = visitor.get(f"/code/{code_id}")
    assert visitor.cookies == {"wp_visitor"}
    assert "data-privacy" not in page.text
    link = re.search(r'<a href="(/privacy/[^"]+)"', page.text)
    assert link is not None

    choices = visitor.get(unescape(link[1]))
    visitor.choose(choices.text, "no")
    visitor.get(f"/code/{code_id}")

    assert WORDS["en"].privacy_remembered in choices.text
    assert visitor.cookies == {f"wp_consent_{org.org_id}"}
    assert [scan.visitor.kind for scan in outbox.scans()] == ["cookie", "daily"]
    assert WORDS["en"].not_remembered in visitor.get(unescape(link[1])).text


@pytest.mark.parametrize(
    ("address", "is_asked"), [(IN_BRITAIN, True), (IN_AMERICA, False), (NOWHERE, True)]
)
def test_by_country_mode_asks_only_visitors_of_some_countries(
    app: WebApp,
    somewhere: Callable[..., Visitor],
    new_code: Callable[..., str],
    org: Org,
    asking: Callable[[str], None],
    address: str,
    is_asked: bool,
) -> None:
    if VisitsState.of(app).scans.geo.missing:
        pytest.skip("the IP tables are not installed; run make setup")
    asking("by_country")
    visitor, code_id = somewhere(address), new_code(type="page")

    page = visitor.get(f"/code/{code_id}")

    assert ("data-privacy" in page.text) is is_asked
    assert ("wp_visitor" in visitor.cookies) is not is_asked


@pytest.mark.parametrize("signal", ["Sec-GPC", "DNT"])
def test_browser_privacy_signal_suppresses_the_banner_and_overrides_a_yes(
    somewhere: Callable[..., Visitor],
    new_code: Callable[..., str],
    org: Org,
    asking: Callable[[str], None],
    signal: str,
) -> None:
    asking("opt_in")
    visitor, code_id = somewhere(), new_code(type="page")

    page = visitor.get(f"/code/{code_id}", **{signal: "1"})
    visitor.post(f"/privacy/{org.org_id}", data={"choice": "yes"}, **{signal: "1"})
    response = visitor.get(f"/privacy/{org.org_id}", **{signal: "1"})

    assert "data-privacy" not in page.text
    assert visitor.cookies == set()
    assert "Global Privacy Control" in response.text
    assert "<form" not in response.text


def test_consent_to_one_organisation_does_not_apply_to_another(
    somewhere: Callable[..., Visitor],
    settings: Settings,
    new_code: Callable[..., str],
    people: People,
    org: Org,
    asking: Callable[[str], None],
    outbox: Outbox,
) -> None:
    asking("opt_in")
    other = people.org("Neighbours", visitor_consent="opt_in")
    theirs = make_code(settings.database_url, other.org_id, type="page", destination=None)
    visitor, ours = somewhere(), new_code(type="page")
    visitor.choose(visitor.get(f"/code/{ours}").text, "yes")

    page = visitor.get(f"/code/{theirs}")

    assert "data-privacy" in page.text
    assert outbox.scans()[-1].visitor.kind == "daily"
    visitor.choose(page.text, "no")
    visitor.get(f"/code/{ours}")
    assert outbox.scans()[-1].visitor.kind == "cookie"


def test_gates_notices_terms_and_published_pages_also_ask_for_consent(
    somewhere: Callable[..., Visitor],
    client: TestClient,
    new_code: Callable[..., str],
    org: Org,
    asking: Callable[[str], None],
    admin: Somebody,
    pages: PageMaker,
) -> None:
    asking("opt_in")
    made = {"type": "page", "destination": None}
    locked = call(client, admin, "qr/create-code", name="L", password="open sesame", **made)
    call(client, admin, "update-terms", title="Terms", body="<p>Be kind.</p>")
    poll = call(
        client,
        admin,
        "create-poll",
        code_id=new_code(type="page"),
        question="?",
        choices=[{"label": "Tea"}, {"label": "Coffee"}],
    )
    visitor = somewhere()

    page_id, _ = pages.published()
    shown = {
        "gate": visitor.get(f"/code/{locked['code_id']}").text,
        "notice": visitor.get(f"/code/{new_code(type='page', state='paused')}").text,
        "terms": visitor.get(f"/{org.org_id}/terms").text,
        "poll": visitor.get(f"/code/{poll['code_id']}/poll/{poll['poll_id']}").text,
        "published": visitor.get(f"/code/{page_id}").text,
    }

    assert {name for name, html in shown.items() if "data-privacy" not in html} == set()
    assert {name for name, html in shown.items() if "/privacy/" not in html} == set()
    assert visitor.cookies == set()


def test_cross_site_choices_and_external_redirects_are_refused(
    somewhere: Callable[..., Visitor], client: TestClient, org: Org
) -> None:
    visitor = somewhere()
    foreign = {"Sec-Fetch-Site": "cross-site"}
    path, yes = f"/privacy/{org.org_id}", {"choice": "yes"}

    assert visitor.post(path, data=yes, **foreign).status_code == 422
    assert visitor.post(path, data={"choice": "maybe"}).status_code == 422
    assert visitor.post("/privacy/org_unknown", data=yes).status_code == 404
    assert visitor.cookies == set()
    for away in (
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
    ):
        led = visitor.post(path, data=yes | {"back": away})
        assert led.headers["location"] == path
    assert visitor.post(path, data=yes | {"by_script": "1"}).status_code == 204


def test_changed_consent_mode_applies_to_cached_codes(
    client: TestClient,
    somewhere: Callable[..., Visitor],
    owner: Somebody,
    new_code: Callable[..., str],
) -> None:
    visitor, code_id = somewhere(), new_code(type="page")
    assert "data-privacy" not in visitor.get(f"/code/{code_id}").text

    saved = call(client, owner, "update-organization", visitor_consent="opt_in")

    assert saved["visitor_consent"] == "opt_in"
    another = somewhere()
    eventually(lambda: "data-privacy" in another.get(f"/code/{code_id}").text)


def test_data_dictionary_explains_how_consent_mode_affects_people(
    client: TestClient, owner: Somebody
) -> None:
    def people_are() -> str:
        tables = client.get("/v1/data-dictionary", headers=owner.headers).json()["tables"]
        columns = next(table["columns"] for table in tables if table["kind"] == "metric")
        return str(next(it["definition"] for it in columns if it["name"] == "people"))

    usual = people_are()
    call(client, owner, "update-organization", visitor_consent="by_country")
    by_country = people_are()
    call(client, owner, "update-organization", visitor_consent="opt_in")

    assert "asks" not in usual
    assert by_country.startswith(usual)
    assert "Switzerland" in by_country
    assert "opt-in" in people_are()
