"""Redemption on the card itself: staff watch while the customer holds a button. The page's key makes it happen once."""

import hashlib
from typing import Annotated

from fastapi import Depends
from sqlalchemy.orm import Session

from api.auth.member import viewer_of
from api.auth.tenants import organization_of
from api.db.session import SessionDep
from api.domains.promotions.rewards.cards import CardService
from api.domains.promotions.rewards.dependencies import CardServiceDep, RewardServiceDep
from api.domains.promotions.rewards.models import Reward, RewardAward
from api.domains.promotions.rewards.schemas import Redeem
from api.domains.promotions.rewards.service import RewardService
from api.domains.promotions.rewards.visitor_repository import PublicCard
from api.kit.errors import Conflict, NotFound


class CardRedeeming:
    """Redemptions by a visitor with the card's address, in the session of one request."""

    def __init__(
        self, session: SessionDep, cards: CardServiceDep, rewards: RewardServiceDep
    ) -> None:
        self._session: Session = session
        self._cards: CardService = cards
        self._rewards: RewardService = rewards

    def redeem(self, card: PublicCard, reward_id: str, award_id: str, key: str) -> str | None:
        """Return the ID of what was redeemed now, or earlier under the same key; None if it could not be redeemed."""
        if not key or bool(reward_id) == bool(award_id):
            return None
        # The key is derived from the card, so that it never equals a key of another card or of a
        # till.
        text = f"{card.card_id}\n{reward_id}\n{award_id}\n{key}"
        body = Redeem(
            swapt_card_id=card.card_id,
            reward_id=reward_id or None,
            award_id=award_id or None,
            idempotency_key=f"card:{hashlib.sha256(text.encode()).hexdigest()}",
        )
        customer_ids = self._cards.person(card.org_id, card.customer_id)
        me = viewer_of(organization_of(self._session, card.org_id))
        try:
            # If the redemption is refused, what it has counted so far is rolled back.
            with self._session.begin_nested():
                self._rewards.require_hold(card.org_id, reward_id or None, award_id or None)
                return self._rewards.redeem(me, customer_ids, body).award_id
        except (Conflict, NotFound):
            return None

    def redeemed(self, card: PublicCard, award_id: str) -> tuple[RewardAward, Reward] | None:
        """Return a redemption by this card's customer that has not been undone, with its reward; None if there
        is none.
        """
        customer_ids = self._cards.person(card.org_id, card.customer_id)
        return self._rewards.find_redeemed(card.org_id, customer_ids, award_id)


CardRedeemingDep = Annotated[CardRedeeming, Depends(CardRedeeming)]
