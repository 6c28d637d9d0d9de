"""Work done by several threads at once, and plain durable inserts to compare with.

`STEPS` (400) of each, by `THREADS` (8).
"""

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, LiteralString

import psycopg
from psycopg import sql

from runtime.settings import Settings

STEPS = int(os.environ.get("STEPS", "400"))
THREADS = int(os.environ.get("THREADS", "8"))
BESIDE = "durable inserts/s into a plain table"


def rate(work: Callable[[int], None]) -> float:
    """Return how often per second all threads together do the work, which gets the number of the step."""
    with ThreadPoolExecutor(THREADS) as pool:
        began = time.perf_counter()
        list(pool.map(work, range(STEPS)))
        return STEPS / (time.perf_counter() - began)


def plain_rate(
    settings: Settings, like: LiteralString, statement: LiteralString, row: Callable[[int], Any]
) -> float:
    """Return the transactions of one row per second, over as many connections, into `plain`: a table with the columns
    of `like` and nothing else. `row` returns the statement's values for the number of a step.
    """
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            sql.SQL("create table plain (like {like})").format(like=sql.Identifier(like))
        )
    connections: Sequence[psycopg.Connection[Any]] = [
        psycopg.connect(settings.database_url, autocommit=True) for _ in range(THREADS)
    ]

    def insert(number: int) -> None:
        connections[number % THREADS].execute(statement, row(number))

    try:
        return rate(insert)
    finally:
        for connection in connections:
            connection.close()
