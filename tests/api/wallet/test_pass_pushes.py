"""Phones are notified of changes once the change is stored, however often workers are killed, and then fetch them."""

import multiprocessing
import threading
from datetime import timedelta
from functools import partial
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from api.domains.wallet.pass_updates.pushing import CLAIMED_FOR, DELAYS
from api.integrations.apns.adapter import Apns
from runtime.settings import Settings
from tests.api.wallet.push_world import OTHER, TOKEN, World, document
from tests.support.jobs import run_jobs
from tests.support.people import Somebody
from tests.support.waiting import eventually
from tests.twins.apns import ApnsTwin
from tests.twins.phone import Phone


def test_phone_registers_gets_a_push_fetches_the_pass_and_unregisters(
    world: World, apns: ApnsTwin
) -> None:
    card = world.make()
    phone = world.install(card)
    phone.wake()
    apns.on_push[TOKEN] = phone.wake

    world.change(card, "Winter offer")
    world.work()

    assert apns.tokens == [TOKEN]
    assert apns.pushed[0].topic == card["passTypeIdentifier"]
    assert document(phone.fetched[-1])["description"] == "Winter offer"
    assert phone.statuses == [200, 200]
    assert phone.fetch(card, world.token(card), phone.since).status_code == 304

    phone.wake()
    assert phone.statuses == [200, 200], "nothing changed since"
    assert phone.remove(card, world.token(card)) == 200
    world.change(card, "Nobody sees it")
    world.work()
    assert apns.tokens == [TOKEN]
    assert world.waiting() == []


def test_several_changes_before_a_push_cause_one_push_and_no_change_causes_none(
    world: World, apns: ApnsTwin
) -> None:
    card, other = world.make(), world.make()
    world.install(card)
    world.install(other)
    for text in ("one", "two", "three", "three"):
        world.change(card, text)
        world.change(other, text)
    world.work()
    assert apns.tokens == [TOKEN], "one phone, two passes of a type"

    world.change(card, "three")
    world.work()
    assert apns.tokens == [TOKEN]


def test_rolled_back_change_pushes_nothing(world: World, apns: ApnsTwin) -> None:
    card = world.make()
    world.install(card)
    with psycopg.connect(world.settings.database_url) as connection:
        connection.execute("update passes set change_tag = change_tag + 1")
        assert connection.execute("select count(*) from pass_pushes").fetchall() == [(1,)]
        connection.rollback()
    world.work()
    assert (apns.asked, world.waiting()) == (0, [])


def test_phones_that_removed_the_pass_are_deleted(world: World, apns: ApnsTwin) -> None:
    card = world.make()
    world.install(card, TOKEN, "one")
    world.install(card, OTHER, "two")
    apns.unregistered.add(TOKEN)
    apns.unknown.add(OTHER)
    world.change(card, "new")
    world.work()
    assert world.read(card)["phones"] == 0
    assert (apns.asked, world.waiting()) == (2, [])


def test_phone_that_registers_again_with_a_new_token_is_kept(world: World, apns: ApnsTwin) -> None:
    card = world.make()
    world.install(card)
    apns.unregistered.add(TOKEN)
    world.change(card, "new")
    apns.gate.clear()
    running = threading.Thread(target=run_jobs, args=(world.settings,))
    running.start()
    eventually(lambda: apns.asked > 0)
    world.install(card, OTHER)
    apns.gate.set()
    running.join(60)

    assert world.read(card)["phones"] == 1
    world.work(CLAIMED_FOR * 2)
    assert apns.tokens == [OTHER]


@pytest.mark.parametrize(
    "problem", [(429, "TooManyRequests"), (500, "InternalServerError"), "away"]
)
def test_push_that_apple_does_not_accept_now_is_retried_later(
    world: World, apns: ApnsTwin, problem: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    impatient = partial(Apns, seconds=0.5)
    monkeypatch.setattr("api.integrations.pass_pusher.Apns", impatient)
    card = world.make()
    world.install(card)
    world.change(card, "new")
    apns.is_away = problem == "away"
    apns.fails_with = None if apns.is_away else problem
    world.work()
    world.work(timedelta(seconds=5))
    assert [tries for _, tries in world.waiting()] == [1], "not before its time"
    world.work(DELAYS[0] * 2)
    assert [tries for _, tries in world.waiting()] == [2]

    apns.is_away, apns.fails_with = False, None
    world.work(DELAYS[0] * 2 + DELAYS[1] * 2)
    assert (apns.tokens, world.waiting()) == ([TOKEN], [])


def test_pushes_of_a_refused_certificate_wait_until_it_is_renewed(
    world: World, apns: ApnsTwin
) -> None:
    card = world.make()
    world.install(card)
    apns.fails_with = (403, "BadCertificate")
    world.change(card, "new")
    world.work()
    assert world.read(card)["phones"] == 1
    apns.fails_with = None
    world.work(timedelta(hours=2))
    assert apns.tokens == [TOKEN]


def _process(settings: Settings) -> Any:
    """Start a worker that can be killed."""
    running = multiprocessing.get_context("spawn").Process(target=run_jobs, args=(settings,))
    running.start()
    return running


def test_no_update_is_lost_when_its_worker_is_killed(world: World, apns: ApnsTwin) -> None:
    card = world.make()
    phone = world.install(card)
    phone.wake()
    apns.on_push[TOKEN] = phone.wake
    world.change(card, "new")
    apns.gate.clear()
    worker = _process(world.settings)
    eventually(lambda: apns.asked > 0)
    worker.kill()
    worker.join()
    assert [tries for _, tries in world.waiting()] == [1], "claimed, and not done"
    apns.pushed.clear()
    apns.gate.set()

    # As if its heartbeat had stopped
    with psycopg.connect(world.settings.database_url) as connection:
        connection.execute("update jobs set state = 'failed' where state = 'running'")
    world.work(timedelta(seconds=1))
    assert [tries for _, tries in world.waiting()] == [1], "still claimed"
    world.work(CLAIMED_FOR + timedelta(seconds=5))

    assert world.waiting() == []
    assert document(phone.fetched[-1])["description"] == "new"
    assert phone.statuses == [200, 200], "fetched once, however often it was woken"


def test_change_during_a_push_is_pushed_too(world: World, apns: ApnsTwin) -> None:
    card = world.make()
    phone = world.install(card)
    apns.on_push[TOKEN] = phone.wake
    world.change(card, "first")
    apns.gate.clear()
    running = threading.Thread(target=run_jobs, args=(world.settings,))
    running.start()
    eventually(lambda: apns.asked > 0)
    world.change(card, "second")
    apns.gate.set()
    running.join(60)
    world.work()

    assert apns.tokens == [TOKEN, TOKEN]
    assert document(phone.fetched[-1])["description"] == "second"
    assert world.waiting() == []


def test_development_passes_are_never_pushed(
    client: TestClient, admin: Somebody, settings: Settings, apns: ApnsTwin
) -> None:
    world = World(client, admin, settings, apns)
    card = world.make()
    assert card["is_development"] is True
    phone = Phone(client, "phone")
    assert phone.add(card, world.token(card), TOKEN) == 201
    world.change(card, "new")
    world.work()
    assert (apns.asked, world.waiting()) == (0, [])
