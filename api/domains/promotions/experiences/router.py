"""Routes for experiences, for old clients."""

from functools import partial
from typing import Annotated

from fastapi import Depends, Request

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.codes.codes.dependencies import CodeServiceDep
from api.domains.promotions.experiences.pages_port import ExperiencePages
from api.domains.promotions.experiences.repository import ExperienceRepository
from api.domains.promotions.experiences.schemas import (
    CreateExperience,
    ExperienceDeleted,
    ExperienceRead,
    ExperienceRef,
    GetExperiences,
    UpdateExperience,
)
from api.domains.promotions.experiences.service import ExperienceService
from api.domains.promotions.games.dependencies import GameServiceDep
from api.domains.promotions.rewards.dependencies import RewardServiceDep
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.pagination import Page

router = ApiRouter(tags=["experiences"])


def _service(
    request: Request,
    session: SessionDep,
    codes: CodeServiceDep,
    games: GameServiceDep,
    rewards: RewardServiceDep,
    now: NowDep,
) -> ExperienceService:
    repository = ExperienceRepository(session)
    code_of_page = partial(ExperiencePages.of(request).code_of, session)
    return ExperienceService(repository, codes, games, rewards, code_of_page, now, new_id)


ExperienceServiceDep = Annotated[ExperienceService, Depends(_service)]


@router.post("/v0/get-experiences")
def get_experiences(
    body: GetExperiences, me: ViewerDep, service: ExperienceServiceDep
) -> Page[ExperienceRead]:
    """List the experiences of the organisation by name."""
    items, total = service.list_page(me.org_id, body.filter, body.paging)
    return Page(items=items, page=body.page, page_size=body.page_size, total=total)


@router.post("/v0/create-experience")
def create_experience(
    body: CreateExperience, me: EditorDep, service: ExperienceServiceDep
) -> ExperienceRead:
    """Create an experience, which bundles a code, its page, a reward or a game, and a schedule."""
    return service.create(me, body)


@router.post("/v0/update-experience")
def update_experience(
    body: UpdateExperience, me: EditorDep, service: ExperienceServiceDep
) -> ExperienceRead:
    """Change an experience. Absent fields do not change."""
    return service.update(me, body)


@router.post("/v0/delete-experience")
def delete_experience(
    body: ExperienceRef, me: EditorDep, service: ExperienceServiceDep
) -> ExperienceDeleted:
    """Delete an experience. Its code, page, reward and game are kept."""
    service.remove(me.org_id, body.experience_id)
    return ExperienceDeleted(experience_id=body.experience_id)
