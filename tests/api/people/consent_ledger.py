"""The consent ledger through its service, without HTTP."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy.orm import Session

from api.db.engine import make_engine
from api.db.session import enter_tenant
from api.domains.people.consents.many_reading import ContactPair
from api.domains.people.consents.policy import ContactPolicy
from api.domains.people.consents.service import ConsentService
from api.domains.people.consents.types import Channel, ContactDecision, Decision, Origin, Purpose
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService
from api.kit.ids import new_id
from runtime.settings import Settings
from tests.support.people import Org


class Decided(NamedTuple):
    """A decision of a person, as a test records it."""

    channel: Channel
    purpose: Purpose
    decision: Decision
    at: datetime


class Ledger:
    """The ledger of one organisation, each call in its own transaction."""

    def __init__(self, settings: Settings, org: Org) -> None:
        self._engine = make_engine(settings)
        self._org_id = org.org_id
        self._sealer = Sealer.of(settings)

    @contextmanager
    def _session(self) -> Iterator[tuple[ConsentService, ContactPolicy]]:
        with Session(self._engine) as session, session.begin():
            enter_tenant(session, self._org_id)
            now = datetime.now(UTC)
            customers = CustomerService(session, self._sealer, now, new_id)
            consents = ConsentService(session, customers, now, new_id)
            yield consents, ContactPolicy(session, customers, consents)

    def record(self, customer_id: str, decided: Decided) -> None:
        """Record one decision."""
        with self._session() as (consents, _):
            person = consents.person(self._org_id, customer_id)
            origin = Origin("import")
            topic = (decided.channel, decided.purpose)
            consents.record(person, [topic], decided.decision, origin, at=decided.at)

    def decide(
        self, customer_id: str, channel: Channel, purpose: Purpose, moment: datetime
    ) -> ContactDecision:
        """Return the decision that a sender gets."""
        with self._session() as (_, policy):
            return policy.may_contact(self._org_id, customer_id, channel, purpose, moment)

    def decide_many(
        self, pairs: Sequence[ContactPair], moment: datetime
    ) -> dict[ContactPair, ContactDecision]:
        """Return the decisions that a sender of many messages gets."""
        with self._session() as (_, policy):
            return policy.may_contact_many(self._org_id, pairs, moment)

    def decide_each(
        self, pairs: Sequence[ContactPair], moment: datetime
    ) -> dict[ContactPair, ContactDecision]:
        """Return the same decisions, made one by one."""
        with self._session() as (_, policy):
            return {it: policy.may_contact(self._org_id, *it, moment) for it in pairs}

    def keyword(self, phone: str, word: str) -> bool:
        """Process a reply such as STOP."""
        with self._session() as (consents, _):
            return consents.withdraw_by_keyword(self._org_id, phone, word)
