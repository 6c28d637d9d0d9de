"""Rules of prizes: one is reserved and awarded, then claimed or returned, each in one transaction and once."""

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
"""One-time codes of a prize without a stock."""


def claim_token(secret: bytes, game_id: str, play_id: UUID) -> str:
    """The token with which the winner of a play claims the prize. It is not stored: it follows from the play."""
    key = hmac.digest(secret, b"prize claim", "sha256")
    return hmac.digest(key, f"{game_id}\n{play_id}".encode(), "sha256").hex()


def token_hash(token: str) -> str:
    """What a claim token is found by."""
    return hashlib.sha256(token.encode()).hexdigest()


def orgs_due(session: Session, now: datetime) -> list[str]:
    """Organisations with games to end or prizes that were not claimed in time. Read outside every organisation."""
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
        """Prizes of games, in their order."""
        return self._prizes.of_games(org_id, game_ids)

    def get(self, org_id: str, prize_id: str) -> Prize:
        """A prize.

        Raises:
            PrizeNotFound: there is none.
        """
        prize = self._prizes.find(org_id, prize_id)
        if prize is None:
            raise PrizeNotFound
        return prize

    def replace(self, org_id: str, game_id: str, rows: Sequence[dict[str, Any]]) -> None:
        """Make a game's prizes these."""
        self._prizes.replace(org_id, game_id, rows)

    def codes_left(self, org_id: str, batch_ids: Collection[str]) -> Mapping[str, int]:
        """How many codes promo batches can still give; a batch that is not there is missing."""
        known = {it for it in batch_ids if self._vouchers.has_batch(org_id, it)}
        left = self._vouchers.left(org_id, known)
        return {it: left.get(it, 0) for it in known}

    def bases(self, org_id: str, code_ids: Collection[str]) -> Collection[str]:
        """Those of these codes that one-time codes can be made from."""
        return self._prizes.kinds_of_bases(org_id, code_ids).keys()

    def give_one_time(self, org_id: str, prize_id: str) -> str:
        """Issue the one-time code that a winner of a prize gets; its id.

        Raises:
            PrizeNotReady: its code is gone.
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
        """Take one from the stock; False if none is left."""
        return self._prizes.take(org_id, prize_id) is not None

    def reserve(
        self, org_id: str, prize: PrizeRow, play_id: UUID, code_id: str
    ) -> PrizeAward | None:
        """Reserve a prize for a play, under the lock of its game; None if what it gives has run out.

        A promo code that it gives is taken now, so that everybody who wins one gets one. `award` stores it.
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
        """Award what was reserved, in the caller's transaction: the stock goes down by as much, or nothing is stored.

        Raises:
            StockEmpty: there is less than was reserved.
        """
        for prize_id, count in sorted(Counter(it.prize_id for it in reserved).items()):
            if self._prizes.take(org_id, prize_id, count) is None:
                raise StockEmpty
        self._awards.add(reserved)

    def locked(self, org_id: str, token: str) -> tuple[PrizeAward, Prize]:
        """The award of a claim token, locked, with its prize.

        Raises:
            ClaimNotFound: there is none.
            ClaimExpired: its time is over.
        """
        award = self._awards.of_token(org_id, token_hash(token))
        if award is None:
            raise ClaimNotFound
        is_over = award.state == "awarded" and award.claim_until <= self._now
        if award.state == "expired" or is_over:
            raise ClaimExpired
        return award, self.get(org_id, award.prize_id)

    def claim(
        self, org_id: str, award: AwardRow, customer_id: str | None, given_id: str | None
    ) -> datetime:
        """Mark a locked award as claimed; when it was.

        Raises:
            ClaimExpired: its time is over.
        """
        if not self._awards.claim(
            org_id, award.award_id, self._now, customer_id=customer_id, given_id=given_id
        ):
            raise ClaimExpired
        return self._now

    def shown_code(self, org_id: str, award: AwardRow) -> str | None:
        """The promo code of an award as it is shown; None where it gives none."""
        if award.promo_code_id is None:
            return None
        return self._vouchers.shown(org_id, [award.promo_code_id]).get(award.promo_code_id)

    def expire(self, org_id: str, game_id: str) -> list[PrizeAward]:
        """Expire awards that were not claimed in time, and put their prizes back, at most 500 at once.

        A promo code that was taken for one is withdrawn, as its winner may have seen it, and the prize stays out of
        the stock then.
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
        """Games with awards that were not claimed in time."""
        return self._awards.games_due(org_id, self._now)

    def page_of_awards(
        self, org_id: str, game_id: str, state: str | None, paging: Any
    ) -> tuple[list[PrizeAward], int]:
        """A page of a game's awards, newest first, and how many there are."""
        return self._awards.page_of_awards(org_id, game_id, state, paging)

    def all_awards(self, org_id: str, game_id: str) -> Sequence[PrizeAward]:
        """All awards of a game, oldest first."""
        return self._awards.walk(org_id, game_id)

    def counts(self, org_id: str, game_ids: Collection[str]) -> Mapping[tuple[str, str], int]:
        """How many awards games have, by game and state."""
        return self._awards.counts(org_id, game_ids)
