"""Giving and redeeming rewards: each once for its idempotency key, within stock and limits, and undoable for 15
minutes.
"""

from collections.abc import Callable, Sequence, Set
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from sqlalchemy.orm import Session

from api.auth.member import Member
from api.domains.promotions.loyalty.errors import KeyOfAnother, NotEnough
from api.domains.promotions.loyalty.service import UNDO_WITHIN, LedgerService
from api.domains.promotions.loyalty.types import Origin
from api.domains.promotions.promo_locks.vouchers import Vouchers
from api.domains.promotions.rewards.award_repository import AwardRepository
from api.domains.promotions.rewards.counts import Counts
from api.domains.promotions.rewards.definitions import KnowsCode
from api.domains.promotions.rewards.errors import (
    AlreadyRedeemed,
    AwardExpired,
    AwardNotFound,
    CannotUndo,
    CodeNotFound,
    NotOnTheCard,
    RewardNotFound,
    VoucherUsed,
    invalid,
    unavailable,
)
from api.domains.promotions.rewards.events import award_recorded, reward_redeemed
from api.domains.promotions.rewards.limits import day_scope, is_at_place, limits_of
from api.domains.promotions.rewards.models import Reward, RewardAward
from api.domains.promotions.rewards.repository import RewardRepository
from api.domains.promotions.rewards.schemas import CampaignReward, Redeem
from api.domains.promotions.rewards.types import Source, Unavailable
from ingest.contracts.envelope import Event
from ingest.outbox.recording import record_many


class RewardService:
    """Awards of one organisation. A customer is identified by all IDs of their merged profiles, their own first."""

    def __init__(
        self,
        session: Session,
        ledger: LedgerService,
        knows_code: KnowsCode,
        *,
        now: datetime,
        new_id: Callable[[str], str],
        new_event_id: Callable[[], UUID],
    ) -> None:
        self._session = session
        self._rewards = RewardRepository(session)
        self._awards = AwardRepository(session)
        self._vouchers = Vouchers(session, now)
        self._counts = Counts(self._rewards)
        self._ledger = ledger
        self._knows_code = knows_code
        self._now = now
        self._new_id = new_id
        self._new_event_id = new_event_id

    def give(self, me: Member, customer_ids: Sequence[str], body: CampaignReward) -> RewardAward:
        """Give a reward without a price; it counts as taken at once.

        Raises:
            RewardNotFound: there is no such reward.
            RewardUnavailable: it is not available to this customer now.
            KeyOfAnother: the idempotency key was used for something else.
        """
        self._counts.begin()
        self._require_code(me.org_id, body.code_id)
        self._ledger.lock_customer(me.org_id, customer_ids)
        key = self._key("give", body.idempotency_key)
        before = self._awards.find_by_key(me.org_id, idempotency_key=key)
        if before is not None:
            return _same(before, customer_ids, body.reward_id)
        reward = self._reward(me.org_id, body.reward_id)
        expires = self._now + timedelta(days=reward.valid_days) if reward.valid_days else None
        award = self._award(me, customer_ids, reward, body.code_id, "given", key)
        award.expires_at, award.campaign_id = expires, body.campaign_id
        self._awards.add(award)
        self._record(me, award, reward, "given", body.code_id)
        self._counts.settle()
        return award

    def redeem(self, me: Member, customer_ids: Sequence[str], body: Redeem) -> RewardAward:
        """Redeem a reward for its price, or one that was given, exactly once. The database decides.

        Raises:
            RewardNotFound, AwardNotFound: there is no such reward.
            RewardUnavailable: it is not available to this customer now.
            AlreadyRedeemed, AwardExpired: the given reward can no longer be redeemed.
            KeyOfAnother: the idempotency key was used for something else.
        """
        self._counts.begin()
        self._require_code(me.org_id, body.code_id)
        self._ledger.lock_customer(me.org_id, customer_ids)
        key = self._key("redeem", body.idempotency_key)
        before = self._awards.find_by_key(me.org_id, redemption_key=key)
        if before is not None:
            if body.award_id not in (None, before.award_id):
                raise KeyOfAnother
            return _same(before, customer_ids, body.reward_id)
        if body.award_id is not None:
            award = self._redeem_given(me, customer_ids, body.award_id, key, body.code_id)
            reward = self._rewards.named(me.org_id, [award.reward_id])[award.reward_id]
        else:
            reward = self._reward(me.org_id, body.reward_id or "")
            award = self._buy(me, customer_ids, reward, key, body.code_id)
        self._record(me, award, reward, "redeemed", body.code_id)
        self._counts.settle()
        return award

    @property
    def counts(self) -> Counts:
        """What this request takes from stocks."""
        return self._counts

    def change(self, me: Member, customer_ids: Sequence[str], body: Redeem) -> RewardAward:
        """Redeem a reward or undo a redemption, as the body requests."""
        if body.action == "undo":
            return self.undo(me, customer_ids, body.award_id or "", body.redemption_id)
        return self.redeem(me, customer_ids, body)

    def undo(
        self,
        me: Member,
        customer_ids: Sequence[str],
        award_id: str,
        redemption_id: str | None = None,
    ) -> RewardAward:
        """Undo a redemption of the last 15 minutes. Its price and its place in the stock are returned, but never the
        code of a voucher. A given reward is open again. Undoing twice has the same effect as once, even if it was
        redeemed again in between.

        Raises:
            AwardNotFound: this customer has no such reward.
            CannotUndo: it was redeemed earlier, or not at all.
            VoucherUsed: the voucher was used.
            Invalid: a given reward was named without the redemption.
        """
        self._ledger.lock_customer(me.org_id, customer_ids)
        award = self._own(me.org_id, customer_ids, award_id)
        if award.source == "given" and redemption_id is None:
            raise invalid("redemption_id", "is required for a reward that was given", "missing")
        since = self._now - UNDO_WITHIN
        if not self._awards.undo(
            me.org_id, award_id, redemption_id, since, me.caller_id, self._now
        ):
            is_of_another = redemption_id not in (None, award.redemption_id)
            if award.undone_at is not None and (award.state != "redeemed" or is_of_another):
                return award
            raise CannotUndo
        if award.promo_code_id is not None:
            self._keep_voucher(me.org_id, award.promo_code_id, award.source)
        if award.source == "bought":
            if award.movement_id is not None:
                origin = Origin("", recorded_by=me.caller_id or None)
                self._ledger.undo(me.org_id, customer_ids, award.movement_id, origin, of="redeem")
            self._rewards.count_down(me.org_id, award.reward_id, award.scopes)
        reward = self._rewards.named(me.org_id, [award.reward_id])[award.reward_id]
        self._record(me, award, reward, "undone", award.code_id)
        return self._own(me.org_id, customer_ids, award_id)

    def _keep_voucher(self, org_id: str, promo_code_id: str, source: str) -> None:
        """Handle a voucher code that the customer has seen. If they may redeem the reward again, they keep the same
        code; otherwise it is withdrawn, so that it is never shared with the next customer.

        Raises:
            VoucherUsed: the code was used.
        """
        keeps = self._vouchers.is_unused if source == "given" else self._vouchers.withdraw
        if not keeps(org_id, promo_code_id):
            raise VoucherUsed

    def require_hold(self, org_id: str, reward_id: str | None, award_id: str | None) -> None:
        """Check that customers may redeem the reward themselves.

        Raises:
            RewardNotFound, AwardNotFound: there is no such reward.
            NotOnTheCard: the organisation does not let customers redeem it on their card.
        """
        if award_id is not None:
            award = self._awards.find(org_id, award_id)
            if award is None:
                raise AwardNotFound
            reward = self._rewards.named(org_id, [award.reward_id])[award.reward_id]
        else:
            reward = self._reward(org_id, reward_id or "")
        if not reward.hold_to_redeem:
            raise NotOnTheCard

    def find_redeemed(
        self, org_id: str, customer_ids: Sequence[str], award_id: str
    ) -> tuple[RewardAward, Reward] | None:
        """Return a redemption by this customer that has not been undone, with its reward; None if there is none."""
        award = self._awards.find(org_id, award_id)
        if award is None or award.customer_id not in customer_ids or award.state != "redeemed":
            return None
        return award, self._rewards.named(org_id, [award.reward_id])[award.reward_id]

    def has_reward(self, org_id: str, reward_id: str) -> bool:
        """Return whether there is such a reward."""
        return self._rewards.find(org_id, reward_id) is not None

    def needs_code(self, org_id: str, reward_id: str) -> bool:
        """Return whether a reward is available only at the codes or places for which it has a stock."""
        reward = self._reward(org_id, reward_id)
        return bool(reward.stock_by_code or reward.stock_by_place)

    def cost_of(self, org_id: str, reward_id: str) -> int:
        """Return the cost of one item of a reward in cents; 0 if it is not known."""
        return self._reward(org_id, reward_id).cost_cents or 0

    def why_not(
        self,
        reward: Reward,
        tier: str | None,
        code_id: str | None,
        places: Set[str],
        *,
        anywhere: bool = False,
    ) -> Unavailable | None:
        """Return why a reward is not available now to customers of this tier at a code and its places, regardless of
        stock and balance; None if it is. With `anywhere`, a missing code is not a reason.
        """
        if reward.starts_at is not None and self._now < reward.starts_at:
            return "not_yet"
        if reward.ends_at is not None and self._now >= reward.ends_at:
            return "over"
        if reward.tiers and tier not in reward.tiers:
            return "tier"
        is_here = not reward.stock_by_code or code_id in reward.stock_by_code
        if not (is_here and is_at_place(reward, places)):
            return None if anywhere and code_id is None else "here"
        return None

    def _buy(
        self,
        me: Member,
        customer_ids: Sequence[str],
        reward: Reward,
        key: str,
        code_id: str | None,
    ) -> RewardAward:
        award = self._award(me, customer_ids, reward, code_id, "bought", key)
        award.state, award.redemption_key = "redeemed", key
        award.redemption_id = self._new_id("rdm")
        award.redeemed_at, award.redeemed_by = self._now, me.caller_id or None
        if reward.price:
            award.price = reward.price
            origin = Origin(f"award:{award.award_id}", me.caller_id or None, None, code_id)
            try:
                spent = self._ledger.spend(
                    *(me.org_id, customer_ids, award.unit, reward.price, origin)  # type: ignore[arg-type]
                )
            except NotEnough as error:
                raise unavailable("balance") from error
            award.movement_id = spent.movement_id
        self._awards.add(award)
        return award

    def _award(
        self,
        me: Member,
        customer_ids: Sequence[str],
        reward: Reward,
        code_id: str | None,
        source: Source,
        key: str,
    ) -> RewardAward:
        """Return an award that is within all limits and counted in them, but not stored yet."""
        tier = self._ledger.tier(me.org_id, customer_ids).name if reward.tiers else None
        places = self._rewards.places_of_code(me.org_id, code_id if reward.stock_by_place else None)
        reason = self.why_not(reward, tier, code_id, places)
        if reason is None and reward.per_person is not None:
            counts = self._awards.counts_of_customer(me.org_id, customer_ids)
            reason = "person" if counts.get(reward.reward_id, 0) >= reward.per_person else None
        if reason is not None:
            raise unavailable(reason)
        limits = limits_of(reward, code_id, places, day_scope(self._now, me.time_zone))
        self._counts.will_take(reward, limits)
        award_id = self._new_id("awd")
        return RewardAward(
            award_id=award_id,
            promo_code_id=self._voucher(reward, award_id),
            org_id=me.org_id,
            reward_id=reward.reward_id,
            customer_id=customer_ids[0],
            code_id=code_id,
            source=source,
            state="open",
            unit=reward.unit,
            price=0,
            scopes=list(limits),
            idempotency_key=key,
            awarded_at=self._now,
            awarded_by=me.caller_id or None,
        )

    def _record(
        self,
        me: Member,
        award: RewardAward,
        reward: Reward,
        action: Literal["given", "redeemed", "undone"],
        code_id: str | None,
    ) -> None:
        events: list[Event] = []
        if action != "given":
            events.append(
                reward_redeemed(
                    *(award, reward, action),
                    code_id=code_id,
                    is_demo=me.is_demo,
                    event_id=self._new_event_id(),
                    now=self._now,
                )
            )
        events.append(
            award_recorded(
                *(award, reward, action),
                code_id=code_id,
                is_demo=me.is_demo,
                event_id=self._new_event_id(),
                now=self._now,
            )
        )
        record_many(self._session, events)

    def _voucher(self, reward: Reward, award_id: str) -> str | None:
        """Return the voucher code that the award gets now, whether it is given or redeemed, so that a given voucher can
        always be redeemed; None for any other reward.
        """
        if reward.batch_id is None:
            return None
        voucher = self._vouchers.take(reward.org_id, reward.batch_id, award_id)
        if voucher is None:
            raise unavailable("stock")
        return voucher.promo_code_id

    def _redeem_given(
        self,
        me: Member,
        customer_ids: Sequence[str],
        award_id: str,
        key: str,
        code_id: str | None,
    ) -> RewardAward:
        award = self._own(me.org_id, customer_ids, award_id)
        redemption_id = self._new_id("rdm")
        if not self._awards.redeem(
            me.org_id, award_id, redemption_id, key, code_id, me.caller_id, self._now
        ):
            if award.state == "open":
                raise AwardExpired
            raise AlreadyRedeemed
        return self._own(me.org_id, customer_ids, award_id)

    def _own(self, org_id: str, customer_ids: Sequence[str], award_id: str) -> RewardAward:
        award = self._awards.find(org_id, award_id)
        if award is None or award.customer_id not in customer_ids:
            raise AwardNotFound
        return award

    def _reward(self, org_id: str, reward_id: str) -> Reward:
        reward = self._rewards.find(org_id, reward_id)
        if reward is None:
            raise RewardNotFound
        return reward

    def _require_code(self, org_id: str, code_id: str | None) -> None:
        if code_id is not None and not self._knows_code(org_id, code_id):
            raise CodeNotFound

    def _key(self, of: Literal["give", "redeem"], given: str | None) -> str:
        return f"{of}:{given}" if given is not None else self._new_id("key")


def _same(award: RewardAward, customer_ids: Sequence[str], reward_id: str | None) -> RewardAward:
    """Return the award of an earlier request with the same key, if that was the same request."""
    if award.customer_id not in customer_ids or reward_id not in (None, award.reward_id):
        raise KeyOfAnother
    return award
