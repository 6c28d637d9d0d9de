"""The sweep: every route is called with good input, by an outsider with this organisation's ids, by each weaker role,
by a member who also belongs to another organisation, and without a login. Except for the good calls, no response shows
a row of the organisation, and nothing in the database changes.
"""

import re
from typing import Any

import pytest

from api.auth.member import ORGANIZATION_HEADER
from tests.support.call import Call
from tests.support.calls import CALLS
from tests.support.descriptions import body_of
from tests.support.pictures import picture
from tests.support.swept_world import (
    EVENTS,
    QUEUE,
    Answers,
    World,
    calls,
    leaking,
    served_calls,
)
from tests.support.tenants import ROLES, Tenant, make_ready, make_tenant

pytestmark = pytest.mark.slow

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
"""Lists that may be empty here; test_lists.py and the tests of codes and promos search them."""

OF_ONES_OWN = {("DELETE", "/v1/organization"), ("POST", "/v0/create-org")}
"""Calls that close or found an organisation of the outsider's own; they have separate tests."""


def test_every_route_is_covered_by_the_sweep(world: World) -> None:
    served = {(route.method, route.path) for route in world.routes}

    assert served - CALLS.keys() == set(), "add these to tests/support/calls.py"


def test_every_call_succeeds_with_good_input_for_an_allowed_role(world: World) -> None:
    """Otherwise the refusals below would prove nothing. Calls that delete come last."""
    us = make_tenant(world.people, world.client, "makers")
    make_ready(world.people, world.client, us)
    failed: list[str] = []

    for (method, path), call in sorted(
        served_calls(world).items(), key=lambda it: it[1].takes_away
    ):
        tries = [(_good(us, call), call.gives, call.says)]
        if call.wrong is not None:  # a form's page shows what is wrong, or where to correct it
            fields, status, words = call.wrong
            tries.insert(0, ({"data": fields}, status, words))
        elif call.is_form and (call.good or call.body):
            failed.append(f"{method} {path}: no example of what this form refuses")
        for sent, status, words in tries:
            world.client.cookies.clear()
            who = {"public": None, "login": us.outsider, **us.people}[call.needs]
            headers = who.headers if who else call.headers(us.ids) if call.headers else None
            answer = world.client.request(
                method, call.address(path, us.ids), headers=headers, **sent
            )
            if answer.status_code == 303 != status:  # refused on a separate page
                answer = world.client.get(answer.headers["location"])
            text = answer.headers.get("location", "") + answer.text
            if answer.status_code != status or words not in text:
                failed.append(f"{method} {path} as {call.needs}: {answer.status_code} {text[:300]}")
        described = world.document["paths"].get(path, {}).get(method.lower())
        if described is not None and str(call.gives) not in described["responses"]:
            failed.append(f"{method} {path}: its description knows no {call.gives}")

    assert not failed, "\n".join(failed)


def _good(us: Tenant, call: Call) -> dict[str, Any]:
    """Return the arguments of a good call."""
    make = call.good or call.body
    fields = make(us.ids) if make else None
    if call.file:
        png = ("seen.png", picture(size=(64, 64)), "image/png")
        csv = ("seen.csv", call.table.encode(), "text/csv")
        return {"data": fields, "files": {call.file: csv if call.table else png}}
    return {"data": fields} if call.is_form else {"json": fields}


@pytest.mark.parametrize("role", [ROLES[0], ROLES[-1]])
def test_member_of_another_organisation_gets_nothing_with_our_ids(world: World, role: str) -> None:
    """The weakest role and the strongest: roles in between are allowed no more than the strongest."""
    stranger = world.strangers.people[role].headers
    before = world.digest(but_of=world.strangers.org.org_id, but=EVENTS | QUEUE)
    answers: Answers = []
    unclear: Answers = []

    for (method, path), call in served_calls(world).items():
        if (method, path) in OF_ONES_OWN:
            continue
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


@pytest.mark.parametrize("role", ROLES[:-1])
def test_weaker_role_changes_nothing(world: World, role: str) -> None:
    stronger = ROLES[ROLES.index(role) + 1 :]
    before = world.digest()

    for method, path in calls(stronger):
        if (method, path) in served_calls(world):
            name, status, text = world.call(method, path, world.ours.people[role].headers)
            assert status == 403, (name, status, text)

    assert world.digest() == before


@pytest.mark.parametrize("who", ["nobody", "outsider", "wrong token", "wrong key"])
def test_caller_without_membership_can_access_nothing(world: World, who: str) -> None:
    headers = {
        "nobody": None,
        "outsider": world.ours.outsider.headers,
        "wrong token": {"Authorization": f"Bearer {world.ours.people['owner'].token[:-4]}AAAA"},
        "wrong key": {"Authorization": f"Bearer wp_{'A' * 43}"},
    }[who]
    before = world.digest()
    answers: Answers = []

    for method, path in calls(ROLES):
        if (method, path) in served_calls(world):
            answers.append(world.call(method, path, headers))

    expected = {403} if who == "outsider" else {401, 429}
    assert {status for _, status, _ in answers} <= expected
    assert leaking(answers) == []
    assert world.digest() == before


def test_public_calls_show_visitors_no_organisation(world: World) -> None:
    before = world.digest(but=EVENTS)

    made = {key: world.call(*key, None) for key in calls(("public",)) if key in served_calls(world)}
    answers = list(made.values())
    refused = {key for key, answer in made.items() if answer[1] == 401}

    assert leaking(answers) == []
    assert refused == {key for key in made if CALLS[key].headers}, "no token was sent"
    expected = {key for key in made if CALLS[key].gives >= 400}
    assert [it for key, it in made.items() if it[1] >= 400 and key not in refused | expected] == []
    assert world.digest(but=EVENTS) == before


def test_every_list_searches_and_sorts_or_refuses(world: World) -> None:
    """No list ignores a requested text or column."""
    ignored: list[str] = []
    empty: set[str] = set()
    tried = 0

    def ask(path: str, call: Call, **more: Any) -> Any:
        body = {**(call.body(world.ours.ids) if call.body else {}), **more}
        for name in ("promo_code", "customer"):  # with these, it is a use of the promo code
            body.pop(name, None)
        headers = world.ours.people["owner"].headers
        return world.client.post(call.address(path, world.ours.ids), headers=headers, json=body)

    for (method, path), call in served_calls(world).items():
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


def test_nonexistent_resource_returns_not_found(world: World) -> None:
    """Every address with a name in it, for a name that does not exist."""
    for (method, path), call in served_calls(world).items():
        if call.path is None or "{" not in path:
            continue
        headers = None if call.needs == "public" else world.ours.people["owner"].headers
        body = call.body(world.ours.ids) if call.body else None
        sent: dict[str, Any] = {"data": body} if call.is_form else {"json": body}
        address = path.replace("{card_id:card}", f"card_{'0' * 22}")
        address = address.replace("{pass_id:pass}", f"pass_{'0' * 22}")
        address = address.replace("{offer_id:pass_offer}", f"offer_{'0' * 22}")
        address = re.sub(r"{\w+}", "nothing2345", address)
        answer = world.client.request(method, address, headers=headers, **sent)
        is_led_to_nothing = answer.headers.get("location", "").startswith(
            address.rpartition("/")[0]
        )
        is_nothing = 400 <= answer.status_code < 500 or answer.status_code == 204
        assert is_nothing or is_led_to_nothing, (path, answer.status_code)


def test_member_of_both_sees_only_the_organisation_that_the_request_states(world: World) -> None:
    """The member also belongs to our organisation but names the other: our ids are as unknown there as to any
    outsider.
    """
    person = world.people.member(world.strangers.org, "owner")
    world.people.join(world.ours.org, person, "owner")
    there = {**person.headers, ORGANIZATION_HEADER: world.strangers.org.org_id}
    before = world.digest(but_of=world.strangers.org.org_id, but=EVENTS | QUEUE)
    answers: Answers = []
    unclear: Answers = []

    for (method, path), call in served_calls(world).items():
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


def test_stated_organisation_of_somebody_else_grants_no_access(world: World) -> None:
    stranger = world.strangers.people["owner"].headers
    key = {"Authorization": f"Bearer {world.people.key(world.strangers.org, 'owner')}"}
    before = world.digest()
    answers: Answers = []

    for method, path in calls(ROLES):
        if (method, path) in served_calls(world):
            for who in (stranger, key):
                ours = {**who, ORGANIZATION_HEADER: world.ours.org.org_id}
                answers.append(world.call(method, path, ours))

    assert {status for _, status, _ in answers} == {404}
    assert leaking(answers) == []
    assert world.digest() == before
