"""Packs a wall's pictures into one file."""

import re
import tempfile
import zipfile
from typing import Any, BinaryIO, cast

from api.domains.content.walls.repository import PostRepository, WallRepository
from api.domains.content.walls.service import EXPORT
from api.jobs.registry import JobContext, JobFailed, job
from api.objects.errors import ObjectNotFound
from api.objects.store import objects_of


@job(EXPORT)
def export_wall(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Store a ZIP file of all visible pictures for a day. The result contains its key."""
    wall_id = str(args["wall_id"])
    with context.session() as session:
        wall = WallRepository(session).find(context.org_id, wall_id)
        if wall is None:
            raise JobFailed("The wall is no longer there.")
        posts = PostRepository(session).shown(context.org_id, wall_id)
    objects = objects_of(context.settings)
    name = re.sub(r"[^A-Za-z0-9]+", "-", wall.name).strip("-").lower()[:60] or "wall"
    key = f"org/{context.org_id}/packs/{context.job_id}/{name}.zip"
    packed = 0
    with tempfile.TemporaryFile() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as pack:
            for number, post in enumerate(posts, 1):
                source = post.files[-1]
                extension = str(source["name"]).rpartition(".")[2]
                try:
                    data = objects.read(str(source["key"]))
                except ObjectNotFound:
                    continue  # The picture was deleted after the list was read.
                when = post.posted_at.strftime("%Y-%m-%d-%H%M%S")
                pack.writestr(f"{number:04}-{when}.{extension}", data)
                packed += 1
                if number % 20 == 0:
                    context.progress(number, len(posts))
        file.seek(0)
        objects.put(key, cast(BinaryIO, file), "application/zip")
    context.progress(len(posts), len(posts))
    return {"key": key, "pictures": packed}
