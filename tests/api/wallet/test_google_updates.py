"""Changes of passes reach Google's copies: none is lost, none is sent twice, and three per day notify a phone."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from api.apps.job_modules import load
from api.db.engine import make_engine
from api.domains.wallet.google_passes import sending
from api.jobs.worker import do_job
from api.kit.clock import Clock
from runtime.settings import Settings
from tests.api.wallet.google import Ask, at_twin, long, offer, save_account, short
from tests.support.people import Org, Somebody
from tests.support.promos import MovableClock
from tests.support.signing import Signer
from tests.twins.google_wallet import GoogleWallet, running_google_wallet


@pytest.fixture
def google() -> Iterator[GoogleWallet]:
    with running_google_wallet() as twin:
        yield twin


@pytest.fixture
def clock(movable_clock: MovableClock) -> Clock:
    return movable_clock


@pytest.fixture
def api_settings(settings: Settings, signer: Signer, google: GoogleWallet) -> Settings:
    return at_twin(settings.model_copy(update={"auth0_domain": signer.domain}), google)


@pytest.fixture
def ask(client: TestClient, admin: Somebody) -> Ask:
    def call(path: str, status: int = 200, method: str = "POST", **body: Any) -> Any:
        answer = client.request(method, path, json=body, headers=admin.headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    return call


class Passes:
    """An organisation with passes in Google Wallet."""

    def __init__(self, ask: Ask, google: GoogleWallet) -> None:
        self.ask = ask
        self.google = google
        save_account(ask, google)

    def saved(self, content: dict[str, Any]) -> str:
        """Create a pass that a person has saved and return its ID."""
        card = self.ask("/dev/pass", content=content)
        link = self.ask("/v1/google-wallet", pass_id=card["pass_id"])
        self.google.save(link["url"])
        return str(card["pass_id"])

    def change(self, pass_id: str, content: dict[str, Any]) -> None:
        self.ask(f"/dev/pass/{pass_id}", method="PUT", content=content)

    def object(self, pass_id: str) -> dict[str, Any]:
        (found,) = (it for key, it in self.google.objects.items() if key.endswith(f".{pass_id}"))
        return found

    def announced(self, pass_id: str) -> list[str]:
        return [it["body"] for it in self.object(pass_id).get("messages", [])]

    def waiting(self) -> int:
        return int(self.ask("/v1/get-google-wallet-account")["waiting"])


@pytest.fixture
def passes(ask: Ask, google: GoogleWallet) -> Passes:
    return Passes(ask, google)


Work = Callable[[], int]


@pytest.fixture
def work(api_settings: Settings, movable_clock: MovableClock, org: Org) -> Iterator[Work]:
    """Return a function that runs the queued Google jobs as a worker does, and returns their number."""
    load()
    engine = make_engine(api_settings)

    def do() -> int:
        queued = "select job_id from jobs where kind = 'google_passes.send' and state = 'queued'"
        with psycopg.connect(api_settings.database_url) as connection:
            jobs = [job_id for (job_id,) in connection.execute(queued).fetchall()]
        for job_id in jobs:
            do_job(api_settings, engine, movable_clock, job_id, org.org_id)
        return len(jobs)

    yield do
    engine.dispose()


def test_change_reaches_the_saved_pass_and_notifies_its_holder(passes: Passes, work: Work) -> None:
    card = passes.saved(offer("Monday", barcode={"message": "WP-1"}))
    passes.change(card, offer("Tuesday"))

    assert passes.waiting() == 1
    assert work() == 1

    kept = passes.object(card)
    assert kept["textModulesData"][0]["body"] == "Tuesday"
    assert "barcode" not in kept
    assert passes.announced(card) == ["Now until Tuesday"]
    assert (passes.waiting(), passes.google.refused) == (0, [])
    passes.change(card, offer("Tuesday"))
    assert work() == 0


def test_several_changes_become_one_patch_and_one_notice(passes: Passes, work: Work) -> None:
    card = passes.saved(offer("Monday"))
    for day in ("Tuesday", "Wednesday", "Thursday"):
        passes.change(card, offer(day))

    assert work() == 1

    assert passes.announced(card) == ["Now until Thursday"]
    patches = [path for method, path in passes.google.asked if method == "PATCH"]
    assert len(patches) == 1


def test_unused_save_link_opens_the_changed_pass(passes: Passes, ask: Ask, work: Work) -> None:
    card = ask("/dev/pass", content=offer("Monday"))["pass_id"]
    link = ask("/v1/google-wallet", pass_id=card)
    passes.change(card, offer("Tuesday"))

    work()
    kept = passes.google.save(link["url"])

    assert kept["textModulesData"][0]["body"] == "Tuesday"
    assert passes.announced(card) == []


def test_only_three_notices_a_day_reach_a_phone_and_later_changes_are_silent(
    passes: Passes, work: Work, movable_clock: MovableClock
) -> None:
    card = passes.saved(offer("day 0"))
    for day in range(1, 6):
        passes.change(card, offer(f"day {day}"))
        work()
        movable_clock.now += timedelta(hours=1)

    assert passes.announced(card) == [f"Now until day {day}" for day in (1, 2, 3)]
    assert passes.object(card)["textModulesData"][0]["body"] == "day 5"
    preview = passes.ask("/v1/preview-pass-update", field_key="until", value="day 6")
    assert (preview["at_google"], preview["silent_at_google"]) == (1, 1)
    passes.google.notices.clear()
    movable_clock.now += timedelta(hours=20)
    passes.change(card, offer("day 6"))
    work()
    assert passes.announced(card)[-1] == "Now until day 6"


def test_pass_is_updated_although_google_refuses_a_notice(passes: Passes, work: Work) -> None:
    card = passes.saved(offer("Monday"))
    passes.google.notices[passes.object(card)["id"]] = 3  # sent by another system
    passes.change(card, offer("Tuesday"))

    work()

    assert passes.announced(card) == []
    assert (passes.waiting(), passes.object(card)["textModulesData"][0]["body"]) == (0, "Tuesday")


@pytest.mark.parametrize("place", ["after the patch", "after the message"])
def test_killed_job_loses_no_change_and_notifies_nobody_twice(
    passes: Passes, work: Work, movable_clock: MovableClock, place: str, org: Org,
    api_settings: Settings, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    card = passes.saved(offer("Monday"))
    passes.change(card, offer("Tuesday"))
    killed = _Killed(sending.GoogleSender, place, monkeypatch)
    with pytest.raises(_Kill):
        work()
    killed.revive()

    assert passes.waiting() == 1
    movable_clock.now += timedelta(minutes=11)
    engine = make_engine(api_settings)
    sending.queue_due(engine, movable_clock.now)
    engine.dispose()
    work()

    assert passes.announced(card) == ["Now until Tuesday"]
    assert passes.waiting() == 0
    assert work() == 0


class _Kill(BaseException):
    """The worker is killed: nothing after it runs."""


class _Killed:
    """Kills a job at a given place, as a power failure would."""

    def __init__(self, sender: Any, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch.context()
        context = self._patch.__enter__()

        def die(*_: Any, **__: Any) -> Any:
            raise _Kill

        from api.domains.wallet.google_passes.sending_repository import SendingRepository

        context.setattr(SendingRepository, "end", lambda *_: None)
        if place == "after the patch":
            context.setattr(sender, "_notify_holders", die)
        else:
            context.setattr(SendingRepository, "sent", die)

    def revive(self) -> None:
        self._patch.__exit__(None, None, None)


@pytest.mark.parametrize(("status", "waits"), [(503, 0), (429, 900)])
def test_outage_delays_changes_and_loses_none(
    passes: Passes, work: Work, movable_clock: MovableClock, api_settings: Settings,
    status: int, waits: int,
) -> None:  # fmt: skip
    card = passes.saved(long("before"))
    passes.change(card, long("after"))
    headers = {"Retry-After": str(waits)} if waits else {}
    passes.google.faults += [(status, headers)] * 3
    work()
    passes.google.faults.clear()
    engine = make_engine(api_settings)

    assert passes.waiting() == 1
    assert sending.queue_due(engine, movable_clock.now + timedelta(seconds=max(waits, 60) - 1)) == 0
    movable_clock.now += timedelta(seconds=max(waits, 60) + 1)
    assert sending.queue_due(engine, movable_clock.now) == 1
    engine.dispose()
    work()

    assert passes.waiting() == 0
    assert passes.object(card)["textModulesData"][0]["body"].startswith("after")


def test_refused_pass_does_not_stop_the_others(
    passes: Passes, work: Work, movable_clock: MovableClock
) -> None:
    cards = [passes.saved(short(title=f"card {at}")) for at in range(3)]
    passes.google.faults_of[f"Object/{passes.object(cards[1])['id']}"] = 400
    for card in cards:
        passes.change(card, short(title="changed"))

    work()

    titles = [passes.object(it)["cardTitle"]["defaultValue"]["value"] for it in cards]
    assert titles == ["changed", "card 1", "changed"]
    account = passes.ask("/v1/get-google-wallet-account")
    assert (account["waiting"], account["problem"]) == (1, "refused: planned")
    passes.google.faults_of.clear()
    passes.change(cards[1], short(title="again"))
    work()
    assert passes.waiting() == 0


def test_hundreds_of_changes_are_sent_in_batches(
    passes: Passes, work: Work, api_settings: Settings
) -> None:
    cards = [passes.saved(short(title=f"card {at}")) for at in range(60)]
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute(
            "update passes set content = jsonb_set(content, '{title}', '\"new\"'),"
            " change_tag = change_tag + 1000"
        )
    calls: list[str] = []
    answer = passes.google.answer

    def counted(method: str, path: str, token: str, body: bytes, kind: str) -> Any:
        calls.append(path)
        return answer(method, path, token, body, kind)

    passes.google.answer = counted  # type: ignore[method-assign]

    work()

    titles = {passes.object(it)["cardTitle"]["defaultValue"]["value"] for it in cards}
    assert (titles, passes.waiting()) == ({"new"}, 0)
    assert set(calls) == {"/token", "/batch"}
    assert len(calls) <= 9
    assert passes.google.refused == []


def test_two_jobs_do_not_send_concurrently(
    passes: Passes, api_settings: Settings, movable_clock: MovableClock, org: Org, ask: Ask
) -> None:
    card = passes.saved(offer("Monday"))
    passes.change(card, offer("Tuesday"))
    engine = make_engine(api_settings)
    load()
    held = threading.Event()
    passes.google.after["genericObject"] = lambda _: held.wait(5)
    queued = "select job_id from jobs where kind = 'google_passes.send'"
    with psycopg.connect(api_settings.database_url) as connection:
        ((first,),) = connection.execute(queued).fetchall()
        connection.execute("update jobs set state = 'running' where job_id = %s", [first])
    passes.change(card, offer("Wednesday"))
    with psycopg.connect(api_settings.database_url) as connection:
        second = next(it for (it,) in connection.execute(queued).fetchall() if it != first)

    with ThreadPoolExecutor(2) as threads:
        running = [
            threads.submit(do_job, api_settings, engine, movable_clock, it, org.org_id)
            for it in (first, second)
        ]
        held.set()
        for it in running:
            it.result()
    engine.dispose()

    assert passes.announced(card) == ["Now until Wednesday"]
    assert passes.waiting() == 0


def test_pass_page_offers_google_wallet_only_with_a_real_account(
    client: TestClient, ask: Ask, google: GoogleWallet, work: Work
) -> None:
    small, large = (ask("/dev/pass", content=content)["pass_id"] for content in (short(), long()))
    assert "pay.google.com" not in client.get(f"/card/{small}").text
    save_account(ask, google)

    assert "pay.google.com/gp/v/save/" in client.get(f"/card/{small}").text
    google.is_away = True
    assert "pay.google.com" not in client.get(f"/card/{large}").text
    google.is_away = False
    assert "pay.google.com" not in client.get(f"/card/{large}").text
    assert work() == 0  # the periodic task queues it a minute later
    assert google.asked == []


def test_removed_account_sends_nothing_and_a_new_account_resumes(
    passes: Passes, ask: Ask, work: Work
) -> None:
    card = passes.saved(offer("Monday"))
    ask("/v1/remove-google-wallet-account")
    passes.change(card, offer("Tuesday"))
    asked = len(passes.google.asked)

    work()
    assert len(passes.google.asked) == asked
    save_account(ask, passes.google)
    passes.change(card, offer("Wednesday"))
    work()

    assert passes.announced(card) == ["Now until Wednesday"]
