"""The job of imports of passes."""

from typing import Any

from api.domains.wallet.pass_imports.types import JOB
from api.jobs.registry import JobContext, job


@job(JOB)
def work_on_pass_import(context: JobContext, args: dict[str, Any]) -> None:
    """Run the dry run, the import or the undo. Each can run again and continues where it stopped."""
    from api.domains.people.customer_imports.file_run import work_on
    from api.domains.wallet.pass_imports.running import PassImportRun

    work_on(PassImportRun(context, args["import_id"]), args["phase"])
