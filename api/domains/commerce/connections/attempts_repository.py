"""Every statement about logins at vendors that were begun."""

from datetime import datetime

from sqlalchemy import delete

from api.db.tenancy import Repository
from api.domains.commerce.connections.models import ConnectionAttempt


class AttemptRepository(Repository[ConnectionAttempt]):
    """Logins that were begun in one organisation."""

    model = ConnectionAttempt

    def add(self, row: ConnectionAttempt) -> None:
        """Store one."""
        self.session.add(row)
        self.session.flush()

    def take(
        self, org_id: str, user_id: str, state_hash: str, now: datetime
    ) -> ConnectionAttempt | None:
        """The login of this person with this state, which nobody can bring back again."""
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
