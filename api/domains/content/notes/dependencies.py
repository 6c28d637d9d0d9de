"""Dependencies of the note handlers."""

from typing import Annotated

from fastapi import Depends

from api.db.session import SessionDep
from api.domains.codes.codes.dependencies import CodeServiceDep
from api.domains.content.notes.service import NoteService
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import SettingsDep


def _service(
    settings: SettingsDep, session: SessionDep, codes: CodeServiceDep, now: NowDep
) -> NoteService:
    return NoteService(session, codes, base_url=settings.base_url, now=now, new_id=new_id)


NoteServiceDep = Annotated[NoteService, Depends(_service)]
