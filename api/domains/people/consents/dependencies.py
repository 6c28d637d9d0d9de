"""Dependencies of the consent handlers."""

from datetime import datetime
from typing import Annotated

from fastapi import Depends
from sqlalchemy.orm import Session

from api.db.session import SessionDep
from api.domains.people.consents.policy import ContactPolicy
from api.domains.people.consents.service import ConsentService
from api.domains.people.consents.suppression_repository import SuppressionRepository
from api.domains.people.consents.suppressions import SuppressionService
from api.domains.people.consents.views import ConsentViews
from api.domains.people.customers.dependencies import CustomerServiceDep
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import SettingsDep
from runtime.settings import Settings


async def _consents(
    session: SessionDep, customers: CustomerServiceDep, now: NowDep
) -> ConsentService:
    return ConsentService(session, customers, now, new_id)


ConsentServiceDep = Annotated[ConsentService, Depends(_consents)]


def _policy(
    session: SessionDep, customers: CustomerServiceDep, consents: ConsentServiceDep
) -> ContactPolicy:
    return ContactPolicy(session, customers, consents)


def policy_of(session: Session, settings: Settings, now: datetime) -> ContactPolicy:
    """Return the contact policy for the session of a job."""
    customers = CustomerService(session, Sealer.of(settings), now, new_id)
    return ContactPolicy(session, customers, ConsentService(session, customers, now, new_id))


def suppressions_of(session: Session, settings: Settings, now: datetime) -> SuppressionService:
    """Return the suppression lists for the session of a job."""
    sealer = Sealer.of(settings)
    return SuppressionService(SuppressionRepository(session), sealer, now, new_id)


def consents_of(session: Session, settings: Settings, now: datetime) -> ConsentService:
    """Return the consent ledger for the session of a job."""
    customers = CustomerService(session, Sealer.of(settings), now, new_id)
    return ConsentService(session, customers, now, new_id)


ContactPolicyDep = Annotated[ContactPolicy, Depends(_policy)]


def _views(
    settings: SettingsDep, consents: ConsentServiceDep, policy: ContactPolicyDep, now: NowDep
) -> ConsentViews:
    return ConsentViews(
        consents, policy, base_url=settings.base_url, secret=settings.secret_key, now=now
    )


ConsentViewsDep = Annotated[ConsentViews, Depends(_views)]


def _suppressions(settings: SettingsDep, session: SessionDep, now: NowDep) -> SuppressionService:
    return suppressions_of(session, settings, now)


SuppressionServiceDep = Annotated[SuppressionService, Depends(_suppressions)]
