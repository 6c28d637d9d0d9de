"""100,000 one-time codes end to end, against a plain COPY of the same rows into a similar table.

Waypost does everything: the call, the queue, the worker, IDs, row-level security, constraints, triggers and progress.
COPY has the same columns and indexes and nothing else.
"""

import os
import time
from collections.abc import Callable
from typing import Any

import psycopg
from starlette.testclient import TestClient

from api.apps.job_modules import load
from api.apps.web import create_app
from api.auth.keys import hash_key, new_key, shown_prefix
from api.jobs.worker import run_queued
from api.kit.ids import new_code_ids, new_id
from benchmarks.report import Aim, Figure, show
from benchmarks.servers import database
from runtime.settings import Settings

AMOUNT = int(os.environ.get("BENCH_CODES", "100000"))

_COPY = (
    "copy plain (code_id, org_id, name, type, base_code_id, batch_id, one_time_state) from stdin"
)


def main() -> list[Figure]:
    """Create a batch, copy as many rows, export the batch and withdraw it."""
    load()
    with database() as settings:
        org_id, key = _organization(settings)
        app = create_app(settings)
        with TestClient(app, headers={"Authorization": f"Bearer {key}"}) as client:
            body = {"name": "Coupon", "type": "redirect", "destination": "https://a.example/"}
            base = _call(client, "qr/create-code", **body)["code_id"]

            def make() -> None:
                _call(client, "qr/create_one_time_codes", base_code_id=base, amount=AMOUNT)
                run_queued(settings)

            made = _seconds(make)
            copied = _seconds(lambda: _copy(settings, org_id, base))
            listed = _seconds(lambda: _call(client, "get-one-time-codes", id=base))
            total = _call(client, "get-one-time-codes", id=base)["counts"]["issued"]
            exported = _seconds(lambda: _call(client, "export-one-time-codes", id=base))
            answered = _seconds(lambda: _call(client, "qr/delete_one_time_codes", id=base))
            withdrawn = answered + _seconds(lambda: run_queued(settings))
    if total != AMOUNT:
        raise RuntimeError(f"{total:,} codes instead of {AMOUNT:,}")
    name = f"{AMOUNT:,} one-time codes"
    return [
        Figure(f"{name}, end to end", made, "s", copied, "plain COPY, s", Aim.at_most(30)),
        Figure(f"{name}, a page of them with counts", listed * 1000, "ms", aim=Aim.at_most(500)),
        Figure(f"{name}, as CSV", exported, "s", aim=Aim.at_most(10)),
        Figure(f"{name}, void for visitors", answered * 1000, "ms", aim=Aim.at_most(2_000)),
        Figure(f"{name}, withdrawn row by row", withdrawn, "s", aim=Aim.at_most(15)),
    ]


def _organization(settings: Settings) -> tuple[str, str]:
    org_id, key = new_id("org"), new_key()
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "insert into organizations (org_id, slug, name) values (%s, 'bench-codes', 'Bench')",
            [org_id],
        )
        connection.execute(
            "insert into api_keys (key_id, org_id, name, role, prefix, key_hash)"
            " values (%s, %s, 'Bench', 'editor', %s, %s)",
            [new_id("key"), org_id, shown_prefix(key), hash_key(key)],
        )
    return org_id, key


def _copy(settings: Settings, org_id: str, base: str) -> None:
    with psycopg.connect(settings.database_url) as connection:
        connection.execute("create table plain (like codes including defaults including indexes)")
        with connection.cursor().copy(_COPY) as copy:
            for number, code_id in enumerate(new_code_ids(AMOUNT)):
                name = f"Coupon {number:06}"
                copy.write_row((code_id, org_id, name, "redirect", base, "bat", "issued"))


def _call(client: TestClient, path: str, **body: Any) -> Any:
    answer = client.post(f"/v1/{path}", json=body)
    if answer.status_code != 200:
        raise RuntimeError(f"{path}: {answer.text}")
    return answer.json()


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    show(main())
