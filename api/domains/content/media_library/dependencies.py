"""Dependencies of the upload handlers."""

from typing import Annotated

from fastapi import Depends

from api.db.session import SessionDep
from api.domains.content.media_library.service import UploadService
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.objects.store import ObjectsDep


def _service(session: SessionDep, objects: ObjectsDep, now: NowDep) -> UploadService:
    return UploadService(session, objects, now, new_id)


UploadServiceDep = Annotated[UploadService, Depends(_service)]
