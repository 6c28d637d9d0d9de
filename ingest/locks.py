"""Advisory locks of the event road, one number each, and what holds them."""

from typing import Any

import psycopg

RELAY_LOCK = 7_290_142_020
"""Held alone by the relay that leads, and by a bulk load."""
LANDER_LOCK = 7_290_142_021
"""Shared by all landers; held alone by a bulk load."""
ERASURE_LOCK = 7_290_142_022
"""Shared by a lander from reading who was erased to its commit; an erasure takes it alone for a moment."""
REPAIR_LOCK = 7_290_142_023
"""Held alone by whoever repairs the event table."""


def try_lock(connection: psycopg.Connection[Any], key: int, *, shared: bool = False) -> bool:
    """Take the lock for as long as the session lives, or say that it is taken."""
    name = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock"
    row = connection.execute(f"select {name}(%s)", [key]).fetchone()
    return bool(row and row[0])
