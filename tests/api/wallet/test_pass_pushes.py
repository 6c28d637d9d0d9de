"""Phones are told of changes once the change is there, however often workers die, and then fetch them."""

import json
import multiprocessing
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Engine, create_engine
from starlette.testclient import TestClient

from api.apps.job_modules import load
from api.domains.wallet.pass_updates.pushing import CLAIMED_FOR, DELAYS, queue_due
from api.jobs.worker import run_queued
from api.rendering.wallet.apple_certificates import PassCertificate, certificate_chain
from runtime.settings import Settings
from tests.support.jobs import run_jobs
from tests.support.pass_calls import drawn_pass, saving
from tests.support.people import Somebody
from tests.support.waiting import eventually
from tests.twins.apns import ApnsTwin, running_apns
from tests.twins.phone import Phone, WokenPhone

TYPE = "pass.com.harbor-coffee.card"
TOKEN, OTHER = "ab" * 32, "cd" * 32


class World:
    """An organisation with a certificate of Apple's, its passes, the push service, and a worker."""

    def __init__(
        self, client: TestClient, admin: Somebody, settings: Settings, twin: ApnsTwin
    ) -> None:
        self._client = client
        self._headers = admin.headers
        self.settings = settings.with_vendors(twin.settings)
        self._engine: Engine = create_engine(settings.database_url)

    def ask(self, method: str, path: str, status: int = 200, **body: Any) -> Any:
        answer = self._client.request(method, path, json=body, headers=self._headers)
        assert answer.status_code == status, answer.text
        return answer

    def make(self, **body: Any) -> Any:
        return self.ask("POST", "/dev/pass", content=drawn_pass("Harbor"), **body).json()

    def change(self, card: dict[str, Any], text: str) -> None:
        content = {**card["content"], "description": text}
        self.ask("PUT", f"/dev/pass/{card['pass_id']}", content=content)

    def read(self, card: dict[str, Any]) -> Any:
        return self.ask("GET", f"/dev/pass/{card['pass_id']}").json()

    def token(self, card: dict[str, Any]) -> str:
        address = f"/dev/pass/{card['passTypeIdentifier']}/{card['serialNumber']}.pkpass"
        return str(_document(self.ask("GET", address).content)["authenticationToken"])

    def install(self, card: dict[str, Any], push_token: str = TOKEN, device: str = "phone") -> Any:
        phone = WokenPhone(self._client, device, card, self.token(card))
        assert phone.add(card, self.token(card), push_token) in (200, 201)
        return phone

    def work(self, after: timedelta | None = None) -> None:
        """What the workers do now, or what they find after some time."""
        if after is None:
            run_jobs(self.settings)
            return
        load()
        now = datetime.now(UTC) + after
        queue_due(self._engine, now)
        run_queued(self.settings, lambda: now)

    def waiting(self) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.settings.database_url) as connection:
            return connection.execute("select tag, tries from pass_pushes").fetchall()


def _document(package: bytes) -> Any:
    import io
    import zipfile

    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        return json.loads(archive.read("pass.json"))


@pytest.fixture
def own() -> tuple[PassCertificate, Any]:
    return certificate_chain(TYPE, "HARBOR1234", datetime.now(UTC))


@pytest.fixture
def apns(own: tuple[PassCertificate, Any], tmp_path: Path) -> Iterator[ApnsTwin]:
    with running_apns(own[1], tmp_path) as running:
        yield running


@pytest.fixture
def world(
    client: TestClient,
    admin: Somebody,
    settings: Settings,
    apns: ApnsTwin,
    own: tuple[PassCertificate, Any],
) -> World:
    made = World(client, admin, settings, apns)
    made.ask("POST", "/v1/save-pass-certificate", **saving(own[0]))
    return made


def test_a_phone_registers_is_woken_fetches_and_unregisters(world: World, apns: ApnsTwin) -> None:
    card = world.make()
    phone = world.install(card)
    phone.wake()
    apns.on_push[TOKEN] = phone.wake

    world.change(card, "Winter offer")
    world.work()

    assert apns.tokens == [TOKEN]
    assert apns.pushed[0].topic == card["passTypeIdentifier"]
    assert _document(phone.fetched[-1])["description"] == "Winter offer"
    assert phone.statuses == [200, 200]
    assert phone.fetch(card, world.token(card), phone.since).status_code == 304

    phone.wake()
    assert phone.statuses == [200, 200], "nothing changed since"
    assert phone.remove(card, world.token(card)) == 200
    world.change(card, "Nobody sees it")
    world.work()
    assert apns.tokens == [TOKEN]
    assert world.waiting() == []


def test_changes_before_a_push_are_one_push_and_no_change_is_none(
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


def test_a_change_that_is_undone_wakes_nobody(world: World, apns: ApnsTwin) -> None:
    card = world.make()
    world.install(card)
    with psycopg.connect(world.settings.database_url) as connection:
        connection.execute("update passes set change_tag = change_tag + 1")
        assert connection.execute("select count(*) from pass_pushes").fetchall() == [(1,)]
        connection.rollback()
    world.work()
    assert (apns.asked, world.waiting()) == (0, [])


def test_phones_that_have_the_pass_no_more_are_forgotten(world: World, apns: ApnsTwin) -> None:
    card = world.make()
    world.install(card, TOKEN, "one")
    world.install(card, OTHER, "two")
    apns.unregistered.add(TOKEN)
    apns.unknown.add(OTHER)
    world.change(card, "new")
    world.work()
    assert world.read(card)["phones"] == 0
    assert (apns.asked, world.waiting()) == (2, [])


def test_a_phone_that_registers_again_with_a_new_token_stays(world: World, apns: ApnsTwin) -> None:
    card = world.make()
    world.install(card)
    apns.unregistered.add(TOKEN)
    world.change(card, "new")
    apns.gate.clear()
    running = _worker(world.settings)
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
def test_what_apple_does_not_take_now_is_tried_again_later(
    world: World, apns: ApnsTwin, problem: Any
) -> None:
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


def test_a_refused_certificate_keeps_its_pushes_until_it_is_renewed(
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


def _worker(settings: Settings) -> Any:
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
    worker = _worker(world.settings)
    eventually(lambda: apns.asked > 0)
    worker.kill()
    worker.join()
    assert [tries for _, tries in world.waiting()] == [1], "claimed, and not done"
    apns.pushed.clear()
    apns.gate.set()

    with psycopg.connect(world.settings.database_url) as connection:  # as its heartbeat stopped
        connection.execute("update jobs set state = 'failed' where state = 'running'")
    world.work(timedelta(seconds=1))
    assert [tries for _, tries in world.waiting()] == [1], "still claimed"
    world.work(CLAIMED_FOR + timedelta(seconds=5))

    assert world.waiting() == []
    assert _document(phone.fetched[-1])["description"] == "new"
    assert phone.statuses == [200, 200], "fetched once, however often it was woken"


def test_a_change_during_a_push_is_pushed_too(world: World, apns: ApnsTwin) -> None:
    card = world.make()
    phone = world.install(card)
    apns.on_push[TOKEN] = phone.wake
    world.change(card, "first")
    apns.gate.clear()
    running = _worker(world.settings)
    eventually(lambda: apns.asked > 0)
    world.change(card, "second")
    apns.gate.set()
    running.join(60)
    world.work()

    assert _document(phone.fetched[-1])["description"] == "second"
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
