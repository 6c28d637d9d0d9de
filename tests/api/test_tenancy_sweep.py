"""The sweep: every route, called with good input, by a stranger with this organisation's ids,
by each weaker role and without a login. But for the good calls, no answer shows a row of the
organisation, and nothing in the database changes.
"""

import re
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.apps.web import create_app
from api.auth.member import ORGANIZATION_HEADER
from runtime.settings import Settings
from tests.support.browsers import BROWSER
from tests.support.call import Call
from tests.support.calls import CALLS
from tests.support.descriptions import body_of, described
from tests.support.people import People
from tests.support.pictures import picture
from tests.support.routes import ServedRoute, served_routes
from tests.support.signing import Signer
from tests.support.tables import digest_of
from tests.support.tenants import ROLES, Tenant, make_ready, make_tenant

pytestmark = pytest.mark.slow

MARK = "quietharbor"
"""Stands in every text of the organisation that nobody else may see."""

BRANDED = (
    "GET /code/{code_id}/poll/{poll_id}",
    "POST /code/{code_id}/submit",
    "POST /page/{page_id}/submit",
    "GET /privacy/{org_id}",
    "GET /code/{code_id}/password",
    "GET /code/{code_id}/unlock",
    "POST /code/{code_id}/use",
    "POST /v1/open-share-link",
    "POST /v1/get-invitation",
)
"""Pages, shared dashboards and invitations, which carry their organisation's name and logo."""

SENT = ("submissions", "submission_consents", "consent_texts", "customers", "customer_visitors")
ASKED = ("phone_verifications", "sandbox_messages")
EVENTS = frozenset(
    {"outbox", "terms_acceptances", "votes", "vote_tallies", *SENT, *ASKED, "report_recipients"}
)
"""Where public calls leave what visitors did."""

EMPTY_LISTS = {
    "/v1/folders/get-codes-from-folder",
    "/v1/get-all-qr-codes/get-child",
    "/v1/get-code-health",
    "/v1/get-codes-from-folder",
    "/v1/get-one-time-codes",
    "/v1/get-sandbox-messages",
    "/v1/get-terms-acceptances",
    "/v1/list-erasures",
    "/v1/promo_code_usage",
    "/v1/promo_lock/list_alarms",
    "/v1/promo_lock/promo_code_usage",
    "/v1/selfiewall/get-posts",
}
"""Lists that may be without a row here; test_lists.py and the tests of codes and promos search them."""

QUEUE = frozenset({"procrastinate_jobs", "procrastinate_events"})
"""Turns of everybody's jobs, without an organisation; `jobs` holds what they are, by organisation."""

Answers = list[tuple[str, int, str]]


@pytest.fixture(scope="module")
def world(module_settings: Settings, signer: Signer) -> Iterator["World"]:
    settings = module_settings.model_copy(update={"auth0_domain": signer.domain})
    app = create_app(settings)
    with (
        TestClient(app, headers=BROWSER, follow_redirects=False) as client,
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


class World:
    """Two organisations and the app between them."""

    def __init__(
        self,
        client: TestClient,
        settings: Settings,
        routes: list[ServedRoute],
        ours: Tenant,
        strangers: Tenant,
        people: People,
    ) -> None:
        self.client = client
        self.settings = settings
        self.routes = routes
        self.ours = ours
        self.strangers = strangers
        self.people = people
        self.document = described()

    def call(
        self, method: str, path: str, headers: dict[str, str] | None, org_id: str | None = None
    ) -> tuple[str, int, str]:
        """Call a route with our ids, naming an organisation or not."""
        call = CALLS[method, path]
        address = call.address(path, self.ours.ids)
        body: dict[str, Any] | None = call.body(self.ours.ids) if call.body else None
        if org_id is not None and body is not None:
            body = {**body, "org_id": org_id}
        elif org_id is not None:
            address += f"{'&' if '?' in address else '?'}org_id={org_id}"
        sent: dict[str, Any] = {"data": body} if call.is_form else {"json": body}
        answer = self.client.request(method, address, headers=headers, **sent)
        return f"{method} {path}", answer.status_code, answer.text

    def digest(
        self, but_of: str | None = None, but: frozenset[str] = frozenset()
    ) -> dict[str, str]:
        """A digest of every table, without one organisation's rows."""
        return digest_of(self.settings.database_url, but_of, but)


def calls(needs: tuple[str, ...]) -> list[tuple[str, str]]:
    return [key for key, call in CALLS.items() if call.needs in needs]


def leaking(answers: Answers) -> list[str]:
    return [f"{name}: {text}" for name, _, text in answers if MARK in _secret_of(name, text)]


def _secret_of(name: str, text: str) -> str:
    """An answer without the name and logo that a page shows to visitors on purpose."""
    shown = text.lower()
    if name in BRANDED:
        for public in (f"{MARK} company", f"/{MARK}.png", f"invited@{MARK}.example"):
            shown = shown.replace(public, "")
    return shown


def test_every_route_is_swept(world: World) -> None:
    served = {(route.method, route.path) for route in world.routes}

    assert served - CALLS.keys() == set(), "add these to tests/support/calls.py"


def test_every_call_works_with_good_input_for_who_may_make_it(world: World) -> None:
    """Else the refusals below would prove nothing. Calls that take away come last."""
    us = make_tenant(world.people, world.client, "makers")
    make_ready(world.people, world.client, us)
    failed: list[str] = []

    for (method, path), call in sorted(_served(world).items(), key=lambda it: it[1].takes_away):
        tries = [(_good(us, call), call.gives, call.says)]
        if call.wrong is not None:  # a form's page says what is wrong, or where to correct it
            fields, status, words = call.wrong
            tries.insert(0, ({"data": fields}, status, words))
        elif call.is_form and (call.good or call.body):
            failed.append(f"{method} {path}: no example of what this form refuses")
        for sent, status, words in tries:
            world.client.cookies.clear()
            who = {"public": None, "login": us.outsider, **us.people}[call.needs]
            headers = who.headers if who else None
            answer = world.client.request(
                method, call.address(path, us.ids), headers=headers, **sent
            )
            if answer.status_code == 303 != status:  # refused on a page of its own
                answer = world.client.get(answer.headers["location"])
            text = answer.headers.get("location", "") + answer.text
            if answer.status_code != status or words not in text:
                failed.append(f"{method} {path} as {call.needs}: {answer.status_code} {text[:300]}")
        described = world.document["paths"].get(path, {}).get(method.lower())
        if described is not None and str(call.gives) not in described["responses"]:
            failed.append(f"{method} {path}: its description knows no {call.gives}")

    assert not failed, "\n".join(failed)


def _good(us: Tenant, call: Call) -> dict[str, Any]:
    """What is sent with a good call."""
    make = call.good or call.body
    fields = make(us.ids) if make else None
    if call.file:
        png = ("seen.png", picture(size=(64, 64)), "image/png")
        return {"data": fields, "files": {call.file: png}}
    return {"data": fields} if call.is_form else {"json": fields}


@pytest.mark.parametrize("role", ROLES)
def test_a_stranger_with_our_ids_gets_nothing(world: World, role: str) -> None:
    stranger = world.strangers.people[role].headers
    before = world.digest(but_of=world.strangers.org.org_id, but=EVENTS | QUEUE)
    answers: Answers = []
    unclear: Answers = []

    for (method, path), call in _served(world).items():
        if (method, path) == ("DELETE", "/v1/organization"):
            continue  # names the stranger's own organisation; its own tests show what it does
        answers.append(world.call(method, path, stranger))
        if call.needs not in ROLES:
            continue
        if call.names(world.ours.ids, world.strangers.ids):
            may = ROLES.index(role) >= ROLES.index(call.needs)
            unclear += [answers[-1]] if answers[-1][1] != (call.foreign if may else 403) else []
        answers.append(world.call(method, path, stranger, org_id=world.ours.org.org_id))
        unclear += [answers[-1]] if answers[-1][1] != 404 else []

    assert not unclear, "\n".join(f"{it[0]} {it[1]} {it[2][:200]}" for it in unclear)
    assert leaking(answers) == []
    assert [answer for answer in answers if answer[1] >= 500] == []
    assert world.digest(but_of=world.strangers.org.org_id, but=EVENTS | QUEUE) == before


def test_a_member_of_both_sees_only_the_organisation_that_the_request_states(world: World) -> None:
    """Belongs to ours too, and states the other: our ids are as unknown there as to any stranger."""
    person = world.people.member(world.strangers.org, "owner")
    world.people.join(world.ours.org, person, "owner")
    there = {**person.headers, ORGANIZATION_HEADER: world.strangers.org.org_id}
    before = world.digest(but_of=world.strangers.org.org_id, but=EVENTS | QUEUE)
    answers: Answers = []
    unclear: Answers = []

    for (method, path), call in _served(world).items():
        if (method, path) == ("DELETE", "/v1/organization") or call.needs not in ROLES:
            continue
        if call.names(world.ours.ids, world.strangers.ids):
            answers.append(world.call(method, path, there))
            unclear += [answers[-1]] if answers[-1][1] != call.foreign else []
        answers.append(world.call(method, path, there, org_id=world.ours.org.org_id))
        unclear += [answers[-1]] if answers[-1][1] != 404 else []

    assert not unclear, "\n".join(f"{it[0]} {it[1]} {it[2][:200]}" for it in unclear)
    assert leaking(answers) == []
    assert world.digest(but_of=world.strangers.org.org_id, but=EVENTS | QUEUE) == before


def test_a_stated_organisation_that_is_not_the_callers_opens_nothing(world: World) -> None:
    stranger = world.strangers.people["owner"].headers
    key = {"Authorization": f"Bearer {world.people.key(world.strangers.org, 'owner')}"}
    before = world.digest()
    answers: Answers = []

    for method, path in calls(ROLES):
        if (method, path) in _served(world):
            for who in (stranger, key):
                ours = {**who, ORGANIZATION_HEADER: world.ours.org.org_id}
                answers.append(world.call(method, path, ours))

    assert {status for _, status, _ in answers} == {404}
    assert leaking(answers) == []
    assert world.digest() == before


@pytest.mark.parametrize("role", ROLES[:-1])
def test_a_weaker_role_changes_nothing(world: World, role: str) -> None:
    stronger = ROLES[ROLES.index(role) + 1 :]
    before = world.digest()

    for method, path in calls(stronger):
        if (method, path) in _served(world):
            name, status, text = world.call(method, path, world.ours.people[role].headers)
            assert status == 403, (name, status, text)

    assert world.digest() == before


@pytest.mark.parametrize("who", ["nobody", "outsider", "wrong token", "wrong key"])
def test_without_a_place_in_the_organisation_nothing_opens(world: World, who: str) -> None:
    headers = {
        "nobody": None,
        "outsider": world.ours.outsider.headers,
        "wrong token": {"Authorization": f"Bearer {world.ours.people['owner'].token[:-4]}AAAA"},
        "wrong key": {"Authorization": f"Bearer wp_{'A' * 43}"},
    }[who]
    before = world.digest()
    answers: Answers = []

    for method, path in calls(ROLES):
        if (method, path) in _served(world):
            answers.append(world.call(method, path, headers))

    expected = {403} if who == "outsider" else {401, 429}
    assert {status for _, status, _ in answers} <= expected
    assert leaking(answers) == []
    assert world.digest() == before


def test_public_calls_show_visitors_no_organisation(world: World) -> None:
    before = world.digest(but=EVENTS)

    answers = [world.call(*key, None) for key in calls(("public",)) if key in _served(world)]

    assert leaking(answers) == []
    assert [answer for answer in answers if answer[1] >= 400] == []
    assert world.digest(but=EVENTS) == before


def test_every_list_searches_and_sorts_or_refuses(world: World) -> None:
    """No list passes over a text or a column that it is asked for."""
    ignored: list[str] = []
    empty: set[str] = set()
    tried = 0

    def ask(path: str, call: Call, **more: Any) -> Any:
        body = {**(call.body(world.ours.ids) if call.body else {}), **more}
        for name in ("promo_code", "customer"):  # with these, a use of it
            body.pop(name, None)
        headers = world.ours.people["owner"].headers
        return world.client.post(call.address(path, world.ours.ids), headers=headers, json=body)

    for (method, path), call in _served(world).items():
        fields = body_of(world.document, method, path).get("properties", {})
        if not {"page", "filter", "sort"} <= fields.keys():
            continue
        tried += 1
        listing = {"action": "get_all_slips"} if "action" in fields else {}
        whole = ask(path, call, **listing)
        none = ask(path, call, **listing, filter="no row contains this")
        wrong = ask(path, call, **listing, sort="no_such_column")
        if (whole.status_code, none.status_code) != (200, 200):
            ignored.append(f"{path}: {whole.text[:200]} {none.text[:200]}")
        elif "total" not in whole.json():
            ignored.append(f"{path}: no list {whole.text[:200]}")
        elif whole.json()["total"] == 0:
            empty.add(path)
        elif none.json()["total"] != 0:
            ignored.append(f"{path}: filter")
        named = [it["field"] for it in wrong.json().get("errors", ())]
        if wrong.status_code != 422 or named != ["sort"]:
            ignored.append(f"{path}: sort {wrong.status_code} {named}")

    assert ignored == []
    assert tried >= 26
    assert " ".join(sorted(empty - EMPTY_LISTS)) == ""


def test_a_thing_that_is_not_there_is_not_found(world: World) -> None:
    """Every address with a name in it, for a name of nothing."""
    for (method, path), call in _served(world).items():
        if call.path is None or "{" not in path:
            continue
        headers = None if call.needs == "public" else world.ours.people["owner"].headers
        body = call.body(world.ours.ids) if call.body else None
        sent: dict[str, Any] = {"data": body} if call.is_form else {"json": body}
        address = re.sub(r"{\w+}", "nothing2345", path)
        answer = world.client.request(method, address, headers=headers, **sent)
        is_led_to_nothing = answer.headers.get("location", "").startswith(
            address.rpartition("/")[0]
        )
        assert 400 <= answer.status_code < 500 or is_led_to_nothing, (path, answer.status_code)


def _served(world: World) -> dict[tuple[str, str], Call]:
    served = {(route.method, route.path) for route in world.routes}
    return {key: call for key, call in CALLS.items() if key in served}
