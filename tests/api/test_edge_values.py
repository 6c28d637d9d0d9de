"""What is taken is shown again: each field of each call at its edges, and then every call that reads."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.apps.web import create_app
from runtime.settings import Settings
from tests.support.bad_bodies import body_of
from tests.support.browsers import BROWSER
from tests.support.call import Call
from tests.support.calls import CALLS
from tests.support.edge_bodies import edge_bodies
from tests.support.people import People
from tests.support.signing import Signer
from tests.support.tenants import Tenant, make_tenant

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

SHARDS = 2
READ_AFTER = 16
"""Calls whose edges are tried before everything is read."""

MOST = 120
"""Bodies of one call, evenly out of all."""

NEW_EACH_TIME = {
    "/v0/create-org",
    "/v1/organization",
    "/v1/generate-ai-qr",
    "/v1/use-drawn-picture",
}
"""What changes whose login it is, or takes a job for each try."""

Edge = tuple[str, str, Call, list[tuple[str, Any]]]


@pytest.fixture
def tenant(
    module_settings: Settings, signer: Signer
) -> Iterator[tuple[TestClient, Tenant, dict[str, Any]]]:
    settings = module_settings.model_copy(update={"auth0_domain": signer.domain})
    app = create_app(settings)
    with (
        TestClient(
            app, headers=BROWSER, follow_redirects=False, raise_server_exceptions=False
        ) as client,
        closing(People(settings.database_url, signer)) as people,
    ):
        yield client, make_tenant(people, client, f"edge{id(app)}"), app.openapi()


@pytest.mark.parametrize("shard", range(SHARDS))
def test_what_is_taken_at_an_edge_is_shown_again(
    tenant: tuple[TestClient, Tenant, dict[str, Any]], shard: int
) -> None:
    client, ours, document = tenant
    owner = ours.people["owner"].headers
    broken: list[str] = []
    taken: list[str] = []
    tried = 0

    for number, (method, path, call, bodies) in enumerate(_edges(ours, document, shard)):
        address = call.address(path, ours.ids)
        for place, body in bodies:
            answer = client.request(method, address, headers=owner, json=body)
            tried += 1
            if answer.status_code >= 500:
                broken.append(f"{path}: {place} {answer.status_code}")
            elif answer.is_success:
                taken.append(f"{path}: {place}")
        if number % READ_AFTER == READ_AFTER - 1:
            broken += [f"{read} after one of {taken}" for read in _unread(client, ours)]
            taken = []
    broken += [f"{read} after one of {taken}" for read in _unread(client, ours)]

    assert tried > 1000
    assert not broken, "\n".join(broken)


def _edges(ours: Tenant, document: dict[str, Any], shard: int) -> Iterator[Edge]:
    mine = [key for key in CALLS if key[1] not in NEW_EACH_TIME][shard::SHARDS]
    for method, path in mine:
        call = CALLS[method, path]
        schema = body_of(document, method, path)
        if call.takes_away or call.is_form or not schema:
            continue
        good = call.body(ours.ids) if call.body else {}
        bodies = list(edge_bodies(document, schema, good))
        yield method, path, call, bodies[:: -(-len(bodies) // MOST) or 1]


def _unread(client: TestClient, ours: Tenant) -> list[str]:
    """The calls that can't show what is kept."""
    unread: list[str] = []
    owner = ours.people["owner"].headers
    for (method, path), call in CALLS.items():
        name = path.rpartition("/")[2]
        if call.takes_away or not name.startswith(("get-", "list-", "get_", "fetch-", "page-")):
            continue
        body = call.body(ours.ids) if call.body else None
        answer = client.request(method, call.address(path, ours.ids), headers=owner, json=body)
        if answer.status_code >= 500:
            unread.append(f"{path} {answer.status_code}")
    for place in (f"/code/{ours.ids['code']}", f"/page/{ours.ids['page']}"):
        answer = client.get(place, headers={"accept": "text/html"})
        if answer.status_code >= 500:
            unread.append(f"{place} {answer.status_code}")
    return unread
