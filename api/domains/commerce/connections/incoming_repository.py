"""All database statements for incoming webhooks and backfills."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from api.db.tenancy import Repository
from api.domains.commerce.connections.models import ConnectionBackfill, IncomingWebhook
from api.kit.pagination import Paging

_OF_ACCOUNT = text("select org_id, connection_id from connections_of_account(:vendor, :account)")
_CLAIM_INCOMING = text("select org_id, connection_id from claim_incoming(:now, :until)")
_CLAIM_BACKFILL = text(
    "select org_id, connection_id, backfill_id from claim_backfill(:now, :until)"
)


def connections_of_account(session: Session, vendor: str, account: str) -> list[tuple[str, str]]:
    """Return the connections to a vendor's account, as pairs of organisation and connection ID."""
    rows = session.execute(_OF_ACCOUNT, {"vendor": vendor, "account": account})
    return [(row[0], row[1]) for row in rows]


def claim_incoming(session: Session, now: datetime, until: datetime) -> tuple[str, str] | None:
    """Claim a connection with waiting webhooks; return its organisation and ID, or None."""
    row = session.execute(_CLAIM_INCOMING, {"now": now, "until": until}).first()
    return (row[0], row[1]) if row is not None else None


def claim_backfill(session: Session, now: datetime, until: datetime) -> tuple[str, str, str] | None:
    """Claim a running backfill; return the organisation, the connection and the backfill's ID, or None."""
    row = session.execute(_CLAIM_BACKFILL, {"now": now, "until": until}).first()
    return (row[0], row[1], row[2]) if row is not None else None


class IncomingRepository(Repository[IncomingWebhook]):
    """Incoming webhooks of one organisation."""

    model = IncomingWebhook

    def add(self, values: dict[str, Any]) -> bool:
        """Store a webhook; return False if it is already stored."""
        added = insert(IncomingWebhook).values(values).on_conflict_do_nothing()
        return self.session.scalar(added.returning(IncomingWebhook.incoming_id)) is not None

    def lock_due(
        self, org_id: str, connection_id: str, now: datetime, most: int
    ) -> Sequence[IncomingWebhook]:
        """Lock and return the webhooks that are due, oldest first."""
        due = (
            self.scoped(org_id)
            .where(
                IncomingWebhook.connection_id == connection_id,
                IncomingWebhook.state == "waiting",
                IncomingWebhook.due_at <= now,
            )
            .order_by(IncomingWebhook.due_at, IncomingWebhook.incoming_id)
            .limit(most)
            .with_for_update(skip_locked=True)
        )
        return self.session.scalars(due).all()

    def finish(self, org_id: str, incoming_id: str, tries: int, **values: Any) -> None:
        """Record the result of a webhook, unless another worker has taken it over."""
        self.session.execute(
            update(IncomingWebhook)
            .where(
                IncomingWebhook.org_id == org_id,
                IncomingWebhook.incoming_id == incoming_id,
                IncomingWebhook.state == "waiting",
                IncomingWebhook.tries == tries,
            )
            .values(**values)
        )

    def list_page(
        self, org_id: str, connection_id: str, paging: Paging
    ) -> tuple[list[IncomingWebhook], int]:
        """Return a page of webhooks, newest first, and the total number."""
        own = self.scoped(org_id).where(IncomingWebhook.connection_id == connection_id)
        newest = IncomingWebhook.received_at.desc()
        return self.page(own, paging, newest, IncomingWebhook.incoming_id.asc())

    def replay(
        self, org_id: str, connection_id: str, incoming_id: str | None, now: datetime
    ) -> int:
        """Queue one webhook, or all that failed, to be applied again; return how many."""
        again = update(IncomingWebhook).where(
            IncomingWebhook.org_id == org_id, IncomingWebhook.connection_id == connection_id
        )
        if incoming_id is None:
            again = again.where(IncomingWebhook.state == "failed")
        else:
            again = again.where(
                IncomingWebhook.incoming_id == incoming_id, IncomingWebhook.state != "waiting"
            )
        done = again.values(state="waiting", tries=0, due_at=now, applied_at=None, note="")
        return len(self.session.scalars(done.returning(IncomingWebhook.incoming_id)).all())


class BackfillRepository(Repository[ConnectionBackfill]):
    """Backfills of one organisation."""

    model = ConnectionBackfill

    def add(self, row: ConnectionBackfill) -> None:
        """Store a new backfill."""
        self.session.add(row)
        self.session.flush()

    def newest(
        self, org_id: str, connection_id: str, *, locked: bool = False
    ) -> ConnectionBackfill | None:
        """Return the newest backfill of a connection."""
        own = self.scoped(org_id).where(ConnectionBackfill.connection_id == connection_id)
        own = own.order_by(ConnectionBackfill.started_at.desc()).limit(1)
        return self.session.scalar(
            own.with_for_update().execution_options(populate_existing=True) if locked else own
        )

    def find(self, org_id: str, backfill_id: str, *, locked: bool) -> ConnectionBackfill | None:
        """Return a backfill by its ID."""
        own = select(ConnectionBackfill).where(
            ConnectionBackfill.org_id == org_id, ConnectionBackfill.backfill_id == backfill_id
        )
        return self.session.scalar(
            own.with_for_update().execution_options(populate_existing=True) if locked else own
        )
