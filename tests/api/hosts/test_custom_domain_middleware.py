"""What a custom domain shows to visitors, and what it does not."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import psycopg
import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from api.apps.web import create_app
from api.domains.hosts.custom_domains.middleware import is_for_visitors
from api.kit.visitor_routes import CALLS as CALLS_OF_VISITORS
from runtime.settings import Settings
from tests.support.browsers import BROWSER
from tests.support.calls import CALLS
from tests.support.people import Org, People, Somebody
from tests.support.routes import served_routes
from tests.support.signing import Signer
from tests.support.tenants import Tenant, make_tenant
from tests.support.waiting import eventually

HOST = "go.harbor-coffee.example"
NOT_THERE = {
    "/healthz",
    "/readyz",
    "/openapi.json",
    "/app-config.json",
    "/mail/{purpose}/{token}",
    "/v1/may-have-certificate",
    "/v1/open-share-link",
    "/v1/get-invitation",
    "/v1/ask-share-link",
    # Tills are screens of the product.
    "/v1/open-till",
    "/v1/unlock-till",
    # Passes contain the product's own address, which does not change during their lifetime.
    "/dev/v1/devices/{device_id}/registrations/{passTypeIdentifier}",
    "/dev/v1/devices/{device_id}/registrations/{passTypeIdentifier}/{serialNumber}",
    "/dev/v1/passes/{passTypeIdentifier}/{serialNumber}",
    "/dev/v1/log",
    "/dev/v1/logos/{passTypeIdentifier}/{color}.png",
    "/dev/v1/google-wallet-callbacks",
    # Message providers are configured with the product's own address.
    "/v1/twilio/message-status/{org_id}/{message_id}",
    "/v1/twilio/inbound",
    "/webhooks/stripe",
    "/webhooks/{vendor}",
}
"""Public calls that visitors of codes do not need."""


class Street:
    """Harbor Coffee with a custom domain, beside another organisation with a row of everything."""

    def __init__(self, client: TestClient, people: People, url: str) -> None:
        self.client = client
        self.url = url
        self.ours: Org = people.org("Harbor Coffee", brand={"color": "#aa3300"})
        self.admin: Somebody = people.member(self.ours, "admin")
        self.theirs: Tenant = make_tenant(people, client, "neighbours")
        self.domain = self.call("add-domain", host=HOST)["domain_id"]
        people.prove(self.domain)
        made = {"name": "Menu", "type": "redirect", "destination": "https://shop.example/menu"}
        self.code = self.call("qr/create-code", **made, slug="harbor-menu")["code_id"]

    def call(self, path: str, **body: Any) -> Any:
        answer = self.client.post(f"/v1/{path}", json=body, headers=self.admin.headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def at(self, path: str, method: str = "GET", host: str = HOST, **options: Any) -> Response:
        """Send a request to Harbor Coffee's host."""
        return self.client.request(method, path, headers={"host": host}, **options)


@pytest.fixture(scope="module")
def street(module_settings: Settings, signer: Signer) -> Iterator[Street]:
    settings = module_settings.model_copy(update={"auth0_domain": signer.domain})
    with (
        TestClient(create_app(settings), headers=BROWSER, follow_redirects=False) as client,
        closing(People(settings.database_url, signer)) as people,
    ):
        yield Street(client, people, settings.database_url)


@pytest.mark.parametrize("path", ["/harbor-menu", "/Harbor-Menu", "/{code}", "/code/{code}"])
@pytest.mark.parametrize("host", [HOST, f"{HOST.upper()}:443", f"{HOST}.", f"{HOST}.:443"])
def test_codes_of_the_organisation_open_on_its_custom_domain(
    street: Street, path: str, host: str
) -> None:
    answer = street.at(path.format(code=street.code), host=host)

    assert (answer.status_code, answer.headers.get("location")) == (
        302,
        "https://shop.example/menu",
    )


def test_scan_on_a_custom_domain_is_recorded_like_any_other(street: Street) -> None:
    def count() -> int:
        with psycopg.connect(street.url) as connection:
            found = connection.execute(
                "select count(*) from outbox where convert_from(payload, 'UTF8') like %s",
                [f"%{street.code}%"],
            ).fetchone()
        assert found is not None
        return int(found[0])

    before = count()
    street.at("/harbor-menu")
    assert count() == before + 1


def test_content_of_another_organisation_is_not_found_on_a_custom_domain(street: Street) -> None:
    ids = street.theirs.ids
    for path in (
        f"/{ids['code']}",
        f"/code/{ids['code']}",
        f"/page/{ids['page']}",
        f"/wall/{ids['wall']}/",
        f"/{ids['code']}/terms",
        f"/{ids['slug']}/terms",
        f"/code/{ids['code']}/poll/{ids['poll']}",
        f"/v1/code-picture/{ids['code']}.svg",
        f"/media/{ids['picture_key']}",
    ):
        assert street.at(path, host="testserver").status_code < 400, path
        there = street.at(path)
        assert there.status_code == 404, path
        assert "neighbours company" not in there.text.lower(), path


def test_visitor_calls_with_ids_of_another_organisation_find_nothing(street: Street) -> None:
    """Every call made by visitors' pages, with the ids of the other organisation."""
    ids, wrong = street.theirs.ids, []
    for (method, path), call in CALLS.items():
        if call.needs != "public" or path in NOT_THERE or path == "/v1/get-identifier":
            continue
        address = call.path(ids) if call.path else path
        answer = street.at(address, method, json=call.body(ids) if call.body else None)
        if answer.status_code == 303:  # back to the page of the code, which does not exist either
            answer = street.at(answer.headers["location"])
        found = answer.status_code != 404
        if path == "/v1/collect":
            found = answer.json()["accepted"] != 0
        if found:
            wrong.append((method, path, answer.status_code, answer.text[:120]))

    assert wrong == [], wrong


def test_product_paths_are_not_served_on_a_custom_domain(street: Street) -> None:
    headers = street.admin.headers
    for path in (
        "/admin",
        "/admin/my-codes",
        "/auth/login",
        "/share",
        "/ai-qr",
        "/developers",
        "/developers/reference",
        "/healthz",
        "/metrics",
        "/openapi.json",
        "/app-config.json",
        "/index.html",
        "/assets/index.js",
        "/favicon.svg",
        "/no-such-name",
        "/2345678ABC",
        "/a/b/c",
        f"/objects/org/{street.ours.org_id}/x",
    ):
        answer = street.at(path)
        assert (answer.status_code, "Nothing found at this address" in answer.text) == (
            404,
            True,
        ), path
        assert "This code" not in answer.text, path
    for method, path in (("POST", "/v1/get-org-data"), ("GET", "/v1/me"), ("POST", "/harbor-menu")):
        answer = street.client.request(method, path, headers={**headers, "host": HOST}, json={})
        assert answer.status_code == 404, path
        assert "This code" not in answer.text, path
    mistyped = street.at("/code/2345678ABC")
    assert (mistyped.status_code, "We don’t know this code" in mistyped.text) == (404, True)
    assert "Harbor Coffee" in mistyped.text


def test_every_visitor_call_is_classified_for_custom_domains(street: Street) -> None:
    """A new public call belongs to `api.kit.visitor_routes` or to `NOT_THERE`."""
    public = {
        path.replace("{card_id:card}", "card_x")
        .replace("{pass_id:pass}", "pass_x")
        .replace("{offer_id:pass_offer}", "offer_x")
        for (_, path), call in CALLS.items()
        if call.needs == "public"
    }
    served = {route.path for route in served_routes(street.client.app)}  # type: ignore[arg-type]

    known = {path for path in public - NOT_THERE if is_for_visitors(path, "org_x")}

    assert known == public - NOT_THERE
    assert served >= CALLS_OF_VISITORS
    assert not [path for path in NOT_THERE if is_for_visitors(path, "org_x")]


def test_root_of_a_custom_domain_shows_the_organisation_or_redirects(street: Street) -> None:
    plain = street.at("/")
    assert (plain.status_code, "Harbor Coffee" in plain.text) == (200, True)
    assert plain.headers["content-security-policy"].startswith("default-src 'none'")
    assert street.at("/", "HEAD").content == b""

    street.call("update-domain", domain_id=street.domain, home_url="https://shop.example/")
    eventually(lambda: street.at("/").headers.get("location") == "https://shop.example/")
    street.call("update-domain", domain_id=street.domain, home_url="")
    eventually(lambda: street.at("/").status_code == 200)


def test_host_without_an_organisation_serves_the_product(street: Street) -> None:
    assert street.at("/healthz", host="testserver").status_code == 200
    assert street.at("/healthz", host="unknown.example.com").status_code == 200


def test_removed_custom_domain_no_longer_belongs_to_the_organisation(
    street: Street, signer: Signer
) -> None:
    other = "old.harbor-coffee.example"
    domain = street.call("add-domain", host=other)["domain_id"]
    with closing(People(street.url, signer)) as people:
        people.prove(domain)
    assert street.at("/healthz", host=other).status_code == 404

    street.call("remove-domain", domain_id=domain)

    eventually(lambda: street.at("/healthz", host=other).status_code == 200)
