"""The owners of browsers, cached next to the marts, so that only changes need to be passed again.

A million browsers take seconds to read and milliseconds to join.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import duckdb

if TYPE_CHECKING:
    import pyarrow as pa

KEPT_SECONDS = 600.0
"""After this time all browsers are read again, because deleted rows leave no trace among the changes."""
MOST_ROWS = 3_000_000
"""Maximum for all organisations together. Those that have not been used for longest are dropped."""


class BrowsersForgotten(Exception):
    """The changes that were passed apply to browsers that are no longer cached. All browsers must be passed."""


@dataclass(frozen=True)
class Browsers:
    """Customers by visitor ID, as in `warehouse.schemas.BROWSERS`. `since`: the rows are only the changes from this moment of the database
    on, with null for a browser that no longer belongs to anybody; None if these are all browsers. `upto`: the moment
    from which to read changes next time.
    """

    rows: "pa.Table"
    since: int | None = None
    upto: int = 0


@dataclass
class _Kept:
    table: str
    generation: int
    upto: int
    rows: int
    loaded_at: float


class KnownBrowsers:
    """Browsers of organisations, as tables of one DuckDB. Thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._made = 0

    def since(self, org_id: str, generation: int) -> int | None:
        """Return the moment from which changes are needed, or None if all browsers are. `generation`: that of the
        DuckDB that contains them.
        """
        with self._lock:
            kept = self._kept.get(org_id)
            if kept is None or kept.generation != generation:
                return None
            return kept.upto if self._clock() - kept.loaded_at < KEPT_SECONDS else None

    def table(
        self, cursor: duckdb.DuckDBPyConnection, org_id: str, generation: int, given: Browsers
    ) -> str:
        """Return the name of the table with `visitor` and `customer_id` of every browser, after adding the rows that
        were passed.

        Raises:
            BrowsersForgotten: only changes were passed, for browsers that are no longer cached.
        """
        with self._lock:
            kept = self._kept.get(org_id)
            if kept is not None and kept.generation != generation:
                del self._kept[org_id]
                kept = None
            if given.since is not None:
                if kept is None:
                    raise BrowsersForgotten
                # Another question may have passed newer rows in the meantime.
                if given.rows.num_rows and given.upto >= kept.upto:
                    self._change(cursor, kept, given)
            else:
                kept = self._load(cursor, org_id, generation, given, kept)
            self._kept.move_to_end(org_id)
            self._evict_oldest(cursor)
            return kept.table

    def _load(
        self,
        cursor: duckdb.DuckDBPyConnection,
        org_id: str,
        generation: int,
        given: Browsers,
        before: _Kept | None,
    ) -> _Kept:
        self._made += 1
        table = f"memory.main.browser_{self._made}"
        with _under_a_name(cursor, given):
            cursor.execute(
                f"create table {table} as select visitor_hash(visitor_id) as visitor, customer_id from given_browser"
                " where customer_id is not null"
            )
        if before is not None:
            cursor.execute(f"drop table if exists {before.table}")
        kept = _Kept(table, generation, given.upto, given.rows.num_rows, self._clock())
        self._kept[org_id] = kept
        return kept

    @staticmethod
    def _change(cursor: duckdb.DuckDBPyConnection, kept: _Kept, given: Browsers) -> None:
        with _under_a_name(cursor, given):
            cursor.execute("begin")
            try:
                cursor.execute(
                    f"delete from {kept.table} where visitor in"
                    " (select visitor_hash(visitor_id) from given_browser)"
                )
                cursor.execute(
                    f"insert into {kept.table} select visitor_hash(visitor_id), customer_id from given_browser"
                    " where customer_id is not null"
                )
            except duckdb.Error:
                cursor.execute("rollback")
                raise
            cursor.execute("commit")
        kept.upto = given.upto
        kept.rows += given.rows.num_rows

    def _evict_oldest(self, cursor: duckdb.DuckDBPyConnection) -> None:
        while len(self._kept) > 1 and sum(it.rows for it in self._kept.values()) > MOST_ROWS:
            _, oldest = self._kept.popitem(last=False)
            cursor.execute(f"drop table if exists {oldest.table}")


@contextmanager
def _under_a_name(cursor: duckdb.DuckDBPyConnection, given: Browsers) -> Iterator[None]:
    """Register the rows as `given_browser` for the duration of the block."""
    cursor.register("given_browser", given.rows)
    try:
        yield
    finally:
        cursor.unregister("given_browser")
