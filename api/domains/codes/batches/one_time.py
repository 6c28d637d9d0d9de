"""Rules of one-time codes: a job creates them from a base, and they can be withdrawn as long as they are unused."""

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from api.auth.member import Member
from api.domains.codes.batches.errors import BatchNotFound, NoBase
from api.domains.codes.batches.issuing import withdraw_codes
from api.domains.codes.batches.models import CodeBatch
from api.domains.codes.batches.repository import BatchRepository
from api.domains.codes.batches.schemas import (
    BatchRead,
    CreateOneTime,
    ExportFile,
    ListOneTime,
    OneTimePage,
    OneTimeRead,
    OneTimeStarted,
    OneTimeWithdrawn,
)
from api.domains.codes.batches.types import OneTimeRow, OneTimeScope
from api.domains.codes.codes.links import CodeLinks
from api.domains.codes.codes.one_time import UNUSED
from api.domains.codes.codes.service import CodeService
from api.domains.codes.codes.types import CodeRow, OneTimeState
from api.jobs.queue import Jobs
from api.kit.csv_cells import csv_lines
from api.kit.masking import masked

JOB = "batches.one_time"
WITHDRAWAL = "batches.withdrawal"
MAX_LISTED_BATCHES = 100
MAX_WITHDRAWN_IN_REQUEST = 500
"""Up to this number of rows, the call changes them itself. A job changes more."""

_NOT_IN_FILE_NAMES = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]+')


class OneTimeService:
    """One-time codes of the caller's organisation."""

    def __init__(
        self,
        batches: BatchRepository,
        codes: CodeService,
        jobs: Jobs,
        links: CodeLinks,
        new_id: Callable[[str], str],
        now: datetime,
        new_event_id: Callable[[], UUID],
    ) -> None:
        self._batches = batches
        self._codes = codes
        self._jobs = jobs
        self._links = links
        self._new_id = new_id
        self._now = now
        self._new_event_id = new_event_id

    def create(self, me: Member, body: CreateOneTime) -> OneTimeStarted:
        """Start a job that creates a batch."""
        base = self._codes.get(me.org_id, body.base_code_id)
        refuse_as_base(base)
        batch_id = self._new_id("bat")
        job_id = self._jobs.enqueue(
            me.org_id,
            JOB,
            {"batch_id": batch_id},
            total=body.amount,
            created_by=me.caller_id,
            is_bulk=True,
        )
        self._batches.add(
            CodeBatch(
                batch_id=batch_id,
                org_id=me.org_id,
                base_code_id=base.code_id,
                kind="one_time",
                name=body.name or base.name,
                amount=body.amount,
                job_id=job_id,
                created_at=self._now,
                created_by=me.caller_id,
            )
        )
        return OneTimeStarted(job_id=job_id, batch_id=batch_id, count=body.amount)

    def withdraw(self, me: Member, some_id: str) -> OneTimeWithdrawn:
        """Void the unused codes of a base or of a batch, or a single unused code, permanently.

        However many they are, none can be used once the response is sent. A job changes the rows if there are many.
        """
        org_id = me.org_id
        _base, batch, scope = self._find(org_id, some_id)
        # Batches are locked first, as their jobs do, so that the codes created by now are withdrawn
        # too.
        self._batches.lock(org_id, scope)
        unused = _unused(self._batches.counts_by_batch(org_id, scope))
        self._batches.stop_batches(org_id, self._now, scope)
        code_ids = self._batches.list_unused(org_id, scope)
        job_id = None
        if len(code_ids) > MAX_WITHDRAWN_IN_REQUEST:
            self._batches.notify_all_changed()
            job_id = self._enqueue_withdrawal(me, some_id, batch, len(code_ids))
        else:
            changed = withdraw_codes(
                self._batches.session, org_id, code_ids, self._now, self._new_event_id
            )
            unused = min(unused, changed)
        used = _used(self._batches.counts_by_batch(org_id, scope))
        return OneTimeWithdrawn(withdrawn=unused, used=used, job_id=job_id)

    def list_codes(self, me: Member, body: ListOneTime) -> OneTimePage:
        """Return one page of one-time codes, with counts and batches."""
        org_id = me.org_id
        base, _batch, scope = self._find(org_id, body.id)
        by_batch = self._batches.counts_by_batch(org_id, scope)
        states: Counter[str] = Counter()
        for counts in by_batch.values():
            states.update(counts)
        rows, total = self._batches.list_codes(org_id, body, scope, states)
        batches = self._list_batches(org_id, base.code_id, by_batch) if base is not None else []
        return OneTimePage(
            items=[self._read(row, me) for row in rows],
            total=total,
            page=body.paging.page,
            page_size=body.paging.page_size,
            counts=_all_states(states),
            batches=batches,
        )

    def export(self, me: Member, some_id: str) -> ExportFile:
        """Return a CSV file of a batch or of all one-time codes of a base, for a printer or a mailing."""
        stem, _, scope = self.file_of(me, some_id)
        choice = self._batches.domain_choice(me.org_id, scope)
        rows = (
            (code_id, self._links.address(code_id, choice=choice), state, used_at)
            for code_id, state, used_at in self._batches.lines(me.org_id, scope)
        )
        lines = csv_lines(("code_id", "url", "state", "used_at"), rows)
        return ExportFile(
            file_name=f"{stem}.csv",
            data=b64encode("".join(lines).encode()).decode(),
        )

    def file_of(self, me: Member, some_id: str) -> tuple[str, bool, OneTimeScope]:
        """Return the name of the file of a batch or base, whether it is a batch, and the scope of its codes."""
        base, batch, scope = self._find(me.org_id, some_id)
        if batch is not None:
            named, made = batch.name, batch.created_at
        elif base is not None:
            named, made = base.name, self._now
        else:
            raise BatchNotFound
        day = made.astimezone(ZoneInfo(me.time_zone)).date()
        return f"{_file_name(named)}-{day.isoformat()}", batch is not None, scope

    def _find(
        self, org_id: str, some_id: str
    ) -> tuple[CodeRow | None, CodeBatch | None, OneTimeScope]:
        """Return the codes to which an ID refers: those of a base, of a batch, or a single one-time code."""
        if some_id.startswith("bat_"):
            batch = self._batches.find(org_id, some_id)
            if batch is None or batch.kind != "one_time":
                raise BatchNotFound
            return (
                None,
                batch,
                OneTimeScope(base_code_id=batch.base_code_id, batch_id=batch.batch_id),
            )
        code = self._codes.get(org_id, some_id)
        if code.one_time_state is not None:
            return None, None, OneTimeScope(code_id=some_id)
        return code, None, OneTimeScope(base_code_id=some_id)

    def _enqueue_withdrawal(
        self, me: Member, some_id: str, batch: CodeBatch | None, codes: int
    ) -> str:
        base_code_id = some_id if batch is None else batch.base_code_id
        args = {
            "base_code_id": base_code_id,
            "batch_id": batch and batch.batch_id,
            "codes": codes,
        }
        return self._jobs.enqueue(
            me.org_id, WITHDRAWAL, args, total=codes, created_by=me.caller_id, is_bulk=True
        )

    def _list_batches(
        self, org_id: str, base_code_id: str, counts: Mapping[str, dict[str, int]]
    ) -> list[BatchRead]:
        batches = self._batches.list_one_time(org_id, base_code_id, MAX_LISTED_BATCHES)
        return [
            BatchRead(
                batch_id=it.batch_id,
                name=it.name,
                amount=it.amount,
                made=sum(counts.get(it.batch_id, {}).values()),
                job_id=it.job_id,
                created_at=it.created_at,
                withdrawn_at=it.withdrawn_at,
                counts=_all_states(counts.get(it.batch_id, {})),
            )
            for it in batches
        ]

    def _read(self, code: OneTimeRow, me: Member) -> OneTimeRead:
        state = OneTimeState(code.standing or "")
        is_masked = state in UNUSED and not me.sees_unused_codes
        url = "" if is_masked else self._links.address(code.code_id, choice=code.domain_choice)
        return OneTimeRead(
            code_id=masked(code.code_id) if is_masked else code.code_id,
            is_masked=is_masked,
            name=code.name,
            url=url,
            state=state,
            batch_id=code.batch_id,
            created_at=code.created_at,
            opened_at=code.opened_at,
            used_at=code.used_at,
        )


def refuse_as_base(base: CodeRow) -> None:
    """Raise NoBase for a code that cannot be the base of others."""
    if base.deleted_at is not None or base.base_code_id is not None:
        raise NoBase


def _unused(counts: Mapping[str, Mapping[str, int]]) -> int:
    return sum(states.get(state, 0) for states in counts.values() for state in UNUSED)


def _used(counts: Mapping[str, Mapping[str, int]]) -> int:
    return sum(states.get(OneTimeState.USED, 0) for states in counts.values())


def _all_states(counts: dict[str, int]) -> dict[OneTimeState, int]:
    return {state: counts.get(state, 0) for state in OneTimeState}


def _file_name(name: str) -> str:
    """Return a file name that is valid on every system."""
    return _NOT_IN_FILE_NAMES.sub("-", name).strip(" .-")[:100] or "codes"
