"""Routes for rewards, cards and the programme."""

from api.auth.errors import RoleTooWeak
from api.auth.member import AdminDep, EditorDep, ViewerDep
from api.auth.roles import Role
from api.db.routing import ApiRouter
from api.domains.promotions.loyalty.dependencies import LedgerServiceDep
from api.domains.promotions.loyalty.programs import Program
from api.domains.promotions.loyalty.schemas import Ledger, ReadLedger, ReadProgram, SaveProgram
from api.domains.promotions.rewards.dependencies import (
    CardServiceDep,
    DefinitionServiceDep,
    RewardServiceDep,
)
from api.domains.promotions.rewards.public import router as public
from api.domains.promotions.rewards.schemas import (
    CampaignReward,
    CardChanged,
    CardRead,
    GetCard,
    PostCard,
    Redeem,
    Redeemed,
    RegisterReward,
    RewardList,
)
from api.domains.promotions.tills.dependencies import TillLogDep
from api.domains.promotions.tills.operator import OperatorDep, ReaderDep
from api.kit.pagination import Paging

router = ApiRouter(tags=["rewards"])
router.add_routes_of(public)


@router.post("/v1/register-reward")
def register_reward(
    body: RegisterReward, me: ViewerDep, rewards: DefinitionServiceDep
) -> RewardList:
    """Create, change, delete or list rewards. All actions except `list` require the editor role."""
    if body.action != "list" and not me.role.reaches(Role.EDITOR):
        raise RoleTooWeak(f"This needs the role {Role.EDITOR} or a stronger one.")
    items = rewards.register(me, body)
    return RewardList(items=items, total=len(items))


@router.post("/v1/campaign-reward")
def campaign_reward(
    body: CampaignReward, me: EditorDep, cards: CardServiceDep, rewards: RewardServiceDep
) -> Redeemed:
    """Give a customer a free reward as part of a campaign."""
    customer_ids = cards.customer_of(me, body)
    with rewards.counts.at_the_end():
        award = rewards.give(me, customer_ids, body)
        cards.ensure(me, customer_ids)
        card = cards.card(me, customer_ids, body.code_id)
        return Redeemed(award=cards.award(me, award), card=card)


@router.post("/v1/rewards/get-swapt-card")
def get_swapt_card(body: GetCard, who: ReaderDep, cards: CardServiceDep) -> CardRead:
    """Get a customer's card with balances, tier, rewards and recent history."""
    me = who.member
    return cards.card(me, cards.customer_of(me, body), body.code_id)


@router.post("/v1/rewards/post-swapt-card")
def post_swapt_card(
    body: PostCard, who: OperatorDep, cards: CardServiceDep, log: TillLogDep
) -> CardChanged:
    """Create a card, give points or stamps, correct a balance, or undo a recent gain."""
    me = who.member
    movement, customer_ids = cards.post(me, body)
    amount, movement_id = (movement.amount, movement.movement_id) if movement else (0, None)
    log.posted(who, body.action, body.unit, amount, customer_ids[0], movement_id)
    return CardChanged(
        movement_id=movement_id,
        card=cards.card(me, customer_ids, body.code_id),
    )


@router.post("/v1/rewards/redeem")
def redeem_reward(
    body: Redeem,
    who: OperatorDep,
    cards: CardServiceDep,
    rewards: RewardServiceDep,
    log: TillLogDep,
) -> Redeemed:
    """Redeem a reward, or undo a redemption within 15 minutes. Repeated requests with the same `idempotency_key` redeem
    only once.
    """
    me = who.member
    customer_ids = cards.customer_of(me, body)
    with rewards.counts.at_the_end():
        award = rewards.change(me, customer_ids, body)
        log.redeemed(who, body.action, customer_ids[0], award.redemption_id)
        cards.ensure(me, customer_ids)
        card = cards.card(me, customer_ids, body.code_id)
        return Redeemed(award=cards.award(me, award), card=card)


@router.post("/v1/rewards/get-ledger")
def get_ledger(body: ReadLedger, me: ViewerDep, cards: CardServiceDep) -> Ledger:
    """Get a customer's balances and ledger, newest first."""
    return cards.ledger(me, body.customer_id, Paging(body.page, body.page_size))


@router.post("/v1/rewards/get-program")
def get_program(_body: ReadProgram, me: ViewerDep, ledger: LedgerServiceDep) -> Program:
    """Get the loyalty programme: the rules of points and stamps, and the tiers."""
    return ledger.program(me.org_id)


@router.post("/v1/rewards/save-program")
def save_program(body: SaveProgram, me: AdminDep, ledger: LedgerServiceDep) -> Program:
    """Save the loyalty programme."""
    program = Program.model_validate(body.model_dump(exclude={"org_id"}))
    return ledger.save_program(me.org_id, me.caller_id, program)
