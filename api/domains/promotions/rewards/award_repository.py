"""All database statements for awards and cards."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import func, text, update
from sqlalchemy.dialects.postgresql import insert

from api.db.tenancy import Repository
from api.domains.promotions.rewards.models import LoyaltyCard, RewardAward

_REFERRAL = text("""
select k.code from referral_codes k
join referral_programs p on p.org_id = k.org_id and p.is_active
where k.org_id = :org_id and k.customer_id = any(:customer_ids)
order by k.created_at, k.code limit 1
""")

_PLACES = text("""
select exists (
  select from earning_rules where org_id = :org_id and kind = 'check_in' and is_active and deleted_at is null
    and starts_at <= :now and (ends_at is null or ends_at > :now)
)
""")

_MEMBERS = text(
    "select user_id as id, coalesce(nullif(name, ''), email) as name from users where user_id = any(:ids)"
    " union all select key_id, name from api_keys where org_id = :org_id and key_id = any(:ids)"
    " union all select staff_id, name from till_staff where org_id = :org_id and staff_id = any(:ids)"
)


class AwardRepository(Repository[RewardAward]):
    """Awards of one organisation, in one session."""

    model = RewardAward

    def add(self, award: RewardAward) -> None:
        """Store a new award."""
        self.session.add(award)
        self.session.flush()

    def find(self, org_id: str, award_id: str) -> RewardAward | None:
        """Return an award in its current state, or None."""
        own = self.scoped(org_id).where(RewardAward.award_id == award_id)
        return self.session.scalar(own.execution_options(populate_existing=True))

    def find_by_key(
        self, org_id: str, *, idempotency_key: str | None = None, redemption_key: str | None = None
    ) -> RewardAward | None:
        """Return the award that was made or redeemed under an idempotency key, or None."""
        if redemption_key is not None:
            own = self.scoped(org_id).where(RewardAward.redemption_key == redemption_key)
        else:
            own = self.scoped(org_id).where(RewardAward.idempotency_key == idempotency_key)
        return self.session.scalar(own)

    def of_customer(
        self, org_id: str, customer_ids: Sequence[str], limit: int, now: datetime
    ) -> Sequence[RewardAward]:
        """Return a customer's awards: those that can still be redeemed come first, then the others, each newest
        first.
        """
        own = self.scoped(org_id).where(RewardAward.customer_id.in_(customer_ids))
        is_good = (RewardAward.expires_at.is_(None)) | (RewardAward.expires_at > now)
        ordered = own.order_by(
            ((RewardAward.state == "open") & is_good).desc(),
            RewardAward.awarded_at.desc(),
            RewardAward.award_id,
        )
        return self.session.scalars(ordered.limit(limit)).all()

    def vouchers_of_customer(
        self, org_id: str, customer_ids: Sequence[str], limit: int
    ) -> Sequence[RewardAward]:
        """Return a customer's redeemed vouchers, newest first."""
        own = self.scoped(org_id).where(
            RewardAward.customer_id.in_(customer_ids),
            RewardAward.state == "redeemed",
            RewardAward.promo_code_id.is_not(None),
        )
        ordered = own.order_by(RewardAward.redeemed_at.desc(), RewardAward.award_id)
        return self.session.scalars(ordered.limit(limit)).all()

    def counts_of_customer(self, org_id: str, customer_ids: Sequence[str]) -> dict[str, int]:
        """Return how often a customer has taken or been given each reward."""
        own = self.scoped(org_id).where(
            RewardAward.customer_id.in_(customer_ids), RewardAward.state != "undone"
        )
        counted: Any = own.with_only_columns(RewardAward.reward_id, func.count()).group_by(
            RewardAward.reward_id
        )
        return {row[0]: row[1] for row in self.session.execute(counted)}

    def redeem(
        self,
        org_id: str,
        award_id: str,
        redemption_id: str,
        key: str,
        code_id: str | None,
        who: str,
        now: datetime,
    ) -> bool:
        """Redeem an open award; return False if it is no longer open."""
        statement = (
            update(RewardAward)
            .where(
                RewardAward.org_id == org_id,
                RewardAward.award_id == award_id,
                RewardAward.state == "open",
                (RewardAward.expires_at.is_(None)) | (RewardAward.expires_at > now),
            )
            .values(
                state="redeemed",
                redeemed_at=now,
                redeemed_by=who or None,
                redemption_key=key,
                redemption_id=redemption_id,
                code_id=func.coalesce(code_id, RewardAward.code_id),
            )
            .returning(RewardAward.award_id)
            .execution_options(synchronize_session=False)
        )
        return self.session.scalar(statement) is not None

    def undo(
        self,
        org_id: str,
        award_id: str,
        redemption_id: str | None,
        since: datetime,
        who: str,
        now: datetime,
    ) -> bool:
        """Undo a redemption that is not older than `since`, so that a given reward is open again; return whether it was
        undone.
        """
        statement = (
            update(RewardAward)
            .where(
                RewardAward.org_id == org_id,
                RewardAward.award_id == award_id,
                RewardAward.state == "redeemed",
                RewardAward.redeemed_at >= since,
                *([RewardAward.redemption_id == redemption_id] if redemption_id else []),
            )
            .values(
                state=text("case source when 'given' then 'open' else 'undone' end"),
                undone_at=now,
                undone_by=who or None,
            )
            .returning(RewardAward.award_id)
            .execution_options(synchronize_session=False)
        )
        return self.session.scalar(statement) is not None

    def names_of(self, org_id: str, caller_ids: Sequence[str]) -> dict[str, str]:
        """Return the names of members, API keys and till staff by ID."""
        rows = self.session.execute(_MEMBERS, {"org_id": org_id, "ids": list(set(caller_ids))})
        return {row.id: row.name for row in rows if row.name}


class CardRepository(Repository[LoyaltyCard]):
    """Cards of one organisation, in one session."""

    model = LoyaltyCard

    def find(self, org_id: str, card_id: str) -> LoyaltyCard | None:
        """Return a card by its ID, or None."""
        return self.session.scalar(self.scoped(org_id).where(LoyaltyCard.card_id == card_id))

    def of_customer(self, org_id: str, customer_ids: Sequence[str]) -> LoyaltyCard | None:
        """Return a customer's card, the oldest one if there are several after a merge; None if there is none."""
        own = self.scoped(org_id).where(LoyaltyCard.customer_id.in_(customer_ids))
        return self.session.scalar(own.order_by(LoyaltyCard.created_at).limit(1))

    def create(
        self, org_id: str, customer_id: str, card_id: str, who: str, now: datetime
    ) -> LoyaltyCard:
        """Return the customer's card, which is created if missing."""
        statement = insert(LoyaltyCard).values(
            card_id=card_id,
            org_id=org_id,
            customer_id=customer_id,
            created_at=now,
            created_by=who or None,
        )
        self.session.execute(
            statement.on_conflict_do_nothing(index_elements=["org_id", "customer_id"])
        )
        card = self.of_customer(org_id, [customer_id])
        assert card is not None
        return card

    def has_places(self, org_id: str, now: datetime) -> bool:
        """Return whether there are currently places where customers earn something by checking in."""
        return bool(self.session.scalar(_PLACES, {"org_id": org_id, "now": now}))

    def referral_code(self, org_id: str, customer_ids: Sequence[str]) -> str | None:
        """Return the code with which the customer can refer friends, if the referral programme is running."""
        values = {"org_id": org_id, "customer_ids": list(customer_ids)}
        code: str | None = self.session.scalar(_REFERRAL, values)
        return code
