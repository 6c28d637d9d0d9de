"""Makes the demonstration's customers: profiles, consents, segments, cards, and who brought whom."""

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
from runtime.demo import harbor_people as people
from runtime.demo.harbor_coffee import HARBOR_COFFEE
from runtime.demo.harbor_people import DemoCustomer
from runtime.demo.world import demo_id
from runtime.settings import Settings
from warehouse.lake import Lake
from warehouse.segments.engine import CustomerBehaviour

log = structlog.get_logger(__name__)

ORG = HARBOR_COFFEE.org_id
JOIN_CODE = demo_id("code", people.JOIN_CODE, 10)
UNDO_PASSED = timedelta(hours=1)
"""Rewards of a referral are given once the friend's redemption can no longer be undone."""


def make_people(session: Session, settings: Settings, now: datetime, one_in: int = 1) -> bool:
    """Make Harbor Coffee's customers and what keeps them coming; False if the organisation has a programme of
    points already, or the code through which they join was deleted. One in so many is made.
    """
    enter_tenant(session, ORG)
    if ledger_of(session, now).has_program(ORG):
        return False
    code = find_code(session, ORG, JOIN_CODE)
    if code is None or code.deleted_at is not None:
        log.warning("demo customers left out: their code was deleted")
        return False
    organization = organization_of(session, ORG)
    me = replace(viewer_of(organization), role=Role.OWNER, user_id=code.created_by)
    maker = _Maker(DemoMoments(session, settings, me, now))
    maker.make_fields()
    loyalty = make_programme(maker.moments)
    customers = people.customers()
    most = people.CUSTOMERS // one_in
    known = [(maker.join(customer), customer) for customer in customers[:most]]
    receipt, latest = people.FIRST_RECEIPT, None
    for customer_id, customer in known:
        if customer.visits:
            make_card(maker.moments, loyalty, customer_id, customer, receipt)
            paid = [
                (it.days_ago, receipt + at) for at, it in enumerate(customer.visits) if it.points
            ]
            latest = min([*paid, *([latest] if latest else [])], default=None)
            receipt += len(customer.visits)
    if latest is not None:
        refund(maker.moments, latest[1], latest[0] - 1)
    friends = customers[people.CUSTOMERS :]
    known += maker.refer(loyalty, known[0][0], friends)
    maker.write_notes([customer_id for customer_id, _ in known])
    maker.add_twin(known[2][1])
    make_passes(maker.moments, [customer_id for customer_id, _ in known])
    maker.make_segments()
    make_campaigns(maker.moments)
    make_automations(maker.moments, [customer_id for customer_id, _ in known])
    return True


@dataclass(frozen=True, slots=True)
class _Maker:
    """Makes them as the owner of the organisation."""

    moments: DemoMoments

    def make_fields(self) -> None:
        """Custom fields."""
        at = self.moments.ago(400)
        for field in people.FIELDS:
            wanted = SaveCustomerField.model_validate(field)
            self.moments.profiles(at).save_field(self.moments.me, wanted)

    def join(self, customer: DemoCustomer) -> str:
        """Somebody who joined through the form of a code, and what they agreed to there; their id."""
        at = self.moments.ago(customer.joined_days_ago)
        customers = self.moments.customers(at)
        made = customers.identify(
            ORG,
            email=customer.email,
            phone=customer.phone,
            first_name=customer.first_name,
            last_name=customer.last_name,
        ).customer
        customers.add_touchpoint(ORG, made.customer_id, code_id=JOIN_CODE, page_id=None)
        self._complete(made.customer_id, customer, at)
        return made.customer_id

    def _complete(self, customer_id: str, customer: DemoCustomer, at: datetime) -> None:
        fields = {"home_store": customer.store, "favourite": customer.favourite}
        self.moments.profiles(at).save(
            self.moments.me,
            SaveCustomer(
                customer_id=customer_id,
                last_name=customer.last_name,
                language=customer.language,
                birthday=customer.birthday,
                tags=list(customer.tags),
                fields=fields,
            ),
        )
        self._agree(customer_id, customer, at)

    def _agree(self, customer_id: str, customer: DemoCustomer, at: datetime) -> None:
        """A yes to news, confirmed by mail; a yes to texts, said at the counter; a no, by one click."""
        moments, me = self.moments, self.moments.me
        consents = moments.consents(at)
        person = consents.person(ORG, customer_id)
        if customer.wants_news:
            origin = Origin("form", people.NEWS_TEXT, customer.language, code_id=JOIN_CODE)
            consents.record(person, [("email", "marketing")], "requested", origin)
            waiting = consents.standings(person)["email", "marketing"].pending
            confirming = moments.consents(at + timedelta(minutes=3))
            confirming.confirm(person, waiting, "mail_link", proven="email")
        if customer.wants_texts:
            reason = "Asked at the counter"
            origin = Origin("staff", people.TEXTS_TEXT, reason=reason, recorded_by=me.caller_id)
            consents.record(person, [("sms", "marketing")], "given", origin)
        if customer.changed_their_mind:
            later = moments.consents(moments.ago(customer.joined_days_ago // 2))
            origin = Origin("one_click", reason="Too many mails")
            later.record(person, [("email", "marketing")], "withdrawn", origin)

    def refer(
        self, loyalty: Loyalty, first_id: str, friends: list[DemoCustomer]
    ) -> list[tuple[str, DemoCustomer]]:
        """A customer brings a friend, who brings another; both came for a coffee. A third has not come yet."""
        moments, me = self.moments, self.moments.me
        began = moments.ago(friends[0].joined_days_ago + 1)
        programme = ReferralProgram.model_validate(people.REFERRALS)
        moments.referrals(began).save_program(
            *(me, programme),
            knows_reward=lambda *_: True,
            needs_code=lambda *_: False,
            knows_code=lambda *_: True,
        )
        brought, referrer_id = [], first_id
        for friend in friends:
            friend_id = self._bring(referrer_id, friend)
            brought.append((friend_id, friend))
            if friend is not friends[-1]:
                self._have_a_coffee(loyalty, friend_id, moments.ago(friend.joined_days_ago - 2))
                referrer_id = friend_id
        return brought

    def _bring(self, referrer_id: str, friend: DemoCustomer) -> str:
        at = self.moments.ago(friend.joined_days_ago)
        referrals, customers = self.moments.referrals(at), self.moments.customers(at)
        referrer_ids = referrals.person(ORG, referrer_id)
        referrals.create_code(self.moments.me, referrer_ids)
        who = Friend(email=friend.email, phone=friend.phone)
        referrals.join(ORG, referrer_ids, who, friend.first_name, None)
        made = customers.find(ORG, email=friend.email)
        assert made is not None
        self._complete(made.customer_id, friend, at)
        return made.customer_id

    def _have_a_coffee(self, loyalty: Loyalty, friend_id: str, at: datetime) -> None:
        """The friend is given a coffee and redeems it: their first action, after which all are rewarded."""
        me, cards = self.moments.me, self.moments.cards(at)
        friend_ids = cards.person(ORG, friend_id)
        cards.ensure(me, friend_ids)
        rewards = self.moments.rewards(at)
        given = rewards.give(
            me, friend_ids, CampaignReward(customer_id=friend_id, reward_id=loyalty.coffee_id)
        )
        rewards.redeem(me, friend_ids, Redeem(customer_id=friend_id, award_id=given.award_id))
        later = at + UNDO_PASSED
        referrals = self.moments.referrals(later)
        settlement = self.moments.settlement(later)
        for referral_id in referrals.ready(ORG):
            settlement.settle(me, referrals.program(ORG), referral_id)

    def write_notes(self, customer_ids: list[str]) -> None:
        """Notes about some of them."""
        for days_ago, (text, customer_id) in enumerate(
            zip(people.NOTES, customer_ids, strict=False)
        ):
            note = AddCustomerNote(customer_id=customer_id, text=text)
            self.moments.profiles(self.moments.ago(20 + days_ago)).add_note(self.moments.me, note)

    def add_twin(self, customer: DemoCustomer) -> None:
        """Somebody whom the staff added once more, under another spelling of the address."""
        local, _, domain = customer.email.partition("@")
        self.moments.profiles(self.moments.ago(9)).save(
            self.moments.me,
            SaveCustomer(
                email=f"{local.replace('.', '')}@{domain}",
                first_name=customer.first_name,
                last_name=customer.last_name,
                tags=[people.DEMO_TAG],
            ),
        )

    def make_segments(self) -> None:
        """Segments; the jobs process counts them."""
        moments = self.moments
        behaviour = CustomerBehaviour(Lake.from_settings(moments.settings))
        try:
            segments = segments_of(
                moments.session, moments.settings, moments.me, behaviour, moments.now
            )
            for segment in people.SEGMENTS:
                segments.save(moments.me, SaveSegment.model_validate(segment))
        finally:
            behaviour.close()
