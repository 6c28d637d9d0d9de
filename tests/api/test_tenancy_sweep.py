"""The sweep: every route, called by a stranger with this organisation's ids, by each weaker role and
without a login. No answer shows a row of the organisation, and nothing in the database changes.
"""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from psycopg import sql
from starlette.testclient import TestClient

from api.apps.web import create_app
from runtime.settings import Settings
from tests.support.bad_bodies import bad_fields, body_of
from tests.support.browsers import BROWSER
from tests.support.call import Call
from tests.support.calls import CALLS, ROLES, Tenant, make_tenant
from tests.support.people import People
from tests.support.routes import ServedRoute, served_routes
from tests.support.signing import Signer

MARK = "quietharbor"
BRANDED = ("GET /code/{code_id}/poll/{poll_id}",)
"""Pages for visitors, which carry their organisation's name and logo."""
"""Stands in every text of the organisation that nobody else may see."""

SENT = ("submissions", "submission_consents", "consent_texts", "customers", "customer_visitors")
ASKED = ("phone_verifications", "sandbox_messages")
EVENTS = frozenset(
    {"outbox", "terms_acceptances", "votes", "vote_tallies", *SENT, *ASKED, "report_recipients"}
)
"""Where public calls leave what visitors did."""

QUEUE = frozenset({"procrastinate_jobs", "procrastinate_events"})
"""Turns of everybody's jobs, without an organisation; `jobs` holds what they are, by organisation."""

Answers = list[tuple[str, int, str]]


@pytest.fixture(scope="module")
def world(module_settings: Settings, signer: Signer) -> Iterator["World"]:
    settings = module_settings.model_copy(update={"auth0_domain": signer.domain})
    app = create_app(settings)
    with TestClient(app, headers=BROWSER, follow_redirects=False) as client:
        people = People(settings.database_url, signer)
        yield World(
            client,
            settings,
            served_routes(app),
            make_tenant(people, client, MARK),
            make_tenant(people, client, "strangers"),
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
    ) -> None:
        self.client = client
        self.settings = settings
        self.routes = routes
        self.ours = ours
        self.strangers = strangers

    def call(
        self, method: str, path: str, headers: dict[str, str] | None, org_id: str | None = None
    ) -> tuple[str, int, str]:
        """Call a route with our ids, naming an organisation or not."""
        call = CALLS[method, path]
        address = call.path(self.ours.ids) if call.path else path
        body: dict[str, Any] | None = call.body(self.ours.ids) if call.body else None
        if org_id is not None and body is not None:
            body = {**body, "org_id": org_id}
        elif org_id is not None:
            address += f"{'&' if '?' in address else '?'}org_id={org_id}"
        answer = self.client.request(method, address, headers=headers, json=body)
        return f"{method} {path}", answer.status_code, answer.text

    def digest(
        self, but_of: str | None = None, but: frozenset[str] = frozenset()
    ) -> dict[str, str]:
        """A digest of every table, without one organisation's rows; when people were last seen aside."""
        with psycopg.connect(self.settings.database_url) as connection:
            tables = connection.execute(
                "select c.relname, exists (select from pg_attribute a where a.attrelid = c.oid"
                " and a.attname = 'org_id' and not a.attisdropped) from pg_class c"
                " where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')"
                " and not c.relispartition"
            ).fetchall()
            digests = {}
            for table, has_org in tables:
                if table in but:
                    continue
                query = sql.SQL(
                    "select md5(coalesce(string_agg(r, '|' order by r), '')) from (select"
                    " (to_jsonb(t) - 'last_seen_at' - 'last_used_at')::text as r from {} t where {}) x"
                ).format(
                    sql.Identifier(table),
                    sql.SQL("org_id is distinct from {}").format(sql.Literal(but_of))
                    if has_org and but_of
                    else sql.SQL("true"),
                )
                row = connection.execute(query).fetchone()
                assert row is not None
                digests[table] = row[0]
        return digests


def calls(needs: tuple[str, ...]) -> list[tuple[str, str]]:
    return [key for key, call in CALLS.items() if call.needs in needs]


def leaking(answers: Answers) -> list[str]:
    return [f"{name}: {text}" for name, _, text in answers if MARK in _secret_of(name, text)]


def _secret_of(name: str, text: str) -> str:
    """An answer without the name and logo that a page shows to visitors on purpose."""
    shown = text.lower()
    if name in BRANDED:
        shown = shown.replace(f"{MARK} company", "").replace(f"/{MARK}.png", "")
    return shown


def test_every_route_is_swept(world: World) -> None:
    served = {(route.method, route.path) for route in world.routes}

    assert served - CALLS.keys() == set(), "add these to tests/support/calls.py"


def test_the_calls_work_for_who_may_make_them(world: World) -> None:
    """Else the refusals below would prove nothing."""
    reading = [("viewer", key) for key in calls(("viewer",)) if key in _served(world)]

    for role, (method, path) in reading:
        name, status, text = world.call(method, path, world.ours.people[role].headers)
        assert status == 200, (name, status, text)


@pytest.mark.parametrize("role", ROLES)
def test_a_stranger_with_our_ids_gets_nothing(world: World, role: str) -> None:
    stranger = world.strangers.people[role].headers
    before = world.digest(but_of=world.strangers.org.org_id, but=EVENTS | QUEUE)
    answers: Answers = []

    for method, path in _served(world):
        if (method, path) == ("DELETE", "/v1/organization"):
            continue  # names the stranger's own organisation; its own tests show what it does
        answers.append(world.call(method, path, stranger))
        if CALLS[method, path].needs in ROLES:
            named = world.call(method, path, stranger, org_id=world.ours.org.org_id)
            assert named[1] == 404, named
            answers.append(named)

    assert leaking(answers) == []
    assert [answer for answer in answers if answer[1] >= 500] == []
    assert world.digest(but_of=world.strangers.org.org_id, but=EVENTS | QUEUE) == before


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


def test_a_wrong_value_is_refused_under_its_name(world: World) -> None:
    """Every call with a body, made from its own description: a new one is tried without being named."""
    document = world.client.app.openapi()  # type: ignore[attr-defined]
    before = world.digest()
    unclear: list[str] = []
    untried: list[str] = []

    for (method, path), call in _served(world).items():
        described = body_of(document, method, path)
        fields = bad_fields(document, described)
        if described.get("properties") and not fields:
            untried.append(path)
        headers = None if call.needs == "public" else world.ours.people["owner"].headers
        address = call.path(world.ours.ids) if call.path else path
        good = call.body(world.ours.ids) if call.body else {}
        for name, wrong in fields:
            answer = world.client.request(
                method, address, headers=headers, json={**good, name: wrong}
            )
            named = {it["field"] for it in answer.json().get("errors", ())}
            if name == "org_id" and answer.status_code == 404:
                continue  # no organisation of the caller's, whatever it is
            if answer.status_code != 422 or not any(it.split(".")[0] == name for it in named):
                unclear.append(f"{path}: {name} {answer.status_code} {sorted(named)}")

    assert "\n".join(unclear) == ""
    assert untried == []
    assert world.digest() == before


def _served(world: World) -> dict[tuple[str, str], Call]:
    served = {(route.method, route.path) for route in world.routes}
    return {key: call for key, call in CALLS.items() if key in served}
