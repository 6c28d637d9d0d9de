"""The games of an organisation: the list, the archive, and links to try them."""

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from api.domains.promotions.games.errors import GameNotEnded, GameNotFound
from api.domains.promotions.games.models import Game
from api.domains.promotions.games.practice import (
    PRACTICE_LIFE,
    is_practice_pass,
    practice_of,
    practice_pass,
    practice_view,
)
from api.domains.promotions.games.public_schemas import GameView
from api.domains.promotions.games.read_schemas import PracticeLink
from api.domains.promotions.games.repository import GameRepository
from api.domains.promotions.games.service import game_path
from api.domains.promotions.prizes.service import PrizeService
from api.kit.pagination import Paging


class GameLibrary:
    """Games of one organisation, for its members."""

    def __init__(
        self, session: Session, prizes: PrizeService, secret: bytes, now: datetime
    ) -> None:
        self._session = session
        self._prizes = prizes
        self._games = GameRepository(session)
        self._secret = secret
        self._now = now

    def list_games(
        self,
        org_id: str,
        state: str | None,
        paging: Paging,
        *,
        is_archived: bool,
        code_id: str | None = None,
    ) -> tuple[list[Game], int]:
        """A page of games, newest first: those in the archive, or the others; or that of a code."""
        return self._games.list_games(
            org_id, state, paging, is_archived=is_archived, code_id=code_id
        )

    def archive(self, org_id: str, game_id: str, *, is_archived: bool) -> Game:
        """Put a game that has ended into the archive, or take it back.

        Raises:
            GameNotFound, GameNotEnded: as they say.
        """
        game = self._games.lock(org_id, game_id)
        if game is None:
            raise GameNotFound
        if game.state != "ended":
            raise GameNotEnded
        game.archived_at = self._now if is_archived else None
        self._session.flush()
        return game

    def practice(self, game: Game) -> PracticeLink:
        """The page on which anybody who has its address can try a game for twelve hours."""
        opens = practice_pass(self._secret, game.game_id, self._now)
        return PracticeLink(
            url=f"{game_path(game.code_id)}/practice?pass={opens}", until=self._now + PRACTICE_LIFE
        )

    def practised(self, org_id: str, code_id: str, given: str) -> tuple[GameView, dict[str, Any]]:
        """A game to try, and what its page plays with.

        Raises:
            GameNotFound: there is none, or this does not open it.
        """
        game = self._games.find_by_code(org_id, code_id)
        if game is None or not is_practice_pass(self._secret, game.game_id, given, self._now):
            raise GameNotFound
        prizes = self._prizes.of_games(org_id, [game.game_id])
        return practice_view(game, prizes), practice_of(game, prizes)
