"""Rules of prizes: a prize is reserved and awarded, then claimed or returned, each in one transaction and once."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session
from uuid_utils.compat import uuid7

from api.domains.codes.batches.issuing import OneTimeBatches, issue_codes_of
from api.domains.promotions.prizes.errors import (
    ClaimExpired,
    ClaimNotFound,
    PrizeNotFound,
    PrizeNotReady,
    StockEmpty,
)
from api.domains.promotions.prizes.events import prize_recorded
from api.domains.promotions.prizes.models import Prize, PrizeAward
from api.domains.promotions.prizes.repository import PrizeAwardRepository, PrizeRepository
from api.domains.promotions.prizes.types import AwardRow, PrizeRow
from api.domains.promotions.promo_locks.vouchers import Vouchers
from api.kit.ids import new_code_ids
from ingest.outbox.recording import record_many

EXPIRE_AT_ONCE = 500
MAX_IN_BATCH = 100_000
"""The maximum number of one-time codes for a prize without a stock."""


def claim_token(secret: bytes, game_id: str, play_id: UUID) -> str:
    """Return the token with which the winner of a play claims the prize. It is not stored, because it is derived from
    the play.
    """
    key = hmac.digest(secret, b"prize claim", "sha256")
    return hmac.digest(key, f"{game_id}\n{play_id}".encode(), "sha256").hex()


def token_hash(token: str) -> str:
    """Return the hash by which a claim token is found."""
    return hashlib.sha256(token.encode()).hexdigest()


def orgs_due(session: Session, now: datetime) -> list[str]:
    """Return organisations with games to end or prizes that were not claimed in time. Runs outside any organisation."""
    return PrizeAwardRepository(session).orgs_due(now)


class PrizeService:
    """Prizes of one organisation."""

    def __init__(
        self, session: Session, secret: bytes, now: datetime, new_id: Callable[[str], str]
    ) -> None:
        self._prizes = PrizeRepository(session)
        self._awards = PrizeAwardRepository(session)
        self._vouchers = Vouchers(session, now)
        self._secret = secret
        self._now = now
        self._new_id = new_id

    def of_games(self, org_id: str, game_ids: Collection[str]) -> Sequence[Prize]:
        """Return the prizes of games, in their order."""
        return self._prizes.of_games(org_id, game_ids)

    def get(self, org_id: str, prize_id: str) -> Prize:
        """Return a prize.

        Raises:
            PrizeNotFound: there is no such prize.
        """
        prize = self._prizes.find(org_id, prize_id)
        if prize is None:
            raise PrizeNotFound
        return prize

    def replace(self, org_id: str, game_id: str, rows: Sequence[dict[str, Any]]) -> None:
        """Replace a game's prizes."""
        self._prizes.replace(org_id, game_id, rows)

    def codes_left(self, org_id: str, batch_ids: Collection[str]) -> Mapping[str, int]:
        """Return how many codes promo batches can still give; batches that do not exist are absent."""
        known = {it for it in batch_ids if self._vouchers.has_batch(org_id, it)}
        left = self._vouchers.left(org_id, known)
        return {it: left.get(it, 0) for it in known}

    def bases(self, org_id: str, code_ids: Collection[str]) -> Collection[str]:
        """Return those of these codes from which one-time codes can be made."""
        return self._prizes.kinds_of_bases(org_id, code_ids).keys()

    def give_one_time(self, org_id: str, prize_id: str) -> str:
        """Issue the one-time code for a winner of a prize and return its ID.

        Raises:
            PrizeNotReady: the code from which it is made is gone.
        """
        prize = self._prizes.lock(org_id, prize_id)
        base = prize.base_code_id if prize else None
        kind = self._prizes.kinds_of_bases(org_id, [base]).get(base) if base else None
        if prize is None or base is None or kind is None:
            raise PrizeNotReady
        batches = OneTimeBatches(self._prizes.session)
        batch = batches.find_for_update(org_id, prize.batch_id) if prize.batch_id else None
        if batch is None or batch.withdrawn_at is not None:
            prize.batch_id = self._new_id("bat")
            batch = batches.open(
                org_id,
                None,
                prize.batch_id,
                base_code_id=base,
                name=prize.name,
                amount=prize.stock or MAX_IN_BATCH,
                now=self._now,
            )
        made = batches.count_codes(org_id, batch.batch_id)
        while True:
            code_ids = new_code_ids(1)
            if issue_codes_of(self._prizes.session, batch, kind, code_ids, self._now, made):
                return code_ids[0]

    def take(self, org_id: str, prize_id: str) -> bool:
        """Take one item from the stock; return False if none is left."""
        return self._prizes.take(org_id, prize_id) is not None

    def reserve(
        self, org_id: str, prize: PrizeRow, play_id: UUID, code_id: str
    ) -> PrizeAward | None:
        """Reserve a prize for a play, under the lock of its game. Return None if what the prize gives has run out.

        If it gives a promo code, the code is taken now, so that every winner gets one. `award` stores the reservation.
        """
        award_id = self._new_id("prw")
        promo_code_id = None
        if prize.gives == "code" and prize.batch_id is not None:
            voucher = self._vouchers.take(org_id, prize.batch_id, award_id)
            if voucher is None:
                return None
            promo_code_id = voucher.promo_code_id
        token = claim_token(self._secret, prize.game_id, play_id)
        return PrizeAward(
            award_id=award_id,
            org_id=org_id,
            game_id=prize.game_id,
            prize_id=prize.prize_id,
            play_id=play_id,
            code_id=code_id,
            state="awarded",
            token_hash=token_hash(token),
            promo_code_id=promo_code_id,
            awarded_at=self._now,
            claim_until=self._now + timedelta(days=prize.claim_days),
        )

    def award(self, org_id: str, reserved: Sequence[AwardRow]) -> None:
        """Award what was reserved, in the caller's transaction. The stock is reduced accordingly, or nothing is stored.

        Raises:
            StockEmpty: less is left than was reserved.
        """
        for prize_id, count in sorted(Counter(it.prize_id for it in reserved).items()):
            if self._prizes.take(org_id, prize_id, count) is None:
                raise StockEmpty
        self._awards.add(reserved)

    def of_plays(
        self, org_id: str, game_id: str, play_ids: Collection[UUID]
    ) -> Sequence[PrizeAward]:
        """Return the awards of these plays that were claimed or still can be, newest first."""
        return self._awards.of_plays(org_id, game_id, play_ids, self._now) if play_ids else ()

    def locked(self, org_id: str, token: str) -> tuple[PrizeAward, Prize]:
        """Return the award that belongs to a claim token, locked, with its prize.

        Raises:
            ClaimNotFound: there is no such award.
            ClaimExpired: its deadline has passed.
        """
        award = self._awards.of_token(org_id, token_hash(token))
        if award is None:
            raise ClaimNotFound
        is_over = award.state == "awarded" and award.claim_until <= self._now
        if award.state == "expired" or is_over:
            raise ClaimExpired
        return award, self.get(org_id, award.prize_id)

    def claimed_at(self, org_id: str, token: str) -> datetime | None:
        """Return when the prize of a claim token was claimed; None if it was not."""
        return self._awards.claimed_at(org_id, token_hash(token))

    def claim(
        self, org_id: str, award: AwardRow, customer_id: str | None, given_id: str | None
    ) -> datetime:
        """Mark a locked award as claimed and return the time of the claim.

        Raises:
            ClaimExpired: its deadline has passed.
        """
        if not self._awards.claim(
            org_id, award.award_id, self._now, customer_id=customer_id, given_id=given_id
        ):
            raise ClaimExpired
        return self._now

    def shown_code(self, org_id: str, award: AwardRow) -> str | None:
        """Return the promo code of an award in its display form; None if it gives none."""
        if award.promo_code_id is None:
            return None
        return self._vouchers.shown(org_id, [award.promo_code_id]).get(award.promo_code_id)

    def expire(self, org_id: str, game_id: str) -> list[PrizeAward]:
        """Expire awards that were not claimed in time, and return their prizes to the stock, at most 500 at once.

        A promo code that was reserved for an award is withdrawn, because the winner may have seen it. In that case the
        prize does not return to the stock.
        """
        expired = [
            row[0] for row in self._awards.expire(org_id, game_id, self._now, EXPIRE_AT_ONCE)
        ]
        by_id = {it.prize_id: it for it in self._prizes.of_games(org_id, [game_id])}
        events = [
            prize_recorded(
                org_id,
                by_id[it.prize_id],
                it,
                "expired",
                visit=None,
                event_id=uuid7(),
                now=self._now,
            )
            for it in expired
        ]
        record_many(self._awards.session, events)
        for award in expired:
            if award.promo_code_id is None:
                self._prizes.give_back(org_id, award.prize_id)
            else:
                self._vouchers.withdraw(org_id, award.promo_code_id)
        return expired

    def games_due(self, org_id: str) -> list[str]:
        """Return games with awards that were not claimed in time."""
        return self._awards.games_due(org_id, self._now)

    def page_of_awards(
        self, org_id: str, game_id: str, state: str | None, paging: Any
    ) -> tuple[list[PrizeAward], int]:
        """Return a page of a game's awards, newest first, and the total number."""
        return self._awards.page_of_awards(org_id, game_id, state, paging)

    def all_awards(self, org_id: str, game_id: str) -> Sequence[PrizeAward]:
        """Return all awards of a game, oldest first."""
        return self._awards.walk(org_id, game_id)

    def counts(self, org_id: str, game_ids: Collection[str]) -> Mapping[tuple[str, str], int]:
        """Return the number of awards by game and state."""
        return self._awards.counts(org_id, game_ids)
