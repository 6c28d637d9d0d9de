"""The job that prints many copies. If it runs twice, it creates the same codes and the same file."""

from typing import Any

from api.domains.codes.batches.issuing import OneTimeBatches
from api.domains.codes.codes.hosts import hosts_in
from api.domains.codes.codes.links import CodeLinks
from api.domains.codes.codes.reading import find_code
from api.domains.content.slips.printing import (
    DOWNLOAD_SECONDS,
    JOB,
    PDF,
    codes_for,
    file_name,
    order_of,
)
from api.domains.content.slips.rendering import render
from api.domains.content.slips.repository import SlipRepository
from api.domains.content.slips.schemas import PrintSlip
from api.domains.content.slips.sheets import sheet_for
from api.jobs.registry import JobContext, JobFailed, job
from api.kit.errors import ApiError
from api.objects.store import objects_of

STEPS_BETWEEN_REPORTS = 40


@job(JOB)
def print_many(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Print all copies into one file. The result contains its address."""
    wanted = PrintSlip.model_validate(args["wanted"])
    with context.session() as session:
        slip = SlipRepository(session).find(context.org_id, wanted.slip_id)
        if slip is None:
            raise JobFailed("The slip was deleted before it was printed.")
        batch = None
        if args["batch_id"] is not None:
            batch = OneTimeBatches(session).find_for_update(context.org_id, args["batch_id"])
            if batch is None or batch.withdrawn_at is not None:
                raise JobFailed("The one-time codes were withdrawn before they were printed.")
        code = find_code(session, context.org_id, slip.code_id)
        base = find_code(session, context.org_id, batch.base_code_id if batch else None)
        codes = codes_for(session, slip, wanted.copies, batch, base, context.now())
        hosts = hosts_in(session)()
        _ = (
            code.base if code is not None else None
        )  # Loaded here because its host is needed after the session is closed.
    objects, links = (
        objects_of(context.settings),
        CodeLinks(context.settings.base_url, lambda: hosts),
    )
    reported = 0

    def progress(done: int) -> None:
        nonlocal reported
        if done - reported >= STEPS_BETWEEN_REPORTS or done == wanted.copies:
            reported = done
            context.progress(done, wanted.copies)

    try:
        sheet = sheet_for(slip.width_mm, slip.height_mm, wanted)
        file = render(order_of(slip, code, sheet, codes, wanted, objects, links), progress)
    except ApiError as error:
        raise JobFailed(error.message) from error
    key = f"org/{context.org_id}/slips/{context.job_id}.pdf"
    objects.put(key, file, PDF)
    name = file_name(slip, wanted.copies)
    return {
        "url": objects.signed_url(key, seconds=DOWNLOAD_SECONDS, filename=name),
        "file_name": name,
        "copies": wanted.copies,
        "sheets": sheet.count(wanted.copies),
        "batch_id": args["batch_id"],
    }
