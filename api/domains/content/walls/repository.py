"""All SQL for walls."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError

from api.db.advisory_locks import lock_until_commit
from api.db.listing import Columns
from api.db.tenancy import Repository
from api.domains.content.walls.models import Wall, WallPost, WallReport
from api.domains.content.walls.schemas import ListPosts, ListWalls
from api.kit.pagination import contains_pattern

Counts = dict[str, dict[str, int]]

_ORDERS: dict[str, ColumnElement[Any]] = {
    "created_at": Wall.created_at.asc(),
    "-created_at": Wall.created_at.desc(),
    "name": func.lower(Wall.name).asc(),
    "-name": func.lower(Wall.name).desc(),
}


class WallRepository(Repository[Wall]):
    """Walls of one organisation, accessed through one session."""

    model = Wall

    def lock_all(self, org_id: str) -> None:
        """Lock the organisation's walls until the transaction ends, so that a count stays correct."""
        lock_until_commit(self.session, "walls", org_id)

    def add(self, wall: Wall) -> bool:
        """Insert a wall. Returns False if its code opens another one."""
        try:
            with self.session.begin_nested():
                self.session.add(wall)
                self.session.flush()
        except IntegrityError as error:
            if "walls_of_code" not in str(error.orig):
                raise
            return False
        return True

    def find(self, org_id: str, wall_id: str) -> Wall | None:
        """Return a wall that is not deleted."""
        statement = self.scoped(org_id).where(Wall.wall_id == wall_id, Wall.deleted_at.is_(None))
        return self.session.scalar(statement)

    def there(self, org_id: str, wall_ids: Collection[str]) -> set[str]:
        """Return those of these walls that the organisation has."""
        mine = self.scoped(org_id).where(Wall.wall_id.in_(wall_ids), Wall.deleted_at.is_(None))
        return set(self.session.scalars(mine.with_only_columns(Wall.wall_id)))

    def count(self, org_id: str) -> int:
        """Return the number of walls."""
        there = self.scoped(org_id).where(Wall.deleted_at.is_(None))
        return self.session.scalar(select(func.count()).select_from(there.subquery())) or 0

    def list_walls(self, org_id: str, body: ListWalls) -> tuple[list[Wall], int]:
        """Return a page of walls and the total number."""
        statement = self.scoped(org_id).where(Wall.deleted_at.is_(None))
        if body.filter:
            statement = statement.where(Wall.name.ilike(contains_pattern(body.filter)))
        order = _ORDERS[body.sort or "-created_at"]
        return self.page(statement, body.paging, order, Wall.wall_id.asc())


_POSTS = Columns(
    searched=(
        WallPost.author,
        WallPost.caption,
    ),
    ordered={
        "posted_at": WallPost.posted_at,
        "author": WallPost.author,
        "reports": WallPost.reports,
    },
    default_sort="-posted_at",
)
_WAITING_POSTS = replace(_POSTS, default_sort="posted_at")


class PostRepository(Repository[WallPost]):
    """Pictures on the walls of one organisation."""

    model = WallPost

    def add(self, values: dict[str, Any]) -> bool:
        """Insert a picture. Returns False if this visitor has already posted it."""
        statement = insert(WallPost).values(**values).on_conflict_do_nothing()
        return self.session.scalar(statement.returning(WallPost.post_id)) is not None

    def count(self, org_id: str, wall_id: str) -> int:
        """Return the number of a wall's pictures, including rejected ones. Locks the wall against new ones until the
        transaction ends.
        """
        lock_until_commit(self.session, "wall-posts", wall_id)
        mine = self.scoped(org_id).where(WallPost.wall_id == wall_id)
        return self.session.scalar(select(func.count()).select_from(mine.subquery())) or 0

    def counts(self, org_id: str, wall_ids: Sequence[str]) -> Counts:
        """Return the number of pictures by wall and state, and how many are reported."""
        found: Counts = {wall_id: {} for wall_id in wall_ids}
        rows = self.session.execute(
            select(
                WallPost.wall_id,
                WallPost.state,
                func.count(),
                func.count().filter(WallPost.reports > 0, WallPost.state != "rejected"),
            )
            .where(WallPost.org_id == org_id, WallPost.wall_id.in_(wall_ids))
            .group_by(WallPost.wall_id, WallPost.state)
        )
        for wall_id, state, number, reported in rows:
            found[wall_id][state] = number
            found[wall_id]["reported"] = found[wall_id].get("reported", 0) + reported
        return found

    def list_posts(self, org_id: str, body: ListPosts) -> tuple[list[WallPost], int]:
        """Return the pictures of a wall: unless sorted otherwise, waiting ones oldest first, others newest first."""
        statement = self.scoped(org_id).where(WallPost.wall_id == body.wall_id)
        if body.state is not None:
            statement = statement.where(WallPost.state == body.state)
        if body.reported:
            statement = statement.where(WallPost.reports > 0, WallPost.state != "rejected")
        columns = _WAITING_POSTS if body.state == "pending" else _POSTS
        order, tie_breaker = columns.order(body), WallPost.post_id.asc()
        return self.page(columns.matching(statement, body), body.paging, order, tie_breaker)

    def shown(self, org_id: str, wall_id: str) -> list[WallPost]:
        """Return all pictures that the wall shows, oldest first."""
        statement = self.scoped(org_id).where(
            WallPost.wall_id == wall_id, WallPost.state == "shown"
        )
        return list(self.session.scalars(statement.order_by(WallPost.posted_at)))

    def decide(
        self, org_id: str, wall_id: str, post_ids: Sequence[str], changes: dict[str, Any]
    ) -> int:
        """Change these pictures of this wall."""
        changed = self.session.execute(
            update(WallPost)
            .where(WallPost.org_id == org_id, WallPost.wall_id == wall_id)
            .where(WallPost.post_id.in_(post_ids))
            .values(**changes)
            .returning(WallPost.post_id)
        )
        return len(changed.all())

    def pin(self, org_id: str, wall_id: str, post_ids: Sequence[str], is_pinned: bool) -> int:
        """Pin or unpin visible pictures."""
        changed = self.session.execute(
            update(WallPost)
            .where(WallPost.org_id == org_id, WallPost.wall_id == wall_id)
            .where(WallPost.post_id.in_(post_ids), WallPost.state == "shown")
            .values(is_pinned=is_pinned)
            .returning(WallPost.post_id)
        )
        return len(changed.all())

    def remove(
        self, org_id: str, wall_id: str, post_ids: Sequence[str]
    ) -> list[list[dict[str, Any]]]:
        """Delete pictures and return their files."""
        removed = self.session.execute(
            delete(WallPost)
            .where(WallPost.org_id == org_id, WallPost.wall_id == wall_id)
            .where(WallPost.post_id.in_(post_ids))
            .returning(WallPost.files)
        )
        return [row[0] for row in removed]

    def remove_all(self, org_id: str, wall_id: str) -> None:
        """Delete a wall's pictures, and lock the wall against new ones until the transaction ends."""
        lock_until_commit(self.session, "wall-posts", wall_id)
        self.session.execute(
            delete(WallPost).where(WallPost.org_id == org_id, WallPost.wall_id == wall_id)
        )

    def is_shown(self, org_id: str, wall_id: str, post_id: str) -> bool:
        """Return whether this picture is on that wall."""
        mine = self.scoped(org_id).where(
            WallPost.wall_id == wall_id, WallPost.post_id == post_id, WallPost.state == "shown"
        )
        return self.session.scalar(mine) is not None

    def report(
        self, org_id: str, post_id: str, visitor_id: str, now: datetime, hide_at: int
    ) -> None:
        """Record a visitor's report, once per visitor. With enough reports, the picture waits for a decision."""
        noted = insert(WallReport).values(
            post_id=post_id, visitor_id=visitor_id, org_id=org_id, reported_at=now
        )
        first = noted.on_conflict_do_nothing().returning(WallReport.post_id)
        if self.session.scalar(first) is None:
            return
        mine = (WallPost.org_id == org_id, WallPost.post_id == post_id)
        self.session.execute(update(WallPost).where(*mine).values(reports=WallPost.reports + 1))
        self.session.execute(
            update(WallPost)
            .where(*mine, WallPost.state == "shown", WallPost.reports >= hide_at)
            .where(WallPost.decided_by.is_(None))
            .values(state="pending", is_pinned=False)
        )
