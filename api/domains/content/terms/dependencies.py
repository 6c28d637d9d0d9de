"""Dependencies of the terms handlers."""

from collections.abc import Callable
from typing import Annotated

from fastapi import Depends

from api.db.session import SessionDep
from api.domains.codes.codes.dependencies import CodeServiceDep
from api.domains.codes.rules.types import Identity
from api.domains.content.terms.service import TermsService
from api.domains.content.terms.types import PublishedTerms
from api.domains.visits.visits.router import VisitorRequestDep
from api.domains.visits.visits.state import ScanServiceDep
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import SettingsDep


def _service(
    settings: SettingsDep, session: SessionDep, codes: CodeServiceDep, now: NowDep
) -> TermsService:
    return TermsService(
        session,
        codes,
        secret=settings.secret_key,
        sealing_keys=settings.sealing_keys,
        now=now,
        new_id=new_id,
    )


TermsServiceDep = Annotated[TermsService, Depends(_service)]


async def _visitor(
    scans: ScanServiceDep, incoming: VisitorRequestDep, now: NowDep
) -> Callable[[PublishedTerms], Identity]:
    return lambda terms: scans.visit(incoming, now, terms.brand.consent).identity


VisitorDep = Annotated[Callable[[PublishedTerms], Identity], Depends(_visitor)]
"""The identity of the visitor to some terms, from their cookie or from a hash that is valid for one day."""


async def _sender(scans: ScanServiceDep, incoming: VisitorRequestDep, now: NowDep) -> str:
    agent = incoming.headers.get("user-agent", "")
    return f"visitor:{scans.identities.daily(incoming.address, agent, now.date())}"


SenderDep = Annotated[str, Depends(_sender)]
"""Identifies the sender of a repeated request with the same Idempotency-Key, with or without a cookie."""
