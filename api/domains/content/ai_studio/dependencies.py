"""Dependencies of the AI studio's handlers."""

from typing import Annotated

from fastapi import Depends

from api.db.session import SessionDep
from api.domains.codes.codes.dependencies import CodeServiceDep, LinksDep
from api.domains.content.ai_studio.repository import AiPictureRepository
from api.domains.content.ai_studio.service import StudioService
from api.domains.content.media_library.dependencies import UploadServiceDep
from api.jobs.queue import JobsDep


def _service(
    session: SessionDep,
    uploads: UploadServiceDep,
    codes: CodeServiceDep,
    jobs: JobsDep,
    links: LinksDep,
) -> StudioService:
    return StudioService(AiPictureRepository(session), uploads, codes, jobs, links)


StudioServiceDep = Annotated[StudioService, Depends(_service)]
