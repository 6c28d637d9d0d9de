"""Builds the dependencies of the handlers of custom domains."""

from typing import Annotated

from fastapi import Depends
from limits import parse

from api.auth.member import AdminDep
from api.db.session import SessionDep
from api.domains.hosts.custom_domains.repository import DomainRepository
from api.domains.hosts.custom_domains.service import DomainService
from api.domains.hosts.custom_domains.verification import DomainVerifier
from api.kit.clock import NowDep
from api.kit.ids import new_id, random_text
from api.kit.process_state import RateLimitsDep, SettingsDep

CHECKS = parse("20 per minute")
"""Verifications of domains by one organisation, each of which sends requests to other servers."""


def _prover(settings: SettingsDep) -> DomainVerifier:
    return DomainVerifier(settings.dns_server)


def _service(
    settings: SettingsDep,
    session: SessionDep,
    now: NowDep,
    prover: Annotated[DomainVerifier, Depends(_prover)],
) -> DomainService:
    return DomainService(
        DomainRepository(session),
        prover,
        base_url=settings.base_url,
        may_be_private=settings.environment == "development",
        now=now,
        new_id=new_id,
        random_text=random_text,
    )


def _count_check(limits: RateLimitsDep, me: AdminDep) -> None:
    message = (
        "You checked too often within a minute. DNS records take some minutes to become visible."
    )
    limits.hit(CHECKS, "domain-checks", me.org_id, message=message)


DomainServiceDep = Annotated[DomainService, Depends(_service)]
CheckLimit = Depends(_count_check)
