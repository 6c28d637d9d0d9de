"""Rules of experiences."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from api.auth.member import Member
from api.domains.codes.codes.inheritance import effective
from api.domains.codes.codes.schemas import CreateCode, UpdateCode
from api.domains.codes.codes.service import CodeService
from api.domains.codes.codes.types import CodeKind
from api.domains.promotions.experiences.errors import (
    ExperienceNotFound,
    TooManyExperiences,
    invalid,
)
from api.domains.promotions.experiences.models import Experience
from api.domains.promotions.experiences.repository import ExperienceRepository
from api.domains.promotions.experiences.schemas import (
    CreateExperience,
    ExperienceParts,
    ExperienceRead,
    UpdateExperience,
)
from api.domains.promotions.games.errors import GameNotFound
from api.domains.promotions.games.service import GameService
from api.domains.promotions.rewards.service import RewardService
from api.kit.pagination import Paging

MAX_ROWS = 200
_SCHEDULE = {"starts_at": "active_from", "ends_at": "active_until"}


class ExperienceService:
    """Experiences of one organisation. It flushes and never commits."""

    def __init__(
        self,
        repository: ExperienceRepository,
        codes: CodeService,
        games: GameService,
        rewards: RewardService,
        code_of_page: Callable[[str, str], str | None],
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._repository = repository
        self._codes = codes
        self._games = games
        self._rewards = rewards
        self._code_of_page = code_of_page
        self._now = now
        self._new_id = new_id

    def list_page(
        self, org_id: str, text: str | None, paging: Paging
    ) -> tuple[list[ExperienceRead], int]:
        """Return a page of experiences by name, and the total number."""
        found, total = self._repository.list_page(org_id, text, paging)
        return [self._read(it) for it in found], total

    def create(self, me: Member, body: CreateExperience) -> ExperienceRead:
        """Bundle existing parts under a name. Without a code, the experience gets the code of its page, or a new one.

        Raises:
            TooManyExperiences: the organisation has reached its maximum number of experiences.
            CodeNotFound: there is no such code.
            Invalid: another experience has the name, or a part does not exist.
        """
        if self._repository.count(me.org_id) >= MAX_ROWS:
            raise TooManyExperiences
        self._check(me.org_id, body)
        experience = Experience(
            experience_id=self._new_id("exp"),
            org_id=me.org_id,
            name=body.name,
            code_id=self._code_of(me, body),
            page_id=body.page_id,
            reward_id=body.reward_id,
            game_id=body.game_id,
            created_at=self._now,
            created_by=me.caller_id or None,
            updated_at=self._now,
        )
        self._check_page(experience)
        self._repository.keep(experience)
        self._schedule(experience, body)
        return self._read(experience)

    def update(self, me: Member, body: UpdateExperience) -> ExperienceRead:
        """Change the name, parts or schedule.

        Raises:
            ExperienceNotFound: there is no such experience.
            Invalid: another experience has the name, or a part does not exist.
        """
        experience = self._get(me.org_id, body.experience_id)
        self._check(me.org_id, body)
        for name in ("name", "page_id", "reward_id", "game_id"):
            if name in body.model_fields_set and (name != "name" or body.name is not None):
                setattr(experience, name, getattr(body, name))
        if experience.reward_id is not None and experience.game_id is not None:
            raise _one_of_both()
        if experience.game_id is not None:
            game = self._games.get(me.org_id, experience.game_id)
            experience.code_id = game.code_id
        self._check_page(experience)
        experience.updated_at = self._now
        self._repository.keep(experience)
        self._schedule(experience, body)
        return self._read(experience)

    def remove(self, org_id: str, experience_id: str) -> None:
        """Delete an experience and keep its parts. Raises ExperienceNotFound."""
        self._repository.remove(self._get(org_id, experience_id))

    def _get(self, org_id: str, experience_id: str) -> Experience:
        experience = self._repository.lock(org_id, experience_id)
        if experience is None:
            raise ExperienceNotFound
        return experience

    def _check(self, org_id: str, body: ExperienceParts) -> None:
        if body.reward_id is not None and body.game_id is not None:
            raise _one_of_both()
        if body.reward_id is not None and not self._rewards.has_reward(org_id, body.reward_id):
            raise invalid("reward_id", "is not the id of a reward", "unknown")
        if body.game_id is not None:
            try:
                self._games.get(org_id, body.game_id)
            except GameNotFound:
                raise invalid("game_id", "is not the id of a game", "unknown") from None

    def _check_page(self, experience: Experience) -> None:
        """Check that the page belongs to the experience's code, so that both lead to the same place."""
        if experience.page_id is None:
            return
        if self._code_of_page(experience.org_id, experience.page_id) != experience.code_id:
            raise invalid("page_id", "is not the id of a page of this code", "other_code")

    def _code_of(self, me: Member, body: CreateExperience) -> str:
        if body.game_id is not None:
            code_id = self._games.get(me.org_id, body.game_id).code_id
            if body.code_id not in (None, code_id):
                raise invalid("code_id", "is not the code of the game", "other_code")
            return code_id
        if body.code_id is not None:
            return self._codes.get(me.org_id, body.code_id).code_id
        if body.page_id is not None:
            page_code = self._code_of_page(me.org_id, body.page_id)
            if page_code is None:
                raise invalid("page_id", "is not the id of a page with a code", "unknown")
            return page_code
        made = CreateCode(name=body.name, type=CodeKind.PAGE)
        return self._codes.create(me.org_id, me.caller_id, made).code_id

    def _schedule(self, experience: Experience, body: ExperienceParts) -> None:
        """Set the schedule on the code, so that it applies however visitors arrive."""
        changes: dict[str, Any] = {
            column: getattr(body, name)
            for name, column in _SCHEDULE.items()
            if name in body.model_fields_set
        }
        if changes:
            self._codes.update(experience.org_id, UpdateCode(code_id=experience.code_id, **changes))

    def _read(self, it: Experience) -> ExperienceRead:
        code = self._codes.get(it.org_id, it.code_id)
        return ExperienceRead(
            experience_id=it.experience_id,
            name=it.name,
            code_id=it.code_id,
            public_url=f"/code/{it.code_id}",
            page_id=it.page_id,
            reward_id=it.reward_id,
            game_id=it.game_id,
            starts_at=effective(code, "active_from"),
            ends_at=effective(code, "active_until"),
            created_at=it.created_at,
            updated_at=it.updated_at,
        )


def _one_of_both() -> Exception:
    return invalid("reward_id", "cannot be combined with game_id", "one_of_both")
