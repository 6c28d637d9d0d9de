"""Builds the dependencies of the handlers of batches."""

from typing import Annotated

from fastapi import Depends
from uuid_utils.compat import uuid7

from api.db.offload import OffloadDep
from api.db.session import SessionDep
from api.domains.codes.batches.one_time import OneTimeService
from api.domains.codes.batches.repository import BatchRepository
from api.domains.codes.batches.rows import RowService
from api.domains.codes.codes.dependencies import CodeServiceDep, LinksDep
from api.jobs.queue import JobsDep
from api.kit.clock import NowDep
from api.kit.ids import new_id


def _one_time(
    session: SessionDep, codes: CodeServiceDep, jobs: JobsDep, links: LinksDep, now: NowDep
) -> OneTimeService:
    return OneTimeService(BatchRepository(session), codes, jobs, links, new_id, now, uuid7)


def _rows(
    session: SessionDep,
    codes: CodeServiceDep,
    jobs: JobsDep,
    links: LinksDep,
    offload: OffloadDep,
    now: NowDep,
) -> RowService:
    return RowService(BatchRepository(session), codes, jobs, links, offload, new_id, now)


OneTimeDep = Annotated[OneTimeService, Depends(_one_time)]
RowsDep = Annotated[RowService, Depends(_rows)]
