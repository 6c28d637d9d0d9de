"""Points and rewards while API processes and Postgres are killed: everything that was confirmed once must exist exactly
once.

`CLIENTS` (64) tills at once send `EACH` (16) requests each through two API processes: points for many customers and for
one card that all of them use, and rewards whose stock is 1, 30 and 1,000. Every `BETWEEN` (60) answers, the postmaster
with all its sessions or an API process is killed, in turn, and started again. A till that gets no final answer sends
the same request again with the same key. Then the ledger, the stock and the outbox must match the answers that the
tills got.
"""

import itertools
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx2
import psycopg

from benchmarks.kills import EACH, GIVE_UP, Ground, ground
from benchmarks.report import Figure, show

CUSTOMERS = 16
"""The first customer has the card that all tills use."""
HAS = 20
STOCKS = (1, 30, 1_000)
AGAIN = {"changed_meanwhile", "request_in_progress"}

Answered = list[tuple[str, str, str, int]]
"""(kind or reward, customer, key, status) of each final answer."""


def main() -> list[Figure]:
    """Run the tills through the kills, then audit."""
    with ground() as (place, headers):
        answered: Answered = []
        began = time.monotonic()
        rewards = _worked(place, headers, answered)
        return list(_figures(place, answered, rewards, time.monotonic() - began))


def _worked(place: Ground, headers: dict[str, str], answered: Answered) -> dict[str, int]:
    """Run the tills and return the stock of each reward."""
    with httpx2.Client(headers=headers, timeout=30) as client:

        def call(path: str, **body: Any) -> Any:
            return client.post(place.address(path), json=body).raise_for_status().json()

        drafts = [{"name": f"Stock {it}", "price": 1, "stock": it} for it in STOCKS]
        made = call("register-reward", action="create", reward_list=drafts)["items"]
        rewards = {it["reward_id"]: it["stock"] for it in made}
        people = [
            call("save-customer", first_name=f"Customer {it}")["customer_id"]
            for it in range(CUSTOMERS)
        ]
        for customer_id in people:
            card = {"customer_id": customer_id, "action": "add", "unit": "points"}
            call("rewards/post-swapt-card", **card, amount=HAS)
    place.work(lambda number: _till(place, headers, number, people, [*rewards], answered))
    return rewards


def _till(
    place: Ground,
    headers: dict[str, str],
    number: int,
    people: list[str],
    rewards: list[str],
    answered: Answered,
) -> None:
    with httpx2.Client(headers=headers, timeout=30) as client:
        for step in range(EACH):
            key = f"till-{number}-{step}"
            shared = step % 2 == 0
            customer_id = people[0 if shared else 1 + (number + step) % (CUSTOMERS - 1)]
            body = {"customer_id": customer_id, "idempotency_key": key}
            if step % 4 == 3:
                what, path = "points", "rewards/post-swapt-card"
                body |= {"action": "add", "unit": "points", "amount": 1}  # type: ignore[dict-item]
            else:
                what, path = rewards[step % len(rewards)], "rewards/redeem"
                body |= {"reward_id": what}
            began = time.monotonic()
            status = _settled(place, client, number, path, body)
            with place.lock:
                place.waits.append(time.monotonic() - began)
                answered.append((what, customer_id, key, status))


def _settled(
    place: Ground, client: httpx2.Client, number: int, path: str, body: dict[str, Any]
) -> int:
    """Send a request until there is a final answer, and return its status."""
    end = time.monotonic() + GIVE_UP
    for attempt in itertools.count(number):
        try:
            answer = client.post(place.address(path, attempt), json=body)
        except httpx2.TransportError:
            answer = None
        if answer is not None:
            is_again = answer.status_code >= 500 or answer.status_code == 429
            if not is_again and answer.json().get("code") not in AGAIN:
                return answer.status_code
        if time.monotonic() > end:
            raise AssertionError(f"{path}: no answer within {GIVE_UP:.0f} s")
        time.sleep(0.05)
    raise AssertionError


def _figures(
    place: Ground, answered: Answered, rewards: dict[str, int], took: float
) -> Iterator[Figure]:
    with psycopg.connect(place.settings.database_url) as connection:
        wrong = {
            "stocks that are not what was handed out": _wrong_stocks(connection, answered, rewards),
            "balances that are not what tills were answered": _wrong_balances(connection, answered),
            "idempotency keys applied more or less often than answered": _wrong_keys(
                connection, answered
            ),
            "redemptions without exactly one event": _wrong_events(connection),
        }
    print(Counter(status for *_, status in answered), flush=True)
    yield from place.figures(wrong, "request", took)


def _wrong_stocks(
    connection: psycopg.Connection[Any], answered: Answered, rewards: dict[str, int]
) -> list[Any]:
    given = Counter(what for what, _, _, status in answered if status == 200)
    taken = dict(
        connection.execute(
            "select reward_id, taken from reward_counters where scope = 'total'"
        ).fetchall()
    )
    awarded = dict(
        connection.execute("select reward_id, count(*) from reward_awards group by 1").fetchall()
    )
    wrong = []
    for reward_id, stock in rewards.items():
        counts = [it.get(reward_id, 0) for it in (given, taken, awarded)]
        if len(set(counts)) > 1 or counts[0] > stock:
            wrong.append((stock, *counts))
    if given[next(iter(rewards))] != 1:
        wrong.append(("nobody got the only one", given))
    return wrong


def _wrong_balances(connection: psycopg.Connection[Any], answered: Answered) -> list[Any]:
    wanted: Counter[str] = Counter()
    for what, customer_id, _, status in answered:
        if status == 200:
            wanted[customer_id] += 1 if what == "points" else -1
    held = connection.execute(
        "select customer_id, sum(amount), min(least(left_over, 0)) from ("
        "  select customer_id, amount, sum(amount) over (partition by customer_id, lot_id) as left_over"
        "  from loyalty_entries) as entries group by 1"
    ).fetchall()
    return [
        (customer_id, int(found), HAS + wanted[customer_id], int(overdrawn))
        for customer_id, found, overdrawn in held
        if int(found) != HAS + wanted[customer_id] or found < 0 or overdrawn
    ]


def _wrong_keys(connection: psycopg.Connection[Any], answered: Answered) -> list[Any]:
    keys = Counter(
        key.rpartition(":")[2]
        for (key,) in connection.execute(
            "select redemption_key from reward_awards where redemption_key is not null"
            " union all select distinct on (movement_id) idempotency_key from loyalty_entries"
            "   where reason = 'given'"
        ).fetchall()
    )
    return [
        (key, status, keys[key]) for _, _, key, status in answered if keys[key] != (status == 200)
    ]


def _wrong_events(connection: psycopg.Connection[Any]) -> list[Any]:
    return connection.execute(
        "select a.award_id, count(o.seq) from reward_awards a left join outbox o on o.org_id = a.org_id"
        "   and convert_from(o.payload, 'UTF8')::jsonb ->> 'type' = 'redemption' and convert_from(o.payload, 'UTF8')::jsonb -> 'data' ->> 'redemption_id' = a.award_id"
        " group by 1 having count(o.seq) <> 1"
    ).fetchall()


if __name__ == "__main__":
    show(main())
