"""Statements about passes that no longer exist here but still exist at Google."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, func, update

from api.db.tenancy import Repository
from api.domains.wallet.google_passes.models import GoogleBlank


class BlankRepository(Repository[GoogleBlank]):
    """Passes of one organisation that must be blanked at Google."""

    model = GoogleBlank

    def due(self, org_id: str, issuer_id: str, now: datetime, most: int) -> list[GoogleBlank]:
        """Return the due passes of an issuer, those known for longest first."""
        found = (
            self.scoped(org_id)
            .where(GoogleBlank.issuer_id == issuer_id)
            .where(func.coalesce(GoogleBlank.next_try_at, now) <= now)
            .order_by(GoogleBlank.created_at, GoogleBlank.pass_id)
            .limit(most)
        )
        return list(self.session.scalars(found))

    def skip_foreign(self, org_id: str, issuer_id: str, next_try_at: datetime) -> None:
        """Postpone the passes of an issuer whose key is not available here."""
        self.session.execute(
            update(GoogleBlank)
            .where(GoogleBlank.org_id == org_id, GoogleBlank.issuer_id != issuer_id)
            .values(next_try_at=next_try_at)
        )

    def done(self, org_id: str, pass_ids: Sequence[str]) -> None:
        """Remove passes that are blank at Google now."""
        if pass_ids:
            self.session.execute(
                delete(GoogleBlank).where(
                    GoogleBlank.org_id == org_id, GoogleBlank.pass_id.in_(pass_ids)
                )
            )

    def failed(self, org_id: str, pass_id: str, next_try_at: datetime) -> None:
        """Store that Google did not accept the blank pass, and when to try again."""
        self.session.execute(
            update(GoogleBlank)
            .where(GoogleBlank.org_id == org_id, GoogleBlank.pass_id == pass_id)
            .values(tries=GoogleBlank.tries + 1, next_try_at=next_try_at)
        )
