"""Vendors' requests to erase a person, or to export what is stored about them, handled as if a member had made them."""

from datetime import datetime

from sqlalchemy.orm import Session

from api.auth.member import viewer_of
from api.auth.tenants import organization_of
from api.domains.commerce.connections.privacy import (
    PrivacyAnswer,
    privacy_handler,
)
from api.domains.content.forms.verification.service import e164
from api.domains.data_rights.erasures.repository import ErasureRepository
from api.domains.data_rights.erasures.schemas import ErasePerson
from api.domains.data_rights.erasures.service import ErasureService
from api.domains.people.customers.contacts import normalised_email, region_of
from api.domains.people.customers.dependencies import customers_of
from api.integrations.ports.incoming import PrivacyRequest
from api.jobs.queue import Jobs
from api.kit.errors import ApiError
from api.kit.ids import new_id
from runtime.settings import Settings


@privacy_handler("erase")
def erase(
    session: Session, settings: Settings, org_id: str, request: PrivacyRequest, now: datetime
) -> PrivacyAnswer:
    """Start the erasure of the customer with this address or number."""
    customer_id = _customer(session, settings, org_id, request, now)
    if customer_id is None:
        return PrivacyAnswer("nobody")
    me = viewer_of(organization_of(session, org_id))
    customers = customers_of(session, settings, now)
    erasures = ErasureService(
        ErasureRepository(session), customers, Jobs(session, now), now, new_id
    )
    erasures.start(me, ErasePerson(customer_id=customer_id), region_of(me.locale))
    return PrivacyAnswer("erased")


@privacy_handler("export")
def export(
    session: Session, settings: Settings, org_id: str, request: PrivacyRequest, now: datetime
) -> PrivacyAnswer:
    """Return the customer whose data is requested. A member exports the file on the customer's page."""
    customer_id = _customer(session, settings, org_id, request, now)
    if customer_id is None:
        return PrivacyAnswer("nobody")
    return PrivacyAnswer("export_asked", customer_id)


def _customer(
    session: Session, settings: Settings, org_id: str, request: PrivacyRequest, now: datetime
) -> str | None:
    region = region_of(viewer_of(organization_of(session, org_id)).locale)
    try:
        found = customers_of(session, settings, now).find(
            org_id,
            email=normalised_email(request.email) if request.email else None,
            phone=e164(request.phone, region) if request.phone and not request.email else None,
        )
    except ApiError:  # not a valid address or number
        return None
    return None if found is None else found.customer_id
