"""Creates the demonstration's loyalty programme, rewards, till, and cards with their history."""

from dataclasses import dataclass, replace

from api.apps.demo_moments import DemoMoments
from api.auth.roles import Role
from api.domains.promotions.earning.dependencies import earning_of
from api.domains.promotions.earning.schemas import SaveEarningRule
from api.domains.promotions.loyalty.dependencies import ledger_of
from api.domains.promotions.loyalty.programs import Program
from api.domains.promotions.orders.dependencies import orders_of
from api.domains.promotions.orders.schemas import RecordOrder, RefundOrder
from api.domains.promotions.rewards.dependencies import definitions_of
from api.domains.promotions.rewards.schemas import PostCard, Redeem, RegisterReward, RewardDraft
from api.domains.promotions.tills.dependencies import tills_of
from api.domains.promotions.tills.operator import AtTill, Operator
from api.domains.promotions.tills.schemas import EnrolTill, SaveTillStaff
from runtime.demo.loyalty import DemoCustomer, DemoLoyalty, DemoTill, DemoVisit

OPENED = 390
"""Age of the programme in days."""
ORDERS_FROM = "till"


@dataclass(frozen=True, slots=True)
class Loyalty:
    """The objects that card operations need: the rewards, and the members of staff at the till."""

    demo: DemoLoyalty
    for_stamps: str
    for_points: str
    welcome: str
    operators: tuple[Operator, ...]


def make_programme(moments: DemoMoments, demo: DemoLoyalty) -> Loyalty:
    """Create the programme, its rewards, and a till with its staff."""
    at, me, session = moments.ago(OPENED), moments.me, moments.session
    ledger_of(session, at).save_program(
        me.org_id, me.caller_id, Program.model_validate(demo.program)
    )
    drafts = [RewardDraft.model_validate(it) for it in demo.rewards]
    registered = definitions_of(session, at).register(
        me, RegisterReward(action="create", reward_list=drafts)
    )
    rewards = [it.reward_id for it in registered]
    earning = earning_of(session, at)
    for rule in demo.earning:
        earning.save(me, SaveEarningRule.model_validate(rule))
    tills = tills_of(session, at)
    till = tills.enrol(me, EnrolTill(name=demo.till.name))
    staff = [
        tills.save_staff(me.org_id, SaveTillStaff(name=name, pin=pin))
        for name, pin in zip(demo.till.staff_names(), demo.till.pins, strict=True)
    ]
    # As at a real till, the member of staff takes the place of an API key.
    operators = tuple(
        Operator(
            replace(me, role=Role.EDITOR, user_id=None, key_id=it.staff_id),
            AtTill(till.till_id, it.staff_id),
        )
        for it in staff
    )
    return Loyalty(demo, rewards[0], rewards[1], rewards[demo.welcome], operators)


def make_card(
    moments: DemoMoments, loyalty: Loyalty, customer_id: str, customer: DemoCustomer, receipt: int
) -> None:
    """Create a customer's card, with the points that they earned and spent on visits to the shop. `receipt` is the
    number of their first order.
    """
    demo = loyalty.demo
    full, price = (it["price"] for it in demo.rewards[:2])
    stamps = points = 0
    for number, visit in enumerate(customer.visits):
        operator = loyalty.operators[number % len(loyalty.operators)]
        _give_stamp(moments, operator, customer_id, visit)
        if visit.cents:
            _order(moments, operator, demo.till, customer_id, visit, receipt + number)
        stamps, points = stamps + 1, points + demo.points_for(visit.cents)
        if stamps == full:
            _redeem(moments, operator, customer_id, loyalty.for_stamps, visit)
            stamps = 0
        if points >= price:
            _redeem(moments, operator, customer_id, loyalty.for_points, visit)
            points -= price


def _give_stamp(
    moments: DemoMoments, operator: Operator, customer_id: str, visit: DemoVisit
) -> None:
    at = moments.ago(visit.days_ago, visit.minute)
    body = PostCard(customer_id=customer_id, action="add", unit="stamps", amount=1)
    movement, _ = moments.cards(at).post(operator.member, body)
    assert movement is not None
    moments.till_log(at).posted(operator, "add", "stamps", 1, customer_id, movement.movement_id)


def _order(
    moments: DemoMoments,
    operator: Operator,
    till: DemoTill,
    customer_id: str,
    visit: DemoVisit,
    receipt: int,
) -> None:
    at = moments.ago(visit.days_ago, visit.minute)
    body = RecordOrder(
        customer_id=customer_id,
        source=ORDERS_FROM,
        order_number=str(receipt),
        amount_cents=visit.cents,
        currency=till.currency,
        item_count=1 + visit.cents // till.cents_of_an_item,
    )
    orders_of(moments.session, moments.settings, at).record(operator.member, body)


def refund(moments: DemoMoments, till: DemoTill, receipt: int, days_ago: int) -> None:
    """Refund an order that was paid twice by mistake."""
    body = RefundOrder(
        source=ORDERS_FROM,
        order_number=str(receipt),
        refund_number=f"{receipt}-1",
        amount_cents=till.refund_cents,
        note=till.refund_note,
    )
    orders_of(moments.session, moments.settings, moments.ago(days_ago, 19 * 60)).refund(
        moments.me, body
    )


def _redeem(
    moments: DemoMoments, operator: Operator, customer_id: str, reward_id: str, visit: DemoVisit
) -> None:
    at = moments.ago(visit.days_ago, visit.minute + 1)
    body = Redeem(customer_id=customer_id, reward_id=reward_id)
    customer_ids = moments.cards(at).person(operator.member.org_id, customer_id)
    award = moments.rewards(at).redeem(operator.member, customer_ids, body)
    moments.till_log(at).redeemed(operator, "redeem", customer_id, award.redemption_id)
