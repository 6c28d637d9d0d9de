"""Cards: their customers, their content, and what is given on them."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import quote

from sqlalchemy import Row
from sqlalchemy.orm import Session

from api.auth.member import Member
from api.domains.people.customers.contacts import normalised_email, normalised_phone, region_of
from api.domains.people.customers.errors import CustomerNotFound
from api.domains.people.customers.service import CustomerService
from api.domains.promotions.loyalty.schemas import BalanceRead, Ledger, MovementRead, TierRead
from api.domains.promotions.loyalty.service import UNDO_WITHIN, LedgerService
from api.domains.promotions.loyalty.types import Balance, Movement, Origin, Unit
from api.domains.promotions.promo_locks.vouchers import Vouchers
from api.domains.promotions.rewards.award_repository import AwardRepository, CardRepository
from api.domains.promotions.rewards.definitions import KnowsCode
from api.domains.promotions.rewards.errors import CardNotFound, CodeNotFound, invalid
from api.domains.promotions.rewards.limits import day_scope, limits_of
from api.domains.promotions.rewards.models import LoyaltyCard, Reward, RewardAward
from api.domains.promotions.rewards.repository import RewardRepository
from api.domains.promotions.rewards.schemas import (
    AwardRead,
    CardRead,
    CardReward,
    PostCard,
    WhoBody,
)
from api.domains.promotions.rewards.service import RewardService
from api.domains.promotions.rewards.signed_codes import card_of
from api.domains.promotions.rewards.types import Unavailable
from api.kit.pagination import Paging

HISTORY = 20
AWARDS = 50


def card_path(card_id: str) -> str:
    """Return the path of a card's public page."""
    return f"/card/{quote(card_id)}"


class CardService:
    """Cards of one organisation."""

    def __init__(
        self,
        session: Session,
        customers: CustomerService,
        ledger: LedgerService,
        rewards: RewardService,
        knows_code: KnowsCode,
        *,
        base_url: str,
        secret: bytes,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._cards = CardRepository(session)
        self._rewards = RewardRepository(session)
        self._awards = AwardRepository(session)
        self._vouchers = Vouchers(session, now)
        self._customers = customers
        self._ledger = ledger
        self._rules = rewards
        self._knows_code = knows_code
        self._base_url = base_url.rstrip("/")
        self._secret = secret
        self._now = now
        self._new_id = new_id

    def customer_of(self, me: Member, body: WhoBody) -> tuple[str, ...]:
        """Return the IDs of the customer that the body names, including those of merged profiles, their own first.

        Raises:
            CardNotFound, CustomerNotFound: there is no such card or customer.
            Invalid: the signed code is invalid or no longer valid, or the email address or phone number is not valid.
        """
        if body.signed_code is not None:
            card_id = card_of(self._secret, body.signed_code, self._now)
            if card_id is None:
                message = "is not the code of a card, or was shown too long ago"
                raise invalid("signed_code", message, "code_not_good")
            return self._customer_of_card(me.org_id, card_id)
        if body.swapt_card_id is not None:
            return self._customer_of_card(me.org_id, body.swapt_card_id)
        if body.customer_id is not None:
            return self.person(me.org_id, body.customer_id)
        if body.customer_number is not None:
            numbered = self._customers.find_by_number(me.org_id, body.customer_number)
            if numbered is None:
                raise CustomerNotFound
            return self.person(me.org_id, numbered.customer_id)
        email, phone = self._contact(me, body)
        found = self._customers.find(me.org_id, email=email, phone=phone)
        if found is None:
            raise CustomerNotFound
        return self.person(me.org_id, found.customer_id)

    def person(self, org_id: str, customer_id: str) -> tuple[str, ...]:
        """Return all IDs of a customer and of the profiles merged with them; new entries get the first one.

        Raises:
            CustomerNotFound: there is no such customer.
        """
        customer = self._customers.get(org_id, customer_id)
        return tuple(self._customers.ids_of_person(org_id, customer.customer_id))

    def card(self, me: Member, customer_ids: Sequence[str], code_id: str | None = None) -> CardRead:
        """Return the customer's card.

        Raises:
            CardNotFound: the customer has none yet.
        """
        self._require_code(me.org_id, code_id)
        card = self._cards.of_customer(me.org_id, customer_ids)
        if card is None:
            raise CardNotFound
        return self._read(me, card, customer_ids, code_id)

    def create(self, me: Member, body: PostCard) -> tuple[str, ...]:
        """Create a customer's card, unless they have one. An unknown email address or phone number creates a customer
        first.
        """
        customer_ids = self.known_or_new(me, body)
        self.ensure(me, customer_ids)
        return customer_ids

    def known_or_new(self, me: Member, body: WhoBody) -> tuple[str, ...]:
        """Return the IDs of the customer that the body names. An unknown email address or phone number creates a
        customer.
        """
        if body.email is None and body.phone is None:
            return self.customer_of(me, body)
        email, phone = self._contact(me, body)
        known = self._customers.identify(me.org_id, email=email, phone=phone).customer
        return self.person(me.org_id, known.customer_id)

    def ensure(self, me: Member, customer_ids: Sequence[str]) -> None:
        """Create the customer's card, unless they have one."""
        # The lock comes before the card, as for every change of a balance. Otherwise two calls
        # could deadlock.
        self._ledger.lock_customer(me.org_id, customer_ids)
        if self._cards.of_customer(me.org_id, customer_ids) is None:
            # 128 bits: the address is all that a visitor needs to open the card, so it must not be guessable.
            card_id = self._new_id("card")
            self._cards.create(me.org_id, customer_ids[0], card_id, me.caller_id, self._now)

    def post(self, me: Member, body: PostCard) -> tuple[Movement | None, tuple[str, ...]]:
        """Create a card, or give, correct or undo points or stamps; return what was recorded, and for whom."""
        self._require_code(me.org_id, body.code_id)
        if body.action == "create":
            return None, self.create(me, body)
        customer_ids = self.customer_of(me, body)
        self.ensure(me, customer_ids)
        key = f"api:{body.idempotency_key}" if body.idempotency_key else self._new_id("key")
        origin = Origin(key, me.caller_id or None, body.note, body.code_id)
        if body.action == "undo":
            movement_id = body.movement_id or ""
            return self._ledger.undo(me.org_id, customer_ids, movement_id, origin), customer_ids
        change = self._ledger.give if body.action == "add" else self._ledger.correct
        movement = change(me.org_id, customer_ids, body.unit, body.amount or 0, origin)
        return movement, customer_ids

    def ledger(self, me: Member, customer_id: str, paging: Paging) -> Ledger:
        """Return a customer's balances and a page of their ledger.

        Raises:
            CustomerNotFound: there is no such customer.
        """
        customer_ids = self.person(me.org_id, customer_id)
        rows, total = self._ledger.history(me.org_id, customer_ids, paging.page_size, paging.offset)
        return Ledger(
            customer_id=customer_id,
            balances=self._balances(me.org_id, customer_ids),
            tier=self._tier(me.org_id, customer_ids),
            items=self._movements(me.org_id, rows),
            page=paging.page,
            page_size=paging.page_size,
            total=total,
        )

    def award(self, me: Member, award: RewardAward) -> AwardRead:
        """Convert an award to its response form."""
        return self._award_reads(me, [award])[0]

    def vouchers(
        self, org_id: str, customer_ids: Sequence[str]
    ) -> list[tuple[RewardAward, Reward, str]]:
        """Return a customer's redeemed vouchers with their codes, newest first."""
        awards = self._awards.vouchers_of_customer(org_id, customer_ids, AWARDS)
        rewards = self._rewards.named(org_id, {it.reward_id for it in awards})
        shown = self._vouchers.shown(org_id, {it.promo_code_id or "" for it in awards})
        return [
            (it, rewards[it.reward_id], code)
            for it in awards
            if (code := shown.get(it.promo_code_id or "")) is not None
        ]

    def voucher(self, org_id: str, award: RewardAward) -> str:
        """Return the code of a voucher; empty for any other reward."""
        ids = [award.promo_code_id] if award.promo_code_id is not None else []
        return self._vouchers.shown(org_id, ids).get(award.promo_code_id or "", "")

    def open_awards(
        self, org_id: str, customer_ids: Sequence[str]
    ) -> list[tuple[RewardAward, Reward]]:
        """Return the rewards that a customer was given and can still redeem."""
        awards = [
            award
            for award in self._awards.of_customer(org_id, customer_ids, AWARDS, self._now)
            if award.state == "open" and (award.expires_at is None or award.expires_at > self._now)
        ]
        rewards = self._rewards.named(org_id, {award.reward_id for award in awards})
        return [(award, rewards[award.reward_id]) for award in awards]

    def has_places(self, org_id: str) -> bool:
        """Return whether there is currently a place where customers can check in."""
        return self._cards.has_places(org_id, self._now)

    def referral_url(self, org_id: str, customer_ids: Sequence[str]) -> str | None:
        """Return the link with which the customer can refer friends; None if they have none."""
        code = self._cards.referral_code(org_id, customer_ids)
        return f"{self._base_url}/refer/{code}" if code is not None else None

    def _read(
        self, me: Member, card: LoyaltyCard, customer_ids: Sequence[str], code_id: str | None
    ) -> CardRead:
        customer = self._customers.get(me.org_id, customer_ids[0])
        balances = self._ledger.balances(me.org_id, customer_ids)
        history, _ = self._ledger.history(me.org_id, customer_ids, HISTORY)
        tier = self._tier(me.org_id, customer_ids)
        awards = self._awards.of_customer(me.org_id, customer_ids, AWARDS, self._now)
        return CardRead(
            swapt_card_id=card.card_id,
            url=self._base_url + card_path(card.card_id),
            customer_id=customer.customer_id,
            number=customer.number,
            first_name=customer.first_name,
            balances=[BalanceRead.model_validate(it) for it in balances.values()],
            tier=tier,
            stamps_goal=self._ledger.program(me.org_id).stamps_goal,
            rewards=[
                _card_reward(reward, reason)
                for reward, reason in self.standing(
                    me.org_id, me.time_zone, customer_ids, balances, tier.name, code_id
                )
            ],
            awards=self._award_reads(me, awards),
            history=self._movements(me.org_id, history),
        )

    def standing(
        self,
        org_id: str,
        time_zone: str,
        customer_ids: Sequence[str],
        balances: Mapping[Unit, Balance],
        tier: str | None,
        code_id: str | None = None,
        *,
        anywhere: bool = False,
    ) -> list[tuple[Reward, Unavailable | None]]:
        """Return the rewards that are not over, and why a customer cannot take each of them now. The redemption decides
        again. With `anywhere`, rewards that are available only at some codes count even without a code.
        """
        rewards = self._rewards.list_all(org_id)
        taken = self._rules.counts.taken(org_id, [reward.reward_id for reward in rewards])
        counts = self._awards.counts_of_customer(org_id, customer_ids)
        today = day_scope(self._now, time_zone)
        left = self._vouchers.left(org_id, {it.batch_id for it in rewards if it.batch_id})
        is_placed = any(it.stock_by_place for it in rewards)
        places = self._rewards.places_of_code(org_id, code_id if is_placed else None)
        standing: list[tuple[Reward, Unavailable | None]] = []
        for reward in rewards:
            reason = self._rules.why_not(reward, tier, code_id, places, anywhere=anywhere)
            if reason == "over":
                continue
            limits = limits_of(reward, code_id, places, today)
            is_used_up = reward.batch_id is not None and not left.get(reward.batch_id)
            if reason is None and (
                is_used_up
                or any(
                    limit is not None and taken.get((reward.reward_id, scope), 0) >= limit
                    for scope, limit in limits.items()
                )
            ):
                reason = "stock"
            had = counts.get(reward.reward_id, 0)
            if reason is None and reward.per_person is not None and had >= reward.per_person:
                reason = "person"
            if reason is None and balances[reward.unit].available < reward.price:  # type: ignore[index]
                reason = "balance"
            standing.append((reward, reason))
        return standing

    def _customer_of_card(self, org_id: str, card_id: str) -> tuple[str, ...]:
        card = self._cards.find(org_id, card_id)
        if card is None:
            raise CardNotFound
        return self.person(org_id, card.customer_id)

    def _contact(self, me: Member, body: WhoBody) -> tuple[str | None, str | None]:
        email = normalised_email(body.email) if body.email is not None else None
        if body.email is not None and email is None:
            raise invalid("email", "must be an email address", "not_email")
        region = region_of(me.locale)
        phone = normalised_phone(body.phone, region) if body.phone is not None else None
        if body.phone is not None and phone is None:
            raise invalid(
                "phone",
                "is not a valid phone number. Include the country code if it is from another"
                " country",
                "not_phone",
            )
        return email, phone

    def _require_code(self, org_id: str, code_id: str | None) -> None:
        if code_id is not None and not self._knows_code(org_id, code_id):
            raise CodeNotFound

    def _balances(self, org_id: str, customer_ids: Sequence[str]) -> list[BalanceRead]:
        balances = self._ledger.balances(org_id, customer_ids)
        return [BalanceRead.model_validate(it) for it in balances.values()]

    def _tier(self, org_id: str, customer_ids: Sequence[str]) -> TierRead:
        return TierRead(**self._ledger.tier(org_id, customer_ids)._asdict())

    def _movements(self, org_id: str, rows: Sequence[Row[Any]]) -> list[MovementRead]:
        names = self._awards.names_of(org_id, [it.recorded_by for it in rows if it.recorded_by])
        return [
            MovementRead(**{**row._asdict(), "recorded_by": names.get(row.recorded_by)})
            for row in rows
        ]

    def _award_reads(self, me: Member, awards: Sequence[RewardAward]) -> list[AwardRead]:
        rewards = self._rewards.named(me.org_id, {award.reward_id for award in awards})
        redeemed = {
            award.promo_code_id
            for award in awards
            if award.promo_code_id is not None and award.state == "redeemed"
        }
        shown = self._vouchers.shown(me.org_id, redeemed if me.sees_unused_codes else ())
        since = self._now - UNDO_WITHIN
        return [
            AwardRead.model_validate(
                {
                    **{
                        name: getattr(award, name)
                        for name in AwardRead.model_fields
                        if name not in ("name", "can_undo", "voucher")
                    },
                    "voucher": shown.get(award.promo_code_id or "")
                    if award.state == "redeemed"
                    else None,
                    "name": rewards[award.reward_id].name,
                    "can_undo": award.state == "redeemed"
                    and award.redeemed_at is not None
                    and award.redeemed_at >= since,
                }
            )
            for award in awards
        ]


def _card_reward(reward: Reward, reason: Unavailable | None) -> CardReward:
    values = {
        name: getattr(reward, name)
        for name in CardReward.model_fields
        if name not in ("can_take", "reason")
    }
    return CardReward.model_validate({**values, "can_take": reason is None, "reason": reason})
