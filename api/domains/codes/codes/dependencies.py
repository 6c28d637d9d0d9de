"""Builds the dependencies of the handlers of codes."""

from typing import Annotated

from fastapi import Depends

from api.db.session import SessionDep
from api.domains.codes.codes.bulk import BulkService
from api.domains.codes.codes.copies import CopyService
from api.domains.codes.codes.hosts import hosts_in
from api.domains.codes.codes.links import CodeLinks
from api.domains.codes.codes.service import CodeService
from api.kit.clock import NowDep
from api.kit.ids import new_code_id
from api.kit.process_state import SettingsDep


async def _service(settings: SettingsDep, session: SessionDep, now: NowDep) -> CodeService:
    return CodeService(
        session,
        base_url=settings.base_url,
        may_be_private=settings.environment == "development",
        new_code_id=new_code_id,
        now=now,
    )


CodeServiceDep = Annotated[CodeService, Depends(_service)]


def _copies(session: SessionDep, codes: CodeServiceDep, now: NowDep) -> CopyService:
    return CopyService(session, codes, new_code_id, now)


def _bulk(codes: CodeServiceDep, now: NowDep) -> BulkService:
    return BulkService(codes, now)


async def _links(settings: SettingsDep, session: SessionDep) -> CodeLinks:
    return CodeLinks(settings.base_url, hosts_in(session))


async def _product_links(settings: SettingsDep) -> CodeLinks:
    return CodeLinks(settings.base_url)


BulkServiceDep = Annotated[BulkService, Depends(_bulk)]
CopyServiceDep = Annotated[CopyService, Depends(_copies)]
LinksDep = Annotated[CodeLinks, Depends(_links)]
"""Addresses of the codes of the caller's organisation."""
ProductLinksDep = Annotated[CodeLinks, Depends(_product_links)]
"""Addresses of this installation's codes, for calls without a caller."""
