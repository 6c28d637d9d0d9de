"""The sweep of hostile bodies: each documented call, with values that its fields must refuse and with values at their
limits. Wrong fields are named, nothing breaks, whatever is accepted is shown again by every call that reads, and each
response is one that the document promises.

Limits are tried together: all fields of a call at once, then without those that are refused by name. If the call works
with good values, fields refused for another reason are bisected until the responsible one is known. Whether the call
works is tested only then, or when no limit was accepted.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from typing import Any

import jsonschema_rs
import pytest
from starlette.testclient import TestClient

from api.apps.web import create_app
from runtime.settings import Settings
from tests.support.app_client import AppClient
from tests.support.browsers import BROWSER
from tests.support.call import Call
from tests.support.calls import CALLS
from tests.support.descriptions import (
    Spec,
    body_of,
    components_of,
    described,
    operation_of,
)
from tests.support.hostile_bodies import (
    LETTERS,
    bad_parameters,
    edges_of_fields,
    parameter_edges,
    rounds,
    sample,
    wrong_fields,
)
from tests.support.people import People
from tests.support.signing import Signer
from tests.support.tables import digest_of
from tests.support.tenants import Tenant, make_tenant

pytestmark = pytest.mark.slow

READ_AFTER = 256
"""The number of calls whose limits are tried before everything is read."""

MOST = 4
"""The number of combinations per call, spread evenly over all; calls with the same fields start at different ones."""

IN_MANY = 10
"""The number of calls from which a field counts as shared, as those of lists are: each call tries it at one limit, and
together they cover all.
"""

FEWER = {"/v1/analytics/sql": 2}
"""Combinations of calls that start a process for each attempt, whose limits have separate tests."""

NEW_EACH_TIME = {
    "/v0/create-org",
    "/v1/organization",
    "/v1/generate-ai-qr",
    "/v1/use-drawn-picture",
}
"""Calls that change the owner of a login, or start a job for each attempt."""

HOSTILE_NAMES = ("%00", "..%2f..", "%F0%9F%8F%B3" * 60)


class Promises:
    """The responses that the OpenAPI document promises."""

    def __init__(self, document: Spec) -> None:
        self._document = document
        self._validators: dict[tuple[str, str, str], Any] = {}

    def broken_by(self, method: str, path: str, answer: Any) -> str:
        """Return what was not promised about a response; empty if it matches the document."""
        described_call = operation_of(self._document, method, path)
        if not described_call:
            return ""
        responses = described_call["responses"]
        status = str(answer.status_code)
        if status not in responses:
            return "" if answer.status_code == 400 else f"status {status}"
        response = responses[status]
        if "$ref" in response:
            response = self._document["components"]["responses"][
                response["$ref"].rpartition("/")[2]
            ]
        kind = answer.headers.get("content-type", "").partition(";")[0]
        content = response.get("content", {})
        if content and kind not in content and "*/*" not in content:
            return f"{status} as {kind}"
        schema = content.get(kind, {}).get("schema")
        if not schema or not kind.endswith("json"):
            return ""
        key = (method, path, status)
        if key not in self._validators:
            needed = components_of(self._document, schema)
            whole = {**schema, "components": {"schemas": needed}}
            self._validators[key] = jsonschema_rs.validator_for(whole)
        error = next(iter(self._validators[key].iter_errors(answer.json())), None)
        return f"{status}: {error.message[:200]}" if error else ""


class Sweep:
    """One organisation, its owner, and the results of calls for it."""

    def __init__(self, client: TestClient, ours: Tenant, url: str) -> None:
        self.client = client
        self.ours = ours
        self.url = url
        self.document = described()
        self.promises = Promises(self.document)
        self.headers = ours.people["owner"].headers
        self.broken: list[str] = []
        self.taken: list[str] = []
        self.statuses: Counter[int] = Counter()

    def send(self, method: str, path: str, address: str, what: object = "", /, **sent: Any) -> Any:
        """Make a call and compare its response with the document."""
        answer = self.client.request(method, address, headers=self.headers, **sent)
        self.statuses[answer.status_code] += 1
        wrong = self.promises.broken_by(method, path, answer)
        if answer.status_code >= 500 or wrong:
            self.broken.append(f"{method} {path}: {what} {answer.status_code} {wrong}"[:600])
        return answer

    def try_edges(
        self,
        method: str,
        path: str,
        address: str,
        good: Spec,
        edges: dict[str, Any],
        works: Callable[[], bool],
    ) -> bool:
        """Send these fields at their limits, without those that are refused, until all are settled.

        Returns whether some were accepted.
        """
        while edges:
            answer = self.send(method, path, address, edges, json={**good, **edges})
            if answer.is_success:
                self.taken.append(f"{path}: {', '.join(edges)}")
                return True
            named = set()
            if answer.status_code == 422:
                named = {str(it["field"]).split(".")[0] for it in answer.json().get("errors", ())}
            refused = named & edges.keys()
            if not refused:
                break
            edges = {name: value for name, value in edges.items() if name not in refused}
        if len(edges) < 2 or not works():
            return False
        names = list(edges)
        halves = (names[: len(names) // 2], names[len(names) // 2 :])
        taken = [
            self.try_edges(method, path, address, good, {it: edges[it] for it in half}, works)
            for half in halves
        ]
        return any(taken)

    def read_everything(self) -> None:
        """Make the calls that show what is stored."""
        before = len(self.broken)
        for (method, path), call in CALLS.items():
            name = path.rpartition("/")[2]
            if call.takes_away or not name.startswith(("get-", "list-", "get_", "fetch-", "page-")):
                continue
            body = call.body(self.ours.ids) if call.body else None
            self.send(method, path, call.address(path, self.ours.ids), "read", json=body)
        for place in (f"/code/{self.ours.ids['code']}", f"/page/{self.ours.ids['page']}"):
            answer = self.client.get(place, headers={"accept": "text/html"})
            if answer.status_code >= 500:
                self.broken.append(f"{place} {answer.status_code}")
        if len(self.broken) > before:
            self.broken.append(f"… after one of {self.taken}")
        self.taken = []


@pytest.fixture(scope="module")
def sweep(module_settings: Settings, signer: Signer) -> Iterator[Sweep]:
    settings = module_settings.model_copy(update={"auth0_domain": signer.domain})
    app = create_app(settings)
    with (
        AppClient(app, headers=BROWSER, raise_server_exceptions=False) as client,
        closing(People(settings.database_url, signer)) as people,
    ):
        yield Sweep(client, make_tenant(people, client, "hostile"), settings.database_url)


def _calls() -> Iterator[tuple[str, str, Call, Spec]]:
    for (method, path), call in CALLS.items():
        if operation_of(described(), method, path) and not call.is_form:
            yield method, path, call, body_of(described(), method, path)


def test_wrong_value_is_refused_with_its_field_name(sweep: Sweep) -> None:
    before = digest_of(sweep.url)
    unclear: list[str] = []
    untried: list[str] = []

    for method, path, call, schema in _calls():
        wrong = wrong_fields(sweep.document, schema)
        if schema.get("properties") and not wrong:
            untried.append(path)
        address = call.address(path, sweep.ours.ids)
        good = call.body(sweep.ours.ids) if call.body else {}

        def named_in(asked: str, **sent: Any) -> set[str]:
            answer = sweep.send(method, path, asked, sent, **sent)  # noqa: B023
            if answer.status_code != 422:
                return set()
            return {str(it["field"]).split(".")[0] for it in answer.json()["errors"]}

        wrong.pop("org_id", None)  # it is never an organisation of the caller
        clear = named_in(address, json={**good, **wrong}) if wrong else set()
        unclear += [
            f"{path}: {name}"
            for name in wrong.keys() - clear
            if name not in named_in(address, json={**good, name: wrong[name]})
        ]
        for name, value in bad_parameters(sweep.document, method, path):
            asked = f"{address.partition('?')[0]}?{name}={value}"
            if name not in named_in(asked, json=good or None):
                unclear.append(f"{path}?{name}")
        if call.file and call.file not in named_in(address):
            unclear.append(f"{path}: {call.file}")

    assert not unclear, "\n".join(unclear)
    assert untried == []
    assert sweep.broken == []
    assert digest_of(sweep.url) == before


def test_boundary_values_that_are_accepted_are_returned_as_the_api_description_promises(
    sweep: Sweep,
) -> None:
    sweep.broken.clear()
    sweep.statuses.clear()
    ids = set(sweep.ours.ids.values())
    tried = [it for it in _calls() if it[1] not in NEW_EACH_TIME and not it[2].takes_away]
    fields = Counter(
        (name, str(field)) for it in tried for name, field in it[3].get("properties", {}).items()
    )

    for number, (method, path, call, schema) in enumerate(tried, 1):
        address = call.address(path, sweep.ours.ids)
        given = call.body(sweep.ours.ids) if call.body else {}
        good = {**sample(sweep.document, schema), **given} if "properties" in schema else given
        edges = edges_of_fields(sweep.document, schema, given)
        excluded = edges_of_fields(sweep.document, schema, given, beyond=True)
        # With a name other than that of a row, no other part of the body would be checked.
        naming = {
            name
            for name in edges
            if name.endswith("_id") or (isinstance(good.get(name), str) and good[name] in ids)
        }
        for name in edges.keys() - naming:
            if fields[name, str(schema["properties"][name])] >= IN_MANY:
                edges[name] = [edges[name][number % len(edges[name])]]

        @cache
        def works() -> bool:
            answer = sweep.send(method, path, address, "good", json=given or None)  # noqa: B023
            return bool(answer.is_success)

        for name in sorted(naming):
            values = edges.pop(name)
            excluded.pop(name, None)
            body = {**good, name: values[number % len(values)]}
            sweep.send(method, path, address, name, json=body)
        # Values outside a field's own limits are refused before anything else is checked, so once
        # is enough.
        combinations = [
            *rounds(edges, FEWER.get(path, MOST), number),
            *rounds(excluded, 1, number),
        ]
        taken = [sweep.try_edges(method, path, address, good, one, works) for one in combinations]
        if not any(taken):
            works()
        for parameters in parameter_edges(sweep.document, method, path):
            if "seconds" in parameters:  # a stream that ends at once
                parameters["seconds"] = "0"
            bare = address.partition("?")[0]
            sweep.send(method, path, bare, parameters, params=parameters, json=given or None)
        if number % READ_AFTER == 0:
            sweep.read_everything()
    sweep.read_everything()

    assert sweep.statuses[200] > sweep.statuses.total() / 4
    assert not sweep.broken, "\n".join(sweep.broken)


def test_hostile_names_and_forms_break_nothing(sweep: Sweep) -> None:
    sweep.broken.clear()

    for (method, path), call in CALLS.items():
        body = call.body(sweep.ours.ids) if call.body else None
        kind = "data" if call.is_form else "json"
        if "{" in path:
            for name in HOSTILE_NAMES:
                address = path.partition("{")[0] + name + path.rpartition("}")[2]
                sweep.send(method, path, address, name, **{kind: body})
        if call.is_form and not call.takes_away:
            for letter in LETTERS:
                fields = dict.fromkeys(body or {}, letter * 40)
                sweep.send(method, path, call.address(path, sweep.ours.ids), letter, data=fields)

    assert not sweep.broken, "\n".join(sweep.broken)
