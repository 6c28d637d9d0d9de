"""Routes for earning rules."""

from api.auth.member import AdminDep, EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.promotions.earning.dependencies import EarningServiceDep
from api.domains.promotions.earning.public import router as public
from api.domains.promotions.earning.schemas import (
    CheckedIn,
    CheckIn,
    DeleteEarningRule,
    EarnedRead,
    EarningRuleList,
    EarningRuleRead,
    ListEarningRules,
    SaveEarningRule,
)
from api.domains.promotions.rewards.dependencies import CardServiceDep

router = ApiRouter(tags=["rewards"])
router.add_routes_of(public)


@router.post("/v1/list-earning-rules")
def list_earning_rules(
    _body: ListEarningRules, me: ViewerDep, earning: EarningServiceDep
) -> EarningRuleList:
    """List earning rules, oldest first."""
    return earning.list_all(me.org_id)


@router.post("/v1/save-earning-rule")
def save_earning_rule(
    body: SaveEarningRule, me: AdminDep, earning: EarningServiceDep
) -> EarningRuleRead:
    """Create an earning rule, or change an existing one."""
    return earning.save(me, body)


@router.post("/v1/delete-earning-rule")
def delete_earning_rule(
    body: DeleteEarningRule, me: AdminDep, earning: EarningServiceDep
) -> EarningRuleRead:
    """Delete an earning rule. The points and stamps that it gave are kept."""
    return earning.delete(me, body.rule_id)


@router.post("/v1/rewards/check-in")
def check_in(
    body: CheckIn, me: EditorDep, cards: CardServiceDep, earning: EarningServiceDep
) -> CheckedIn:
    """Check a customer in at a place. Fails if the position is not at any of the places."""
    customer_ids = cards.customer_of(me, body)
    earned = earning.check_in(me, customer_ids, body)
    return CheckedIn(
        customer_id=customer_ids[0], earned=[EarnedRead.model_validate(it) for it in earned]
    )
