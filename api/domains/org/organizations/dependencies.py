"""Dependencies of the handlers of organisations."""

from typing import Annotated

from fastapi import Depends
from limits import parse

from api.auth.member import PersonDep
from api.db.session import SessionDep
from api.domains.org.organizations.repository import OrganizationRepository
from api.domains.org.organizations.service import OrganizationService
from api.kit.clock import NowDep
from api.kit.ids import new_id, random_text
from api.kit.process_state import RateLimitsDep

FOUNDATIONS = parse("20 per day")
"""Organisations that one login may create."""


def _service(session: SessionDep, now: NowDep) -> OrganizationService:
    return OrganizationService(OrganizationRepository(session), now, new_id, random_text)


def _count_foundation(limits: RateLimitsDep, person: PersonDep) -> None:
    message = "You have created too many organisations today. Try again tomorrow."
    limits.hit(FOUNDATIONS, "organizations", person.user_id, message=message)


FoundationLimit = Depends(_count_foundation)
OrganizationServiceDep = Annotated[OrganizationService, Depends(_service)]
