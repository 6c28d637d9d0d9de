"""The games of an organisation: the list, the archive, and links to practise them."""

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
        text: str | None = None,
    ) -> tuple[list[Game], int]:
        """Return a page of games, newest first: the archived ones or the others, or those of one code, whose names
        contain the text; and the total number.
        """
        return self._games.list_games(
            org_id, state, paging, is_archived=is_archived, code_id=code_id, text=text
        )

    def archive(self, org_id: str, game_id: str, *, is_archived: bool) -> Game:
        """Archive a game that has ended, or restore it.

        Raises:
            GameNotFound: there is no such game.
            GameNotEnded: the game has not ended.
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
        """Return a link with which anybody can practise a game for twelve hours."""
        opens = practice_pass(self._secret, game.game_id, self._now)
        return PracticeLink(
            url=f"{game_path(game.code_id)}/practice?pass={opens}", until=self._now + PRACTICE_LIFE
        )

    def practised(self, org_id: str, code_id: str, given: str) -> tuple[GameView, dict[str, Any]]:
        """Return a game to practise, and the data with which its page plays.

        Raises:
            GameNotFound: there is no such game, or the link does not open it.
        """
        game = self._games.find_by_code(org_id, code_id)
        if game is None or not is_practice_pass(self._secret, game.game_id, given, self._now):
            raise GameNotFound
        prizes = self._prizes.of_games(org_id, [game.game_id])
        return practice_view(game, prizes), practice_of(game, prizes)
