"""All SQL statements about erasures, and the erasure from Postgres."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ARRAY, Text, bindparam, func, select, update

from api.auth.models import User
from api.db.listing import Columns
from api.db.tenancy import Repository
from api.domains.content.forms.tables import submissions
from api.domains.data_rights.erasures.models import Erasure
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.tables import customer_visitors, customers
from api.jobs.models import Job
from api.kit.pagination import ListBody

FAILED_STATES = ("failed", "cancelled")


_COLUMNS = Columns(
    searched=(Erasure.subject,),
    ordered={
        "asked_at": Erasure.asked_at,
        "finished_at": Erasure.finished_at,
        "subject": Erasure.subject,
    },
    default_sort="-asked_at",
)


@dataclass(frozen=True)
class PersonIds:
    """The IDs and addresses of a person in the database."""

    customers: frozenset[str] = frozenset()
    visitors: frozenset[str] = frozenset()
    addresses: frozenset[str] = frozenset()


class ErasureRepository(Repository[Erasure]):
    """Erasures of one organisation."""

    model = Erasure

    def add(self, erasure: Erasure) -> None:
        """Store a new erasure."""
        self.session.add(erasure)
        self.session.flush()

    def find(self, org_id: str, erasure_id: str) -> Erasure | None:
        """Return an erasure, locked until the transaction ends."""
        mine = self.scoped(org_id).where(Erasure.erasure_id == erasure_id)
        return self.session.scalar(mine.with_for_update())

    def unfinished(self, org_id: str, wanted: Mapping[str, Any]) -> Erasure | None:
        """Return an unfinished erasure of the same person, or None."""
        same = [Erasure.wanted[name].astext == value for name, value in wanted.items() if value]
        return self.session.scalar(
            self.scoped(org_id).where(Erasure.state != "done", *same).limit(1).with_for_update()
        )

    def list_erasures(self, org_id: str, wanted: ListBody) -> tuple[list[Erasure], int]:
        """Return a page of erasures, newest first by default, and the total number."""
        matching = _COLUMNS.matching(self.scoped(org_id), wanted)
        tie_breaker = Erasure.erasure_id.desc()
        return self.page(matching, wanted.paging, _COLUMNS.order(wanted), tie_breaker)

    def has_customer(self, org_id: str, customer_id: str) -> bool:
        """Return whether the organisation has this customer."""
        wanted = select(customers.c.customer_id).where(
            customers.c.org_id == org_id, customers.c.customer_id == customer_id
        )
        return self.session.scalar(wanted) is not None

    def names_of_people(self, user_ids: set[str]) -> dict[str, str]:
        """Return the names of members of the same organisation by user ID."""
        wanted = select(User.user_id, User.name, User.email).where(User.user_id.in_(user_ids))
        return {
            user_id: name or email or "" for user_id, name, email in self.session.execute(wanted)
        }

    def failed(self, org_id: str, kind: str, erasure_ids: set[str]) -> set[str]:
        """Return those of these erasures that failed, because their last job failed or was cancelled."""
        erasure_id = Job.args["erasure_id"].astext
        tries = (
            select(erasure_id, Job.state)
            .where(Job.org_id == org_id, Job.kind == kind, erasure_id.in_(erasure_ids))
            .order_by(Job.created_at, Job.job_id)
        )
        last = {row[0]: row[1] for row in self.session.execute(tries)}
        return {it for it, state in last.items() if state in FAILED_STATES}

    def ids_of(self, org_id: str, customer_ids: list[str], sealer: Sealer) -> PersonIds:
        """Return the addresses and visitor IDs of a customer's profiles."""
        visitors: set[str] = set()
        for source in (customer_visitors, submissions):
            linked = select(source.c.visitor_id).where(
                source.c.org_id == org_id, source.c.customer_id.in_(customer_ids)
            )
            visitors |= {visitor_id for visitor_id in self.session.scalars(linked) if visitor_id}
        sealed = self.session.execute(
            select(
                customers.c.sealing_key, customers.c.email_sealed, customers.c.phone_sealed
            ).where(customers.c.org_id == org_id, customers.c.customer_id.in_(customer_ids))
        )
        contacts = [address for row in sealed for address in sealer.contacts(row)]
        return PersonIds(
            customers=frozenset(customer_ids),
            visitors=frozenset(visitors),
            addresses=frozenset(address for address in contacts if address),
        )

    def erase(self, person: PersonIds, hashes: frozenset[str]) -> dict[str, Any]:
        """Erase the person from every table with the SQL function `erase_person`."""
        lists = (person.customers, person.visitors, person.addresses, hashes)
        texts = [
            bindparam(None, sorted(values), type_=ARRAY(Text), unique=True) for values in lists
        ]
        erased: dict[str, Any] = self.session.execute(
            select(func.erase_person(*texts))
        ).scalar_one()
        return erased

    def end(self, org_id: str, erasure_id: str, **values: Any) -> None:
        """Store the outcome."""
        mine = (Erasure.org_id == org_id, Erasure.erasure_id == erasure_id)
        self.session.execute(update(Erasure).where(*mine).values(**values))
