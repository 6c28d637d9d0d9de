"""Strips the identifiers of erased persons from events that land after the erasure.

The broker's log and the outbox may deliver an event days later. The identifiers to strip are stored as digests,
which cannot be reversed.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg

from ingest.landing.rows import COLUMNS
from ingest.locks import ERASURE_LOCK
from warehouse.anonymisation import stripped

_COUNT = "select count(*) from erased_identifiers"
_ALL = "select org_id, digest from erased_identifiers"
_ORG, _VISITOR, _CUSTOMER = (
    COLUMNS.index(name) for name in ("org_id", "visitor_id", "customer_key")
)
Row = tuple[Any, ...]


def digest_of(org_id: str, name: str) -> str:
    """The digest under which an erased identifier is stored."""
    return hashlib.sha256(f"{org_id}:{name}".encode()).hexdigest()


class ErasedIdentifiers:
    """The identifiers that a lander must strip."""

    def __init__(self) -> None:
        self._digests: dict[str, set[str]] = {}
        self._count = 0

    @contextmanager
    def locked(self, connection: psycopg.Connection[Any]) -> Iterator[None]:
        """Load all erased identifiers. Further erasures wait until the block ends."""
        connection.execute("select pg_advisory_lock_shared(%s)", [ERASURE_LOCK])
        try:
            self._refresh(connection)
            yield
        finally:
            connection.execute("select pg_advisory_unlock_shared(%s)", [ERASURE_LOCK])

    def strip(self, rows: list[Row]) -> list[Row]:
        """Return the same events without the identifiers of erased persons."""
        return [self._stripped(row) for row in rows] if self._digests else rows

    def _stripped(self, row: Row) -> Row:
        erased = self._digests.get(row[_ORG])
        names = [row[place] for place in (_VISITOR, _CUSTOMER) if row[place]]
        if not erased or not any(digest_of(row[_ORG], name) in erased for name in names):
            return row
        changed = stripped(dict(zip(COLUMNS, row, strict=True)))
        return tuple(changed[name] for name in COLUMNS)

    def _refresh(self, connection: psycopg.Connection[Any]) -> None:
        ((count,),) = connection.execute(_COUNT).fetchall()
        if count == self._count:
            return
        self._count, self._digests = count, {}
        for org_id, digest in connection.execute(_ALL).fetchall():
            self._digests.setdefault(org_id, set()).add(digest)
