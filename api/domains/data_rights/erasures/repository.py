"""Reads and writes erasures, and has the database forget a person."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ARRAY, Text, bindparam, func, select, update

from api.auth.models import User
from api.db.listing import Columns
from api.db.tenancy import Repository
from api.domains.content.forms.tables import submissions
from api.domains.data_rights.erasures.models import Erasure
from api.domains.people.customers.tables import customer_visitors, customers
from api.jobs.models import Job
from api.kit.pagination import ListBody

GIVEN_UP = ("failed", "cancelled")


_COLUMNS = Columns(
    searched=(Erasure.subject,),
    ordered={
        "asked_at": Erasure.asked_at,
        "finished_at": Erasure.finished_at,
        "subject": Erasure.subject,
    },
    usual="-asked_at",
)


@dataclass(frozen=True)
class Known:
    """Under which names the database knows a person."""

    customers: frozenset[str] = frozenset()
    visitors: frozenset[str] = frozenset()
    addresses: frozenset[str] = frozenset()


class ErasureRepository(Repository[Erasure]):
    """Erasures of one organisation."""

    model = Erasure

    def add(self, erasure: Erasure) -> None:
        """Keep a new one."""
        self.session.add(erasure)
        self.session.flush()

    def find(self, org_id: str, erasure_id: str) -> Erasure | None:
        """One erasure, locked for who works on it."""
        mine = self.scoped(org_id).where(Erasure.erasure_id == erasure_id)
        return self.session.scalar(mine.with_for_update())

    def unfinished(self, org_id: str, wanted: Mapping[str, Any]) -> Erasure | None:
        """An erasure of the same person that was asked for and is not done."""
        same = [Erasure.wanted[name].astext == value for name, value in wanted.items() if value]
        return self.session.scalar(
            self.scoped(org_id).where(Erasure.state != "done", *same).limit(1).with_for_update()
        )

    def list_erasures(self, org_id: str, wanted: ListBody) -> tuple[list[Erasure], int]:
        """A page of them, newest first unless they are sorted, and how many there are."""
        matching = _COLUMNS.matching(self.scoped(org_id), wanted)
        then = Erasure.erasure_id.desc()
        return self.page(matching, wanted.paging, _COLUMNS.order(wanted), then)

    def has_customer(self, org_id: str, customer_id: str) -> bool:
        """Whether the organisation knows this customer."""
        wanted = select(customers.c.customer_id).where(
            customers.c.org_id == org_id, customers.c.customer_id == customer_id
        )
        return self.session.scalar(wanted) is not None

    def customer_by(self, org_id: str, *, email: str | None, phone: str | None) -> str | None:
        """The id of who has this address or this number."""
        column, value = (customers.c.email, email) if email else (customers.c.phone, phone)
        wanted = select(customers.c.customer_id).where(
            customers.c.org_id == org_id, column == value
        )
        return self.session.scalar(wanted)

    def names_of_people(self, user_ids: set[str]) -> dict[str, str]:
        """Name by user id, of those who are colleagues."""
        wanted = select(User.user_id, User.name, User.email).where(User.user_id.in_(user_ids))
        return {
            user_id: name or email or "" for user_id, name, email in self.session.execute(wanted)
        }

    def given_up(self, org_id: str, kind: str, erasure_ids: set[str]) -> set[str]:
        """Those of them that no job works on any more: the last one gave up."""
        whose = Job.args["erasure_id"].astext
        tries = (
            select(whose, Job.state)
            .where(Job.org_id == org_id, Job.kind == kind, whose.in_(erasure_ids))
            .order_by(Job.created_at, Job.job_id)
        )
        last = {row[0]: row[1] for row in self.session.execute(tries)}
        return {one for one, state in last.items() if state in GIVEN_UP}

    def names_of(self, org_id: str, customer_id: str) -> Known:
        """The customer's addresses, and the visitors that they were."""
        visitors: set[str] = set()
        for known in (customer_visitors, submissions):
            seen = select(known.c.visitor_id).where(
                known.c.org_id == org_id, known.c.customer_id == customer_id
            )
            visitors |= {one for one in self.session.scalars(seen) if one}
        addresses = self.session.execute(
            select(customers.c.email, customers.c.phone).where(
                customers.c.org_id == org_id, customers.c.customer_id == customer_id
            )
        ).one_or_none()
        return Known(
            customers=frozenset({customer_id}),
            visitors=frozenset(visitors),
            addresses=frozenset(one for one in addresses or () if one),
        )

    def forget(self, known: Known, hashes: frozenset[str]) -> dict[str, Any]:
        """Erase the person from every table, as `erase_person` of migration 0021 says."""
        lists = (known.customers, known.visitors, known.addresses, hashes)
        texts = [
            bindparam(None, sorted(several), type_=ARRAY(Text), unique=True) for several in lists
        ]
        found: dict[str, Any] = self.session.execute(select(func.erase_person(*texts))).scalar_one()
        return found

    def end(self, org_id: str, erasure_id: str, **said: Any) -> None:
        """Keep how it ended."""
        mine = (Erasure.org_id == org_id, Erasure.erasure_id == erasure_id)
        self.session.execute(update(Erasure).where(*mine).values(**said))
