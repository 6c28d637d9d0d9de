"""Dependencies of the handlers of organisations."""

from typing import Annotated

from fastapi import Depends

from api.db.session import SessionDep
from api.domains.org.organizations.repository import OrganizationRepository
from api.domains.org.organizations.service import OrganizationService
from api.kit.clock import NowDep
from api.kit.ids import new_id, random_text


def _service(session: SessionDep, now: NowDep) -> OrganizationService:
    return OrganizationService(OrganizationRepository(session), now, new_id, random_text)


OrganizationServiceDep = Annotated[OrganizationService, Depends(_service)]
