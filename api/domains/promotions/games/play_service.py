"""Plays: who may play, what they win, and the same answer whenever the same play is sent again."""

import hashlib
from collections.abc import Sequence
from typing import Any

from api.db.session import commit_early
from api.domains.promotions.games.draw_engine import Play
from api.domains.promotions.games.errors import (
    GameNotFound,
    GameOver,
    OrderUnknown,
    PlayChanged,
    PlayRefused,
    PrizesGone,
    ReceiptUsed,
)
from api.domains.promotions.games.events import play_recorded
from api.domains.promotions.games.ledger import OpenedPlays, Run
from api.domains.promotions.games.limits import (
    Left,
    check_gates,
    check_player,
    check_team,
    count_played,
    left_of,
    next_day,
    place_of,
)
from api.domains.promotions.games.phones_port import PhoneStep
from api.domains.promotions.games.plan import canonical
from api.domains.promotions.games.play_group import KnownPlay, PlayerState, PlayGroup
from api.domains.promotions.games.play_results import PlayResults, iso
from api.domains.promotions.games.player import Player, PlayerRequest
from api.domains.promotions.games.presentation import (
    gates_of,
    phase_of,
    round_of,
    round_view,
    segments_of,
    teams_of,
)
from api.domains.promotions.games.public_schemas import (
    Answers,
    GameView,
    PlayAnswer,
    PlayGame,
)
from api.domains.promotions.games.published import PublishedGame
from api.domains.promotions.games.types import SCORE_KINDS
from api.domains.promotions.orders.reading import find_orders
from api.kit.errors import ApiError
from ingest.outbox import OutboxRow

PlayToDecide = tuple[Player, PlayGame]
_ADDED = ("team", "phone")
"""Answers that were added later. If they are missing, they do not count in a play's hash."""


class PlayService(PlayResults):
    """Plays of visitors, in one transaction."""

    def view(self, who: PlayerRequest) -> GameView:
        """Return a game as the visitor may play it.

        Raises:
            GameNotFound: the game is not published.
        """
        published = self.published(self.game(who))
        game, definition = published.game, published.definition
        today = self._now.astimezone(published.zone).date()
        key = self._keys.of(who.player, game)
        played = self._played(game, key, today)
        left = left_of(definition.limits, *played, today, published.zone)
        return GameView(
            game_id=game.game_id,
            code_id=game.code_id,
            kind=game.kind,
            name=game.name,
            phase=phase_of(game, self._now),
            starts_at=game.starts_at,
            ends_at=game.ends_at,
            time_zone=game.time_zone,
            commitment=game.commitment or "",
            texts=definition.model_dump(mode="json")["texts"],
            look=definition.look.model_dump(),
            segments=segments_of(published.prizes),
            gates=gates_of(definition),
            teams=teams_of(definition),
            round=round_view(game, definition),
            plays_left=left.plays,
            next_play_at=left.again_at,
            won=self.won_by(who.player, published, key) if played[0] else [],
        )

    def player_key(self, who: PlayerRequest, game: Any, answers: Answers | None = None) -> str:
        """Return the key under which a game, and its leaderboard, recognises the visitor."""
        try:
            return self._keys.of(who.player, game, answers)
        except ApiError:
            # Visitors who only view the game need not be identified
            return self._keys.of(who.player, game)

    def confirm_phone(
        self, who: PlayerRequest, typed: str, code: str, sender: str | None
    ) -> PhoneStep:
        """Send a passcode to the number of a player without JavaScript, or check it."""
        who.limit_texts()
        if self._texts is None:
            return PhoneStep(says="phone_sms_not_available")
        return self._texts.confirm(self._session, who.org_id, sender or "us", typed, code)

    def play(self, who: PlayerRequest, body: PlayGame) -> PlayAnswer:
        """Start or continue a play. Refusals are counted.

        Raises:
            GameNotFound: there is no such game.
            PlayRefused: a subclass for the reason.
        """
        answer = self.play_all([(who.player, body)])[0]
        if isinstance(answer, ApiError):
            commit_early(self._session)
            raise answer
        return answer

    def play_all(self, plays: Sequence[PlayToDecide]) -> list[PlayAnswer | ApiError]:
        """Decide plays of one game in order; return an answer or a refusal for each.

        Raises:
            GameNotFound: there is no such game.
        """
        first, _ = plays[0]
        published = self._current(first)
        keys, opened = self._opened(published, plays)
        run, known, players = opened
        if (run.version, run.season) != (published.game.version, published.game.season):
            published = self._reload(first)
            keys, (run, known, players) = self._opened(published, plays)
        group = PlayGroup(published, run, self._now)
        group.read(known, players)
        answers: list[PlayAnswer | ApiError | None] = []
        for (player, body), key in zip(plays, keys, strict=True):
            try:
                answers.append(self._play(group, player, key, body))
            except ApiError as refused:
                if isinstance(refused, PlayRefused):
                    group.refuse(refused.code)
                answers.append(refused)
        self._ledger.save(run, group.new_plays, group.changed_players(), group.refusals())
        done = [
            self._gone_on(group, *play) if it is None else it
            for it, play in zip(answers, plays, strict=True)
        ]
        if group.limits.by == "phone":
            for answer, (_, body), key in zip(done, plays, keys, strict=True):
                if isinstance(answer, PlayAnswer) and isinstance(key, str):
                    phone = body.answers.phone or ""
                    answer.phone_proof = self._phones.proof(published.game.game_id, phone)
        return done

    def _opened(
        self, published: PublishedGame, plays: Sequence[PlayToDecide]
    ) -> tuple[list[str | ApiError], OpenedPlays]:
        """Return the keys of the players, and the run that the ledger opened for these plays."""
        keys = [self._key(player, body, published) for player, body in plays]
        names = sorted({it for it in keys if isinstance(it, str)})
        play_ids = sorted({it.play_id for _, it in plays})
        return keys, self._ledger.open_plays(published.game, play_ids, names)

    def _current(self, player: Player) -> PublishedGame:
        return self._cached(player) or self._reload(player)

    def _reload(self, player: Player) -> PublishedGame:
        game = self._plays.game(player.org_id, player.game_id, player.code.code_id)
        if game is None or game.state == "draft":
            raise GameNotFound
        return self.published(game)

    def _key(self, player: Player, body: PlayGame, published: PublishedGame) -> str | ApiError:
        try:
            return self._keys.of(player, published.game, body.answers)
        except ApiError as refused:
            return refused

    def _play(
        self,
        group: PlayGroup,
        player: Player,
        key: str | ApiError,
        body: PlayGame,
    ) -> PlayAnswer | None:
        """Return the answer to a play; None if it continues a play, which is done after the others."""
        known = group.known.get(body.play_id)
        if known is not None:
            return self._repeated(group, known, body)
        group.check_open(player)
        definition, limits, run = group.published.definition, group.limits, group.run
        check_gates(definition.gates, limits, body.answers, player.visit.place.country)
        place = place_of(definition.gates, body.position)
        team = check_team(definition.teams, body.answers.team)
        if isinstance(key, ApiError):
            raise key
        state = group.state(key)
        check_player(group.left(state))
        again_at = next_day(group.today, group.published.zone)
        played = count_played(limits, run.played, group.today, place, again_at)
        decider = group.published.draws.decider
        if decider.plan.at_end_of_stock == "end" and decider.is_sold_out(run.counts):
            raise PrizesGone
        self._use_receipt(group, player, body.answers.receipt)
        run.played = played
        state.visitor_id = player.visitor_id
        values: dict[str, Any] = {
            "play_id": body.play_id,
            "player": key,
            "body_hash": _hash_of(body),
            "player_seed": body.player_seed,
            "place": place,
            "team": team,
            "name": body.name or None,
            "season": run.season,
            "started_at": self._now,
        }
        left = left_of(
            limits, state.plays + 1, state.day_plays + 1, group.today, group.published.zone
        )
        if group.game.kind in SCORE_KINDS:
            values |= {"round": {"turned": []}, "state": "started", "answer": None}
            answer = self._started(group.published, body, left)
        else:
            answer, stored = self._drawn(group, player, values, state, left)
            values |= stored
            run.events.append(self._event(group, player, values))
        group.add(key, state, values)
        return answer

    def _drawn(
        self,
        group: PlayGroup,
        player: Player,
        values: dict[str, Any],
        state: PlayerState,
        left: Left,
    ) -> tuple[PlayAnswer, dict[str, Any]]:
        """Draw a play of a chance game; return its answer and the values to store."""
        run, play_id = group.run, values["play_id"]
        play = Play(run.plays + 1, self._now, values["player_seed"], values["place"])
        stored = self._settle(
            group.published,
            run,
            play,
            play_id=play_id,
            player=values["player"],
            won=state.won,
            visit=player.visit,
        )
        stored["answer"] |= {"plays_left": left.plays, "next_play_at": iso(left.again_at)}
        return self.answer(group.published, play_id, stored["answer"]), stored

    def _event(self, group: PlayGroup, player: Player, values: dict[str, Any]) -> OutboxRow:
        return play_recorded(
            group.game,
            player.visit,
            play_id=values["play_id"],
            season=values["season"],
            prize_id=values["prize_id"],
            score=None,
            duration_ms=None,
            is_demo=False,
            event_id=self._new_event_id(),
            now=self._now,
        )

    def _started(self, published: PublishedGame, body: PlayGame, left: Left) -> PlayAnswer:
        game = published.game
        return PlayAnswer(
            play_id=body.play_id,
            kind=game.kind,
            commitment=game.commitment or "",
            token=self._scoring.token(game, body.play_id),
            round=round_of(game, published.definition),
            plays_left=left.plays,
            next_play_at=left.again_at,
        )

    def _repeated(self, group: PlayGroup, play: KnownPlay, body: PlayGame) -> PlayAnswer | None:
        """Return the stored answer of an existing play; None for inputs, which continue it."""
        if body.token is not None:
            return None
        if play.body_hash != _hash_of(body):
            raise PlayChanged
        if play.answer is not None:
            answer = self.answer(group.published, play.play_id, play.answer)
            claim = answer.outcome.claim if answer.outcome else None
            if claim is not None:
                claim.claimed_at = self._prizes.claimed_at(group.game.org_id, claim.token)
            return answer
        return self._started(group.published, body, self._left(group.published, play.player))

    def _gone_on(self, group: PlayGroup, player: Player, body: PlayGame) -> PlayAnswer | ApiError:
        """Return the answer to inputs of a score game, or their refusal, which is counted."""
        try:
            answer = self._go_on(group.published, group.run, player, body)
        except ApiError as refused:
            if isinstance(refused, PlayRefused):
                row = {"day": group.today, "reason": refused.code, "refused": 1}
                self._ledger.save(group.run, refusals=[row])
            return refused
        return answer

    def _go_on(
        self, published: PublishedGame, run: Run, player: Player, body: PlayGame
    ) -> PlayAnswer:
        """Apply inputs to a score game. The play is locked after the game's run, the same order as everywhere."""
        game, definition = published.game, published.definition
        self._scoring.check_token(game, body.play_id, body.token or "")
        play = self._plays.lock_play(game.org_id, game.game_id, body.play_id)
        assert play is not None
        if play.answer is not None:
            return self.answer(published, play.play_id, play.answer)
        if run.is_over:
            raise GameOver
        step = self._scoring.judge(game, definition, play, body, published.draws.seed)
        if step.judged is None:
            self._plays.change(play, {"round": step.round})
            answer = self._started(published, body, self._left(published, play.player))
            return answer.model_copy(update={"cards": step.cards, "matched": step.matched})
        extra: dict[str, Any] = {
            "score": step.judged.score,
            "correct": step.judged.correct,
            "cards": step.cards,
            "matched": step.matched,
        }
        if step.judged.suspicions:
            self._plays.change(
                play,
                {
                    "round": step.round,
                    "state": "held",
                    "score": step.judged.score,
                    "suspicions": sorted(set(step.judged.suspicions)),
                    "answer": {**extra, "held": True},
                    "done_at": self._now,
                },
            )
        else:
            round_ = {"round": step.round}
            self._finish(published, run, player, play, step.judged.score, round_, extra)
        return self.answer(published, play.play_id, play.answer or {})

    def _use_receipt(self, group: PlayGroup, player: Player, receipt: str | None) -> None:
        game, at_most = group.game, group.limits.per_receipt
        if at_most is None or receipt is None:
            return
        if group.limits.purchase == "order":
            receipt = self._order(group, player, receipt)
        text = f"{game.game_id}\n{receipt.casefold()}".encode()
        key = hashlib.blake2b(text, key=self._secret[:64], digest_size=32).hexdigest()
        if not self._plays.use_receipt(game.org_id, game.game_id, key, at_most):
            raise ReceiptUsed

    def _order(self, group: PlayGroup, player: Player, number: str) -> str:
        """Return the ID of the order with this number. If the game counts by customer, the order must be the player's
        own.
        """
        org_id = group.game.org_id
        found = find_orders(self._session, org_id, number)
        if group.limits.by == "customer":
            customer_id = self._customer_of(org_id, player.visitor_id) or ""
            own = set(self._customers.ids_of_person(org_id, customer_id))
            found = [it for it in found if it.customer_id in own]
        if not found:
            raise OrderUnknown
        return found[0].order_id


def _hash_of(body: PlayGame) -> str:
    """Return a hash that distinguishes a play from others. It leaves out the proof of the phone, which may differ when
    the play is sent again.
    """
    values = body.model_dump(mode="json", exclude={"token", "inputs", "done", "left"})
    answers = values["answers"]
    del answers["phone_proof"]
    values["answers"] = {it: text for it, text in answers.items() if text or it not in _ADDED}
    return hashlib.sha256(canonical(values).encode()).hexdigest()
