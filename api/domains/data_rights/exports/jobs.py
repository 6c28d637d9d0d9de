"""The job for large exports: a worker writes the file, and a signed URL serves it."""

import tempfile
from contextlib import ExitStack, closing
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from api.jobs.registry import JobContext, TemporaryJobFailure, job

URL_VALIDITY = timedelta(hours=24)


@job("exports.table")
def export_table(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Write a table and its dictionary to the object store. Idempotent."""
    import duckdb
    from deltalake.exceptions import DeltaError

    from api.domains.data_rights.exports.errors import ExportFailed
    from api.domains.data_rights.exports.files import MEDIA_TYPES, write_dictionary
    from api.domains.data_rights.exports.tables import Sources, open_table
    from api.domains.insights.analytics.code_version_reading import code_versions
    from api.domains.insights.analytics.reading import CodeNames
    from api.domains.insights.analytics.service import AnalyticsService
    from api.domains.insights.reports.name_reading import ReportNames
    from api.domains.insights.reports.service import ReportService
    from api.domains.promotions.leaderboards.service import SeasonService
    from api.objects.store import objects_of
    from warehouse.exports.file_copy import JOB_MEMORY, JOB_THREADS
    from warehouse.lake import Lake
    from warehouse.queries.analytics import Analytics
    from warehouse.queries.raw_events import CodeVersion, RawEvents
    from warehouse.reports.engine import Reports

    file_format, stem = args["format"], args["stem"]
    objects = objects_of(context.settings)
    base = f"org/{context.org_id}/exports/{context.job_id}"
    seconds = int(URL_VALIDITY.total_seconds())
    lake = Lake.from_settings(context.settings)
    analytics = Analytics(lake, memory_limit=JOB_MEMORY, threads=JOB_THREADS)
    try:
        with (
            tempfile.TemporaryDirectory(prefix="waypost-export-") as folder,
            ExitStack() as opened,
        ):

            def session() -> Session:
                """Open a database session. It is opened late, because it would time out during a long read of
                the lake.
                """
                return opened.enter_context(context.session())

            def reports() -> ReportService:
                """Open the report service. It is opened only if needed, because it has a separate DuckDB."""
                reports = opened.enter_context(
                    closing(Reports(lake, memory_limit=JOB_MEMORY, threads=JOB_THREADS))
                )
                current = session()
                service = AnalyticsService(analytics, CodeNames(current), context.now())
                seasons = SeasonService(current, context.now())
                return ReportService(reports, service, ReportNames(current), seasons)

            def codes(events: RawEvents) -> list[CodeVersion]:
                """Return the versions of codes, read in a session that ends before the events are read."""
                with context.session() as reading:
                    return code_versions(reading, events)

            sources = Sources(context.org_id, session, analytics, context.settings, reports, codes)
            table = open_table(args["table"], args["kept"], sources)
            total = table.count(0)
            context.progress(0, total)

            def watch(share: float) -> None:
                context.progress(int((total or 0) * share), total)

            path, dictionary = Path(folder) / "export", Path(folder) / "columns"
            rows = table.write(path, file_format, watch)
            write_dictionary(dictionary, table.columns)
            with path.open("rb") as file:
                objects.put(f"{base}.{file_format}", file, MEDIA_TYPES[file_format])
            with dictionary.open("rb") as file:
                objects.put(f"{base}-columns.csv", file, MEDIA_TYPES["csv"])
    except (duckdb.Error, DeltaError, OSError) as reason:
        raise TemporaryJobFailure(ExportFailed.message) from reason
    finally:
        analytics.close()
    context.progress(rows, rows)

    def address(key: str, name: str) -> str:
        return objects.signed_url(key, seconds=seconds, filename=name)

    columns_name = f"{stem}-columns.csv"
    return {
        "file_name": f"{stem}.{file_format}",
        "rows": rows,
        "url": address(f"{base}.{file_format}", f"{stem}.{file_format}"),
        "columns_file_name": columns_name,
        "columns_url": address(f"{base}-columns.csv", columns_name),
        "expires_at": (context.now() + URL_VALIDITY).isoformat(),
    }
