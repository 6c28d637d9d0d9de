"""Points given and rewards redeemed per second through the API, beside plain durable inserts in the same run.

Waypost does everything: the key, the lock of the customer, limits, lots, stock, the events of the outbox, the commit,
and the response with the whole card. As the reference, the same number of connections insert one row per transaction
into a table with the columns of the ledger and nothing else. Each customer has their own points; all of them take the
same reward, so its stock counter is the most contended row. `STEPS` (400) of each, by `THREADS` (8) at once.
"""

import psycopg
from starlette.testclient import TestClient

from api.apps.web import create_app
from benchmarks.one_time_codes import _call, _organization
from benchmarks.parallel import BESIDE, STEPS, plain_rate, rate
from benchmarks.report import Figure, show
from benchmarks.servers import database
from runtime.settings import Settings

CUSTOMERS = 100

_INSERT = """
insert into plain (entry_id, seq, org_id, customer_id, movement_id, part, unit, amount, lot_id, available_from, reason,
  idempotency_key, recorded_at)
values (%s, %s, 'org', 'customer', 'movement', 0, 'points', 1, 'lot', now(), 'given', 'key', now())
"""


def main() -> list[Figure]:
    """Give points, redeem a reward for them, and insert plain rows; then check the sums."""
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

            given = rate(give)
            plain = plain_rate(settings, "loyalty_entries", _INSERT, lambda it: [f"entry_{it}", it])
            redeemed = rate(redeem)
        _check(settings)
    return [
        Figure("points given", given, "entries/s", plain, BESIDE),
        Figure("rewards redeemed", redeemed, "redemptions/s", plain, BESIDE),
    ]


def _check(settings: Settings) -> None:
    """Check that every point that was given was spent once."""
    statement = "select count(*) filter (where amount > 0), sum(amount) from loyalty_entries"
    with psycopg.connect(settings.database_url) as connection:
        row = connection.execute(statement).fetchone()
    if row is None or tuple(map(int, row)) != (STEPS, 0):
        raise AssertionError(f"{STEPS} points were given and redeemed, the ledger has {row}")


if __name__ == "__main__":
    show(main())
