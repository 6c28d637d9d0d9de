"""The job of imports."""

from typing import Any

from api.domains.people.customer_imports.types import JOB
from api.jobs.registry import JobContext, job


@job(JOB)
def work_on_import(context: JobContext, args: dict[str, Any]) -> None:
    """Run a check, an import or an undo. Each can run again and continues where it stopped."""
    from api.domains.people.customer_imports.file_run import work_on
    from api.domains.people.customer_imports.running import ImportRun

    work_on(ImportRun(context, args["import_id"]), args["phase"])
