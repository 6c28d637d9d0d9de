"""Services of people and promotions for one organisation, with their clock set to a time in the past."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session
from uuid_utils.compat import uuid7

from api.auth.member import Member
from api.domains.people.consents.service import ConsentService
from api.domains.people.customers.dependencies import profiles_of
from api.domains.people.customers.profiles import ProfileService
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService
from api.domains.promotions.loyalty.dependencies import ledger_of
from api.domains.promotions.referrals.dependencies import referrals_of, settlement_of
from api.domains.promotions.referrals.service import ReferralService
from api.domains.promotions.referrals.settlement import Settlement
from api.domains.promotions.rewards.cards import CardService
from api.domains.promotions.rewards.dependencies import knows_code_of
from api.domains.promotions.rewards.service import RewardService
from api.domains.promotions.tills.dependencies import till_log_of
from api.domains.promotions.tills.log import TillLog
from api.kit.ids import new_id
from runtime.settings import Settings


@dataclass(frozen=True, slots=True)
class DemoMoments:
    """Creates services for one member in one session."""

    session: Session
    settings: Settings
    me: Member
    now: datetime

    def ago(self, days: int, minute: int = 12 * 60) -> datetime:
        """Return the time this many days ago, at this minute of the local day."""
        day = self.now.astimezone(ZoneInfo(self.me.time_zone)).date() - timedelta(days=days)
        return datetime(
            day.year, day.month, day.day, *divmod(minute, 60), tzinfo=ZoneInfo(self.me.time_zone)
        )

    def profiles(self, at: datetime) -> ProfileService:
        """Return the profile service."""
        return profiles_of(self.session, self.settings, at)

    def customers(self, at: datetime) -> CustomerService:
        """Return the customer service."""
        return CustomerService(self.session, Sealer.of(self.settings), at, new_id)

    def consents(self, at: datetime) -> ConsentService:
        """Return the service of the consent ledger."""
        return ConsentService(self.session, self.customers(at), at, new_id)

    def rewards(self, at: datetime) -> RewardService:
        """Return the reward service."""
        ledger, knows_code = ledger_of(self.session, at), knows_code_of(self.session)
        return RewardService(
            self.session, ledger, knows_code, now=at, new_id=new_id, new_event_id=uuid7
        )

    def cards(self, at: datetime) -> CardService:
        """Return the card service."""
        return CardService(
            *(self.session, self.customers(at), ledger_of(self.session, at), self.rewards(at)),
            knows_code_of(self.session),
            base_url=self.settings.base_url,
            secret=self.settings.secret_key,
            now=at,
            new_id=new_id,
        )

    def till_log(self, at: datetime) -> TillLog:
        """Return the log of tills."""
        return till_log_of(self.session, at)

    def referrals(self, at: datetime) -> ReferralService:
        """Return the referral service."""
        return referrals_of(self.session, self.settings, at)

    def settlement(self, at: datetime) -> Settlement:
        """Return the service that gives the rewards of referrals."""
        return settlement_of(self.session, self.settings, at)
