"""Gives the rewards of a referral once, to both sides in one transaction."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import structlog

from api.auth.member import Member
from api.domains.people.customers.service import CustomerService
from api.domains.promotions.loyalty.errors import DailyLimit, KeyOfAnother
from api.domains.promotions.loyalty.service import LedgerService
from api.domains.promotions.loyalty.types import Origin, Unit
from api.domains.promotions.referrals.events import Happening
from api.domains.promotions.referrals.models import GivenReferralReward, Referral
from api.domains.promotions.referrals.program import MAX_LEVELS, ReferralProgram, ReferralReward
from api.domains.promotions.referrals.repository import ReferralRepository
from api.domains.promotions.referrals.types import FRIEND, REFERRER
from api.domains.promotions.rewards.errors import RewardNotFound, RewardUnavailable
from api.domains.promotions.rewards.schemas import CampaignReward
from api.domains.promotions.rewards.service import RewardService

log = structlog.get_logger(__name__)

NEXT_TRY = timedelta(hours=1)
NOTE = "Referral"
FOR_GOOD = frozenset({"person", "over", "tier", "here"})
"""Reasons for which somebody can never get a reward, neither now nor later."""

Record = Callable[[Referral, Happening], None]
"""Records the event of a change in the same transaction."""


class Person(NamedTuple):
    """A person who gets a reward: all IDs of their profiles, their own first."""

    level: int
    customer_ids: tuple[str, ...]


class Settlement:
    """Gives the rewards of referrals in one organisation."""

    def __init__(
        self,
        referrals: ReferralRepository,
        customers: CustomerService,
        ledger: LedgerService,
        rewards: RewardService,
        record: Record,
        now: datetime,
    ) -> None:
        self._referrals = referrals
        self._customers = customers
        self._ledger = ledger
        self._rewards = rewards
        self._record = record
        self._now = now

    def lock(self, org_id: str, referral: Referral) -> list[Person]:
        """Lock the friend and those above them, so that nothing else changes their balances until the transaction ends.

        This comes before the referral's own row, the same order as for a redemption.
        """
        self._customers.lock_merges(org_id)
        people = self._people(org_id, referral)
        everybody = {it for person in people for it in person.customer_ids}
        self._ledger.lock_customer(org_id, sorted(everybody))
        return people

    def settle(self, me: Member, program: ReferralProgram, referral_id: str) -> bool:
        """Give the rewards if the friend has acted and they are held; return whether they were given now.

        If the ledger or a reward's stock refuses for the moment, it is tried again every hour. A redemption counts once
        it can no longer be undone.
        """
        org_id = me.org_id
        found = self._referrals.find(org_id, referral_id)
        if found is None or not program.is_active:
            return False
        people = self.lock(org_id, found)
        referral = self._referrals.lock(org_id, referral_id)
        if referral is None or referral.state != "held" or referral.acted_at is None:
            return False
        if referral.next_try_at is not None and referral.next_try_at > self._now:
            return False
        refusal = self._refusal(org_id, people)
        if refusal is not None:
            referral.state, referral.flags = "rejected", [*referral.flags, refusal]
            self._record(referral, "rejected")
            return False
        if referral.decision is None and self._paid_with_one_card(org_id, people):
            # Shared cards are known only from orders, so this check comes later than the others. A
            # person decides, because families share cards.
            referral.state, referral.flags = "doubtful", [*referral.flags, "same_card"]
            return False
        try:
            with self._referrals.session.begin_nested():
                self._give_all(me, program, referral, people)
                self._referrals.session.flush()
        except (DailyLimit, KeyOfAnother, RewardUnavailable) as error:
            if isinstance(error, KeyOfAnother):
                log.warning("referral_key_of_another", org_id=org_id, referral_id=referral_id)
            again = self._referrals.lock(org_id, referral_id)
            assert again is not None
            again.problem = str(error.extra.get("reason") or error.code)
            again.next_try_at = self._now + NEXT_TRY
            return False
        self._record(referral, "rewarded")
        return True

    def _refusal(self, org_id: str, people: Sequence[Person]) -> str | None:
        friend = people[0].customer_ids
        if len(people) < 2 or set(friend) & set(people[1].customer_ids):
            return "same_person"
        if self._referrals.rewarded_of_friend(org_id, friend) is not None:
            return "had_reward"
        return None

    def _paid_with_one_card(self, org_id: str, people: Sequence[Person]) -> bool:
        friend, referrer = people[FRIEND], people[REFERRER]
        return self._referrals.share_a_card(org_id, friend.customer_ids, referrer.customer_ids)

    def _give_all(
        self, me: Member, program: ReferralProgram, referral: Referral, people: Sequence[Person]
    ) -> None:
        cost = 0
        for person in people:
            reward = _reward_of(program, person.level)
            if reward is None or reward.kind == "none":
                continue
            is_capped = person.level == REFERRER and self._is_capped(me.org_id, program, person)
            paid = None if is_capped else self._give_unless_refused(me, referral, person, reward)
            if paid is None:
                referral.flags = sorted({*referral.flags, "cap"})
                if person.level == REFERRER:
                    break  # the levels above are rewarded only if the referrer is
            cost += paid or 0
        referral.state, referral.rewarded_at, referral.cost_cents = "rewarded", self._now, cost
        referral.problem = referral.next_try_at = None

    def _is_capped(self, org_id: str, program: ReferralProgram, person: Person) -> bool:
        since = self._now - timedelta(days=program.cap_days)
        caps = ((program.cap_total, None), (program.cap_count, since))
        return any(
            cap is not None
            and self._referrals.count_rewards(org_id, person.customer_ids, start) >= cap
            for cap, start in caps
        )

    def _give_unless_refused(
        self, me: Member, referral: Referral, person: Person, reward: ReferralReward
    ) -> int | None:
        """Give a person their reward; return its cost, or None if this person can never get it.

        Raises:
            DailyLimit, RewardUnavailable: they can get it later.
            KeyOfAnother: a program used the key of this referral.
        """
        try:
            with self._referrals.session.begin_nested():
                return self._give(me, referral, person, reward)
        except RewardNotFound:
            return None
        except RewardUnavailable as error:
            if error.extra.get("reason") in FOR_GOOD:
                return None
            raise
        except DailyLimit:
            unit: Unit = "points" if reward.kind == "points" else "stamps"
            limit = self._ledger.program(me.org_id).daily_limit(unit)
            if limit is not None and reward.amount > limit:
                return None
            raise

    def _give(self, me: Member, referral: Referral, person: Person, reward: ReferralReward) -> int:
        """Give a person their reward; return its cost."""
        key = f"referral:{referral.referral_id}:{person.level}"
        given = GivenReferralReward(
            referral_id=referral.referral_id,
            level=person.level,
            org_id=me.org_id,
            customer_id=person.customer_ids[0],
            kind=reward.kind,
            amount=reward.amount,
            cost_cents=0,
            given_at=self._now,
        )
        if reward.kind == "reward":
            reward_id = reward.reward_id or ""
            body = CampaignReward(
                customer_id=person.customer_ids[0], reward_id=reward_id, idempotency_key=key
            )
            award = self._rewards.give(me, person.customer_ids, body)
            given.amount, given.reward_id, given.award_id = 1, reward_id, award.award_id
            given.cost_cents = self._rewards.cost_of(me.org_id, reward_id)
        else:
            unit: Unit = "points" if reward.kind == "points" else "stamps"
            origin = Origin(key, note=NOTE)
            movement = self._ledger.give(
                me.org_id, person.customer_ids, unit, reward.amount, origin
            )
            given.movement_id = movement.movement_id
        self._referrals.add_reward(given)
        return given.cost_cents

    def _people(self, org_id: str, referral: Referral) -> list[Person]:
        """Return the friend, the referrer, and those above through referrals that were themselves rewarded. Nobody
        appears twice, because merges can create cycles.
        """
        people: list[Person] = []
        seen: set[str] = set()
        next_id: str | None = referral.friend_id
        for level in range(FRIEND, MAX_LEVELS + 1):
            if level == REFERRER:
                next_id = referral.referrer_id
            ids = tuple(self._customers.ids_of_person(org_id, next_id)) if next_id else ()
            if not ids or seen & set(ids):
                break
            people.append(Person(level, ids))
            seen |= set(ids)
            above = self._referrals.rewarded_of_friend(org_id, ids) if level >= REFERRER else None
            next_id = above.referrer_id if above is not None else None
        return people


def _reward_of(program: ReferralProgram, level: int) -> ReferralReward | None:
    if level == FRIEND:
        return program.friend_reward
    if level == REFERRER:
        return program.referrer_reward
    place = level - REFERRER - 1
    if place >= len(program.upper_amounts):
        return None
    return ReferralReward(kind=program.referrer_reward.kind, amount=program.upper_amounts[place])
