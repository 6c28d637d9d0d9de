"""Updates passes to the published version of their template."""

from typing import Any

from api.domains.wallet.pass_templates.dependencies import pass_maker_of
from api.domains.wallet.pass_templates.service import APPLY
from api.domains.wallet.passes.drawing_ahead import draw_ahead
from api.jobs.registry import JobContext, job

AT_ONCE = 100
"""Number of passes in one transaction, during which no other pass of the organisation can change."""


@job(APPLY)
def apply_pass_template(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Draw the pictures of a template, and update its passes that show another version. Passes that already show this
    version are skipped.
    """
    with context.session() as session:
        maker = pass_maker_of(session, context.settings, context.now())
        content = maker.published_content(context.org_id, args["template_id"], args["version"])
        if content is not None:
            draw_ahead(session, context.settings, context.org_id, content)
    changed, left_out, after = 0, 0, ""
    while True:
        with context.session() as session:
            maker = pass_maker_of(session, context.settings, context.now())
            applied = maker.apply(
                context.org_id, args["template_id"], args["version"], after, AT_ONCE
            )
        if applied is None:
            return {"changed": changed, "left_out": left_out}
        changed, left_out = changed + applied.changed, left_out + applied.left_out
        after = applied.last
        context.progress(changed + left_out)
