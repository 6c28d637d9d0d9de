"""All database statements for the programme, codes and referrals."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Row, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.people.customers.tables import customer_visitors, customers
from api.domains.promotions.referrals.models import (
    GivenReferralReward,
    Referral,
    ReferralCode,
    StoredReferralProgram,
)
from api.domains.promotions.referrals.types import Action, State
from api.kit.pagination import Paging

OPEN: tuple[State, ...] = ("held", "doubtful")
COUNTED: tuple[State, ...] = ("held", "doubtful", "rewarded")
DAY = timedelta(hours=24)

_GIVE_CODE = text("select give_referral_code(:org_id, :customer_id, :now, :who)")
_DUE = text("select org_id from due_referrals(:now)")
_CUSTOMERS = text("""
select customer_id from customers c
where org_id = :org_id and merged_into is null and customer_id > :after
order by customer_id limit :limit
""")
_SHARE_A_CARD = text("""
select exists (
  select from customer_orders o join customer_orders p using (org_id, card_index)
  where o.org_id = :org_id and o.customer_id = any(:one) and p.customer_id = any(:other)
)
""")
_NAMES = text(
    "select user_id as id, coalesce(nullif(name, ''), email) as name from users where user_id = any(:ids)"
    " union all select key_id, name from api_keys where org_id = :org_id and key_id = any(:ids)"
)


class ProgramRepository(Repository[StoredReferralProgram]):
    """Programmes and codes, in one session."""

    model = StoredReferralProgram

    def find(self, org_id: str) -> StoredReferralProgram | None:
        """Return the organisation's programme; None if it was never saved."""
        return self.session.scalar(self.scoped(org_id))

    def save(self, org_id: str, values: dict[str, Any]) -> None:
        """Store the programme."""
        statement = insert(StoredReferralProgram).values(org_id=org_id, **values)
        self.session.execute(
            statement.on_conflict_do_update(index_elements=["org_id"], set_=values)
        )

    def code_of(self, org_id: str, customer_ids: Sequence[str]) -> ReferralCode | None:
        """Return a customer's code, the oldest one if there are several after a merge; None if there is none."""
        own = select(ReferralCode).where(
            ReferralCode.org_id == org_id, ReferralCode.customer_id.in_(customer_ids)
        )
        oldest = own.order_by(ReferralCode.created_at, ReferralCode.code).limit(1)
        return self.session.scalar(oldest)

    def find_code(self, org_id: str, code: str) -> ReferralCode | None:
        """Return a code by its text, or None."""
        return self.session.scalar(
            select(ReferralCode).where(ReferralCode.org_id == org_id, ReferralCode.code == code)
        )

    def give_code(self, org_id: str, customer_id: str, who: str | None, now: datetime) -> None:
        """Create a customer's code, unless there is one."""
        values = {"org_id": org_id, "customer_id": customer_id, "who": who, "now": now}
        self.session.execute(_GIVE_CODE, values)

    def customers_after(self, org_id: str, after: str, limit: int) -> Sequence[str]:
        """Return the IDs of customers after the ID `after`, in order."""
        values = {"org_id": org_id, "after": after, "limit": limit}
        return self.session.scalars(_CUSTOMERS, values).all()


class ReferralRepository(Repository[Referral]):
    """Referrals of one organisation, in one session."""

    model = Referral

    def add(self, referral: Referral) -> str | None:
        """Store a referral. If the database refuses it, return the reason: `loop` or `referred`."""
        try:
            with self.session.begin_nested():
                self.session.add(referral)
                self.session.flush()
        except IntegrityError as error:
            if "circle" in str(error.orig):
                return "loop"
            if "referrals_of_friend" in str(error.orig):
                return "referred"
            raise
        return None

    def lock_tree(self, org_id: str) -> None:
        """Take the lock under which the trigger looks for cycles. Until the transaction ends, the organisation's other
        new referrals wait.
        """
        lock_until_commit(self.session, "referral-tree", org_id)

    def find(self, org_id: str, referral_id: str) -> Referral | None:
        """Return a referral in its current state, or None."""
        own = self.scoped(org_id).where(Referral.referral_id == referral_id)
        return self.session.scalar(own.execution_options(populate_existing=True))

    def lock(self, org_id: str, referral_id: str) -> Referral | None:
        """Return a referral, locked until the transaction ends."""
        own = self.scoped(org_id).where(Referral.referral_id == referral_id).with_for_update()
        return self.session.scalar(own.execution_options(populate_existing=True))

    def of_friend(self, org_id: str, friend_ids: Sequence[str]) -> Referral | None:
        """Return the referral that counts for a person, the oldest one if there are several after a merge; None if
        there is none.
        """
        own = self.scoped(org_id).where(
            Referral.friend_id.in_(friend_ids), Referral.state.in_(COUNTED)
        )
        return self.session.scalar(own.order_by(Referral.created_at, Referral.referral_id).limit(1))

    def rewarded_of_friend(self, org_id: str, friend_ids: Sequence[str]) -> Referral | None:
        """Return the rewarded referral through which this person came, or None."""
        own = self.scoped(org_id).where(
            Referral.friend_id.in_(friend_ids), Referral.state == "rewarded"
        )
        return self.session.scalar(own.order_by(Referral.created_at, Referral.referral_id).limit(1))

    def recent(self, org_id: str, referrer_ids: Sequence[str], now: datetime) -> Sequence[Referral]:
        """Return the referrals of a referrer within the last 24 hours."""
        own = self.scoped(org_id).where(
            Referral.referrer_id.in_(referrer_ids), Referral.created_at > now - DAY
        )
        return self.session.scalars(own).all()

    def has_friend_with(self, org_id: str, referrer_ids: Sequence[str], **by: Any) -> bool:
        """Return whether one of a referrer's friends has this mailbox or browser."""
        own = self.scoped(org_id).filter_by(**by).where(Referral.referrer_id.in_(referrer_ids))
        return self.session.scalar(own.limit(1)) is not None

    def is_browser_of(self, org_id: str, visitor_id: str, customer_ids: Sequence[str]) -> bool:
        """Return whether this customer was the last to use a browser."""
        link = select(customer_visitors.c.customer_id).where(
            customer_visitors.c.org_id == org_id,
            customer_visitors.c.visitor_id == visitor_id,
            customer_visitors.c.customer_id.in_(customer_ids),
        )
        return self.session.scalar(link) is not None

    def browsers_of(self, org_id: str, referral_ids: Sequence[str]) -> Sequence[Row[Any]]:
        """Return the browsers proven to belong to the friends of these referrals, through any of their merged profiles,
        as referral and visitor.
        """
        friend, same = customers.alias("friend"), customers.alias("same")
        kept_id = func.coalesce(friend.c.merged_into, friend.c.customer_id)
        rows = select(Referral.referral_id, customer_visitors.c.visitor_id).where(
            Referral.org_id == org_id,
            Referral.referral_id.in_(referral_ids),
            friend.c.org_id == org_id,
            friend.c.customer_id == Referral.friend_id,
            same.c.org_id == org_id,
            or_(same.c.customer_id == kept_id, same.c.merged_into == kept_id),
            customer_visitors.c.org_id == org_id,
            customer_visitors.c.customer_id == same.c.customer_id,
            customer_visitors.c.is_proven,
        )
        return self.session.execute(rows).all()

    def counts(self, org_id: str, referrer_ids: Sequence[str]) -> tuple[int, int]:
        """Return the number of friends of a referrer, and how many of them were rewarded."""
        own = self.scoped(org_id).where(
            Referral.referrer_id.in_(referrer_ids), Referral.state.in_(COUNTED)
        )
        counted: Any = own.with_only_columns(
            func.count(), func.count().filter(Referral.state == "rewarded")
        )
        friends, rewarded = self.session.execute(counted).one()
        return friends, rewarded

    def decide(self, org_id: str, referral_id: str, values: dict[str, Any]) -> bool:
        """Store a decision; return False if the referral is not waiting for one."""
        return self._change(org_id, referral_id, ("doubtful",), values)

    def close(self, org_id: str, referral_id: str, values: dict[str, Any]) -> bool:
        """Change a referral whose rewards are held; return False if they are no longer held."""
        return self._change(org_id, referral_id, ("held",), values)

    def _change(
        self, org_id: str, referral_id: str, states: Sequence[State], values: dict[str, Any]
    ) -> bool:
        statement = (
            update(Referral)
            .where(
                Referral.org_id == org_id,
                Referral.referral_id == referral_id,
                Referral.state.in_(states),
            )
            .values(**values)
            .returning(Referral.referral_id)
            .execution_options(synchronize_session=False)
        )
        return self.session.scalar(statement) is not None

    def expire(self, org_id: str, now: datetime) -> Sequence[Referral]:
        """Expire referrals whose friend did not act in time, and return them."""
        statement = (
            update(Referral)
            .where(
                Referral.org_id == org_id,
                Referral.state.in_(OPEN),
                Referral.acted_at.is_(None),
                Referral.act_by <= now,
            )
            .values(state="expired")
            .returning(Referral)
        )
        return self.session.scalars(statement).all()

    def share_a_card(self, org_id: str, one: Sequence[str], other: Sequence[str]) -> bool:
        """Return whether two people have paid with the same payment card."""
        values = {"org_id": org_id, "one": list(one), "other": list(other)}
        return bool(self.session.scalar(_SHARE_A_CARD, values))

    def ready(self, org_id: str, now: datetime, limit: int) -> Sequence[str]:
        """Return referrals whose friend has acted and whose rewards can be given now, oldest first."""
        own = self.scoped(org_id).where(
            Referral.state == "held",
            Referral.acted_at.is_not(None),
            or_(Referral.next_try_at.is_(None), Referral.next_try_at <= now),
        )
        ids: Any = own.with_only_columns(Referral.referral_id)
        return self.session.scalars(ids.order_by(Referral.acted_at).limit(limit)).all()

    def waiting(self, org_id: str, limit: int) -> Sequence[Referral]:
        """Return referrals whose friend has not acted yet, oldest first."""
        own = self.scoped(org_id).where(Referral.state.in_(OPEN), Referral.acted_at.is_(None))
        return self.session.scalars(own.order_by(Referral.created_at).limit(limit)).all()

    def note_action(self, org_id: str, referral_id: str, action: Action, at: datetime) -> None:
        """Record a friend's first action."""
        self.session.execute(
            update(Referral)
            .where(
                Referral.org_id == org_id,
                Referral.referral_id == referral_id,
                Referral.state.in_(OPEN),
                Referral.acted_at.is_(None),
                Referral.created_at <= at,
                Referral.act_by > at,
            )
            .values(action=action, acted_at=at)
            .execution_options(synchronize_session=False)
        )

    def list_referrals(
        self, org_id: str, state: State | None, customer_ids: Sequence[str] | None, paging: Paging
    ) -> tuple[list[Referral], int]:
        """Return a page of referrals, newest first, and the total number."""
        own = self.scoped(org_id)
        if state is not None:
            own = own.where(Referral.state == state)
        if customer_ids is not None:
            own = own.where(
                or_(Referral.referrer_id.in_(customer_ids), Referral.friend_id.in_(customer_ids))
            )
        return self.page(own, paging, Referral.created_at.desc(), Referral.referral_id.desc())

    def add_reward(self, reward: GivenReferralReward) -> None:
        """Store a reward that was given."""
        self.session.add(reward)
        self.session.flush()

    def rewards(self, org_id: str, referral_ids: Sequence[str]) -> Sequence[GivenReferralReward]:
        """Return the rewards given for referrals."""
        own = select(GivenReferralReward).where(
            GivenReferralReward.org_id == org_id, GivenReferralReward.referral_id.in_(referral_ids)
        )
        ordered = own.order_by(GivenReferralReward.referral_id, GivenReferralReward.level)
        return self.session.scalars(ordered).all()

    def count_rewards(
        self, org_id: str, customer_ids: Sequence[str], since: datetime | None
    ) -> int:
        """Return how often a person was rewarded as a referrer. The ledger's lock of the customer has to be held."""
        own = select(func.count()).where(
            GivenReferralReward.org_id == org_id,
            GivenReferralReward.customer_id.in_(customer_ids),
            GivenReferralReward.level == 1,
        )
        if since is not None:
            own = own.where(GivenReferralReward.given_at > since)
        return self.session.scalar(own) or 0

    def names_of(self, org_id: str, caller_ids: Sequence[str]) -> dict[str, str]:
        """Return the names of members and API keys by ID."""
        rows = self.session.execute(_NAMES, {"org_id": org_id, "ids": list(set(caller_ids))})
        return {row.id: row.name for row in rows if row.name}

    def list_due(self, now: datetime) -> Sequence[str]:
        """Return organisations with referrals to settle, to expire or to search for."""
        return self.session.scalars(_DUE, {"now": now}).all()
