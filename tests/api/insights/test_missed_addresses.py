"""Not-found addresses on custom domains: recorded within limits, listed, dismissed, redirected."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
import psycopg
import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from api.apps.web import create_app
from api.db.visitor_pool import VisitorDatabase
from api.domains.hosts.not_found_log import recorder
from api.domains.hosts.not_found_log.recorder import NotFoundRecorder
from api.domains.insights.not_found_log.upkeep import delete_old_dismissals
from api.domains.visits.visits.state import VisitsState
from api.kit.process_state import ProcessState
from api.kit.rate_limits import RateLimits
from ingest.contracts.codec import decode
from ingest.contracts.miss import MissRecorded
from runtime.settings import Settings
from tests.pipelines.events import ZONES, land, make_event
from tests.support.app_state import change_state
from tests.support.browsers import BROWSER
from tests.support.people import People, Somebody
from tests.support.signing import Signer
from tests.support.waiting import eventually
from warehouse.builds.activity import build_activity
from warehouse.lake import Lake

HOST = "go.harbor-coffee.example"
OTHER = "qr.harbor-coffee.example"
MOMENT = datetime(2026, 3, 10, 9, 59, 59, tzinfo=UTC)


class Street:
    """Harbor Coffee with two custom domains and one code."""

    def __init__(self, client: TestClient, people: People, settings: Settings) -> None:
        self.client = client
        self.settings = settings
        self.ours = people.org("Harbor Coffee")
        self.admin: Somebody = people.member(self.ours, "admin")
        self.viewer: Somebody = people.member(self.ours, "viewer")
        self.theirs: Somebody = people.member(people.org("Northwind"), "admin")
        self.domain = self.call("add-domain", host=HOST)["domain_id"]
        self.second = self.call("add-domain", host=OTHER)["domain_id"]
        people.prove(self.domain)
        people.prove(self.second)
        made = {"name": "Menu", "type": "redirect", "destination": "https://shop.example/menu"}
        self.code = self.call("qr/create-code", **made, slug="harbor-menu")["code_id"]

    def call(
        self, path: str, who: Somebody | None = None, status: int = 200, /, **body: Any
    ) -> Any:
        headers = (who or self.admin).headers
        answer = self.client.post(f"/v1/{path}", json=body, headers=headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    def at(self, path: str, method: str = "GET", **headers: str) -> Response:
        return self.client.request(method, path, headers={"host": HOST, **headers})

    def sql(self, text: str, *values: Any) -> list[Any]:
        with psycopg.connect(self.settings.database_url) as connection:
            cursor = connection.execute(text, values)
            return cursor.fetchall() if cursor.description else []

    def events(self) -> list[Any]:
        rows = self.sql("select payload from outbox order by seq")
        return [decode(bytes(payload)) for (payload,) in rows]

    def misses(self) -> list[MissRecorded]:
        return [event for event in self.events() if isinstance(event, MissRecorded)]

    @property
    def app(self) -> Any:
        return self.client.app

    def begin(self) -> None:
        """Reset: nothing is recorded, and no limit is reached."""
        self.sql("delete from missed_hours")
        self.sql("delete from outbox")
        self.app.entrance.misses = self.recorder()

    def recorder(self) -> NotFoundRecorder:
        """Return the recorder of a process that has just started."""
        pool, visits = VisitorDatabase.of(self.app).pool, VisitsState.of(self.app).scans
        return NotFoundRecorder(pool, visits, RateLimits(), ProcessState.of(self.app).disk_space)


@pytest.fixture(scope="module")
def block(module_settings: Settings, signer: Signer) -> Iterator[Street]:
    settings = module_settings.model_copy(update={"auth0_domain": signer.domain})
    with (
        TestClient(create_app(settings), headers=BROWSER, follow_redirects=False) as client,
        closing(People(settings.database_url, signer)) as people,
    ):
        yield Street(client, people, settings)


@pytest.fixture
def street(block: Street, monkeypatch: pytest.MonkeyPatch) -> Street:
    monkeypatch.setattr(VisitsState.of(block.app).scans, "now", lambda: MOMENT)
    block.begin()
    return block


def test_unanswered_address_is_recorded(street: Street) -> None:
    answer = street.at("/sprng-menu?email=ann@example.com&utm_source=flyer")

    assert (answer.status_code, "Nothing found at this address" in answer.text) == (404, True)
    (miss,) = street.misses()
    assert (miss.org_id, miss.code_id) == (street.ours.org_id, None)
    assert (miss.data.host, miss.data.path, miss.data.led_on) == (HOST, "/sprng-menu", False)
    assert (miss.visitor.id, miss.visitor.kind, miss.verdicts.is_bot) == (None, "none", False)
    assert (miss.context.browser, miss.context.utm_source) == ("Firefox", None)
    assert "ann@" not in orjson.dumps(miss.model_dump(mode="json")).decode()


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("/old/summer%20offer/", "/old/summer offer/"),
        ("/page/no-such-page", "/page/no-such-page"),
        ("/code/2345678ABC", "/code/2345678ABC"),
        ("/wall/no-such-wall/", "/wall/no-such-wall/"),
        ("/no-such-name/terms", "/no-such-name/terms"),
        ("/" + "a" * 300, "/" + "a" * 199),
        ("/men%C3%BC", "/menü"),
    ],
)
def test_missed_paths_that_may_be_printed_are_recorded(
    street: Street, path: str, kept: str
) -> None:
    assert street.at(path).status_code == 404

    assert [miss.data.path for miss in street.misses()] == [kept]


@pytest.mark.parametrize(
    "path",
    [
        "/favicon.ico",
        "/robots.txt",
        "/apple-touch-icon-120x120.png",
        "/.well-known/security.txt",
        "/.env",
        "/shop/.git/config",
        "/admin",
        "/v1/no-such-call",
        "/assets/index.js",
        "/visitor/assets/no.js",
        "/a%00b",
        "/a%0d%0aset-cookie:x",
        "/a%E2%80%AEb",
        "/a%FFb",
    ],
)
def test_paths_that_programs_request_automatically_are_not_recorded(
    street: Street, path: str
) -> None:
    assert street.at(path).status_code == 404

    assert street.misses() == []


def test_answered_requests_are_not_recorded_as_misses(street: Street) -> None:
    paused = street.call(
        "qr/create-code", name="Later", type="page", content={"title": "Soon"}, slug="later-on"
    )["code_id"]
    street.call("qr/update-code", code_id=paused, state="paused")
    eventually(lambda: street.at("/later-on").status_code == 404)
    street.sql("delete from outbox")

    statuses = [street.at(path).status_code for path in ("/", "/harbor-menu", "/later-on")]
    statuses.append(street.client.post("/harbor-menu", headers={"host": HOST}).status_code)

    assert statuses == [200, 302, 404, 404]
    assert {event.type for event in street.events()} == {"scan"}


def test_trailing_slash_after_a_slug_is_ignored(street: Street) -> None:
    answer = street.at("/harbor-menu/?utm_source=flyer")

    plain = street.at("/harbor-menu?utm_source=flyer")
    assert (answer.status_code, answer.headers["location"]) == (302, plain.headers["location"])
    assert street.at("/no-such-menu/").status_code == 404
    assert [miss.data.path for miss in street.misses()] == ["/no-such-menu/"]


def test_bots_are_counted_separately_with_their_own_limit(
    street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder, "MAX_BOT_EVENTS", 2)
    monkeypatch.setattr(recorder, "MAX_HUMAN_EVENTS", 3)

    for number in range(4):
        street.at(f"/by-bot-{number}", **{"user-agent": "Googlebot/2.1"})
    for number in range(5):
        assert street.at(f"/by-hand-{number}").status_code == 404

    assert [miss.verdicts.is_bot for miss in street.misses()] == [True] * 2 + [False] * 3
    assert street.sql("select by_people, by_machines from missed_hours") == [(3, 2)]


def test_count_restarts_at_zero_in_the_next_hour(
    street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder, "MAX_HUMAN_EVENTS", 1)
    moments = [MOMENT, MOMENT, MOMENT + timedelta(seconds=2), MOMENT]
    recorded = []
    for number, moment in enumerate(moments):
        monkeypatch.setattr(VisitsState.of(street.app).scans, "now", lambda moment=moment: moment)
        street.at(f"/at-{number}")
        street.app.entrance.misses = street.recorder()
        recorded.append(len(street.misses()))

    # The clock of the last process is behind: it counts into the hour that has begun.
    assert recorded == [1, 1, 2, 2]


def test_single_network_can_use_only_its_share_of_the_limit(street: Street) -> None:
    for number in range(25):
        assert street.at(f"/scanned-{number}").status_code == 404

    assert len(street.misses()) == 20


def test_closed_organisation_records_nothing(street: Street) -> None:
    street.sql("update organizations set deleted_at = now() where org_id = %s", street.ours.org_id)
    try:
        assert street.at("/sprng-menu").status_code == 404
    finally:
        street.sql(
            "update organizations set deleted_at = null where org_id = %s", street.ours.org_id
        )

    assert street.misses() == []


def test_unknown_paths_redirect_to_the_configured_address(street: Street) -> None:
    street.call("update-domain", domain_id=street.domain, unknown_url="https://shop.example/help")
    eventually(lambda: street.at("/sprng-menu").status_code == 302)
    street.begin()

    answer = street.at("/sprng-menu?x=1")

    assert answer.headers["location"] == "https://shop.example/help"
    assert [miss.data.led_on for miss in street.misses()] == [True]
    assert street.at("/page/no-such-page").status_code == 302
    for path in ("/robots.txt", "/.env", "/v1/no-such-call"):
        assert street.at(path).status_code == 404, path
    assert street.at("/harbor-menu").headers["location"] == "https://shop.example/menu"

    read = street.call("update-domain", domain_id=street.domain, unknown_url="")
    assert read["unknown_url"] is None
    eventually(lambda: street.at("/sprng-menu").status_code == 404)


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "shop.example",
        "https://127.0.0.1/",
        "https://10.0.0.1/x",
        "https://localhost/",
        "https://me:secret@shop.example/",
        f"https://{HOST}/harbor-menu",
        f"https://{OTHER}/",
        "https://shop.example/" + "a" * 2100,
    ],
)
def test_unknown_paths_cannot_redirect_to_addresses_forbidden_for_codes(
    street: Street, url: str
) -> None:
    production = street.settings.model_copy(update={"environment": "production"})
    change_state(street.app, ProcessState, settings=production)
    try:
        answer = street.call("update-domain", None, 422, domain_id=street.domain, unknown_url=url)
    finally:
        change_state(street.app, ProcessState, settings=street.settings)

    assert "unknown_url" in str(answer), answer


def miss(pos: int, path: str, at: datetime, **more: Any) -> dict[str, Any]:
    data = orjson.dumps({"host": more.pop("host", HOST), "path": path}).decode()
    return make_event(
        pos,
        type="miss",
        code_id=None,
        visitor_id=None,
        occurred_at=at,
        received_at=at,
        day=at.date(),
        data=data,
        **more,
    )


def test_list_shows_the_paths_that_people_miss(street: Street) -> None:
    lake = Lake.from_settings(street.settings)
    now, org = ProcessState.of(street.app).clock(), street.ours.org_id
    ago = [now - timedelta(days=2, minutes=minute) for minute in range(10)]
    land(
        lake,
        miss(0, "/sprng-menu", ago[5], org_id=org),
        miss(1, "/sprng-menu", ago[1], org_id=org),
        miss(2, "/sprng-menu", ago[3], org_id=org, is_bot=True),
        miss(3, "/wp-login.php", ago[2], org_id=org, is_bot=True),
        miss(4, "/harbor-menu", ago[2], org_id=org),
        miss(5, f"/code/{street.code}", ago[2], org_id=org),
        miss(6, "/theirs", ago[2], org_id=street.theirs.org_id),
        miss(7, "/was-ours", ago[2], org_id=org, host="sold.harbor-coffee.example"),
        miss(8, "/long-ago", now - timedelta(days=200), org_id=org),
    )
    build_activity(lake, ZONES)
    land(lake, miss(9, "/old/offer", ago[0], org_id=org, host=OTHER))

    listed = street.call("list-missed-addresses", street.viewer)

    assert [(it["host"], it["path"], it["people"], it["bots"]) for it in listed["items"]] == [
        (HOST, "/sprng-menu", 2, 1),
        (OTHER, "/old/offer", 1, 0),
    ]
    first, second = listed["items"]
    assert (first["name"], second["name"]) == ("sprng-menu", None)
    assert (first["domain_id"], second["domain_id"]) == (street.domain, street.second)
    assert datetime.fromisoformat(first["first_at"]) == ago[5]
    assert datetime.fromisoformat(first["last_at"]) == ago[1]
    assert (listed["total"], listed["days"], listed["is_cut"]) == (2, 90, False)

    with_bots = street.call("list-missed-addresses", include_bots=True, limit=1, offset=2)
    assert [it["path"] for it in with_bots["items"]] == ["/wp-login.php"]
    assert with_bots["total"] == 3
    assert street.call("list-missed-addresses", street.theirs)["total"] == 0

    # None of this counts as a scan or in any other number.
    numbers = street.call("get-analytics", interval="30day", include_bots=True)
    assert {one for one in numbers["totals"].values() if one} == set()

    # Dismissed, and shown again.
    aside = {"host": HOST, "path": "/sprng-menu"}
    street.call("dismiss-missed-address", **aside)
    street.call("dismiss-missed-address", **aside)
    assert [it["path"] for it in street.call("list-missed-addresses")["items"]] == ["/old/offer"]
    (dismissed,) = street.call("list-missed-addresses", is_dismissed=True)["items"]
    assert dismissed["path"] == "/sprng-menu"
    street.call("dismiss-missed-address", **aside, is_dismissed=False)
    assert street.call("list-missed-addresses")["total"] == 2

    # Creating a code with that name resolves the entry.
    made = {"name": "Spring", "type": "redirect", "destination": "https://shop.example/spring"}
    street.call("qr/create-code", **made, slug="sprng-menu", domain=street.domain)
    spring = "https://shop.example/spring"
    eventually(lambda: street.at("/sprng-menu").headers.get("location") == spring)
    assert [it["path"] for it in street.call("list-missed-addresses")["items"]] == ["/old/offer"]


def test_only_addresses_on_verified_hosts_can_be_dismissed(street: Street) -> None:
    theirs = street.call(
        "dismiss-missed-address", street.theirs, 404, host=HOST, path="/sprng-menu"
    )
    assert theirs["code"] == "domain_not_found"
    street.call("dismiss-missed-address", street.viewer, 403, host=HOST, path="/sprng-menu")
    for path in ("menu", "/", "/a\tb", "/" + "a" * 200):
        answer = street.call("dismiss-missed-address", None, 422, host=HOST, path=path)
        assert "path" in str(answer), answer


def test_dismissals_are_limited_and_deleted_with_the_events(street: Street) -> None:
    org = street.ours.org_id
    street.sql(
        "insert into dismissed_misses (org_id, host, path, dismissed_at)"
        " select %s, %s, '/old-' || n, timestamptz '2025-01-01' + n * interval '1 hour'"
        " from generate_series(1, 1000) as n",
        org,
        HOST,
    )
    street.call("dismiss-missed-address", host=HOST, path="/newest")
    kept = street.sql("select path from dismissed_misses where org_id = %s", org)
    assert (len(kept), ("/old-1",) in kept, ("/newest",) in kept) == (1000, False, True)

    night = datetime(2026, 3, 1, 3, tzinfo=UTC)
    assert delete_old_dismissals(street.settings, night) == 0
    street.sql("update organizations set retention_months = 12 where org_id = %s", org)
    assert delete_old_dismissals(street.settings, night) == 999
    street.sql("update organizations set retention_months = null where org_id = %s", org)
    street.call("dismiss-missed-address", host=HOST, path="/newest", is_dismissed=False)
