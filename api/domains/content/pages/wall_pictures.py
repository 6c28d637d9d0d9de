"""The pictures that a page shows of its organisation's walls: the newest of those that are approved."""

from collections.abc import Mapping

import psycopg
import structlog
from psycopg.rows import class_row

from api.db.hearing import Pool
from api.domains.content.pages.slots import WallPicture

MOST = 100

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


async def newest(pool: Pool, org_id: str, walls: Mapping[str, int]) -> dict[str, list[WallPicture]]:
    """Pictures by wall, so many at most; none where the database does not answer: the page goes on without."""
    if not walls:
        return {}
    try:
        async with pool.connection() as connection:
            cursor = connection.cursor(row_factory=class_row(WallPicture))
            return {
                wall_id: await (
                    await cursor.execute(_NEWEST, (wall_id, org_id, min(count, MOST)))
                ).fetchall()
                for wall_id, count in walls.items()
            }
    except (psycopg.Error, OSError) as error:
        log.warning("a page is shown without the pictures of its walls", error=type(error).__name__)
        return {}
