"""Responses about referrals, with the names of the people in them."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row

from api.domains.people.customers.service import CustomerService
from api.domains.promotions.referrals.analysis_repository import AnalysisRepository
from api.domains.promotions.referrals.models import Referral
from api.domains.promotions.referrals.repository import ReferralRepository
from api.domains.promotions.referrals.schemas import GivenReward, ReferralPerson, ReferralRead


class ReferralViews:
    """Reads the referrals of one organisation for its members."""

    def __init__(
        self, referrals: ReferralRepository, people: AnalysisRepository, customers: CustomerService
    ) -> None:
        self._referrals = referrals
        self._people = people
        self._customers = customers

    def people(self, org_id: str, customer_ids: Sequence[str]) -> dict[str, ReferralPerson]:
        """Return customers by ID."""
        rows = self._people.people(org_id, customer_ids)
        return {it: self._person(it, rows.get(it)) for it in customer_ids}

    def _person(self, customer_id: str, row: Row[Any] | None) -> ReferralPerson:
        if row is None:
            return ReferralPerson(customer_id=customer_id, name=None, contact=None)
        contacts = self._customers.contacts(row)
        name = " ".join(it for it in (row.first_name, row.last_name) if it)
        return ReferralPerson(
            customer_id=row.kept_id, name=name or None, contact=contacts.email or contacts.phone
        )

    def reads(self, org_id: str, referrals: Sequence[Referral]) -> list[ReferralRead]:
        """Convert referrals to the form that members see."""
        people = self.people(
            org_id, [it for one in referrals for it in (one.referrer_id, one.friend_id)]
        )
        deciders = [it.decided_by for it in referrals if it.decided_by]
        names = self._referrals.names_of(org_id, deciders) if deciders else {}
        given: dict[str, list[GivenReward]] = {}
        for reward in self._referrals.rewards(org_id, [it.referral_id for it in referrals]):
            given.setdefault(reward.referral_id, []).append(GivenReward.model_validate(reward))
        named = {"referrer", "friend", "decided_by", "rewards"}
        return [
            ReferralRead.model_validate(
                {
                    **{it: getattr(one, it) for it in {*ReferralRead.model_fields} - named},
                    "referrer": people[one.referrer_id],
                    "friend": people[one.friend_id],
                    "decided_by": names.get(one.decided_by or ""),
                    "rewards": given.get(one.referral_id, []),
                }
            )
            for one in referrals
        ]
