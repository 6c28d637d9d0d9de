"""The jobs that make many codes. Each can be done twice: it makes what is missing."""

from contextlib import suppress
from typing import Any

from sqlalchemy import and_

from api.domains.codes.batches.issuing import issue_codes, withdraw_codes
from api.domains.codes.batches.models import CodeBatch
from api.domains.codes.batches.one_time import JOB as ONE_TIME
from api.domains.codes.batches.one_time import WITHDRAWAL
from api.domains.codes.batches.repository import BatchRepository
from api.domains.codes.batches.rows import JOB as ROWS
from api.domains.codes.batches.rows import place_in_batch
from api.domains.codes.codes.errors import CodeNotFound
from api.domains.codes.codes.models import Code
from api.domains.codes.codes.repository import CodeRepository
from api.domains.codes.codes.schemas import CreateCode
from api.domains.codes.codes.service import CodeService
from api.jobs.registry import JobCancelled, JobContext, JobFailed, job
from api.kit.errors import ApiError
from api.kit.ids import new_code_id

CHUNK = 5_000
WITHDRAWN_CHUNK = 2_000
ROWS_CHUNK = 500


@job(ONE_TIME)
def issue_one_time_codes(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Make a batch of one-time codes, a chunk a transaction, until it is whole or withdrawn."""
    while True:
        made, amount, is_over = _issue_chunk(context, args["batch_id"])
        context.progress(made, amount)
        if is_over:
            if made >= CHUNK:
                with context.session() as session:
                    BatchRepository(session).note_many_made()
            return {"batch_id": args["batch_id"], "count": made}


def _issue_chunk(context: JobContext, batch_id: str) -> tuple[int, int, bool]:
    with context.session() as session:
        batches = BatchRepository(session)
        batch = batches.find_for_update(context.org_id, batch_id)
        base = CodeRepository(session).find(context.org_id, (batch and batch.base_code_id) or "")
        if batch is None or base is None:
            raise JobFailed("The code that these were made from is gone.")
        made = batches.count_codes(context.org_id, batch_id)
        missing = min(CHUNK, batch.amount - made)
        if missing > 0 and batch.withdrawn_at is None:
            issue_codes(batches, batch, base.type, missing, context.now(), made)
            made = made + missing
        is_over = batch.withdrawn_at is not None or made >= batch.amount
        if is_over:
            made = batches.count_codes(context.org_id, batch_id)
            is_over = batch.withdrawn_at is not None or made >= batch.amount
        return made, batch.amount, is_over


@job(WITHDRAWAL)
def note_withdrawal(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Note in each code that its batch was withdrawn, a chunk a transaction.

    Done again, it notes what is missing. Nobody waits for it: a withdrawn batch is void as a whole. So
    somebody who cancels it stops only the telling of how far it is.
    """
    which = [Code.base_code_id == args["base_code_id"]]
    if args["batch_id"] is not None:
        which.append(Code.batch_id == args["batch_id"])
    with context.session() as session:
        code_ids = BatchRepository(session).list_unused(context.org_id, and_(*which))
    withdrawn, before = 0, max(0, args["codes"] - len(code_ids))
    # Each step names its codes: one that looked for them would read the void ones again.
    for start in range(0, len(code_ids), WITHDRAWN_CHUNK):
        some = code_ids[start : start + WITHDRAWN_CHUNK]
        with context.session() as session:
            batches = BatchRepository(session)
            withdrawn += withdraw_codes(batches, context.org_id, some, context.now())
        with suppress(JobCancelled):
            context.progress(before + start + len(some))
    return {"batch_id": args["batch_id"], "count": withdrawn}


@job(ROWS)
def make_rows(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Make one code per row, all in one transaction."""
    rows = [CreateCode.model_validate(row) for row in args["rows"]]
    lost = 0
    with context.session() as session:
        batches = BatchRepository(session)
        batch = batches.find_for_update(context.org_id, args["batch_id"])
        if batch is None:
            raise JobFailed("The batch is gone.")
        done = batches.count_codes(context.org_id, batch.batch_id)
        if done == 0:
            try:
                lost = _add_rows(context, CodeRepository(session), batch, rows)
            except ApiError as error:
                raise JobFailed(error.message) from error
        code_ids = batches.list_ids(context.org_id, batch.batch_id)
    if len(rows) >= CHUNK:
        with context.session() as session:
            BatchRepository(session).note_many_made()
    return {
        "batch_id": args["batch_id"],
        "count": len(rows),
        "lost_names": lost,
        "code_ids": code_ids,
    }


def _add_rows(
    context: JobContext, repository: CodeRepository, batch: CodeBatch, rows: list[CreateCode]
) -> int:
    """Make the codes; returns how many names were lost to somebody else meanwhile."""
    codes = CodeService(
        repository,
        base_url=context.settings.base_url,
        may_be_private=context.settings.environment == "development",
        new_code_id=new_code_id,
        now=context.now(),
    )
    base = None
    if batch.base_code_id is not None:
        base = repository.find(context.org_id, batch.base_code_id)
        if base is None:
            raise CodeNotFound
    lost = 0
    repository.hold_folders(context.org_id, {row.folder_id for row in rows if row.folder_id})
    for start in range(0, len(rows), ROWS_CHUNK):
        chunk = rows[start : start + ROWS_CHUNK]
        drafts = [codes.draft(context.org_id, context.created_by, row, base) for row in chunk]
        for number, draft in enumerate(drafts, start):
            place_in_batch(draft, batch, number)
        lost += len(repository.claim_slugs(drafts))
        if not repository.add_all(drafts):
            raise JobFailed("A folder was removed meanwhile; nothing was made.")
        context.progress(start + len(chunk), len(rows))
    return lost
