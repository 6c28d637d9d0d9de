"""Draws and finishes plays: the prize, the log, the leaderboard, the event and the answer, in one transaction."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from api.domains.codes.rules.types import Visit
from api.domains.people.customers.service import CustomerService
from api.domains.promotions.games.boards import BoardService
from api.domains.promotions.games.draw_engine import Play
from api.domains.promotions.games.errors import GameNotFound
from api.domains.promotions.games.events import play_recorded
from api.domains.promotions.games.ledger import GameLedger, Run
from api.domains.promotions.games.limits import Left, left_of
from api.domains.promotions.games.models import Game, GamePlay
from api.domains.promotions.games.phones_port import GamePhones
from api.domains.promotions.games.plan import canonical
from api.domains.promotions.games.play_repository import PlayRepository
from api.domains.promotions.games.player import Player, PlayerKeys, PlayerRequest
from api.domains.promotions.games.player_phones import PlayerPhones
from api.domains.promotions.games.presentation import add_claim, outcome_of
from api.domains.promotions.games.public_schemas import Outcome, PlayAnswer, WonPrize
from api.domains.promotions.games.published import PUBLISHED, PublishedGame
from api.domains.promotions.games.schemas import Definition
from api.domains.promotions.games.scoring import Scoring
from api.domains.promotions.games.seeds import Seeds
from api.domains.promotions.games.types import PLAY_LIFE
from api.domains.promotions.prizes.events import prize_recorded
from api.domains.promotions.prizes.service import PrizeService, claim_token
from ingest.outbox import outbox_row
from ingest.outbox.recording import record_rows

MOST_WON = 20
"""How many of a visitor's prizes the page of a game lists."""


class PlayResults:
    """Draws and finishes plays, and stores their answers."""

    def __init__(
        self,
        session: Session,
        prizes: PrizeService,
        customers: CustomerService,
        secret: bytes,
        seeds: Seeds,
        now: datetime,
        new_event_id: Callable[[], UUID],
        has_reward: Callable[[str, str], bool],
        phones: GamePhones | None = None,
    ) -> None:
        self._session = session
        self._plays = PlayRepository(session)
        self._prizes = prizes
        self._ledger = GameLedger(self._plays, prizes, now)
        self._boards = BoardService(session, now)
        self._scoring = Scoring(secret, now)
        self._seeds = seeds
        self._secret = secret
        self._now = now
        self._new_event_id = new_event_id
        self._has_reward = has_reward

        def is_proven(org_id: str, phone: str, proof: str) -> bool:
            return phones is not None and phones.is_proven(session, org_id, phone, proof)

        self._customers = customers
        self._texts = phones
        self._phones = PlayerPhones(secret, is_proven)
        self._keys = PlayerKeys(secret, self._customer_of, self._phones)

    def _customer_of(self, org_id: str, visitor_id: str | None) -> str | None:
        known = self._customers.find_by_visitor(org_id, visitor_id)
        return known[0] if known else None

    def has_reward(self, org_id: str, reward_id: str | None) -> bool:
        """Return whether the organisation has this reward."""
        return reward_id is not None and self._has_reward(org_id, reward_id)

    def game(self, who: PlayerRequest) -> Game:
        """Return the published game that the request names.

        Raises:
            GameNotFound: there is no such published game.
        """
        player = who.player
        game = self._plays.game(player.org_id, player.game_id, player.code.code_id)
        if game is None or game.state == "draft":
            raise GameNotFound
        return game

    def published(self, game: Game) -> PublishedGame:
        """Return a published game with its prizes and draws, cached in this process."""
        known = PUBLISHED.find(game.code_id)
        if known is not None and (known.game.version, known.game.season) == (
            game.version,
            game.season,
        ):
            return known
        prizes = self._prizes.of_games(game.org_id, [game.game_id])
        self._session.flush()
        for row in (game, *prizes):
            self._session.expunge(row)
        return PUBLISHED.keep(PublishedGame(game, tuple(prizes), self._seeds.draws(game)))

    def _cached(self, player: Player) -> PublishedGame | None:
        known = PUBLISHED.find(player.code.code_id)
        if known is None or known.game.org_id != player.org_id:
            return None
        return known if player.game_id in (None, known.game.game_id) else None

    def _settle(
        self,
        published: PublishedGame,
        run: Run,
        play: Play,
        *,
        play_id: UUID,
        player: str,
        won: dict[str, int],
        visit: Visit | None,
    ) -> dict[str, Any]:
        """Draw, award and log a play; return the values to store for it."""
        decider, seed = published.draws
        result, award = self._ledger.draw(
            run,
            decider,
            published.prizes_by_id,
            play_id=play_id,
            player=player,
            own=won,
            play=play,
        )
        prize_id = result.prize_id if result else None
        if award is not None:
            awarded = prize_recorded(
                published.game.org_id,
                published.prizes_by_id[award.prize_id],
                award,
                "awarded",
                visit=visit,
                event_id=self._new_event_id(),
                now=self._now,
            )
            run.events.append(outbox_row(awarded))
        outcome = outcome_of(published.game, published.prizes, prize_id, play.number, seed)
        return {
            "state": "done",
            "number": play.number,
            "prize_id": prize_id,
            "done_at": self._now,
            "answer": {
                "number": play.number,
                "outcome": outcome.model_dump(mode="json"),
                "until": iso(award.claim_until if award else None),
            },
        }

    def approve(self, game: Game, play: GamePlay) -> None:
        """Accept a held score; it counts from the time at which it was achieved."""
        run = self._ledger.open(game)
        extra = {name: it for name, it in (play.answer or {}).items() if name != "held"}
        self._finish(self.published(game), run, None, play, play.score or 0, {}, extra)

    def _finish(
        self,
        published: PublishedGame,
        run: Run,
        who: Player | None,
        play: GamePlay,
        score: int,
        values: dict[str, Any],
        extra: dict[str, Any],
    ) -> None:
        game, at = published.game, play.done_at or self._now
        known = self._plays.player(game.org_id, game.game_id, play.player)
        won = dict(known.won) if known else {}
        drawn = Play(run.plays + 1, at, play.player_seed, play.place, score)
        stored = self._settle(
            published,
            run,
            drawn,
            play_id=play.play_id,
            player=play.player,
            won=won,
            visit=who.visit if who else None,
        )
        self._ledger.save(run)
        self._boards.keep(game, play, score, at)
        today = self._now.astimezone(published.zone).date()
        self._plays.count_player(
            {
                "game_id": game.game_id,
                "player": play.player,
                "org_id": game.org_id,
                "day": today,
                "won": canonical(won),
                "visitor_id": who.visitor_id if who else None,
                "counted": 0,
            }
        )
        stored["done_at"] = at
        stored["answer"] |= extra | {"rank": self._boards.rank(game, play.player, play.season)}
        left = self._left(published, play.player)
        stored["answer"] |= {"plays_left": left.plays, "next_play_at": iso(left.again_at)}
        self._plays.change(play, values | stored | {"score": score})
        progress = self._scoring.progress(game, published.definition, play, published.draws.seed)
        event = play_recorded(
            game,
            who.visit if who else None,
            play_id=play.play_id,
            season=play.season,
            prize_id=stored["prize_id"],
            score=score,
            duration_ms=int((at - play.started_at).total_seconds() * 1000),
            is_demo=False,
            event_id=self._new_event_id(),
            now=self._now,
            progress=progress,
        )
        record_rows(self._session, [event])

    def leave(self, org_id: str, most: int) -> int:
        """Close plays of score games that were not finished in time, with an event that records each one's progress;
        return how many.
        """
        left = self._plays.unfinished(org_id, self._now - PLAY_LIFE, most)
        for play, game in left:
            definition = Definition.model_validate(game.definition)
            progress = self._scoring.progress(game, definition, play, self._seeds.draws(game).seed)
            self._plays.change(play, {"state": "left"})
            event = play_recorded(
                game,
                None,
                play_id=play.play_id,
                season=play.season,
                prize_id=None,
                score=None,
                duration_ms=None,
                is_demo=False,
                event_id=self._new_event_id(),
                now=self._now,
                progress=progress,
                is_left=True,
            )
            record_rows(self._session, [event])
        return len(left)

    def answer(self, published: PublishedGame, play_id: UUID, stored: dict[str, Any]) -> PlayAnswer:
        """Return a stored answer, with the link to claim what was won."""
        game = published.game
        values = {name: it for name, it in stored.items() if name not in ("outcome", "until")}
        answer = PlayAnswer.model_validate(
            {
                "play_id": play_id,
                "kind": game.kind,
                "commitment": game.commitment,
                **values,
            }
        )
        if stored.get("outcome") is not None:
            answer.outcome = Outcome.model_validate(stored["outcome"])
            until = stored.get("until")
            if until:
                token = claim_token(self._secret, game.game_id, play_id)
                add_claim(
                    answer.outcome, published.prizes_by_id, token, datetime.fromisoformat(until)
                )
        return answer

    def _left(self, published: PublishedGame, player: str) -> Left:
        today = self._now.astimezone(published.zone).date()
        played = self._played(published.game, player, today)
        return left_of(published.definition.limits, *played, today, published.zone)

    def won_by(self, player: Player, published: PublishedGame, key: str) -> list[WonPrize]:
        """Return the latest prizes of a visitor whom nobody else can be mistaken for."""
        game = published.game
        is_shared = published.definition.limits.by == "network"
        if is_shared or player.visit.identity.kind != "cookie":
            return []
        plays = self._plays.won(game.org_id, game.game_id, key, MOST_WON)
        awards = self._prizes.of_plays(game.org_id, game.game_id, plays)
        return [
            WonPrize(
                token=claim_token(self._secret, game.game_id, award.play_id),
                name=prize.name,
                picture_url=prize.picture_url,
                translations=prize.translations,
                until=award.claim_until,
                claimed_at=award.claimed_at,
            )
            for award in awards
            for prize in [published.prizes_by_id[award.prize_id]]
        ]

    def _played(self, game: Game, player: str, today: date) -> tuple[int, int]:
        known = self._plays.player(game.org_id, game.game_id, player)
        if known is None:
            return 0, 0
        return known.plays, known.day_plays if known.day == today else 0


def iso(at: datetime | None) -> str | None:
    """Return a time in the format of stored answers."""
    return at.isoformat() if at is not None else None
