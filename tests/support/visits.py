"""Builders of codes, which write to the database as its owner, and access to the outbox."""

from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from api.kit.ids import new_code_id
from ingest.contracts.codec import decode
from ingest.contracts.envelope import Event
from ingest.contracts.scan import ScanRecordedV3


def make_code(url: str, org_id: str, **columns: Any) -> str:
    """Create a code, by default a redirect, and return its ID."""
    values: dict[str, Any] = {
        "code_id": new_code_id(),
        "org_id": org_id,
        "name": "Menu",
        "type": "redirect",
        "destination": "https://harbor.example/menu",
        **columns,
    }
    values = {key: Jsonb(it) if isinstance(it, dict) else it for key, it in values.items()}
    with psycopg.connect(url) as connection:
        connection.execute(
            f"insert into codes ({', '.join(values)})"
            f" values ({', '.join(f'%({key})s' for key in values)})",
            values,
        )
    return str(values["code_id"])


@dataclass(frozen=True)
class Outbox:
    """The rows written to the outbox since this object was created."""

    url: str
    after: int

    def payloads(self) -> list[bytes]:
        """Return all payloads, in the order of their arrival."""
        rows = self._rows("select payload from outbox where seq > %s order by seq")
        return [bytes(row[0]) for row in rows]

    def events(self) -> list[Event]:
        """Return all events; each must fit its contract."""
        return [decode(payload) for payload in self.payloads()]

    def scans(self) -> list[ScanRecordedV3]:
        """Return all events, which must be scans."""
        events = self.events()
        assert all(isinstance(event, ScanRecordedV3) for event in events)
        return [event for event in events if isinstance(event, ScanRecordedV3)]

    def transactions(self) -> int:
        """Return how many transactions wrote them."""
        return int(self._rows("select count(distinct xid) from outbox where seq > %s")[0][0])

    def _rows(self, statement: str) -> list[Any]:
        with psycopg.connect(self.url) as connection:
            return connection.execute(statement, [self.after]).fetchall()


def outbox_of(url: str) -> Outbox:
    """Return the outbox of this database, from now on."""
    with psycopg.connect(url) as connection:
        row = connection.execute("select coalesce(max(seq), 0) from outbox").fetchone()
    assert row is not None
    return Outbox(url, int(row[0]))
