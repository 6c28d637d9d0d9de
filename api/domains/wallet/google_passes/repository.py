"""All statements about passes in Google Wallet."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import case, delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.wallet.google_passes.models import GoogleAccount, KeptPass

_EXPIRING = text("select org_id from expiring_google_keys(:before)")


class AccountRepository(Repository[GoogleAccount]):
    """The service account of one organisation."""

    model = GoogleAccount

    def find(self, org_id: str) -> GoogleAccount | None:
        """Return the account, or None."""
        return self.session.scalar(self.scoped(org_id))

    def organizations_to_warn(self, before: datetime) -> list[str]:
        """Return the organisations whose key expires before a moment and whose owners have not been notified."""
        return list(self.session.scalars(_EXPIRING, {"before": before}))

    def lock(self, org_id: str) -> None:
        """Prevent other requests from changing the account until the transaction ends."""
        lock_until_commit(self.session, "google-accounts", org_id)

    def add(self, row: GoogleAccount) -> None:
        """Insert the account."""
        self.session.add(row)
        self.session.flush()

    def note_check(self, row: GoogleAccount, values: Mapping[str, Any]) -> None:
        """Store the result of a check of an account, unless another account has replaced it in the meantime."""
        own = (GoogleAccount.org_id == row.org_id, GoogleAccount.created_at == row.created_at)
        self.session.execute(update(GoogleAccount).where(*own).values(**values))

    def remove(self, org_id: str) -> bool:
        """Delete the account and its key. Return False if the organisation had none of its own."""
        own = (GoogleAccount.org_id == org_id, GoogleAccount.is_development.is_(False))
        removed = delete(GoogleAccount).where(*own).returning(GoogleAccount.org_id)
        return self.session.scalar(removed) is not None


class KeptPassRepository(Repository[KeptPass]):
    """Passes of one organisation for which links were issued."""

    model = KeptPass

    def find(self, org_id: str, pass_id: str) -> KeptPass | None:
        """Return a pass of the organisation, or None."""
        return self.session.scalar(self.scoped(org_id).where(KeptPass.pass_id == pass_id))

    def note_saved(
        self, org_id: str, pass_id: str, issuer_id: str, *, is_saved: bool, expires_at: datetime
    ) -> bool:
        """Store that a person saved or deleted the pass. Return False if that was known already, if a newer callback
        was stored, or if the pass has no link of the issuer.
        """
        own = self.scoped(org_id).where(
            KeptPass.pass_id == pass_id, KeptPass.issuer_id == issuer_id
        )
        row = self.session.scalar(own.with_for_update())
        if row is None:
            return False
        if row.callback_expires_at is not None and expires_at < row.callback_expires_at:
            return False
        is_new = row.is_saved is not is_saved
        row.is_saved, row.callback_expires_at = is_saved, expires_at
        self.session.flush()
        return is_new

    def keep(self, row: dict[str, object]) -> None:
        """Store that a link was issued for a pass. Under another issuer, the state starts again."""
        statement = insert(KeptPass).values(row)
        fresh = {
            name: statement.excluded[name]
            for name in (
                *("issuer_id", "kind", "is_known", "class_digest", "announced", "sent_tag"),
                *("wanted_tag", "created_at", "sent_at"),
            )
        }
        of_issuer = {
            column.key: case((KeptPass.issuer_id == statement.excluded.issuer_id, column))
            for column in (KeptPass.has_users, KeptPass.is_saved, KeptPass.callback_expires_at)
        }
        self.session.execute(
            statement.on_conflict_do_update(
                index_elements=["pass_id"],
                set_={**fresh, **of_issuer, "tries": 0, "next_try_at": None, "problem": None},
                where=KeptPass.org_id == statement.excluded.org_id,
            )
        )

    def counts(self, org_id: str, issuer_id: str) -> tuple[int, int]:
        """Return how many passes have links of an issuer, and how many of them are not up to date at Google."""
        waiting = func.count().filter(KeptPass.wanted_tag > KeptPass.sent_tag)
        found = select(func.count(), waiting).where(
            KeptPass.org_id == org_id, KeptPass.issuer_id == issuer_id
        )
        passes, due = self.session.execute(found).one()
        return passes, due

    def newest_problem(self, org_id: str, issuer_id: str) -> tuple[str, datetime] | None:
        """Return why a pass could not be brought up to date, and when the next attempt is."""
        found = (
            select(KeptPass.problem, KeptPass.next_try_at)
            .where(
                KeptPass.org_id == org_id,
                KeptPass.issuer_id == issuer_id,
                KeptPass.wanted_tag > KeptPass.sent_tag,
                KeptPass.problem.is_not(None),
                KeptPass.next_try_at.is_not(None),
            )
            .order_by(KeptPass.next_try_at.desc())
            .limit(1)
        )
        row = self.session.execute(found).one_or_none()
        return (row[0] or "", row[1]) if row is not None and row[1] is not None else None
