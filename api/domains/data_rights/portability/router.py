"""The call that exports an organisation's archive."""

from typing import Any

from api.auth.member import AdminDep
from api.db.routing import ApiRouter
from api.domains.data_rights.exports.schemas import ExportParams
from api.domains.data_rights.portability.schemas import PackingStarted, StartPortableExport
from api.domains.insights.analytics.dependencies import AnalyticsServiceDep
from api.jobs.queue import JobsDep
from api.kit.clock import NowDep
from warehouse.date_ranges import zone_of

router = ApiRouter(tags=["exports"])

JOB = "portable.export"


@router.post("/v1/portable-export")
def start_portable_export(
    body: StartPortableExport,
    me: AdminDep,
    analytics: AnalyticsServiceDep,
    jobs: JobsDep,
    now: NowDep,
) -> PackingStarted:
    """Export an archive of codes, rules, designs, pages as HTML, events, and a redirect map to host elsewhere."""
    args: dict[str, Any] = {"stem": f"waypost-{now.astimezone(zone_of(me.time_zone)).date()}"}
    if body.events != "none":
        params = ExportParams.model_validate({"interval": "all", "include_bots": True})
        kept = analytics.raw_events(me, params).to_json()
        args["events"] = {"format": body.events, "kept": kept}
    return PackingStarted(
        job_id=jobs.enqueue(me.org_id, JOB, args, created_by=me.caller_id, is_bulk=True)
    )
