"""Advisory locks of the event pipeline."""

from typing import Any

import psycopg

RELAY_LOCK = 7_290_142_020
"""Held exclusively by the leading relay or by a bulk load."""
LANDER_LOCK = 7_290_142_021
"""Shared by all landers; held exclusively by a bulk load."""
ERASURE_LOCK = 7_290_142_022
"""Shared by a lander from loading the erased identifiers until its commit; held exclusively by an erasure."""
REPAIR_LOCK = 7_290_142_023
"""Held exclusively by a repair of the event table."""


def try_lock(connection: psycopg.Connection[Any], key: int, *, shared: bool = False) -> bool:
    """Try to take the lock until the session ends, and return False if another session has it."""
    name = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock"
    row = connection.execute(f"select {name}(%s)", [key]).fetchone()
    return bool(row and row[0])
