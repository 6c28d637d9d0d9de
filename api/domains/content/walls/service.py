"""Rules of walls: what may be posted, who decides, and what is shown."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy.orm import Session

from api.domains.codes.codes.errors import CodeDeleted
from api.domains.codes.codes.inheritance import effective
from api.domains.codes.codes.links import CodeLinks
from api.domains.codes.codes.schemas import CreateCode
from api.domains.codes.codes.service import CodeService
from api.domains.codes.codes.types import CodeKind
from api.domains.content.media_library.pictures import EncodedPicture
from api.domains.content.walls.errors import CodeHasWall, TooManyWalls, WallNotFound
from api.domains.content.walls.models import Wall, WallPost
from api.domains.content.walls.repository import PostRepository, WallRepository
from api.domains.content.walls.schemas import (
    CreateWall,
    ListPosts,
    ListWalls,
    Moderate,
    PostRead,
    UpdateWall,
    WallRead,
)
from api.objects.removal import delete_after_commit
from api.objects.store import ObjectStore

EXPORT = "walls.export"
"""The kind of job that packs a wall's pictures."""

MAX_WALLS = 500
MAX_POSTS = 10_000
REPORTS_TO_HIDE = 3
"""Number of reports by different visitors that removes a picture from the wall, unless a member has approved it."""

PostOutcome = Literal["shown", "pending", "again", "closed", "full"]


@dataclass(frozen=True, slots=True)
class NewPost:
    """A picture that a visitor wants to post."""

    visitor_id: str
    author: str
    caption: str
    digest: bytes
    picture: EncodedPicture
    agreed: str
    """The consent text that its visitor agreed to."""


def wall_path(wall_id: str) -> str:
    """Return the path of a wall's page."""
    return f"/wall/{wall_id}/"


class WallService:
    """Walls of the organisation that the session has entered."""

    def __init__(
        self,
        session: Session,
        objects: ObjectStore,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._walls = WallRepository(session)
        self._posts = PostRepository(session)
        self._objects = objects
        self._now = now
        self._new_id = new_id

    def create(self, org_id: str, caller_id: str, codes: CodeService, body: CreateWall) -> Wall:
        """Create a wall, and a code that opens it if none is given."""
        self._walls.lock_all(org_id)
        if self._walls.count(org_id) >= MAX_WALLS:
            raise TooManyWalls
        if body.code_id is not None:
            code = codes.get_to_change(org_id, body.code_id)
            if code.deleted_at is not None:
                raise CodeDeleted
        else:
            code = codes.create(org_id, caller_id, CreateCode(name=body.name, type=CodeKind.WALL))
        wall = Wall(
            wall_id=self._new_id("wall"),
            org_id=org_id,
            code_id=code.code_id,
            name=body.name,
            intro=body.intro,
            consent_text=body.consent_text,
            moderation=body.moderation,
            is_open=True,
            created_at=self._now,
            created_by=caller_id,
            updated_at=self._now,
        )
        if not self._walls.add(wall):
            raise CodeHasWall
        if code.type == CodeKind.WALL:
            codes.lead_to(code, wall_path(wall.wall_id))
        return wall

    def update(self, org_id: str, changes: UpdateWall) -> Wall:
        """Change a wall."""
        wall = self.get(org_id, changes.wall_id)
        values = changes.model_dump(exclude_unset=True, exclude={"wall_id", "org_id"})
        for name, value in values.items():
            if value is not None:
                setattr(wall, name, value)
        wall.updated_at = self._now
        self._walls.session.flush()
        return wall

    def delete(self, org_id: str, codes: CodeService, wall_id: str) -> None:
        """Delete a wall with its pictures, whose files are deleted at night. Its code remains and shows that nothing is
        available at the moment.
        """
        wall = self.get(org_id, wall_id)
        wall.deleted_at = self._now
        self._posts.remove_all(org_id, wall_id)
        code = codes.get_to_change(org_id, wall.code_id)
        if effective(code, "destination") == wall_path(wall_id):
            codes.lead_to(code, None)
        self._walls.session.flush()

    def get(self, org_id: str, wall_id: str) -> Wall:
        """Return a wall."""
        wall = self._walls.find(org_id, wall_id)
        if wall is None:
            raise WallNotFound
        return wall

    def list_walls(
        self, org_id: str, body: ListWalls, links: CodeLinks
    ) -> tuple[list[WallRead], int]:
        """Return a page of walls and the total number."""
        walls, total = self._walls.list_walls(org_id, body)
        return self._read(org_id, walls, links), total

    def read(self, wall: Wall, links: CodeLinks) -> WallRead:
        """Return a wall with its picture counts."""
        return self._read(wall.org_id, [wall], links)[0]

    def list_posts(self, org_id: str, body: ListPosts) -> tuple[list[PostRead], int]:
        """Return a page of a wall's pictures for moderators."""
        self.get(org_id, body.wall_id)
        posts, total = self._posts.list_posts(org_id, body)
        return [self._read_post(post) for post in posts], total

    def moderate(self, org_id: str, caller_id: str, body: Moderate) -> int:
        """Approve, reject, pin, unpin or delete pictures."""
        self.get(org_id, body.wall_id)
        mine = (org_id, body.wall_id, body.post_ids)
        match body.action:
            case "approve" | "reject":
                decided = {"decided_at": self._now, "decided_by": caller_id}
                if body.action == "approve":
                    # A member has looked at the picture, which settles all reports so far.
                    return self._posts.decide(*mine, {**decided, "state": "shown", "reports": 0})
                return self._posts.decide(
                    *mine, {**decided, "state": "rejected", "is_pinned": False}
                )
            case "pin" | "unpin":
                return self._posts.pin(*mine, body.action == "pin")
            case "delete":
                removed = self._posts.remove(*mine)
                keys = [str(file["key"]) for files in removed for file in files]
                delete_after_commit(self._posts.session, self._objects, keys)
                return len(removed)

    def post(self, org_id: str, wall_id: str, new: NewPost) -> tuple[PostOutcome, str]:
        """Store a visitor's picture, and return the outcome and the post's ID."""
        # Counted before the wall is locked, after which the wall cannot be deleted until this picture is stored.
        count = self._posts.count(org_id, wall_id)
        wall = self.get(org_id, wall_id)
        if not wall.is_open:
            return "closed", ""
        if count >= MAX_POSTS:
            return "full", ""
        post_id = self._new_id("post")
        state: Literal["shown", "pending"] = "shown" if wall.moderation == "after" else "pending"
        files = [
            {
                "key": f"org/{org_id}/walls/{wall_id}/{post_id}/{file.name}",
                "name": file.name,
                "media_type": file.media_type,
            }
            for file in new.picture.files
        ]
        added = self._posts.add(
            {
                "post_id": post_id,
                "org_id": org_id,
                "wall_id": wall_id,
                "visitor_id": new.visitor_id,
                "digest": new.digest,
                "author": new.author,
                "caption": new.caption,
                "state": state,
                "is_pinned": False,
                "width": new.picture.width,
                "height": new.picture.height,
                "files": files,
                "consent_hash": hashlib.sha256(new.agreed.encode()).hexdigest(),
                "reports": 0,
                "posted_at": self._now,
            }
        )
        if not added:
            return "again", ""
        for stored, file in zip(files, new.picture.files, strict=True):
            self._objects.put(stored["key"], file.data, file.media_type)
        return state, post_id

    def report(self, org_id: str, wall_id: str, post_id: str, visitor_id: str) -> None:
        """Store a visitor's report of a picture that is on the wall. For any other picture, nothing happens."""
        if self._posts.is_shown(org_id, wall_id, post_id):
            self._posts.report(org_id, post_id, visitor_id, self._now, REPORTS_TO_HIDE)

    def _read(self, org_id: str, walls: Sequence[Wall], links: CodeLinks) -> list[WallRead]:
        counts = self._posts.counts(org_id, [wall.wall_id for wall in walls])
        return [
            WallRead(
                wall_id=wall.wall_id,
                code_id=wall.code_id,
                name=wall.name,
                intro=wall.intro,
                consent_text=wall.consent_text,
                moderation=wall.moderation,
                is_open=wall.is_open,
                url=f"{links.base_url}{wall_path(wall.wall_id)}",
                live_url=f"{links.base_url}{wall_path(wall.wall_id)}live",
                public_url=links.public_path(wall.code_id),
                picture_url=f"/v1/code-picture/{wall.code_id}.svg",
                pending=counts[wall.wall_id].get("pending", 0),
                shown=counts[wall.wall_id].get("shown", 0),
                rejected=counts[wall.wall_id].get("rejected", 0),
                reported=counts[wall.wall_id].get("reported", 0),
                created_at=wall.created_at,
                updated_at=wall.updated_at,
            )
            for wall in walls
        ]

    def _read_post(self, post: WallPost) -> PostRead:
        return PostRead(
            post_id=post.post_id,
            author=post.author,
            caption=post.caption,
            state=post.state,
            is_pinned=post.is_pinned,
            reports=post.reports,
            width=post.width,
            height=post.height,
            small_url=self._objects.signed_url(str(post.files[0]["key"])),
            full_url=self._objects.signed_url(str(post.files[-1]["key"])),
            posted_at=post.posted_at,
            decided_at=post.decided_at,
        )
