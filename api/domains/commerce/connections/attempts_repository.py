"""All database statements for vendor logins that are in progress."""

from datetime import datetime

from sqlalchemy import delete

from api.db.tenancy import Repository
from api.domains.commerce.connections.models import ConnectionAttempt


class AttemptRepository(Repository[ConnectionAttempt]):
    """Vendor logins in progress in one organisation."""

    model = ConnectionAttempt

    def add(self, row: ConnectionAttempt) -> None:
        """Store a login attempt."""
        self.session.add(row)
        self.session.flush()

    def take(
        self, org_id: str, user_id: str, state_hash: str, now: datetime
    ) -> ConnectionAttempt | None:
        """Delete and return this user's unexpired login attempt with this state, so that it can be used only once; None
        if there is none.
        """
        return self.session.scalar(
            delete(ConnectionAttempt)
            .where(
                ConnectionAttempt.org_id == org_id,
                ConnectionAttempt.user_id == user_id,
                ConnectionAttempt.state_hash == state_hash,
                ConnectionAttempt.expires_at > now,
            )
            .returning(ConnectionAttempt)
        )
