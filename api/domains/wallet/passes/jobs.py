"""The job that draws the pictures of a pass."""

from typing import Any

from api.domains.wallet.passes.types import DRAW
from api.jobs.registry import JobContext, job


@job(DRAW)
def draw_pass_pictures(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Draw the pictures that a pass shows since it was created or changed."""
    from api.domains.wallet.passes.drawing_ahead import draw_pass

    draw_pass(context, args["pass_id"])
    return {}
