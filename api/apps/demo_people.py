"""Creates the demonstration's customers: profiles, consents, segments, cards and referrals."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import structlog
from sqlalchemy.orm import Session

from api.apps.demo_automations import make_automations
from api.apps.demo_campaigns import make_campaigns
from api.apps.demo_loyalty import Loyalty, make_card, make_programme, refund
from api.apps.demo_moments import DemoMoments
from api.apps.demo_passes import make_passes
from api.auth.member import viewer_of
from api.auth.roles import Role
from api.auth.tenants import organization_of
from api.db.session import enter_tenant
from api.domains.codes.codes.reading import find_code
from api.domains.people.consents.types import Origin
from api.domains.people.customers.schemas import AddCustomerNote, SaveCustomer, SaveCustomerField
from api.domains.people.segments.dependencies import segments_of
from api.domains.people.segments.schemas import SaveSegment
from api.domains.promotions.loyalty.dependencies import ledger_of
from api.domains.promotions.referrals.program import ReferralProgram
from api.domains.promotions.referrals.types import Friend
from api.domains.promotions.rewards.schemas import CampaignReward, Redeem
from runtime.demo.harbor_coffee import HARBOR_COFFEE
from runtime.demo.loyalty import DEMO_TAG, DemoCustomer, DemoLoyalty
from runtime.settings import Settings
from warehouse.lake import Lake
from warehouse.segments.engine import CustomerBehaviour

log = structlog.get_logger(__name__)

UNDO_PASSED = timedelta(hours=1)
"""The rewards of a referral are given once the friend's redemption can no longer be undone."""


def make_people(
    session: Session, settings: Settings, now: datetime, demo: DemoLoyalty, one_in: int = 1
) -> bool:
    """Create an organisation's customers, loyalty programme and referrals. Return False if it already has a points
    programme, or if the code through which customers join was deleted. Only one in `one_in` customers is created.
    """
    org_id = demo.organization.org_id
    enter_tenant(session, org_id)
    if ledger_of(session, now).has_program(org_id):
        return False
    code = find_code(session, org_id, demo.join_code_id)
    if code is None or code.deleted_at is not None:
        log.warning("demo customers left out: their code was deleted", org_id=org_id)
        return False
    organization = organization_of(session, org_id)
    me = replace(viewer_of(organization), role=Role.OWNER, user_id=code.created_by)
    maker = _Maker(DemoMoments(session, settings, me, now), demo)
    maker.make_fields()
    loyalty = make_programme(maker.moments, demo)
    customers = demo.customers()
    members, friends = customers[: -demo.friends], customers[-demo.friends :]
    known = [(maker.join(customer), customer) for customer in members[: len(members) // one_in]]
    receipt, latest = demo.till.first_receipt, None
    for customer_id, customer in known:
        if customer.visits:
            make_card(maker.moments, loyalty, customer_id, customer, receipt)
            paid = [
                (it.days_ago, receipt + at) for at, it in enumerate(customer.visits) if it.cents
            ]
            latest = min([*paid, *([latest] if latest else [])], default=None)
            receipt += len(customer.visits)
    if latest is not None:
        refund(maker.moments, demo.till, latest[1], latest[0] - 1)
    known += maker.refer(loyalty, known[0][0], friends)
    customer_ids = [customer_id for customer_id, _ in known]
    maker.write_notes(customer_ids)
    maker.add_twin(known[2][1])
    make_passes(maker.moments, demo.passes, customer_ids)
    maker.make_segments()
    if org_id == HARBOR_COFFEE.org_id:
        make_campaigns(maker.moments)
        make_automations(maker.moments, customer_ids)
    return True


@dataclass(frozen=True, slots=True)
class _Maker:
    """Creates customers as the owner of the organisation."""

    moments: DemoMoments
    demo: DemoLoyalty

    @property
    def org_id(self) -> str:
        """Return the ID of the organisation."""
        return self.moments.me.org_id

    def make_fields(self) -> None:
        """Create custom fields."""
        at = self.moments.ago(400)
        for field in self.demo.fields:
            wanted = SaveCustomerField.model_validate(field)
            self.moments.profiles(at).save_field(self.moments.me, wanted)

    def join(self, customer: DemoCustomer) -> str:
        """Add a customer who joined through the form of a code, with their consents there, and return their ID."""
        at = self.moments.ago(customer.joined_days_ago)
        customers = self.moments.customers(at)
        made = customers.identify(
            self.org_id,
            email=customer.email,
            phone=customer.phone,
            first_name=customer.first_name,
            last_name=customer.last_name,
        ).customer
        customers.add_touchpoint(
            self.org_id, made.customer_id, code_id=self.demo.join_code_id, page_id=None
        )
        self._complete(made.customer_id, customer, at)
        return made.customer_id

    def _complete(self, customer_id: str, customer: DemoCustomer, at: datetime) -> None:
        self.moments.profiles(at).save(
            self.moments.me,
            SaveCustomer(
                customer_id=customer_id,
                last_name=customer.last_name,
                language=customer.language,
                birthday=customer.birthday,
                tags=list(customer.tags),
                fields=dict(customer.fields),
            ),
        )
        self._agree(customer_id, customer, at)

    def _agree(self, customer_id: str, customer: DemoCustomer, at: datetime) -> None:
        """Record a yes to news that was confirmed by email, a yes to texts that was given at the counter, and a no by
        one click.
        """
        moments, me = self.moments, self.moments.me
        consents = moments.consents(at)
        person = consents.person(self.org_id, customer_id)
        if customer.wants_news:
            origin = Origin(
                "form", self.demo.news_text, customer.language, code_id=self.demo.join_code_id
            )
            consents.record(person, [("email", "marketing")], "requested", origin)
            waiting = consents.standings(person)["email", "marketing"].pending
            confirming = moments.consents(at + timedelta(minutes=3))
            confirming.confirm(person, waiting, "mail_link", proven="email")
        if customer.wants_texts:
            reason = "Asked at the counter"
            origin = Origin("staff", self.demo.texts_text, reason=reason, recorded_by=me.caller_id)
            consents.record(person, [("sms", "marketing")], "given", origin)
        if customer.changed_their_mind:
            later = moments.consents(moments.ago(customer.joined_days_ago // 2))
            origin = Origin("one_click", reason="Too many mails")
            later.record(person, [("email", "marketing")], "withdrawn", origin)

    def refer(
        self, loyalty: Loyalty, first_id: str, friends: list[DemoCustomer]
    ) -> list[tuple[str, DemoCustomer]]:
        """Let a customer bring a friend, then the friend or the same customer bring the next one, and so on. All but
        the last friend redeem their first reward.
        """
        moments, me = self.moments, self.moments.me
        began = moments.ago(friends[0].joined_days_ago + 1)
        programme = ReferralProgram.model_validate(self.demo.referrals)
        moments.referrals(began).save_program(
            *(me, programme),
            knows_reward=lambda *_: True,
            needs_code=lambda *_: False,
            knows_code=lambda *_: True,
        )
        brought, referrer_id = [], first_id
        for friend in friends:
            friend_id = self._refer_friend(referrer_id, friend)
            brought.append((friend_id, friend))
            if friend is not friends[-1]:
                self._redeem_first(loyalty, friend_id, moments.ago(friend.joined_days_ago - 2))
                referrer_id = friend_id if self.demo.friends_bring_friends else first_id
        return brought

    def _refer_friend(self, referrer_id: str, friend: DemoCustomer) -> str:
        at = self.moments.ago(friend.joined_days_ago)
        referrals, customers = self.moments.referrals(at), self.moments.customers(at)
        referrer_ids = referrals.person(self.org_id, referrer_id)
        referrals.create_code(self.moments.me, referrer_ids)
        who = Friend(email=friend.email, phone=friend.phone)
        referrals.join(self.org_id, referrer_ids, who, friend.first_name, None)
        made = customers.find(self.org_id, email=friend.email)
        assert made is not None
        self._complete(made.customer_id, friend, at)
        return made.customer_id

    def _redeem_first(self, loyalty: Loyalty, friend_id: str, at: datetime) -> None:
        """Give the friend a reward and redeem it. This is their first action, after which everyone gets their
        rewards.
        """
        me, cards = self.moments.me, self.moments.cards(at)
        friend_ids = cards.person(self.org_id, friend_id)
        cards.ensure(me, friend_ids)
        rewards = self.moments.rewards(at)
        given = rewards.give(
            me, friend_ids, CampaignReward(customer_id=friend_id, reward_id=loyalty.welcome)
        )
        rewards.redeem(me, friend_ids, Redeem(customer_id=friend_id, award_id=given.award_id))
        later = at + UNDO_PASSED
        referrals = self.moments.referrals(later)
        settlement = self.moments.settlement(later)
        for referral_id in referrals.ready(self.org_id):
            settlement.settle(me, referrals.program(self.org_id), referral_id)

    def write_notes(self, customer_ids: list[str]) -> None:
        """Write notes about some customers."""
        for days_ago, (text, customer_id) in enumerate(
            zip(self.demo.notes, customer_ids, strict=False)
        ):
            note = AddCustomerNote(customer_id=customer_id, text=text)
            self.moments.profiles(self.moments.ago(20 + days_ago)).add_note(self.moments.me, note)

    def add_twin(self, customer: DemoCustomer) -> None:
        """Add a duplicate of a customer, as if the staff had added them again with another spelling of the address."""
        local, _, domain = customer.email.partition("@")
        self.moments.profiles(self.moments.ago(9)).save(
            self.moments.me,
            SaveCustomer(
                email=f"{local.replace('.', '')}@{domain}",
                first_name=customer.first_name,
                last_name=customer.last_name,
                tags=[DEMO_TAG],
            ),
        )

    def make_segments(self) -> None:
        """Create segments. The jobs process counts them."""
        moments = self.moments
        behaviour = CustomerBehaviour(Lake.from_settings(moments.settings))
        try:
            segments = segments_of(
                moments.session, moments.settings, moments.me, behaviour, moments.now
            )
            for segment in self.demo.segments:
                segments.save(moments.me, SaveSegment.model_validate(segment))
        finally:
            behaviour.close()
