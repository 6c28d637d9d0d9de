"""All database statements for connections and deliveries."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from sqlalchemy import Row, delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.commerce.connections.errors import ConnectedElsewhere
from api.domains.commerce.connections.models import (
    Connection,
    ConnectionDelivery,
    ConnectionRequest,
)
from api.domains.commerce.connections.types import WAITED_OUT, WITHDRAWAL
from api.kit.pagination import Paging

_CLAIM = text("select org_id, connection_id from claim_connection(:now, :until)")
_WANTING = text("select org_id from organizations_with_connections(:among)")
_UNREPORTED = text("select org_id from organizations_with_broken_connections()")
_TO_SETTLE = text("select org_id, connection_id, status from connections_to_settle(:now)")


def claim_next(session: Session, now: datetime, until: datetime) -> tuple[str, str] | None:
    """Claim the connection that has waited longest and has something due; return its organisation and ID, or None."""
    row = session.execute(_CLAIM, {"now": now, "until": until}).first()
    return (row[0], row[1]) if row is not None else None


def organizations_with_connections(session: Session, among: Collection[str]) -> list[str]:
    """Return which of these organisations have a connection that wants events."""
    return list(session.scalars(_WANTING, {"among": list(among)}))


def organizations_with_broken(session: Session) -> list[str]:
    """Return the organisations with a broken connection that has not been reported to their owners by email."""
    return list(session.scalars(_UNREPORTED))


def to_settle(session: Session, now: datetime) -> list[Row[str, str, str]]:
    """Return removed connections, and those whose tokens are due to be refreshed, as organisation, ID and status."""
    return list(session.execute(_TO_SETTLE, {"now": now}))


@contextmanager
def _refusing_a_second() -> Iterator[None]:
    try:
        yield
    except IntegrityError as error:
        diagnosis = getattr(error.orig, "diag", None)
        if getattr(diagnosis, "constraint_name", None) == "connections_one_of_account":
            raise ConnectedElsewhere from None
        raise


class ConnectionRepository(Repository[Connection]):
    """Connections of one organisation, in one session."""

    model = Connection

    def lock(self, org_id: str) -> None:
        """Prevent other transactions from adding a connection until this one ends."""
        lock_until_commit(self.session, "connections", org_id)

    def lock_order(self, org_id: str, key: str) -> None:
        """Prevent other requests with this key from placing a shop order until the transaction ends."""
        lock_until_commit(self.session, "shop-order", org_id, key)

    def list_all(self, org_id: str) -> Sequence[Connection]:
        """Return the connections that are not removed, oldest first."""
        own = self.scoped(org_id).where(Connection.status != "removed")
        return self.session.scalars(
            own.order_by(Connection.created_at, Connection.connection_id)
        ).all()

    def count(self, org_id: str, vendor: str) -> int:
        """Return the number of connections to a vendor."""
        own = self.scoped(org_id).where(Connection.vendor == vendor, Connection.status != "removed")
        return self.session.scalar(select(func.count()).select_from(own.subquery())) or 0

    def add(self, row: Connection) -> None:
        """Store a new connection. Raises ConnectedElsewhere."""
        with _refusing_a_second(), self.session.begin_nested():
            self.session.add(row)
            self.session.flush()

    def find(self, org_id: str, connection_id: str, *, locked: bool = False) -> Connection | None:
        """Return a connection that is not removed, or None."""
        own = self.scoped(org_id).where(
            Connection.connection_id == connection_id, Connection.status != "removed"
        )
        return self.session.scalar(
            own.with_for_update().execution_options(populate_existing=True) if locked else own
        )

    def find_any(
        self, org_id: str, connection_id: str, *, locked: bool = True
    ) -> Connection | None:
        """Return a connection, removed or not; by default it is locked until the transaction ends."""
        own = self.scoped(org_id).where(Connection.connection_id == connection_id)
        own = own.execution_options(populate_existing=True)
        return self.session.scalar(own.with_for_update() if locked else own)

    def remove(self, row: Connection, *, revokes: bool) -> None:
        """Delete a connection. If the vendor has to revoke access first, a periodic task does both."""
        if revokes:
            self.change(row, status="removed", event_kinds=[], not_before=None)
        else:
            self.delete(row)

    def find_by_vendor(self, org_id: str, vendor: str) -> Connection | None:
        """Return the newest connection to a vendor."""
        own = self.scoped(org_id).where(Connection.vendor == vendor, Connection.status != "removed")
        newest = own.order_by(Connection.created_at.desc(), Connection.connection_id.desc())
        return self.session.scalar(newest.limit(1))

    def delete_removed(self, org_id: str, vendor: str, account_key: str) -> None:
        """Delete removed connections to an account that is connected again, because its new tokens invalidate the old
        ones.
        """
        self.session.execute(
            delete(Connection).where(
                Connection.org_id == org_id,
                Connection.vendor == vendor,
                Connection.account_key == account_key,
                Connection.status == "removed",
            )
        )

    def change(self, row: Connection, **values: Any) -> None:
        """Update columns of a connection."""
        self.session.execute(
            update(Connection)
            .where(Connection.org_id == row.org_id, Connection.connection_id == row.connection_id)
            .values(**values)
        )
        self.session.refresh(row)

    def delete(self, row: Connection) -> None:
        """Delete a connection and everything that belongs to it."""
        self.session.execute(
            delete(Connection).where(
                Connection.org_id == row.org_id, Connection.connection_id == row.connection_id
            )
        )

    def list_unreported(self, org_id: str) -> Sequence[Connection]:
        """Lock and return the broken connections that have not been reported to the owners by email."""
        own = self.scoped(org_id).where(
            Connection.status.in_(("broken", "disabled")), Connection.reported_at.is_(None)
        )
        return self.session.scalars(own.order_by(Connection.name).with_for_update()).all()


class DeliveryRepository(Repository[ConnectionDelivery]):
    """Deliveries of one organisation."""

    model = ConnectionDelivery

    def add_many(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Store deliveries in this order; existing ones remain unchanged."""
        if rows:
            self.session.execute(insert(ConnectionDelivery).on_conflict_do_nothing(), list(rows))

    def lock_due(
        self, org_id: str, connection_id: str, now: datetime, most: int
    ) -> Sequence[ConnectionDelivery]:
        """Lock and return the deliveries that are due, oldest first, including those that a killed worker left
        behind.
        """
        due = (
            self.scoped(org_id)
            .where(
                ConnectionDelivery.connection_id == connection_id,
                ConnectionDelivery.state.in_(("waiting", "sending")),
                ConnectionDelivery.due_at <= now,
            )
            .order_by(ConnectionDelivery.due_at, ConnectionDelivery.event_id)
            .limit(most)
            .with_for_update(skip_locked=True)
        )
        return self.session.scalars(due).all()

    def change_many(self, org_id: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Update columns of deliveries; those that were erased meanwhile are skipped."""
        for values in rows:
            self.session.execute(
                update(ConnectionDelivery)
                .where(
                    ConnectionDelivery.org_id == org_id,
                    ConnectionDelivery.delivery_id == values["delivery_id"],
                )
                .values({name: it for name, it in values.items() if name != "delivery_id"})
            )

    def list_page(
        self,
        org_id: str,
        connection_id: str,
        states: Sequence[str],
        paging: Paging,
    ) -> tuple[list[ConnectionDelivery], int]:
        """Return a page of deliveries, newest first, and the total number."""
        own = self.scoped(org_id).where(ConnectionDelivery.connection_id == connection_id)
        if states:
            own = own.where(ConnectionDelivery.state.in_(states))
        newest = ConnectionDelivery.created_at.desc()
        return self.page(own, paging, newest, ConnectionDelivery.delivery_id.asc())

    def counts(self, org_id: str) -> dict[str, dict[str, int]]:
        """Return the number of deliveries by connection and state."""
        counted = (
            select(
                ConnectionDelivery.connection_id,
                ConnectionDelivery.state,
                func.count(),
            )
            .where(ConnectionDelivery.org_id == org_id)
            .group_by(ConnectionDelivery.connection_id, ConnectionDelivery.state)
        )
        found: dict[str, dict[str, int]] = {}
        for connection_id, state, count in self.session.execute(counted):
            found.setdefault(connection_id, {})[state] = count
        return found

    def try_again(
        self, org_id: str, connection_id: str, delivery_id: str | None, now: datetime
    ) -> int:
        """Queue one delivery, or all that were set aside or refused, to be sent again; return how many."""
        again = update(ConnectionDelivery).where(
            ConnectionDelivery.org_id == org_id,
            ConnectionDelivery.connection_id == connection_id,
        )
        if delivery_id is None:
            again = again.where(ConnectionDelivery.state.in_(("set_aside", "refused")))
        else:
            again = again.where(
                ConnectionDelivery.delivery_id == delivery_id,
                ConnectionDelivery.state.not_in(("waiting", "sending")),
            )
        done = again.values(
            state="waiting", tries=0, due_at=now, give_up_at=now + WAITED_OUT, ended_at=None
        ).returning(ConnectionDelivery.delivery_id)
        return len(self.session.scalars(done).all())

    def newest_of_kind(self, org_id: str, kind: str, count: int) -> list[dict[str, Any]]:
        """Return the newest events of a kind from the deliveries of all connections, each event once."""
        found = self.session.scalars(
            self.scoped(org_id)
            .where(ConnectionDelivery.kind == kind)
            .order_by(ConnectionDelivery.created_at.desc(), ConnectionDelivery.delivery_id.desc())
            .limit(count * 20)
        )
        events = {str(it.event_id): it.event for it in found}
        return list(events.values())[:count]

    def newest_event(self, org_id: str, connection_id: str) -> ConnectionDelivery | None:
        """Return the delivery of the connection's newest event, for the preview."""
        own = self.scoped(org_id).where(
            ConnectionDelivery.connection_id == connection_id,
            ConnectionDelivery.kind != WITHDRAWAL,
        )
        return self.session.scalar(own.order_by(ConnectionDelivery.created_at.desc()).limit(1))


class RequestRepository(Repository[ConnectionRequest]):
    """The request history of one organisation's connections."""

    model = ConnectionRequest

    def add(self, row: ConnectionRequest) -> None:
        """Store a request."""
        self.session.add(row)
        self.session.flush()

    def list_page(
        self, org_id: str, connection_id: str, paging: Paging
    ) -> tuple[list[ConnectionRequest], int]:
        """Return a page of requests, newest first, and the total number."""
        own = self.scoped(org_id).where(ConnectionRequest.connection_id == connection_id)
        newest = ConnectionRequest.requested_at.desc()
        return self.page(own, paging, newest, ConnectionRequest.request_id.asc())
