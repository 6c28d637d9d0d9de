"""All SQL for the consent ledger, its texts, and the emails that ask for confirmation."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import case, select
from sqlalchemy.dialects.postgresql import insert

from api.auth.models import Membership, User
from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.people.consents.models import (
    ConsentEntry,
    ConsentMail,
    ConsentText,
    ContactRules,
    SuppressedAddress,
)
from api.domains.people.consents.types import Source


class ConsentRepository(Repository[ConsentEntry]):
    """The ledger of one organisation, accessed through one session."""

    model = ConsentEntry

    def lock_customer(self, org_id: str, customer_ids: Iterable[str]) -> None:
        """Lock these customers, so that other decisions of theirs wait until the transaction ends."""
        for customer_id in sorted(customer_ids):
            lock_until_commit(self.session, "consents", org_id, customer_id)

    def of_person(self, org_id: str, customer_ids: Sequence[str]) -> Sequence[ConsentEntry]:
        """Return all entries of these profiles, latest first."""
        own = self.scoped(org_id).where(ConsentEntry.customer_id.in_(customer_ids))
        latest = own.order_by(ConsentEntry.decided_at.desc(), ConsentEntry.seq.desc())
        return self.session.scalars(latest).all()

    def add(self, values: Mapping[str, Any]) -> bool:
        """Insert an entry. Returns False if it confirms a request that was confirmed before."""
        added = self.session.execute(
            insert(ConsentEntry)
            .values(**values)
            .on_conflict_do_nothing(index_elements=["confirms"])
            .returning(ConsentEntry.entry_id)
        )
        return added.scalar() is not None

    def is_proven(
        self, org_id: str, customer_ids: Sequence[str], index: bytes, sources: Iterable[Source]
    ) -> bool:
        """Return whether one of these profiles has a yes that proves the address."""
        own = self.scoped(org_id).where(
            ConsentEntry.customer_id.in_(customer_ids),
            ConsentEntry.address_index == index,
            ConsentEntry.source.in_(list(sources)),
            ConsentEntry.decision == "given",
        )
        return bool(self.session.scalar(select(own.exists())))

    def keep_text(self, org_id: str, text_hash: str, text: str, now: datetime) -> None:
        """Store a consent text, once."""
        values = {"org_id": org_id, "text_hash": text_hash, "text": text, "first_shown_at": now}
        self.session.execute(insert(ConsentText).values(**values).on_conflict_do_nothing())

    def texts(self, org_id: str, hashes: Iterable[str]) -> dict[str, str]:
        """Return consent texts by their hash."""
        own = select(ConsentText.text_hash, ConsentText.text).where(
            ConsentText.org_id == org_id, ConsentText.text_hash.in_(set(hashes))
        )
        return {row[0]: row[1] for row in self.session.execute(own)}

    def member_names(self, org_id: str, user_ids: Iterable[str]) -> dict[str, str]:
        """Return names by user ID, for members of the organisation."""
        wanted = (
            select(User.user_id, User.name, User.email)
            .join(Membership, Membership.user_id == User.user_id)
            .where(Membership.org_id == org_id, User.user_id.in_(set(user_ids)))
        )
        return {
            user_id: name or email or "" for user_id, name, email in self.session.execute(wanted)
        }

    def is_suppressed(self, org_id: str, index: bytes) -> bool:
        """Return whether an address is on a suppression list."""
        own = select(SuppressedAddress.list_id).where(
            SuppressedAddress.org_id == org_id, SuppressedAddress.address_index == index
        )
        return bool(self.session.scalar(select(own.exists())))

    def rules(self, org_id: str) -> ContactRules | None:
        """Return the organisation's rules, if they were ever saved."""
        own = select(ContactRules).where(ContactRules.org_id == org_id)
        return self.session.scalar(own.execution_options(populate_existing=True))

    def save_rules(self, org_id: str, values: Mapping[str, Any]) -> None:
        """Save the rules."""
        statement = insert(ContactRules).values(org_id=org_id, **values)
        self.session.execute(
            statement.on_conflict_do_update(index_elements=["org_id"], set_=dict(values))
        )

    def request_mail(
        self, values: Mapping[str, Any], *, wait: timedelta, window: timedelta, at_most: int
    ) -> bool:
        """Plan the email to an address. Returns False if one was planned within `wait`, or `at_most` within
        `window`.
        """
        now: datetime = values["requested_at"]
        begins_again = ConsentMail.first_at <= now - window
        statement = insert(ConsentMail).values(**values, requests=1, first_at=now)
        renewed = ("mail_id", "customer_id", "language", "requested_at")
        statement = statement.on_conflict_do_update(
            index_elements=["org_id", "address_index"],
            set_={
                **{name: statement.excluded[name] for name in renewed},
                "requests": case((begins_again, 1), else_=ConsentMail.requests + 1),
                "first_at": case((begins_again, now), else_=ConsentMail.first_at),
            },
            where=(ConsentMail.requested_at <= now - wait)
            & (begins_again | (ConsentMail.requests < at_most)),
        )
        return self.session.scalar(statement.returning(ConsentMail.mail_id)) is not None

    def find_mail(self, org_id: str, mail_id: str) -> ConsentMail | None:
        """Return a planned email."""
        own = select(ConsentMail).where(
            ConsentMail.org_id == org_id, ConsentMail.mail_id == mail_id
        )
        return self.session.scalar(own)
