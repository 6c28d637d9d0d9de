"""The calls for erasures."""

from typing import Annotated

from fastapi import Depends

from api.auth.member import AdminDep
from api.auth.models import Organization
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.data_rights.erasures.repository import ErasureRepository
from api.domains.data_rights.erasures.schemas import (
    ErasePerson,
    ErasureRead,
    ErasureStarted,
    ListErasures,
)
from api.domains.data_rights.erasures.service import ErasureService
from api.domains.people.customers.contacts import region_of
from api.domains.people.customers.dependencies import CustomerServiceDep
from api.jobs.queue import JobsDep
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.pagination import Page, page_of

router = ApiRouter(tags=["erasures"])


def _service(
    session: SessionDep, customers: CustomerServiceDep, jobs: JobsDep, now: NowDep
) -> ErasureService:
    return ErasureService(ErasureRepository(session), customers, jobs, now, new_id)


ErasureServiceDep = Annotated[ErasureService, Depends(_service)]


@router.post("/v1/erase-person")
def erase_person(
    body: ErasePerson, me: AdminDep, erasures: ErasureServiceDep, session: SessionDep
) -> ErasureStarted:
    """Erase a customer or a visitor from every table, file and export. A job does this and leaves a receipt."""
    organization = session.get_one(Organization, me.org_id)
    return erasures.start(me, body, region_of(organization.locale))


@router.post("/v1/list-erasures")
def list_erasures(
    body: ListErasures, me: AdminDep, erasures: ErasureServiceDep
) -> Page[ErasureRead]:
    """List erasures with author and receipt, newest first. The person is never named."""
    items, total = erasures.list_erasures(me.org_id, body)
    return page_of(items, total, body.paging)
