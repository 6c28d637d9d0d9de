"""The sweep for those who belong to two organisations, and for organisations that are stated without belonging."""

import pytest

from api.auth.member import ORGANIZATION_HEADER
from tests.support.swept_world import EVENTS, QUEUE, Answers, World, calls, leaking, served_calls
from tests.support.tenants import ROLES

pytestmark = pytest.mark.slow


def test_a_member_of_both_sees_only_the_organisation_that_the_request_states(world: World) -> None:
    """Belongs to ours too, and states the other: our ids are as unknown there as to any stranger."""
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


def test_a_stated_organisation_that_is_not_the_callers_opens_nothing(world: World) -> None:
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
