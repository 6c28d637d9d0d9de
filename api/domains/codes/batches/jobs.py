"""Jobs that create many codes. Each can run again: it creates what is missing."""

from contextlib import suppress
from typing import Any

from sqlalchemy.orm import Session

from api.domains.codes.batches.issuing import issue_codes, withdraw_codes
from api.domains.codes.batches.models import CodeBatch
from api.domains.codes.batches.one_time import JOB as ONE_TIME
from api.domains.codes.batches.one_time import WITHDRAWAL
from api.domains.codes.batches.repository import BatchRepository
from api.domains.codes.batches.rows import JOB as ROWS
from api.domains.codes.batches.types import OneTimeScope
from api.domains.codes.codes.drafts import CodeDrafts
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
    """Create a batch of one-time codes, one chunk per transaction, until it is complete or withdrawn."""
    while True:
        made, amount, is_over = _issue_chunk(context, args["batch_id"])
        context.progress(made, amount)
        if is_over:
            if made >= CHUNK:
                with context.session() as session:
                    BatchRepository(session).analyze_after_bulk_insert()
            return {"batch_id": args["batch_id"], "count": made}


def _issue_chunk(context: JobContext, batch_id: str) -> tuple[int, int, bool]:
    with context.session() as session:
        batches = BatchRepository(session)
        batch = batches.find_for_update(context.org_id, batch_id)
        base_id = batch and batch.base_code_id
        base = _codes(context, session).find(context.org_id, base_id) if base_id else None
        if batch is None or base is None:
            raise JobFailed("The base code of this batch no longer exists.")
        made = batches.count_codes(context.org_id, batch_id)
        missing = min(CHUNK, batch.amount - made)
        if missing > 0 and batch.withdrawn_at is None:
            issue_codes(session, batch, base.type, missing, context.now(), made)
            made = made + missing
        is_over = batch.withdrawn_at is not None or made >= batch.amount
        if is_over:
            made = batches.count_codes(context.org_id, batch_id)
            is_over = batch.withdrawn_at is not None or made >= batch.amount
        return made, batch.amount, is_over


@job(WITHDRAWAL)
def note_withdrawal(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Mark the codes of a withdrawn batch, one chunk per transaction.

    If it runs again, it marks those that are missing. Nothing depends on it: a withdrawn batch is void as a whole, so
    cancelling the job only stops the progress display.
    """
    scope = OneTimeScope(base_code_id=args["base_code_id"], batch_id=args["batch_id"])
    with context.session() as session:
        code_ids = BatchRepository(session).list_unused(context.org_id, scope)
    withdrawn, before = 0, max(0, args["codes"] - len(code_ids))
    # Each step names its codes, because a query for them would read the void ones again.
    for start in range(0, len(code_ids), WITHDRAWN_CHUNK):
        some = code_ids[start : start + WITHDRAWN_CHUNK]
        with context.session() as session:
            withdrawn += withdraw_codes(session, context.org_id, some, context.now())
        with suppress(JobCancelled):
            context.progress(before + start + len(some))
    return {"batch_id": args["batch_id"], "count": withdrawn}


@job(ROWS)
def make_rows(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Create one code per row, all in one transaction."""
    rows = [CreateCode.model_validate(row) for row in args["rows"]]
    lost = 0
    with context.session() as session:
        batches = BatchRepository(session)
        batch = batches.find_for_update(context.org_id, args["batch_id"])
        if batch is None:
            raise JobFailed("The batch no longer exists.")
        done = batches.count_codes(context.org_id, batch.batch_id)
        if done == 0:
            try:
                lost = _add_rows(context, session, batch, rows)
            except ApiError as error:
                raise JobFailed(error.message) from error
        code_ids = batches.list_ids(context.org_id, batch.batch_id)
    if len(rows) >= CHUNK:
        with context.session() as session:
            BatchRepository(session).analyze_after_bulk_insert()
    return {
        "batch_id": args["batch_id"],
        "count": len(rows),
        "lost_names": lost,
        "code_ids": code_ids,
    }


def _add_rows(
    context: JobContext, session: Session, batch: CodeBatch, rows: list[CreateCode]
) -> int:
    """Create the codes, and return the number of slugs that another code has taken in the meantime."""
    codes = _codes(context, session)
    drafts = CodeDrafts(codes)
    base = None if batch.base_code_id is None else codes.get(context.org_id, batch.base_code_id)
    lost = 0
    drafts.lock_folders(context.org_id, {row.folder_id for row in rows if row.folder_id})
    for start in range(0, len(rows), ROWS_CHUNK):
        chunk = rows[start : start + ROWS_CHUNK]
        made = [
            drafts.make(context.org_id, context.created_by, number, row, base)
            for number, row in enumerate(chunk, start)
        ]
        for draft in made:
            draft.place_in_batch(batch.batch_id, batch.created_at)
        lost += len(drafts.claim_slugs(made))
        if not drafts.store(made):
            raise JobFailed(
                "A folder was removed in the meantime, so nothing was created. Try again."
            )
        context.progress(start + len(chunk), len(rows))
    return lost


def _codes(context: JobContext, session: Session) -> CodeService:
    return CodeService(
        session,
        base_url=context.settings.base_url,
        may_be_private=context.settings.environment == "development",
        new_code_id=new_code_id,
        now=context.now(),
    )
