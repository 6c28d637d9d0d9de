"""Custom domains: who may have which, how they are verified, and which address codes contain."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any

import psycopg
import pytest
import zxingcpp
from PIL import Image
from starlette.testclient import TestClient

from api.db.engine import make_engine
from api.domains.hosts.custom_domains.hosts import BadHost, own_host, shown_host
from api.domains.hosts.custom_domains.router import UNKNOWN
from api.domains.hosts.custom_domains.upkeep import reverify
from api.domains.hosts.custom_domains.verification import (
    FILE,
    DomainVerifier,
    VerificationResult,
    expected,
)
from api.domains.messaging.owner_alerts.detection import detect_lost_domains
from api.kit.errors import TooMany
from api.kit.process_state import ProcessState
from api.kit.rate_limits import RateLimits
from runtime.outbound_http import AddressRefused, OutboundAnswer, Unreachable
from runtime.settings import Settings
from tests.support.calling import call
from tests.support.name_server import NameServer, name_server
from tests.support.people import MakeMember, MakeOrg, Org, Somebody
from tests.support.waiting import eventually

HOST = "go.harbor-coffee.example"
NIGHT = datetime(2026, 3, 10, 3, 30, tzinfo=UTC)


@pytest.fixture
def names() -> Iterator[NameServer]:
    with name_server() as server:
        yield server


@pytest.fixture
def api_settings(api_settings: Settings, names: NameServer) -> Settings:
    """Files are not requested if the record exists; without it, `.example` has no server."""
    return api_settings.model_copy(
        update={"dns_server": names.address, "public_url": "https://waypost.test"}
    )


def proven(client: TestClient, who: Somebody, names: NameServer, host: str = HOST) -> Any:
    """Add a domain and verify it."""
    domain = call(client, who, "add-domain", host=host)
    names.records[domain["record_name"]] = ["v=spf1 -all", domain["proof"]]
    checked = call(client, who, "check-domain", domain_id=domain["domain_id"])
    assert checked["is_proven"], checked
    return checked


def make_code(client: TestClient, who: Somebody, **body: Any) -> Any:
    fields = {"name": "Menu", "type": "redirect", "destination": "https://shop.example/menu"}
    made = call(client, who, "qr/create-code", **fields | body)
    return call(client, who, "qr/get-code", code_id=made["code_id"])


@pytest.mark.parametrize(
    ("text", "host"),
    [
        (" Go.Example.COM. ", "go.example.com"),
        ("Bücher.example", "xn--bcher-kva.example"),
        ("example.co.uk", "example.co.uk"),
    ],
)
def test_host_is_normalised_to_one_spelling(text: str, host: str) -> None:
    assert own_host(text, "https://waypost.test") == host
    assert own_host(shown_host(host), "https://waypost.test") == host


@pytest.mark.parametrize(
    "text",
    [
        "",
        "localhost",
        "go",
        "co.uk",
        "github.io",
        "com",
        "192.0.2.7",
        "2001:db8::1",
        "[2001:db8::1]",
        "1.2.3",
        "go.example.com:8080",
        "https://go.example.com",
        "go.example.com/menu",
        "me@go.example.com",
        "*.example.com",
        "go_.example.com",
        "-go.example.com",
        "printer.local",
        "waypost.test",
        "us.waypost.test",
        "a" * 64 + ".example.com",
        ".".join(["abcdefghi"] * 25) + ".com",
    ],
)
def test_invalid_custom_domain_is_refused(text: str) -> None:
    with pytest.raises(BadHost):
        own_host(text, "https://waypost.test")


def test_dns_record_verifies_a_domain(
    client: TestClient, admin: Somebody, names: NameServer
) -> None:
    domain = call(client, admin, "add-domain", host="Go.Harbor-Coffee.example")
    assert (domain["host"], domain["is_proven"]) == (HOST, False)
    assert domain["record_name"] == f"_waypost.{HOST}"

    names.records[domain["record_name"]] = ["waypost-domain=another"]
    checked = call(client, admin, "check-domain", domain_id=domain["domain_id"])
    assert (checked["is_proven"], "different value" in checked["problem"]) == (False, True)

    names.records[domain["record_name"]] = [domain["proof"]]
    checked = call(client, admin, "check-domain", domain_id=domain["domain_id"])
    assert (checked["is_proven"], checked["proven_by"], checked["problem"]) == (True, "dns", None)


def web(answers: dict[str, OutboundAnswer | Exception]) -> Callable[[str], OutboundAnswer]:
    def fetch(url: str) -> OutboundAnswer:
        response = answers.get(url, Unreachable("Nothing responds on port 443."))
        if isinstance(response, Exception):
            raise response
        return response

    return fetch


def page(url: str, body: str, status: int = 200) -> OutboundAnswer:
    return OutboundAnswer(status, url, 0, body.encode())


PLAIN, SECURE = f"http://{HOST}{FILE}", f"https://{HOST}{FILE}"


@pytest.mark.parametrize(
    ("answers", "found", "says"),
    [
        ({SECURE: page(SECURE, "waypost-domain=t\n")}, "file", ""),
        ({PLAIN: page(SECURE, "waypost-domain=t")}, "file", ""),
        ({PLAIN: page("https://evil.example/x", "waypost-domain=t")}, "no", "There is no file"),
        ({PLAIN: page(PLAIN, "waypost-domain=u")}, "no", "has different content"),
        ({PLAIN: page(PLAIN, "waypost-domain=t", 404)}, "no", "There is no file"),
        ({SECURE: AddressRefused("It leads into a private network.")}, "no", "private network"),
        ({}, "unsure", "nothing responds"),
    ],
)
def test_file_verifies_a_domain(
    names: NameServer, answers: dict[str, Any], found: str, says: str
) -> None:
    proof = DomainVerifier(names.address, web(answers)).prove(HOST, "t")

    assert (proof.found, says in proof.problem) == (found, True)


def test_missing_dns_response_leaves_domain_verification_undecided(names: NameServer) -> None:
    names.is_broken = True
    missing = web({PLAIN: page(PLAIN, "", 404), SECURE: page(SECURE, "", 404)})

    assert DomainVerifier(names.address, missing).prove(HOST, "t").found == "unsure"


def test_two_organisations_can_add_a_domain_but_only_one_verifies_it(
    client: TestClient,
    admin: Somebody,
    make_org: MakeOrg,
    make_member: MakeMember,
    names: NameServer,
) -> None:
    other = make_member(make_org("Northwind Books"), "admin")
    ours, theirs = (call(client, who, "add-domain", host=HOST) for who in (admin, other))
    names.records[ours["record_name"]] = [ours["proof"], theirs["proof"]]

    def check(who: Somebody, domain: Any) -> int:
        body = {"domain_id": domain["domain_id"]}
        return client.post("/v1/check-domain", json=body, headers=who.headers).status_code

    with ThreadPoolExecutor(2) as threads:
        both = threads.map(check, (admin, other), (ours, theirs))
    assert sorted(both) == [200, 409]

    again = client.post("/v1/add-domain", json={"host": HOST}, headers=admin.headers)
    assert (again.status_code, again.json()["code"]) == (409, "domain_exists")


def test_host_of_a_closed_organisation_passes_to_the_next_organisation_that_verifies_it(
    client: TestClient,
    api_settings: Settings,
    admin: Somebody,
    make_org: MakeOrg,
    make_member: MakeMember,
    names: NameServer,
) -> None:
    proven(client, admin, names)
    next_one = make_member(make_org("Northwind Books"), "admin")
    domain = call(client, next_one, "add-domain", host=HOST)
    names.records[domain["record_name"]] = [domain["proof"]]
    refused = call(client, next_one, "check-domain", 409, domain_id=domain["domain_id"])
    assert refused["code"] == "host_taken"

    with psycopg.connect(api_settings.database_url) as connection:
        close = "update organizations set deleted_at = now() where org_id = %s"
        connection.execute(close, [admin.org_id])
    checked = call(client, next_one, "check-domain", domain_id=domain["domain_id"])

    assert checked["is_proven"]
    with psycopg.connect(api_settings.database_url) as connection:
        rows = connection.execute(
            "select org_id, proven_at is not null from custom_domains where host = %s", [HOST]
        ).fetchall()
    assert dict(rows) == {admin.org_id: False, next_one.org_id: True}


def test_codes_use_their_chosen_domain(
    client: TestClient, admin: Somebody, editor: Somebody, names: NameServer
) -> None:
    before = make_code(client, editor, slug="spring-menu")
    assert before["url"] == "https://waypost.test/code/spring-menu"
    first = proven(client, admin, names)
    call(client, admin, "update-domain", domain_id=first["domain_id"], is_default=True)
    second = proven(client, admin, names, "menu.example.com")

    def read(**changes: Any) -> Any:
        call(client, editor, "qr/update-code", code_id=before["code_id"], **changes)
        return call(client, editor, "qr/get-code", code_id=before["code_id"])

    after = read(name="Menu")
    assert (after["url"], after["domain"]) == (f"https://{HOST}/spring-menu", "default")
    assert "-" in after["picture_url"].partition("?v=")[2]
    assert_drawn(client, after)
    chosen = read(domain=second["domain_id"])
    assert chosen["url"] == "https://menu.example.com/spring-menu"
    assert_drawn(client, chosen)
    child = make_code(client, editor, base_code_id=before["code_id"])
    assert child["url"] == f"https://menu.example.com/{child['code_id']}"
    assert_drawn(client, child)
    back = read(domain="product")
    assert back["url"] == "https://waypost.test/code/spring-menu"
    assert_drawn(client, back)
    carried = {it["host"]: it["codes"] for it in call(client, editor, "list-domains")["items"]}
    assert carried == {HOST: 0, "menu.example.com": 0}


def test_code_cannot_redirect_to_a_code_on_a_custom_domain(
    client: TestClient, admin: Somebody, names: NameServer
) -> None:
    proven(client, admin, names)
    fields = {"name": "Round", "type": "redirect"}
    for path in ("spring-menu", "code/2345678ABC"):
        where = {"destination": f"http://{HOST}/{path}"}
        refused = call(client, admin, "qr/create-code", 422, **fields, **where)
        assert refused["errors"][0]["field"] == "destination"
    make_code(client, admin, destination=f"https://{HOST}/page/page_x")


def assert_drawn(client: TestClient, code: Any) -> None:
    """Assert that the picture contains the code's address, as soon as the visitors' cache was invalidated."""

    def says() -> str:
        answer = client.get(f"{code['picture_url']}&size=400")
        assert answer.status_code == 200
        (found,) = zxingcpp.read_barcodes(Image.open(BytesIO(answer.content)))
        return found.text

    eventually(lambda: says() == code["url"])


def test_code_can_use_only_verified_domains_of_its_organisation(
    client: TestClient,
    admin: Somebody,
    editor: Somebody,
    make_org: MakeOrg,
    make_member: MakeMember,
    names: NameServer,
) -> None:
    stranger = make_member(make_org("Northwind Books"), "admin")
    theirs = proven(client, stranger, names, "books.example.com")
    unproven = call(client, admin, "add-domain", host=HOST)
    code = make_code(client, editor)
    for domain in (theirs, unproven):
        body = {"code_id": code["code_id"], "domain": domain["domain_id"]}
        refused = call(client, editor, "qr/update-code", 422, **body)
        assert refused["errors"][0]["field"] == "domain"
    refused = call(
        client, admin, "update-domain", 422, domain_id=unproven["domain_id"], is_default=True
    )
    assert refused["code"] == "domain_not_proven"


def test_removing_a_domain_requires_the_number_of_codes_that_use_it(
    client: TestClient, admin: Somebody, editor: Somebody, names: NameServer
) -> None:
    domain = proven(client, admin, names)
    call(client, admin, "update-domain", domain_id=domain["domain_id"], is_default=True)
    code = make_code(client, editor)
    make_code(client, editor, domain=domain["domain_id"])
    make_code(client, editor, domain="product")

    refused = call(client, admin, "remove-domain", 409, domain_id=domain["domain_id"])
    assert (refused["code"], refused["codes"]) == ("codes_carry_domain", 2)
    removed = call(client, admin, "remove-domain", domain_id=domain["domain_id"], codes=2)
    assert removed["codes"] == 2
    after = call(client, editor, "qr/get-code", code_id=code["code_id"])
    assert after["url"] == f"https://waypost.test/code/{code['code_id']}"


@pytest.mark.parametrize("path", ["add-domain", "check-domain", "update-domain", "remove-domain"])
def test_editors_can_see_domains_but_not_change_them(
    client: TestClient, editor: Somebody, path: str
) -> None:
    assert call(client, editor, "list-domains")["items"] == []
    call(client, editor, path, 403, host=HOST, domain_id="dom_x")


def test_invalid_input_names_its_field(
    client: TestClient, admin: Somebody, names: NameServer
) -> None:
    bad = call(client, admin, "add-domain", 422, host="co.uk")
    assert bad["errors"][0]["field"] == "host"
    domain = proven(client, admin, names)
    for home in ("javascript:alert(1)", f"https://{HOST}/", "shop"):
        body = {"domain_id": domain["domain_id"], "home_url": home}
        bad = call(client, admin, "update-domain", 422, **body)
        assert bad["errors"][0]["field"] == "home_url"


def test_certificates_are_issued_only_for_verified_hosts(
    client: TestClient, admin: Somebody, names: NameServer
) -> None:
    def ask(host: str) -> int:
        return client.get("/v1/may-have-certificate", params={"domain": host}).status_code

    call(client, admin, "add-domain", host="other.example.com")
    proven(client, admin, names)
    answer = client.get("/v1/may-have-certificate", params={"domain": HOST.upper()})
    assert (answer.status_code, answer.json()) == (200, {"is_known": True})
    assert [ask(it) for it in ("other.example.com", "192.0.2.1", "x" * 400, "ü")] == [404] * 4
    limits: RateLimits = ProcessState.of(client.app).rate_limits  # type: ignore[attr-defined]
    with suppress(TooMany):
        for _ in range(400):
            limits.hit(UNKNOWN, "certificates-unknown", "testclient")
    assert ask("another.example.com") == 429
    assert ask(HOST) == 200


def test_owners_are_notified_of_a_lost_verification_and_the_domain_stays(
    client: TestClient,
    owner: Somebody,
    admin: Somebody,
    org: Org,
    names: NameServer,
    api_settings: Settings,
) -> None:
    domain = proven(client, admin, names)
    call(client, admin, "update-domain", domain_id=domain["domain_id"], is_default=True)

    def night(number: int, found: Any) -> tuple[Any, int]:
        at = NIGHT + timedelta(days=number)
        reverify(api_settings, at, lambda *_: VerificationResult(found, "There is no TXT record."))
        engine = make_engine(api_settings)
        try:
            lines = detect_lost_domains(engine, at)
        finally:
            engine.dispose()
        (item,) = call(client, admin, "list-domains")["items"]
        assert (item["is_proven"], item["is_default"]) == (True, True)
        return item["lost_at"], lines

    nights = [night(number, it) for number, it in enumerate(("unsure", "no", "no", "dns", "no"))]

    first, last = ((NIGHT + timedelta(days=it)).strftime("%Y-%m-%d") for it in (1, 4))
    assert [(lost and lost[:10], lines) for lost, lines in nights] == [
        (None, 0),
        (first, 1),
        (first, 0),
        (None, 0),
        (last, 1),
    ]
    with psycopg.connect(api_settings.database_url) as connection:
        lines = connection.execute(
            "select kind, facts -> 'items' -> 0 from owner_alerts"
        ).fetchall()
    assert {kind for kind, _ in lines} == {"domains"}
    assert lines[0][1]["host"] == HOST
    assert lines[0][1]["proof"] == domain["proof"]
    assert expected("t") == "waypost-domain=t"
