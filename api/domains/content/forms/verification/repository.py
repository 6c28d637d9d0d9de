"""All SQL for passcodes. Each decision is a single statement, so that one of two concurrent requests wins."""

from datetime import datetime, timedelta

from sqlalchemy import case, delete, update
from sqlalchemy.dialects.postgresql import insert

from api.db.tenancy import Repository
from api.domains.content.forms.verification.models import PhoneVerificationRow as Row


class VerificationRepository(Repository[Row]):
    """Passcodes of one organisation."""

    model = Row

    def find(self, org_id: str, phone_key: str) -> Row | None:
        """Return the newest passcode of a number."""
        statement = self.scoped(org_id).where(Row.phone_key == phone_key)
        return self.session.scalar(statement.execution_options(populate_existing=True))

    def renew(self, row: Row, *, wait: timedelta, window: timedelta, at_most: int) -> bool:
        """Replace the number's previous passcode with this one.

        Returns False if one was sent less than `wait` ago, or `at_most` within `window`.
        """
        begins_again = Row.first_sent_at <= row.sent_at - window
        values = {
            "verification_id": row.verification_id,
            "org_id": row.org_id,
            "phone_key": row.phone_key,
            "code_hash": row.code_hash,
            "tries": 0,
            "sent": 1,
            "sent_at": row.sent_at,
            "first_sent_at": row.sent_at,
            "expires_at": row.expires_at,
            "verified_at": None,
        }
        statement = insert(Row).values(values)
        renewed = {
            name: values[name]
            for name in ("verification_id", "code_hash", "tries", "sent_at", "expires_at")
        }
        statement = statement.on_conflict_do_update(
            index_elements=[Row.org_id, Row.phone_key],
            set_={
                **renewed,
                "verified_at": None,
                "sent": case((begins_again, 1), else_=Row.sent + 1),
                "first_sent_at": case((begins_again, row.sent_at), else_=Row.first_sent_at),
            },
            where=(Row.sent_at <= row.sent_at - wait) & (begins_again | (Row.sent < at_most)),
        )
        self.session.execute(
            delete(Row).where(
                Row.org_id == row.org_id,
                Row.phone_key != row.phone_key,
                Row.first_sent_at < row.sent_at - window,
            )
        )
        return self.session.scalar(statement.returning(Row.verification_id)) is not None

    def use_try(self, org_id: str, phone_key: str, now: datetime, at_most: int) -> str | None:
        """Use one of the tries. Returns the hash to compare with, or None if there is nothing to try.

        A verified passcode can be tried again until its proof is used, because the response with the proof may have
        been lost.
        """
        statement = (
            update(Row)
            .where(Row.org_id == org_id, Row.phone_key == phone_key)
            .where(Row.tries < at_most, Row.expires_at > now)
            .values(tries=Row.tries + 1)
            .returning(Row.code_hash)
        )
        return self.session.scalar(statement)

    def verify(self, org_id: str, phone_key: str, now: datetime) -> str | None:
        """Record that the number belongs to its visitor, and return the passcode that proved it."""
        return self.session.scalar(
            update(Row)
            .where(Row.org_id == org_id, Row.phone_key == phone_key)
            .values(verified_at=now)
            .returning(Row.verification_id)
        )

    def use(self, org_id: str, phone_key: str, verification_id: str, since: datetime) -> bool:
        """Use up the verification of a number. Returns False if it is older than `since` or was used before."""
        statement = (
            update(Row)
            .where(Row.org_id == org_id, Row.phone_key == phone_key)
            .where(Row.verification_id == verification_id, Row.verified_at > since)
            .values(verified_at=None, expires_at=Row.sent_at)
            .returning(Row.verification_id)
        )
        return self.session.scalar(statement) is not None
