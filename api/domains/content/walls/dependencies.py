"""Dependencies of the wall handlers, including the identification of visitors who post."""

from typing import Annotated

from anyio import from_thread
from fastapi import Depends, Request
from limits import parse

from api.auth.member import AnswersDep
from api.db.session import SessionDep, enter_tenant
from api.db.visitor_pool import VisitorDatabase
from api.domains.codes.rules.types import Visit
from api.domains.content.walls.service import WallService
from api.domains.content.walls.visitor_repository import PublicWall, find_wall
from api.domains.visits.visits.scan_service import VisitorRequest
from api.domains.visits.visits.state import VisitsState
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import ProcessState
from api.objects.store import ObjectsDep

POSTS_PER_VISITOR = parse("10 per 10 minutes")
POSTS_PER_ADDRESS = parse("120 per 10 minutes")
REPORTS_PER_ADDRESS = parse("30 per 10 minutes")


def _service(session: SessionDep, objects: ObjectsDep, now: NowDep) -> WallService:
    return WallService(session, objects, now, new_id)


WallServiceDep = Annotated[WallService, Depends(_service)]


class WallVisitor:
    """A visitor's request that adds something to a wall."""

    def __init__(
        self, request: Request, session: SessionDep, now: NowDep, answers: AnswersDep
    ) -> None:
        self._request = request
        self._session = session
        self._answers = answers
        self.now = now
        self.scans = VisitsState.of(request).scans
        self._limits = ProcessState.of(request).rate_limits
        self.incoming: VisitorRequest = self.scans.read_request("POST", request.scope)
        self.visit: Visit

    @property
    def visitor_id(self) -> str:
        """The ID of the visitor."""
        return self.visit.identity.visitor_id or ""

    def find(self, wall_id: str) -> PublicWall | None:
        """Return the wall, of any organisation, and set the visit."""
        wall = from_thread.run(find_wall, VisitorDatabase.of(self._request).pool, wall_id)
        if wall is not None:
            policy = wall.consent
            self.visit = self.scans.visit(self.incoming, self.now, policy, may_give_cookie=False)
        return wall

    def count_post(self, wall_id: str) -> None:
        """Count a post against the limits of this visitor and this network. Raises TooMany if one is exceeded."""
        message = "Too many pictures at once. Please wait a few minutes."
        self._limits.hit(POSTS_PER_VISITOR, "wall", wall_id, self.visitor_id, message=message)
        self._limits.hit(POSTS_PER_ADDRESS, "wall", wall_id, self.incoming.network, message=message)

    def count_report(self) -> None:
        """Count a report against this network's limit."""
        self._limits.hit(REPORTS_PER_ADDRESS, "wall-report", self.incoming.network)

    def enter(self, wall: PublicWall) -> None:
        """Enter the organisation of the wall, and claim the request's Idempotency-Key."""
        enter_tenant(self._session, wall.org_id)
        self._answers.keep(wall.org_id, f"visitor:{self.visitor_id}")


WallVisitorDep = Annotated[WallVisitor, Depends(WallVisitor)]
