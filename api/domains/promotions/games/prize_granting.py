"""Gives winners their prizes."""

from sqlalchemy.orm import Session

from api.auth.member import viewer_of
from api.auth.tenants import organization_of
from api.domains.people.customers.service import CustomerService
from api.domains.promotions.loyalty.service import LedgerService
from api.domains.promotions.loyalty.types import Origin
from api.domains.promotions.prizes.errors import PrizeNotReady
from api.domains.promotions.prizes.passes_port import PrizePasses
from api.domains.promotions.prizes.service import PrizeService
from api.domains.promotions.prizes.types import AwardRow, PrizeRow
from api.domains.promotions.rewards.schemas import CampaignReward
from api.domains.promotions.rewards.service import RewardService
from api.kit.visitor_routes import OF_CODES


class PrizeGiving:
    """Gives prizes, in the transaction in which they are claimed."""

    def __init__(
        self,
        session: Session,
        prizes: PrizeService,
        customers: CustomerService,
        rewards: RewardService,
        points: LedgerService,
        passes: PrizePasses | None,
    ) -> None:
        self._session = session
        self._prizes = prizes
        self._customers = customers
        self._rewards = rewards
        self._points = points
        self._passes = passes

    def give(
        self,
        org_id: str,
        award: AwardRow,
        prize: PrizeRow,
        customer_id: str | None,
        name: str | None,
    ) -> str | None:
        """Give a prize to a customer, or to an unknown person named `name`. Return the ID of what was given; None if
        nothing is created for it.

        Raises:
            PrizeNotReady: the prize cannot be given now.
        """
        match prize.gives:
            case "one_time":
                return self._prizes.give_one_time(org_id, prize.prize_id)
            case "pass":
                return self._pass(org_id, prize, customer_id, name)
            case "points" if customer_id and prize.points is not None:
                ids = self._customers.ids_of_person(org_id, customer_id)
                origin = Origin(f"prize:{award.award_id}", None, prize.name, award.code_id)
                given = self._points.give(org_id, ids, "points", prize.points, origin)
                return given.movement_id
            case "reward" if customer_id and prize.reward_id is not None:
                ids = self._customers.ids_of_person(org_id, customer_id)
                asked = CampaignReward(
                    customer_id=customer_id,
                    reward_id=prize.reward_id,
                    code_id=award.code_id,
                    idempotency_key=award.award_id,
                )
                me = viewer_of(organization_of(self._session, org_id))
                return self._rewards.give(me, ids, asked).award_id
            case _:
                return None

    def path_of(self, award: AwardRow, prize: PrizeRow) -> str | None:
        """Return the path of the page of what was given; None if it has none."""
        if award.given_id is None:
            return None
        if prize.gives == "one_time":
            return f"{OF_CODES}{award.given_id}"
        if prize.gives == "pass" and self._passes is not None:
            return self._passes.path(award.given_id)
        return None

    def _pass(self, org_id: str, prize: PrizeRow, customer_id: str | None, name: str | None) -> str:
        if self._passes is None or prize.template_id is None:
            raise PrizeNotReady
        pass_id = self._passes.give(self._session, org_id, prize.template_id, customer_id, name)
        if pass_id is None:
            raise PrizeNotReady
        return pass_id
