"""Resolution of the people that members' requests name."""

from api.auth.member import Member
from api.domains.people.customers.contacts import region_of
from api.domains.people.customers.errors import CustomerNotFound
from api.domains.promotions.referrals.contacts import contact_in, referrer_in
from api.domains.promotions.referrals.errors import require_code
from api.domains.promotions.referrals.models import Referral
from api.domains.promotions.referrals.schemas import AddReferral, GetReferralCode, ReferAnalysis
from api.domains.promotions.referrals.service import KnowsCode, ReferralService
from api.domains.promotions.referrals.types import Friend


class MemberRequests:
    """The requests of one member."""

    def __init__(self, referrals: ReferralService, me: Member) -> None:
        self._referrals = referrals
        self._me = me
        self._region = region_of(me.locale)

    def person(self, body: GetReferralCode | ReferAnalysis) -> tuple[str, ...]:
        """Return the IDs of the customer that the body names.

        Raises:
            CustomerNotFound: there is no such customer.
            Invalid: the email address or phone number is not valid.
        """
        if body.id is not None:
            return self._referrals.person(self._me.org_id, body.id)
        contact = contact_in(body.email, body.phone_number, self._region)
        found = self._referrals.find_person(
            self._me.org_id, email=contact.email, phone=contact.phone
        )
        if found is None:
            raise CustomerNotFound
        return found

    def top(self, body: ReferAnalysis) -> str | None:
        """Return the customer at the top of the tree; None for all tops."""
        is_named = body.id or body.email or body.phone_number
        return self.person(body)[0] if is_named else None

    def add(self, body: AddReferral, knows_code: KnowsCode) -> Referral:
        """Add the referral that the body describes.

        Raises:
            ReferralCodeNotFound, CustomerNotFound: there is no such referrer.
            Invalid: an email address or phone number is not valid, or there is no such QR code.
        """
        org_id = self._me.org_id
        require_code(knows_code, org_id, body.code_id)
        friend = contact_in(body.email, body.phone_number, self._region)
        if body.id is not None:
            code = self._referrals.find_code(org_id, body.id)
            referrer_ids = self._referrals.person(org_id, code.customer_id)
        else:
            given = referrer_in(body.referral_email, body.referred_by_number, self._region)
            known = self._referrals.find_person(org_id, email=given.email, phone=given.phone)
            if known is None:
                raise CustomerNotFound
            referrer_ids = known
        return self._referrals.add(
            self._me,
            referrer_ids,
            Friend(email=friend.email, phone=friend.phone),
            body.first_name,
            body.code_id,
        )
