"""Dependencies of the copy handlers."""

from functools import partial
from typing import Annotated

from fastapi import Depends

from api.db.session import SessionDep
from api.domains.codes.codes.dependencies import CopyServiceDep
from api.domains.content.copies.service import FullCopyService
from api.domains.content.notes.copying import NoteCopies
from api.domains.content.pages.copying import PageCopies
from api.domains.content.pages.dependencies import PublisherDep
from api.domains.content.polls import polls
from api.kit.clock import NowDep
from api.kit.ids import new_id


def _copies(
    session: SessionDep, publisher: PublisherDep, codes: CopyServiceDep, now: NowDep
) -> FullCopyService:
    pages = PageCopies(
        session,
        publisher,
        sync_polls=partial(polls.sync, session),
        now=now,
        new_id=new_id,
    )
    return FullCopyService(codes, pages, NoteCopies(session, new_id))


FullCopyServiceDep = Annotated[FullCopyService, Depends(_copies)]
