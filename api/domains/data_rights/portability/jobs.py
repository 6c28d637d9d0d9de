"""The job that writes an organisation's archive to the object store."""

import tempfile
import zipfile
from datetime import timedelta
from pathlib import Path
from typing import Any

from api.domains.data_rights.portability.router import JOB
from api.jobs.registry import JobContext, job

URL_VALIDITY = timedelta(hours=24)


@job(JOB)
def pack_organization(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Write the archive. Idempotent."""
    from api.auth.tenants import organization_of
    from api.domains.codes.codes.hosts import hosts_in
    from api.domains.codes.codes.links import CodeLinks
    from api.domains.codes.codes.reading import count_codes
    from api.domains.data_rights.portability.archive import ArchiveWriter
    from api.objects.store import objects_of
    from api.rendering.visitor_pages.pages import BUNDLE_URL, VISITOR_MANIFEST, read_bundle

    objects, now = objects_of(context.settings), context.now()
    built = VISITOR_MANIFEST.parent.parent
    files = [built / url.removeprefix(BUNDLE_URL) for url in read_bundle(VISITOR_MANIFEST).styles]
    style = "\n".join(file.read_text() for file in files)
    events = args.get("events")
    with tempfile.TemporaryDirectory(prefix="waypost-portable-") as folder:
        path = Path(folder) / "archive.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            with context.session() as session:
                links = CodeLinks(context.settings.base_url, hosts_in(session))
                writer = ArchiveWriter(archive, context.org_id, links, objects, now)
                name = organization_of(session, context.org_id).name
                total = count_codes(session, context.org_id)
                context.progress(0, total)
                page_paths = writer.add_pages(session, style)
                writer.add_folders(session)
                writer.add_messages(session)
                code_count, redirect_count = writer.add_codes(
                    session, page_paths, lambda done: context.progress(done, total)
                )
            writer.add_read_me(name, events["format"] if events else "csv")
            if events:
                file = Path(folder) / "events"
                _write_events(context, events, file)
                archive.write(file, f"events.{events['format']}")
        key = f"org/{context.org_id}/exports/{context.job_id}.zip"
        with path.open("rb") as whole:
            objects.put(key, whole, "application/zip")
    context.progress(total, total)
    file_name = f"{args['stem']}.zip"
    seconds = int(URL_VALIDITY.total_seconds())
    return {
        "file_name": file_name,
        "codes": code_count,
        "redirects": redirect_count,
        "url": objects.signed_url(key, seconds=seconds, filename=file_name),
        "expires_at": (now + URL_VALIDITY).isoformat(),
    }


def _write_events(context: JobContext, events: dict[str, Any], path: Path) -> None:
    """Write every event, in the same format as exports of events."""
    from api.domains.insights.analytics.code_version_reading import code_versions
    from warehouse.exports.file_copy import JOB_MEMORY, JOB_THREADS
    from warehouse.lake import Lake
    from warehouse.queries.analytics import Analytics
    from warehouse.queries.raw_events import raw_events_from_json

    lake = Lake.from_settings(context.settings)
    analytics = Analytics(lake, memory_limit=JOB_MEMORY, threads=JOB_THREADS)
    try:
        selection = raw_events_from_json({**events["kept"], "org_id": context.org_id})
        with context.session() as session:
            codes = code_versions(session, selection)
        analytics.copy_events(selection, str(path), events["format"], None, codes)
    finally:
        analytics.close()
