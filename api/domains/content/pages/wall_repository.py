"""The approved pictures of walls that a page shows, newest first, read under the visitors' role."""

from collections.abc import Mapping

import psycopg
import structlog
from psycopg.rows import class_row

from api.db.invalidation import Pool
from api.domains.content.pages.slots import WallPicture

MAX_PICTURES = 100

_NEWEST = """
select p.post_id, p.author, p.caption, p.width, p.height
from wall_posts p
join walls w on w.wall_id = p.wall_id and w.deleted_at is null
join codes c on c.code_id = w.code_id and c.deleted_at is null
where p.wall_id = %s and w.org_id = %s and p.state = 'shown'
order by p.is_pinned desc, p.posted_at desc, p.post_id
limit %s
"""

log = structlog.get_logger(__name__)


async def newest_pictures(
    pool: Pool, org_id: str, walls: Mapping[str, int]
) -> dict[str, list[WallPicture]]:
    """Return pictures by wall, up to the number given for each. The result is empty if the database does not respond,
    and the page is shown without them.
    """
    if not walls:
        return {}
    try:
        async with pool.connection() as connection:
            cursor = connection.cursor(row_factory=class_row(WallPicture))
            return {
                wall_id: await (
                    await cursor.execute(_NEWEST, (wall_id, org_id, min(count, MAX_PICTURES)))
                ).fetchall()
                for wall_id, count in walls.items()
            }
    except (psycopg.Error, OSError) as error:
        log.warning("wall pictures left out of page", error=type(error).__name__)
        return {}
