"""Walls as visitors read them, under their own role: only walls in use and approved pictures."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson
import psycopg
from psycopg.rows import class_row, dict_row
from psycopg_pool import AsyncConnectionPool

from api.kit.request_context import is_served
from api.rendering.visitor_pages.consent import ConsentMode, ConsentPolicy

PAGE = 60

Pool = AsyncConnectionPool[psycopg.AsyncConnection[Any]]

_WALL = """
select w.wall_id, w.org_id, w.code_id, w.name, w.intro, w.consent_text, w.moderation, w.is_open,
       o.visitor_consent
from walls w
join codes c on c.code_id = w.code_id and c.deleted_at is null
join organizations o on o.org_id = w.org_id and o.deleted_at is null
where w.wall_id = %s and w.deleted_at is null
"""
_POSTS = """
select post_id, author, caption, is_pinned, width, height, posted_at from wall_posts
where wall_id = %s and state = 'shown'
order by is_pinned desc, posted_at desc, post_id limit %s offset %s
"""
_FILES = """
select p.files, w.org_id from wall_posts p
join walls w on w.wall_id = p.wall_id and w.deleted_at is null
join codes c on c.code_id = w.code_id and c.deleted_at is null
join organizations o on o.org_id = w.org_id and o.deleted_at is null
where p.wall_id = %s and p.post_id = %s and p.state = 'shown'
"""


@dataclass(frozen=True, slots=True)
class PublicWall:
    """The parts of a wall that its visitors need."""

    wall_id: str
    org_id: str
    code_id: str
    name: str
    intro: str
    consent_text: str
    moderation: str
    is_open: bool
    visitor_consent: str

    @property
    def consent(self) -> ConsentPolicy:
        """The policy for when its organisation may recognise its visitors."""
        return ConsentPolicy(self.org_id, ConsentMode(self.visitor_consent))


@dataclass(frozen=True, slots=True)
class ShownPost:
    """A picture on the wall."""

    post_id: str
    author: str
    caption: str
    is_pinned: bool
    width: int
    height: int
    posted_at: datetime


async def find_wall(pool: Pool, wall_id: str) -> PublicWall | None:
    """Return the wall, of any organisation."""
    async with pool.connection() as connection:
        cursor = connection.cursor(row_factory=class_row(PublicWall))
        wall = await (await cursor.execute(_WALL, (wall_id,))).fetchone()
    return wall if wall is not None and is_served(wall.org_id) else None


async def shown_posts(
    pool: Pool, wall_id: str, limit: int = PAGE, offset: int = 0
) -> list[ShownPost]:
    """Return the pictures on the wall: pinned ones first, then the newest."""
    async with pool.connection() as connection:
        cursor = connection.cursor(row_factory=class_row(ShownPost))
        return await (await cursor.execute(_POSTS, (wall_id, limit, offset))).fetchall()


async def files_of(pool: Pool, wall_id: str, post_id: str) -> list[dict[str, Any]]:
    """Return the files of a visible picture, or nothing if it is hidden or its wall is not served on this host."""
    async with pool.connection() as connection:
        cursor = connection.cursor(row_factory=dict_row)
        row = await (await cursor.execute(_FILES, (wall_id, post_id))).fetchone()
    return row["files"] if row is not None and is_served(row["org_id"]) else []


async def read_live(pool: Pool, wall_id: str) -> bytes:
    """Return the current content of a wall as JSON for its live view, with `is_gone` once the wall is deleted."""
    wall = await find_wall(pool, wall_id)
    if wall is None:
        return orjson.dumps({"is_gone": True, "posts": []})
    posts = await shown_posts(pool, wall_id)
    return orjson.dumps(
        {
            "is_gone": False,
            "is_open": wall.is_open,
            "name": wall.name,
            "posts": [
                {
                    "id": post.post_id,
                    "author": post.author,
                    "caption": post.caption,
                    "pinned": post.is_pinned,
                    "width": post.width,
                    "height": post.height,
                }
                for post in posts
            ],
        }
    )
