"""Routes for referrals."""

from api.auth.errors import RoleTooWeak
from api.auth.member import AdminDep, EditorDep, ViewerDep
from api.auth.roles import Role
from api.db.routing import ApiRouter
from api.domains.promotions.referrals.dependencies import (
    AnalysisServiceDep,
    ReferralServiceDep,
    ReferralViewsDep,
)
from api.domains.promotions.referrals.member_requests import MemberRequests
from api.domains.promotions.referrals.program import ReferralProgram
from api.domains.promotions.referrals.public import router as public
from api.domains.promotions.referrals.schemas import (
    AddReferral,
    DecideReferral,
    GetReferralCode,
    ListReferrals,
    ReadReferralProgram,
    ReferAnalysis,
    ReferralAnalysis,
    ReferralCodeRead,
    ReferralRead,
    SaveReferralProgram,
)
from api.domains.promotions.rewards.dependencies import KnowsCodeDep, RewardServiceDep
from api.kit.pagination import Page, page_of

router = ApiRouter(tags=["referrals"])
router.add_routes_of(public)


@router.post("/v1/referral-code")
def referral_code(
    body: GetReferralCode, me: ViewerDep, referrals: ReferralServiceDep
) -> ReferralCodeRead:
    """Get the referral code and link of a customer. With the action `create`, one is created if there is none."""
    customer_ids = MemberRequests(referrals, me).person(body)
    if body.action == "get":
        return referrals.code(me.org_id, customer_ids)
    if not me.role.reaches(Role.EDITOR):
        raise RoleTooWeak(f"This needs the role {Role.EDITOR} or a stronger one.")
    return referrals.create_code(me, customer_ids)


@router.post("/v0/add-referral")
def add_referral(
    body: AddReferral,
    me: EditorDep,
    referrals: ReferralServiceDep,
    knows_code: KnowsCodeDep,
    views: ReferralViewsDep,
) -> ReferralRead:
    """Add a referral between two customers. A friend who is not a customer yet becomes one."""
    added = MemberRequests(referrals, me).add(body, knows_code)
    return views.reads(me.org_id, [added])[0]


@router.post("/v1/refer-analysis")
def refer_analysis(
    body: ReferAnalysis,
    me: ViewerDep,
    referrals: ReferralServiceDep,
    analysis: AnalysisServiceDep,
) -> ReferralAnalysis:
    """Get who referred whom, the conversion, cost and revenue, and the k-factor by week."""
    return analysis.analyse(me, body, MemberRequests(referrals, me).top(body))


@router.post("/v1/get-referral-program")
def get_referral_program(
    _body: ReadReferralProgram, me: ViewerDep, referrals: ReferralServiceDep
) -> ReferralProgram:
    """Get the referral programme."""
    return referrals.program(me.org_id)


@router.post("/v1/save-referral-program")
def save_referral_program(
    body: SaveReferralProgram,
    me: AdminDep,
    referrals: ReferralServiceDep,
    rewards: RewardServiceDep,
    knows_code: KnowsCodeDep,
) -> ReferralProgram:
    """Save the referral programme."""
    program = ReferralProgram.model_validate(body.model_dump(exclude={"org_id"}))
    return referrals.save_program(
        *(me, program),
        knows_reward=rewards.has_reward,
        needs_code=rewards.needs_code,
        knows_code=knows_code,
    )


@router.post("/v1/list-referrals")
def list_referrals(
    body: ListReferrals, me: ViewerDep, referrals: ReferralServiceDep, views: ReferralViewsDep
) -> Page[ReferralRead]:
    """List referrals, newest first. Filter by the state `doubtful` to get those that wait for a decision."""
    items, total = referrals.list_referrals(me.org_id, body)
    return page_of(views.reads(me.org_id, items), total, body.paging)


@router.post("/v1/decide-referral")
def decide_referral(
    body: DecideReferral, me: EditorDep, referrals: ReferralServiceDep, views: ReferralViewsDep
) -> ReferralRead:
    """Approve or reject a doubtful referral, with a reason."""
    return views.reads(me.org_id, [referrals.decide(me, body)])[0]
