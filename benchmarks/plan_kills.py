"""Plans are bought and changed, and credits bought, while the API and the worker are killed in between.

`CHANGES` (24) changes of plan, every second one to a more expensive plan, and a purchase of credits with each. At
Stripe's twin, the process that sent the request is killed (SIGKILL), alternately the API and the worker: either before
the twin executes the request, or after that and before it responds. A client without a response sends the same request
again, as a browser does; the twin repeats its webhooks until they are accepted, and sends each twice. A more expensive
plan must not apply before it is paid.

At the end there must be one customer and one subscription at the twin, one invoice for the first payment and for each
change with the amount that its preview showed, and as many payments as purchases. Waypost's plan and credits must match
the twin's.
"""

import itertools
import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import httpx2
import psycopg

from benchmarks.kills import APP, GIVE_UP, Ground, Worker, ground
from benchmarks.report import Aim, Figure, show
from benchmarks.servers import launch
from tests.support.waiting import eventually
from tests.twins.stripe import KEY, PUBLISHABLE, Stripe, running_stripe
from tests.twins.stripe_account import SECRET

CHANGES = int(os.environ.get("CHANGES", "24"))
PRICES = {"starter": 2_900, "growth": 9_900}
CREDITS = 1_000
_PASSES = "update payment_events set received_at = received_at - interval '10 minutes' where applied_at is null"
_ASKED_BY_WORKER = ("GET", "subscriptions")


@dataclass
class Hitman:
    """Kills the process that sends a request to the twin, at a given moment of the request; the client that waits for
    the response starts it again.
    """

    place: Ground
    worker: Worker
    twin: Stripe
    armed: tuple[str, str] | None = None
    """The process to kill, and whether before or after the twin executes the request."""
    hits: int = 0
    answer: Callable[..., tuple[int, bytes]] = field(init=False)

    def __post_init__(self) -> None:
        self.answer = self.twin.answer
        self.twin.answer = self._answer  # type: ignore[method-assign]

    def _answer(self, method: str, path: str, body: str, headers: Any) -> tuple[int, bytes]:
        asked = (method, path.removeprefix("/v1/").partition("?")[0])
        whom = "worker" if asked == _ASKED_BY_WORKER else "API" if method == "POST" else ""
        moment = self.armed[1] if self.armed is not None and self.armed[0] == whom else ""
        if moment:
            self.armed = None
        if moment == "before":
            self._kill(whom)
        done = self.answer(method, path, body, headers)
        if moment == "after":
            self._kill(whom)
        return done

    def _kill(self, whom: str) -> None:
        running = self.worker.running if whom == "worker" else self.place.apis[0]
        assert running is not None
        running.kill()
        running.wait(10)
        self.hits += 1
        self.place.kills[whom] += 1

    def heal(self) -> None:
        """Start the killed processes again."""
        if self.place.apis[0].poll() is not None:
            port = self.place.ports[0]
            self.place.apis[0] = launch(APP, self.place.settings, port, **self.place.environment)
        if self.worker.running is not None and self.worker.running.poll() is not None:
            self.worker.end()
            self.worker.ensure()


@dataclass
class Customer:
    """An admin's browser, and the webhooks that Stripe sends."""

    place: Ground
    twin: Stripe
    hitman: Hitman
    headers: dict[str, str]
    reported: int = 0

    def call(self, name: str, key: str = "", **body: Any) -> Any:
        """Return the response, with as many attempts as it takes."""
        headers = self.headers | ({"Idempotency-Key": key} if key else {})
        end = time.monotonic() + GIVE_UP
        while time.monotonic() < end:
            try:
                answer = httpx2.post(
                    self.place.address(name), json=body, headers=headers, timeout=30
                )
            except httpx2.TransportError:
                answer = None
            if answer is not None and answer.status_code < 300:
                return answer.json() if answer.content else None
            if answer is not None and answer.status_code not in (409, 429, 503):
                raise AssertionError(f"{name} was answered {answer.status_code}: {answer.text}")
            self.hitman.heal()
            time.sleep(0.1)
        raise AssertionError(f"no answer to {name} within {GIVE_UP:.0f} s")

    def hear(self) -> None:
        """Deliver the webhooks of everything that happened at Stripe since, each twice, until they are accepted."""
        for event in [it for it in self.twin.events[self.reported :] for _ in range(2)]:
            eventually(lambda event=event: self._tell(event), within=GIVE_UP)  # type: ignore[misc]
        self.reported = len(self.twin.events)

    def _tell(self, event: dict[str, Any]) -> bool:
        body, headers = self.twin.webhook(event)
        url = f"http://127.0.0.1:{self.place.ports[0]}/webhooks/stripe"
        try:
            return httpx2.post(url, content=body, headers=headers, timeout=30).is_success
        except httpx2.TransportError:
            self.hitman.heal()
            return False

    def plan(self) -> tuple[str | None, int]:
        """Return Waypost's plan and credits from the database."""
        with psycopg.connect(self.place.settings.database_url) as connection:
            plans = connection.execute("select plan from plan_subscriptions").fetchall()
            given = connection.execute("select coalesce(sum(credits), 0) from message_credits")
            return (plans[0][0] if plans else None), int(given.fetchall()[0][0])

    def until(self, plan: str, balance: int) -> None:
        """Wait until the worker has applied the plan and the balance."""

        def is_so() -> bool:
            self.hitman.heal()
            return self.plan() == (plan, balance)

        eventually(is_so, within=GIVE_UP, every=0.2)


def main() -> list[Figure]:
    """Buy and change plans through the kills, then compare."""
    with ExitStack() as stack:
        twin = stack.enter_context(running_stripe())
        for plan, amount in PRICES.items():
            twin.add_price(f"waypost_{plan}_month", "month", amount)
        twin.add_price(f"waypost_credits_{CREDITS}", None, 2_000)
        settings = {
            "STRIPE_SECRET_KEY": KEY,
            "STRIPE_PUBLISHABLE_KEY": PUBLISHABLE,
            "STRIPE_WEBHOOK_SECRET": SECRET,
            "STRIPE_BASE_URL": twin.url,
            "WAYPOST_LOG_LEVEL": "ERROR",
        }
        place, headers = stack.enter_context(ground(**settings))
        with psycopg.connect(place.settings.database_url) as connection:
            connection.execute("update api_keys set role = 'admin'")
        worker = Worker(place, _PASSES)
        stack.callback(worker.stop)
        worker.ensure()
        hitman = Hitman(place, worker, twin)
        customer = Customer(place, twin, hitman, headers)
        began = time.monotonic()
        expected, early = _buy_and_change(customer)
        took = time.monotonic() - began
        return list(_figures(customer, expected, early, took))


def _buy_and_change(customer: Customer) -> tuple[list[int], int]:
    """Return the amounts of the expected invoices, and how often a plan applied before it was paid."""
    twin, hitman = customer.twin, customer.hitman
    hitman.armed = ("API", "after")
    made = customer.call("stripe-create-subscription", plan="starter")
    subscription = made["subscription_id"]
    twin.pay(subscription)
    customer.hear()
    customer.until("starter", 0)
    expected, early = [PRICES["starter"]], 0
    victims = itertools.cycle(itertools.product(("API", "worker"), ("before", "after")))
    for number in range(CHANGES):
        plan = ("growth", "starter")[number % 2]
        shown = customer.call("preview-plan-change", plan=plan)
        victim = next(victims)
        hitman.armed = victim
        customer.call("change-plan", plan=plan, at=shown["at"])
        expected.append(shown["amount_due"])
        if plan == "growth":
            customer.hear()
            customer.until("starter", number * CREDITS)
            early += customer.plan()[0] != "starter"
            twin.pay(subscription)
        hitman.armed = hitman.armed or next(victims)
        intent = customer.call("create-intent", key=f"credits-{number}", credits=CREDITS)
        twin.pay_intent(intent["intent_id"])
        customer.hear()
        customer.until(plan, (number + 1) * CREDITS)
    return expected, early


def _figures(customer: Customer, expected: list[int], early: int, took: float) -> Iterator[Figure]:
    twin, place = customer.twin, customer.place
    print(dict(place.kills), len(twin.requests), "requests", flush=True)
    charged = [max(it["total"], 0) for it in twin.of("invoice").values()]
    (row,) = twin.of("subscription").values()
    theirs = twin.of("price")[row["price"]]["lookup_key"].split("_")[1]
    with psycopg.connect(place.settings.database_url) as connection:
        waiting = connection.execute(
            "select count(*) from payment_events where applied_at is null"
        ).fetchall()[0][0]
    wrong = {
        "customers too many": len(twin.of("customer")) - 1,
        "invoices that are not what the preview showed": len(charged) - len(expected)
        or sum(abs(one - other) > 1 for one, other in zip(charged, expected, strict=True)),
        "payments too many": len(twin.of("payment_intent")) - CHANGES,
        "plans before they were paid": early,
        "plans or credits that are not the twin's": customer.plan() != (theirs, CHANGES * CREDITS),
        "events that are not applied": waiting,
    }
    for name, count in wrong.items():
        yield Figure(name, int(count), "", aim=Aim.at_most(0))
    yield Figure("kills of the API", place.kills["API"], "", aim=Aim.at_least(2))
    yield Figure("kills of the worker", place.kills["worker"], "", aim=Aim.at_least(2))
    yield Figure("changes of plan through the kills", CHANGES / took, "changes/s")


if __name__ == "__main__":
    show(main())
