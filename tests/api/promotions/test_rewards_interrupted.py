"""Rewards and points stay exact while connections to Postgres die in the middle of redemptions.

For the database, a killed API process and a lost network are the same: a connection that ends within a transaction.
Clients behave like tills: without a response they send the same request again, with the same key.
"""

from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from threading import Thread

import psycopg
import pytest
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.support.loyalty import Till
from tests.support.people import Somebody

CLIENTS = 64
PEOPLE = 8
EACH_HAS = 6
BETWEEN_KILLS = 5
"""The number of responses after which all connections are terminated again."""
TRIES = 200

_KILL = """
select count(pg_terminate_backend(pid)) from pg_stat_activity
where datname = current_database() and pid <> pg_backend_pid()
"""


@pytest.fixture
def till(client: TestClient, admin: Somebody) -> Till:
    return Till(client, admin)


@pytest.mark.parametrize("stock", [1, 30])
def test_stock_and_balances_stay_exact_when_connections_are_killed(
    till: Till, settings: Settings, stock: int
) -> None:
    people = [till.customer() for _ in range(PEOPLE)]
    for customer_id in people:
        till.give(customer_id, EACH_HAS)
    coffee = till.reward(price=1, stock=stock)
    answers: SimpleQueue[int | None] = SimpleQueue()
    killed: list[int] = []

    def kill() -> None:
        with psycopg.connect(settings.database_url, autocommit=True) as connection:
            seen = 0
            while answers.get() is not None:
                seen += 1
                if seen % BETWEEN_KILLS == 0:
                    row = connection.execute(_KILL).fetchone()
                    killed.append(row[0] if row else 0)

    def redeem(number: int) -> int:
        body = {
            "customer_id": people[number % PEOPLE],
            "reward_id": coffee,
            "idempotency_key": f"key-{number}",
        }
        status = next(it for it in (_sent(till, body) for _ in range(TRIES)) if it is not None)
        answers.put(status)
        return status

    killer = Thread(target=kill)
    killer.start()
    with ThreadPoolExecutor(CLIENTS) as pool:
        statuses = list(pool.map(redeem, range(CLIENTS)))
    answers.put(None)
    killer.join()

    taken = min(stock, PEOPLE * EACH_HAS)
    assert sum(killed) > len(killed) > 0
    assert sorted(statuses) == [200] * taken + [409] * (CLIENTS - taken)
    with psycopg.connect(settings.database_url) as connection:
        counted = connection.execute(
            "select (select taken from reward_counters where reward_id = %(reward)s and scope = 'total'),"
            " (select count(*) from reward_awards where reward_id = %(reward)s),"
            " (select count(distinct redemption_key) from reward_awards where reward_id = %(reward)s),"
            " (select -sum(amount) from loyalty_entries where reason = 'redeem')",
            {"reward": coffee},
        ).fetchone()
    assert counted == (taken, taken, taken, taken)
    assert sum(till.balance(it)[0] for it in people) == PEOPLE * EACH_HAS - taken


def _sent(till: Till, body: dict[str, str]) -> int | None:
    """Return the status of a final response; None for one after which a till retries."""
    try:
        answer = till.client.post("/v1/rewards/redeem", json=body, headers=till.who.headers)
    except psycopg.Error:
        return None
    is_again = answer.status_code >= 500 or answer.json().get("code") == "changed_meanwhile"
    return None if is_again else answer.status_code
