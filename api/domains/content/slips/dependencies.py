"""Dependencies of the slip handlers."""

from typing import Annotated

from fastapi import Depends

from api.db.offload import OffloadDep
from api.db.session import SessionDep
from api.domains.codes.codes.dependencies import CodeServiceDep, LinksDep
from api.domains.content.slips.printing import PrintService
from api.domains.content.slips.service import SlipService
from api.jobs.queue import JobsDep
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import SettingsDep
from api.objects.store import ObjectsDep


def _slips(
    settings: SettingsDep, session: SessionDep, codes: CodeServiceDep, now: NowDep
) -> SlipService:
    return SlipService(session, codes, base_url=settings.base_url, now=now, new_id=new_id)


def _printing(
    session: SessionDep,
    codes: CodeServiceDep,
    jobs: JobsDep,
    objects: ObjectsDep,
    links: LinksDep,
    offload: OffloadDep,
    now: NowDep,
) -> PrintService:
    return PrintService(session, codes, jobs, objects, links, offload, new_id, now)


SlipServiceDep = Annotated[SlipService, Depends(_slips)]
PrintServiceDep = Annotated[PrintService, Depends(_printing)]
