"""Points given and rewards redeemed a second through the API, beside plain durable inserts in the same run.

Ours goes the whole way: the key, the lock of the customer, limits, lots, stock, the events of the outbox, the commit,
and the answer with the whole card. Beside it as many connections insert one row a transaction into a table with the
columns of the ledger and nothing else. Each customer has points of their own; all of them take the same reward, so
its counter of stock is the most wanted row. `STEPS` (400) of each, by `THREADS` (8) at once.
"""

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import psycopg
from starlette.testclient import TestClient

from api.apps.web import create_app
from benchmarks.one_time_codes import _call, _organization
from benchmarks.report import Figure, show
from benchmarks.servers import database
from runtime.settings import Settings

STEPS = int(os.environ.get("STEPS", "400"))
THREADS = int(os.environ.get("THREADS", "8"))
CUSTOMERS = 100

_INSERT = """
insert into plain (entry_id, seq, org_id, customer_id, movement_id, part, unit, amount, lot_id, available_from, reason,
  idempotency_key, recorded_at)
values (%s, %s, 'org', 'customer', 'movement', 0, 'points', 1, 'lot', now(), 'given', 'key', now())
"""


def main() -> list[Figure]:
    """Give points, redeem a reward for them, and insert plain rows; then the sums must be right."""
    with database() as settings:
        _, key = _organization(settings)
        app = create_app(settings)
        with TestClient(app, headers={"Authorization": f"Bearer {key}"}) as client:
            draft = {"name": "Coffee", "price": 1, "stock": STEPS, "cost_cents": 120}
            made = _call(client, "register-reward", action="create", reward_list=[draft])
            reward_id = made["items"][0]["reward_id"]
            customers = [
                _call(client, "save-customer", first_name=f"Customer {number}")["customer_id"]
                for number in range(CUSTOMERS)
            ]

            def give(number: int) -> None:
                body = {"customer_id": customers[number % CUSTOMERS], "action": "add"}
                _call(client, "rewards/post-swapt-card", **body, unit="points", amount=1)

            def redeem(number: int) -> None:
                body = {"customer_id": customers[number % CUSTOMERS], "reward_id": reward_id}
                _call(client, "rewards/redeem", **body)

            given, plain = _rate(give), _plain_rate(settings)
            redeemed = _rate(redeem)
        _check(settings)
    beside = ("durable inserts/s into a plain table",)
    return [
        Figure("points given", given, "entries/s", plain, *beside),
        Figure("rewards redeemed", redeemed, "redemptions/s", plain, *beside),
    ]


def _rate(work: Callable[[int], None]) -> float:
    """How often a second it is done by all threads together."""
    with ThreadPoolExecutor(THREADS) as pool:
        began = time.perf_counter()
        list(pool.map(work, range(STEPS)))
        return STEPS / (time.perf_counter() - began)


def _plain_rate(settings: Settings) -> float:
    """Transactions of one row a second, over as many connections."""
    with psycopg.connect(settings.database_url) as connection:
        connection.execute("create table plain (like loyalty_entries)")
    connections = [psycopg.connect(settings.database_url, autocommit=True) for _ in range(THREADS)]

    def insert(number: int) -> None:
        connections[number % THREADS].execute(_INSERT, [f"entry_{number}", number])

    try:
        return _rate(insert)
    finally:
        for connection in connections:
            connection.close()


def _check(settings: Settings) -> None:
    """Every point that was given was spent, once."""
    statement = "select count(*) filter (where amount > 0), sum(amount) from loyalty_entries"
    with psycopg.connect(settings.database_url) as connection:
        row = connection.execute(statement).fetchone()
    if row is None or tuple(map(int, row)) != (STEPS, 0):
        raise AssertionError(f"{STEPS} points were given and redeemed, the ledger has {row}")


if __name__ == "__main__":
    show(main())
