"""The past orders of a shop are read while the worker is killed repeatedly: at the end, Postgres, the lake and the shop
have the same totals.

A whole installation (`waypost up` without marts) reads `ORDERS` (20,000) orders from Shopify's twin, a tenth of them
partially refunded. Every `BETWEEN` (20) seconds the worker is killed (SIGKILL) in the middle of a page, at most `KILLS`
(8) times, and its supervisor starts it again. Then the sums of orders and refunds are compared, and each order is
counted.

    ORDERS=100000 BETWEEN=100 python -m benchmarks backfill
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
import psycopg
from deltalake import DeltaTable

from benchmarks.report import Aim, Figure, show
from runtime.up.state import read_state
from tests.support.installation import WAYPOST, Installation, installed
from tests.support.waiting import eventually
from tests.twins.shopify import CLIENT_ID, CLIENT_SECRET, Shopify, shopify_twin
from tests.twins.shopify_shop import Shop

ORDERS = int(os.environ.get("ORDERS", "20000"))
KILLS = int(os.environ.get("KILLS", "8"))
BETWEEN = float(os.environ.get("BETWEEN", "20"))
CUSTOMERS = 2_000
GIVE_UP = 4 * 3600.0
ORG = "harbor-coffee"

_CONNECT = """
import json, sys
from datetime import UTC, datetime, timedelta
from sqlalchemy.orm import Session
from api.auth.models import Organization
from api.db.engine import make_engine
from api.db.session import enter_tenant
from api.domains.commerce.connections.models import Connection
from api.domains.commerce.connections.sealing import CredentialBox
from runtime.settings import get_settings
org_id, keys = sys.argv[1], json.loads(sys.argv[2])
settings, now = get_settings(), datetime.now(UTC)
with Session(make_engine(settings)) as session, session.begin():
    enter_tenant(session, org_id)
    session.add(Connection(connection_id="con_backfill", org_id=org_id, vendor="shopify", name="Shopify",
        status="connected", account="Harbor", account_key="harbor", credentials_sealed=CredentialBox(settings).seal(keys),
        scopes=[], event_kinds=[], settings={}, version=1, created_at=now, failures=0, tokens_at=now,
        expires_at=now + timedelta(days=1)))
"""
"""Connects the shop without the browser that a real login needs."""


class ManyOrders(Shop):
    """A shop whose orders are sorted by time, with fifty on a page as at Shopify."""

    def _orders(self, variables: dict[str, Any]) -> dict[str, Any]:
        if not hasattr(self, "in_order"):
            self.in_order = list(self.orders.values())
        start = int(variables["after"] or 0)
        end = start + 50
        info = {"hasNextPage": end < len(self.in_order), "endCursor": str(end)}
        page = {"nodes": self.in_order[start:end], "pageInfo": info}
        return {"orders": page, "ordersCount": {"count": len(self.in_order)}}


@dataclass(frozen=True)
class Totals:
    """The amounts paid and refunded, in cents, and the number of orders."""

    orders: int
    paid: int
    refunded: int


def main() -> list[Figure]:
    """Read the past orders through the kills, then compare."""
    with shopify_twin() as twin, _installation(twin) as place:
        wanted = _fill(twin)
        headers = _connect(place, twin)
        began = time.monotonic()
        _call(place, headers, "start-integration-backfill", since="2020-01-01T00:00:00Z")
        kills = _through_kills(place, headers)
        took = time.monotonic() - began
        in_postgres = _in_postgres(place)
        eventually(lambda: _in_lake(place).orders >= in_postgres.orders, within=600)
        in_lake = _in_lake(place)
        assert in_postgres == in_lake == wanted, (wanted, in_postgres, in_lake)
        return [
            Figure("orders of the past", ORDERS / took, "orders/s"),
            Figure("kills of the worker", kills, "kills"),
            Figure("orders lost or doubled", 0, "orders", aim=Aim.at_most(0)),
        ]


@contextmanager
def _installation(twin: Shopify) -> Iterator[Installation]:
    settings = {
        "SHOPIFY_CLIENT_ID": CLIENT_ID,
        "SHOPIFY_CLIENT_SECRET": CLIENT_SECRET,
        "SHOPIFY_SHOP_URL": twin.url + "/{shop}",
    }
    with (
        TemporaryDirectory(prefix="backfill") as folder,
        installed(Path(folder), ports=None, **settings) as it,
    ):
        it.start(pipelines=False)
        subprocess.run([WAYPOST, "demo-state"], env=it.environment, check=True)
        yield it


def _fill(twin: Shopify) -> Totals:
    """Add the orders of the last year to the twin, oldest first, and return their totals."""
    shop = ManyOrders("harbor", secret=CLIENT_SECRET)
    twin.shops["harbor"] = shop
    paid = refunded = 0
    for place in range(ORDERS):
        cents = 500 + place * 7 % 20_000
        ago = timedelta(days=365) * (1 - place / ORDERS) + timedelta(hours=1)
        email = f"c{place * 31 % CUSTOMERS}@example.com"
        order = shop.place(email, f"{cents / 100:.2f}", ago=ago)
        paid += cents
        if place % 10 == 0:
            shop.refund(order, f"{cents // 2 / 100:.2f}")
            refunded += cents // 2
        shop.sent.clear()
    return Totals(ORDERS, paid, refunded)


def _connect(place: Installation, twin: Shopify) -> dict[str, str]:
    token = "shpat_of_the_benchmark"
    twin.tokens["harbor"] = (token, time.time() + GIVE_UP)
    org_id = _ask(place, "select org_id from organizations where slug = %s", ORG)[0][0]
    keys = json.dumps({"shop": "harbor", "access_token": token, "refresh_token": "none"})
    subprocess.run(
        [sys.executable, "-c", _CONNECT, org_id, keys], env=place.environment, check=True
    )
    return {"Authorization": f"Bearer {place.api_key(ORG, 'admin')}"}


def _through_kills(place: Installation, headers: dict[str, str]) -> int:
    """Kill the worker now and then until everything is read, and return the number of kills."""
    kills, until = 0, time.monotonic() + GIVE_UP
    last = time.monotonic()
    while time.monotonic() < until:
        state = _call(place, headers, "get-integration-backfill")["backfill"]
        print(f"{state['read']:,} of {state['total'] or ORDERS:,}, {kills} kills", flush=True)
        if state["state"] == "done":
            return kills
        if kills < KILLS and time.monotonic() - last > BETWEEN and state["read"]:
            last = time.monotonic()
            kills += _kill(place)
        time.sleep(5)
    raise TimeoutError("the backfill does not end")


def _kill(place: Installation) -> int:
    pids = [it.pid for it in read_state(place.folder / "var") if it.name == "Jobs" and it.pid]
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    return len(pids)


def _in_postgres(place: Installation) -> Totals:
    asked = "select count(*), sum(amount_cents), sum(refunded_cents) from customer_orders where source = 'shopify'"
    return Totals(*map(int, _ask(place, asked)[0]))


def _in_lake(place: Installation) -> Totals:
    """Return the totals of the order events, each counted once; refunds are events with negative amounts."""
    folder = place.folder / "var" / "lake" / "events"
    if not folder.exists():
        return Totals(0, 0, 0)
    rows = (
        DeltaTable(str(folder)).to_pyarrow_table(columns=["type", "event_id", "data"]).to_pylist()
    )
    orders = [(it["event_id"], json.loads(it["data"])) for it in rows if it["type"] == "order"]
    assert len({event_id for event_id, _ in orders}) == len(orders), "an event is there twice"
    ours = [data for _, data in orders if data["source"] == "shopify"]
    placed = [data for data in ours if data["status"] == "paid"]
    refunds = [data for data in ours if data["status"] == "refunded"]
    return Totals(
        len({data["order_id"] for data in placed}),
        sum(data["amount_cents"] for data in placed),
        -sum(data["amount_cents"] for data in refunds),
    )


def _ask(place: Installation, query: str, *values: Any) -> list[tuple[Any, ...]]:
    with psycopg.connect(place.database_url()) as owner:
        return owner.execute(query, values).fetchall()


def _call(place: Installation, headers: dict[str, str], name: str, **body: Any) -> Any:
    sent = {"connection_id": "con_backfill", **body}
    answer = httpx2.post(place.url(f"/v1/{name}"), json=sent, headers=headers, timeout=30)
    answer.raise_for_status()
    return answer.json()


if __name__ == "__main__":
    show(main())
