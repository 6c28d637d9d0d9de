"""Builds the dependencies of the handlers of folders."""

from typing import Annotated

from fastapi import Depends

from api.db.session import SessionDep
from api.domains.codes.codes.dependencies import CodeServiceDep
from api.domains.codes.folders.service import FolderService
from api.kit.clock import NowDep
from api.kit.ids import new_id


def _service(session: SessionDep, codes: CodeServiceDep, now: NowDep) -> FolderService:
    return FolderService(session, codes, now, new_id)


FolderServiceDep = Annotated[FolderService, Depends(_service)]
