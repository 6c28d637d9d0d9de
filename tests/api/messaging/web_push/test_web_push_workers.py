"""Concurrency in web push: two workers send one message, and two browsers of a person unsubscribe at once."""

from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from threading import Barrier, BrokenBarrierError

import pytest

from api.domains.messaging.web_push.subscription_repository import SubscriptionRepository
from tests.api.messaging.web_push.push_world import World
from tests.twins.web_push import WebPushTwin

HOUR = timedelta(hours=1)


def test_waiting_browsers_are_sent_to_and_counted_by_one_worker(
    world: World, twin: WebPushTwin
) -> None:
    """A second message that is started in the meantime runs in a second worker."""
    for name in ("phone", "laptop"):
        world.subscribe(world.browser(name))
    twin.fails_with = (503, {})
    world.ask("/v1/send-push", message="We bake again.")
    world.work()
    assert world.newest()["waiting"] == 2

    others = [lambda: world.later(HOUR)]
    twin.fails_with, twin.on_push = None, lambda: others.pop()() if others else None
    world.later(HOUR)
    world.later(2 * HOUR)

    message = world.newest()
    assert sorted(it.browser for it in twin.shown) == ["laptop", "phone"]
    assert (message["sent"], message["waiting"], message["state"]) == (2, 0, "done")


def test_unsubscribing_both_browsers_at_once_withdraws_consent(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = world.submit("ana@example.com")
    phone, laptop = world.browser(), world.browser("laptop")
    for it in (phone, laptop):
        world.subscribe(it)
    count_of, both = SubscriptionRepository.count_of, Barrier(2)

    def count_slowly(
        rows: SubscriptionRepository, org_id: str, customer_ids: Collection[str]
    ) -> int:
        with suppress(BrokenBarrierError):  # until the other one counts, too, if it can
            both.wait(1)
        return count_of(rows, org_id, customer_ids)

    monkeypatch.setattr(SubscriptionRepository, "count_of", count_slowly)
    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(world.unsubscribe, it) for it in (phone, laptop)]:
            done.result(30)

    last = world.ask("/v1/get-customer-consents", customer_id=ana)["entries"][0]
    assert (last["channel"], last["decision"]) == ("web_push", "withdrawn")
