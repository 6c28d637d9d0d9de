"""Every statement about passes at Google Wallet."""

from datetime import datetime

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.wallet.google_passes.models import GoogleAccount, KeptPass

_EXPIRING = text("select org_id from expiring_google_keys(:before)")


class AccountRepository(Repository[GoogleAccount]):
    """The service account of one organisation."""

    model = GoogleAccount

    def find(self, org_id: str) -> GoogleAccount | None:
        """It, or None."""
        return self.session.scalar(self.scoped(org_id))

    def organizations_to_warn(self, before: datetime) -> list[str]:
        """Organisations whose key ends before a moment, of which the owners were not notified."""
        return list(self.session.scalars(_EXPIRING, {"before": before}))

    def lock(self, org_id: str) -> None:
        """No other request changes it until the transaction ends."""
        lock_until_commit(self.session, "google-accounts", org_id)

    def add(self, row: GoogleAccount) -> None:
        """Insert it."""
        self.session.add(row)
        self.session.flush()

    def remove(self, org_id: str) -> bool:
        """Forget the account and its key; False when there was none of the organisation's own."""
        own = (GoogleAccount.org_id == org_id, GoogleAccount.is_development.is_(False))
        removed = delete(GoogleAccount).where(*own).returning(GoogleAccount.org_id)
        return self.session.scalar(removed) is not None


class KeptPassRepository(Repository[KeptPass]):
    """Passes of one organisation that were given links."""

    model = KeptPass

    def find(self, org_id: str, pass_id: str) -> KeptPass | None:
        """One of the organisation's, or None."""
        return self.session.scalar(self.scoped(org_id).where(KeptPass.pass_id == pass_id))

    def note_saved(self, org_id: str, pass_id: str, issuer_id: str, *, is_saved: bool) -> bool:
        """Store that a person saved or deleted it; False when that was known, or it has no link of the issuer."""
        changed = (
            update(KeptPass)
            .where(KeptPass.org_id == org_id, KeptPass.pass_id == pass_id)
            .where(KeptPass.issuer_id == issuer_id, KeptPass.is_saved.is_distinct_from(is_saved))
            .values(is_saved=is_saved)
            .returning(KeptPass.pass_id)
        )
        return self.session.scalar(changed) is not None

    def keep(self, row: dict[str, object]) -> None:
        """Store that a pass was linked; under another issuer it begins again."""
        statement = insert(KeptPass).values(row)
        fresh = {
            name: statement.excluded[name]
            for name in (
                *("issuer_id", "kind", "is_known", "class_digest", "announced", "sent_tag"),
                *("wanted_tag", "created_at", "sent_at"),
            )
        }
        self.session.execute(
            statement.on_conflict_do_update(
                index_elements=["pass_id"],
                set_={**fresh, "tries": 0, "next_try_at": None, "problem": None},
                where=KeptPass.org_id == statement.excluded.org_id,
            )
        )

    def counts(self, org_id: str, issuer_id: str) -> tuple[int, int]:
        """How many passes have links of an issuer, and how many of them Google does not have as they are now."""
        waiting = func.count().filter(KeptPass.wanted_tag > KeptPass.sent_tag)
        found = select(func.count(), waiting).where(
            KeptPass.org_id == org_id, KeptPass.issuer_id == issuer_id
        )
        passes, due = self.session.execute(found).one()
        return passes, due

    def newest_problem(self, org_id: str, issuer_id: str) -> tuple[str, datetime] | None:
        """Why a pass could not be brought up to date, and when the next attempt is."""
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
