"""Claims of prizes: each prize is handed out once, to the person whom the winner names."""

from datetime import datetime

from sqlalchemy.orm import Session
from uuid_utils.compat import uuid7

from api.auth.tenants import organization_of
from api.domains.people.customers.contacts import normalised_email, normalised_phone, region_of
from api.domains.people.customers.service import CustomerService
from api.domains.promotions.games.player import PlayerRequest
from api.domains.promotions.games.prize_granting import PrizeGiving
from api.domains.promotions.games.public_schemas import (
    Claimed,
    ClaimedPrize,
    ClaimPrize,
    ClaimView,
)
from api.domains.promotions.prizes.errors import invalid
from api.domains.promotions.prizes.events import prize_recorded
from api.domains.promotions.prizes.service import PrizeService
from api.domains.promotions.prizes.types import NEEDS_CONTACT, PrizeRow
from ingest.outbox import record


class ClaimService:
    """Claims of the visitor of one request."""

    def __init__(
        self,
        session: Session,
        prizes: PrizeService,
        customers: CustomerService,
        giving: PrizeGiving,
        now: datetime,
    ) -> None:
        self._session = session
        self._prizes = prizes
        self._customers = customers
        self._giving = giving
        self._now = now

    def claim(self, who: PlayerRequest, body: ClaimPrize) -> Claimed:
        """Claim a prize. A repeated claim returns the same result.

        Raises:
            ClaimNotFound, ClaimExpired: there is nothing to claim.
            PrizeNotReady: the prize cannot be given now.
            Invalid: the prize needs an email address or a phone number.
        """
        award, prize = self._prizes.locked(who.org_id, body.token)
        claimed_at = award.claimed_at
        if award.state != "claimed":
            customer_id, is_proven = self._customer(who, prize, body)
            # A pass shows personal data of its holder and identifies them at the till, so it needs
            # proof of who they are.
            holder_id = customer_id if is_proven or prize.gives != "pass" else None
            given_id = self._giving.give(who.org_id, award, prize, holder_id, body.name)
            claimed_at = self._prizes.claim(who.org_id, award, customer_id, given_id)
            event = prize_recorded(
                who.org_id,
                prize,
                award,
                "claimed",
                visit=who.visit,
                customer_id=customer_id,
                event_id=uuid7(),
                now=claimed_at,
            )
            record(self._session, event)
            award, prize = self._prizes.locked(who.org_id, body.token)
        return Claimed(
            kind=prize.gives,
            code=self._prizes.shown_code(who.org_id, award),
            url=self._giving.path_of(award, prize),
            prize=ClaimedPrize(
                name=prize.name, picture_url=prize.picture_url, translations=prize.translations
            ),
            claimed_at=claimed_at or self._now,
        )

    def standing(self, who: PlayerRequest, token: str) -> ClaimView | Claimed:
        """Return the state of a prize: the claimed prize, or what is needed to claim it.

        Raises:
            ClaimNotFound, ClaimExpired: there is nothing to claim.
        """
        award, prize = self._prizes.locked(who.org_id, token)
        if award.state == "claimed":
            return self.claim(who, ClaimPrize(token=token))
        return ClaimView(token=token, kind=prize.gives, until=award.claim_until)

    def _customer(
        self, who: PlayerRequest, prize: PrizeRow, body: ClaimPrize
    ) -> tuple[str | None, bool]:
        """Return the claiming customer and whether their identity is proven. New customers are created; the customer is
        None if nobody was named and the prize needs nobody.
        """
        region = region_of(organization_of(self._session, who.org_id).locale)
        email = normalised_email(body.email) if body.email else None
        phone = normalised_phone(body.phone, region) if body.phone else None
        if body.email and email is None:
            raise invalid("email", "must be an email address", "not_email")
        if body.phone and phone is None:
            raise invalid(
                "phone",
                "is not a valid phone number. Include the country code if it is from another"
                " country",
                "not_phone",
            )
        if email is None and phone is None:
            if prize.gives in NEEDS_CONTACT:
                raise invalid("email", "or a phone number is required for this prize", "missing")
            owner_id = self._customers.find_owner(who.org_id, who.visitor_id)
            return (owner_id if prize.gives == "pass" else None), True
        is_cookie = who.visit.identity.kind == "cookie"
        identified = self._customers.identify(
            who.org_id,
            email=email,
            phone=phone,
            first_name=body.name or None,
            visitor_id=who.visitor_id if is_cookie else None,
        )
        return identified.customer.customer_id, identified.is_proven
